// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.MovingOrderDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a move as its events have them.
 */
final class MovedRecords
{
    private MovedRecords()
    {
    }

    static List<byte[]> of(final List<byte[]> events)
    {
        final List<byte[]> records = new ArrayList<>();
        for (final byte[] event : events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
            if (MoveRecordDecoder.TEMPLATE_ID == header.templateId())
            {
                final MoveRecordDecoder decoder = new MoveRecordDecoder().wrapAndApplyHeader(buffer, 0, header);
                final byte[] record = new byte[decoder.length()];
                decoder.getData(record, 0, record.length);
                records.add(record);
            }
        }
        return records;
    }

    /** Orders whose names a FIX gateway has to say. */
    static List<Long> unnamed(final List<byte[]> events)
    {
        final List<Long> orders = new ArrayList<>();
        for (final byte[] event : events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
            if (MovingOrderDecoder.TEMPLATE_ID == header.templateId())
            {
                orders.add(new MovingOrderDecoder().wrapAndApplyHeader(buffer, 0, header).orderId());
            }
        }
        return orders;
    }

    /** Hash of all: the last record has it. */
    static long hash(final List<byte[]> records)
    {
        return records.isEmpty() ? 0 :
            new UnsafeBuffer(records.getLast()).getLong(SnapshotRecord.HASH_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }
}
