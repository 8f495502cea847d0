// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A snapshot in memory, record by record, to be read, compared and damaged.
 */
public final class SnapshotRecords implements SnapshotSink
{
    private static final int READ_OFFSET = 40;

    public final List<byte[]> records;

    public SnapshotRecords()
    {
        this(new ArrayList<>());
    }

    SnapshotRecords(final List<byte[]> records)
    {
        this.records = records;
    }

    public static SnapshotRecords of(final MatchingEngine engine)
    {
        final SnapshotRecords snapshot = new SnapshotRecords();
        engine.writeSnapshot(snapshot);
        return snapshot;
    }

    SnapshotRecords copy()
    {
        final SnapshotRecords copy = new SnapshotRecords();
        records.forEach(record -> copy.records.add(record.clone()));
        return copy;
    }

    @Override
    public void onRecord(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length > SnapshotSink.MAX_RECORD_LENGTH)
        {
            throw new IllegalArgumentException("record too long: length=" + length);
        }
        final byte[] record = new byte[length];
        buffer.getBytes(offset, record);
        records.add(record);
    }

    public MatchingEngine read(final EventFrameSink sink)
    {
        return read(0, sink, FastOrderBook::new);
    }

    /** Reads all records, each at an odd offset of a buffer that is used again. */
    public MatchingEngine read(
        final int partition, final EventFrameSink sink, final Supplier<OrderBook<Order>> bookSupplier)
    {
        final SnapshotReader reader = new SnapshotReader(partition, sink, bookSupplier);
        readInto(reader);
        return reader.engine();
    }

    void readInto(final SnapshotReader reader)
    {
        final UnsafeBuffer buffer =
            new UnsafeBuffer(new byte[READ_OFFSET + SnapshotSink.MAX_RECORD_LENGTH]);
        for (final byte[] record : records)
        {
            buffer.putBytes(READ_OFFSET, record);
            reader.onRecord(buffer, READ_OFFSET, record.length);
        }
    }

    int templateId(final int record)
    {
        return new MessageHeaderDecoder().wrap(new UnsafeBuffer(records.get(record)), 0).templateId();
    }

    /** Place of the first record of a kind. */
    int indexOf(final int templateId)
    {
        int index = 0;
        while (templateId != templateId(index))
        {
            index++;
        }
        return index;
    }

    /** Numbers and hashes all records as if they had been written so. */
    void seal()
    {
        long hash = RollingHash.INITIAL;
        for (int i = 0; i < records.size(); i++)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(records.get(i));
            buffer.putLong(SnapshotRecord.NUMBER_OFFSET, i);
            hash = SnapshotRecord.hash(hash, buffer, 0, buffer.capacity());
            buffer.putLong(SnapshotRecord.HASH_OFFSET, hash);
        }
    }
}
