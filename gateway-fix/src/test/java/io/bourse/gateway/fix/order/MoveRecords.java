// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.MoveState;

import java.util.ArrayList;
import java.util.List;

/**
 * What an engine says of the moves out of it.
 */
public final class MoveRecords implements EventListener
{
    private final List<byte[]> records = new ArrayList<>();
    private long hash;

    private MoveRecords()
    {
    }

    /** All that it has said. */
    public static MoveRecords of(final EngineClient client)
    {
        final MoveRecords records = new MoveRecords();
        StreamHistory.read(client, records);
        return records;
    }

    public List<byte[]> records()
    {
        return records;
    }

    /** Of all records. */
    public long hash()
    {
        return hash;
    }

    @Override
    public void onMoveRecord(final EventGroup group, final MoveRecordDecoder event)
    {
        final byte[] record = new byte[event.length()];
        event.getData(record, 0, record.length);
        // A record that was published twice is one.
        if (event.number() == records.size())
        {
            records.add(record);
        }
    }

    @Override
    public void onMoveAdvanced(final EventGroup group, final MoveAdvancedDecoder event)
    {
        hash = MoveState.OUT == event.state() ? event.hash() : hash;
    }
}
