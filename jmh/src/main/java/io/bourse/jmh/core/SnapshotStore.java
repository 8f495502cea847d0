// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotSink;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Keeps the records of a snapshot in pages of memory, each behind its length.
 */
final class SnapshotStore implements SnapshotSink
{
    private static final int PAGE_LENGTH = 64 * 1024 * 1024;
    private static final int END_OF_PAGE = 0;

    private final List<UnsafeBuffer> pages = new ArrayList<>();
    private UnsafeBuffer page;
    private int position;
    private long records;
    private long length;

    @Override
    public void onRecord(final DirectBuffer buffer, final int offset, final int recordLength)
    {
        final int end = position + Integer.BYTES + MatchingEngine.MAX_SNAPSHOT_RECORD_LENGTH + Integer.BYTES;
        if (null == page || end > PAGE_LENGTH)
        {
            page = new UnsafeBuffer(new byte[PAGE_LENGTH]);
            pages.add(page);
            position = 0;
        }
        page.putInt(position, recordLength);
        page.putBytes(position + Integer.BYTES, buffer, offset, recordLength);
        position += BitUtil.align(Integer.BYTES + recordLength, Integer.BYTES);
        records++;
        length += recordLength;
    }

    long records()
    {
        return records;
    }

    /** Bytes of all records. */
    long length()
    {
        return length;
    }

    void forEach(final SnapshotSink reader)
    {
        for (final UnsafeBuffer from : pages)
        {
            int offset = 0;
            int recordLength = from.getInt(offset);
            while (END_OF_PAGE != recordLength)
            {
                reader.onRecord(from, offset + Integer.BYTES, recordLength);
                offset += BitUtil.align(Integer.BYTES + recordLength, Integer.BYTES);
                recordLength = from.getInt(offset);
            }
        }
    }

    boolean isEqual(final SnapshotStore other)
    {
        return records == other.records && pages.equals(other.pages);
    }
}
