// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.snapshot.SnapshotException.Reason;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotEndDecoder;
import org.agrona.DirectBuffer;

import java.util.function.Supplier;

/**
 * Makes a core of a snapshot: takes the records that {@link MatchingEngine#writeSnapshot} gave, one by one in their
 * order, and gives the core when the last one has come and everything is right. A core that was read by half is never
 * handed out; after a refusal this reader is good for nothing.
 */
public final class SnapshotReader
{
    private final MatchingEngine engine;
    private final SnapshotRecord record = new SnapshotRecord();
    private long nextNumber;
    private long hash = RollingHash.INITIAL;
    private int version;
    private boolean isComplete;
    private boolean isRefused;

    /**
     * Begins with an empty core.
     *
     * @param partition it serves; the snapshot must be of the same one.
     * @param sink of the event frames that the core will write after the snapshot; reading writes none.
     */
    public SnapshotReader(final int partition, final EventFrameSink sink)
    {
        this(partition, sink, FastOrderBook::new);
    }

    SnapshotReader(
        final int partition, final EventFrameSink sink, final Supplier<OrderBook<Order>> bookSupplier)
    {
        engine = new MatchingEngine(partition, sink, bookSupplier);
    }

    /**
     * Takes the next record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @param length of the record.
     * @throws SnapshotException when it is not the right one; the snapshot cannot be used then.
     */
    public void onRecord(final DirectBuffer buffer, final int offset, final int length)
    {
        if (isRefused)
        {
            throw new SnapshotException(Reason.REFUSED_BEFORE, "record=" + nextNumber);
        }
        isRefused = true;
        check(buffer, offset, length);
        read();
        nextNumber++;
        if (SnapshotEndDecoder.TEMPLATE_ID == record.templateId())
        {
            engine.onSnapshotRead();
            isComplete = true;
        }
        isRefused = false;
    }

    /**
     * Whether the last record has come and everything was right.
     *
     * @return true when {@link #engine()} gives the core.
     */
    public boolean isComplete()
    {
        return isComplete && !isRefused;
    }

    /**
     * The core as it was when the snapshot was written.
     *
     * @return core that goes on with the command after {@link MatchingEngine#commandPosition()}.
     * @throws SnapshotException when the snapshot is not complete or was refused.
     */
    public MatchingEngine engine()
    {
        if (isRefused)
        {
            throw new SnapshotException(Reason.REFUSED_BEFORE, "record=" + nextNumber);
        }
        if (!isComplete)
        {
            throw new SnapshotException(Reason.MISSING_END, "records=" + nextNumber);
        }
        return engine;
    }

    private void check(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < SnapshotRecord.CONTENTS_OFFSET)
        {
            throw new SnapshotException(
                Reason.TRUNCATED_RECORD,
                "record=" + nextNumber + " length=" + length + " minLength=" + SnapshotRecord.CONTENTS_OFFSET);
        }
        record.wrap(buffer, offset, length);
        if (SnapshotBeginDecoder.SCHEMA_ID != record.schemaId())
        {
            throw new SnapshotException(
                Reason.NOT_A_SNAPSHOT, "schemaId=" + record.schemaId() + " expected=" + SnapshotBeginDecoder.SCHEMA_ID);
        }
        checkVersion();
        checkNumber();
        final long expectedHash = SnapshotRecord.hash(hash, buffer, offset, length);
        if (expectedHash != record.hash())
        {
            throw new SnapshotException(
                Reason.DAMAGED_RECORD,
                "record=" + nextNumber + " templateId=" + record.templateId() + " length=" + length +
                " hash=" + Long.toHexString(record.hash()) + " expected=" + Long.toHexString(expectedHash));
        }
        hash = expectedHash;
    }

    /** All records have the version of the first one, and that is one that this core knows. */
    private void checkVersion()
    {
        if (0 == nextNumber)
        {
            version = record.version();
        }
        if (version != record.version() || version < 1 || version > SnapshotBeginDecoder.SCHEMA_VERSION)
        {
            throw new SnapshotException(
                Reason.UNKNOWN_VERSION,
                "version=" + record.version() + " record=" + nextNumber +
                " knownFrom=1 knownTo=" + SnapshotBeginDecoder.SCHEMA_VERSION);
        }
    }

    private void checkNumber()
    {
        if (isComplete)
        {
            throw new SnapshotException(Reason.RECORD_BEHIND_END, numbers());
        }
        if (0 == nextNumber && (0 != record.number() || SnapshotBeginDecoder.TEMPLATE_ID != record.templateId()))
        {
            throw new SnapshotException(Reason.MISSING_BEGIN, numbers() + " templateId=" + record.templateId());
        }
        if (nextNumber != record.number())
        {
            throw new SnapshotException(
                record.number() < nextNumber ? Reason.REPEATED_RECORD : Reason.MISSING_RECORD, numbers());
        }
    }

    private String numbers()
    {
        return "record=" + record.number() + " expected=" + nextNumber;
    }

    private void read()
    {
        final SnapshotTable.Reader reader = engine.snapshotTable().get(record.templateId());
        if (null == reader)
        {
            throw new SnapshotException(
                Reason.UNKNOWN_RECORD, "templateId=" + record.templateId() + " record=" + nextNumber);
        }
        try
        {
            reader.read(record);
        }
        catch (final SnapshotException ex)
        {
            throw ex;
        }
        catch (final RuntimeException ex)
        {
            throw new SnapshotException(
                Reason.CONTRADICTION, "templateId=" + record.templateId() + " record=" + nextNumber, ex);
        }
    }
}
