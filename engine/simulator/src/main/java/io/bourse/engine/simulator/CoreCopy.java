// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A snapshot of a core: its records, in their order.
 */
final class CoreCopy
{
    private final List<byte[]> records = new ArrayList<>();

    private CoreCopy()
    {
    }

    static CoreCopy of(final MatchingEngine engine)
    {
        final CoreCopy copy = new CoreCopy();
        engine.writeSnapshot((buffer, offset, length) ->
        {
            final byte[] record = new byte[length];
            buffer.getBytes(offset, record);
            copy.records.add(record);
        });
        return copy;
    }

    /** Loses its end, as a snapshot does during which its writer died. */
    void tear(final int left)
    {
        while (records.size() > left)
        {
            records.remove(records.size() - 1);
        }
    }

    int records()
    {
        return records.size();
    }

    /**
     * Makes a core of it.
     *
     * @throws io.bourse.engine.core.snapshot.SnapshotException when it is not whole.
     */
    MatchingEngine read(final EventFrameSink sink)
    {
        final SnapshotReader reader = new SnapshotReader(0, sink);
        for (final byte[] record : records)
        {
            reader.onRecord(new UnsafeBuffer(record), 0, record.length);
        }
        return reader.engine();
    }

    /** Two cores with the same state have the same bytes. */
    boolean isSameAs(final CoreCopy other)
    {
        if (records.size() != other.records.size())
        {
            return false;
        }
        for (int i = 0; i < records.size(); i++)
        {
            if (!Arrays.equals(records.get(i), other.records.get(i)))
            {
                return false;
            }
        }
        return true;
    }
}
