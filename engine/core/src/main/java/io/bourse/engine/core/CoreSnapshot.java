// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginEncoder;
import io.bourse.engine.protocol.snapshot.SnapshotEndDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotEndEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.List;

/**
 * Snapshots of a core: beginning, the parts in the order in which they can be read, end. In no part, and so in the
 * beginning: the time, where journal and event stream are, the rolling hash of the events.
 */
final class CoreSnapshot
{
    private final int partition;
    private final EngineTime time;
    private final EventGroupWriter events;
    private final StateHash stateHash;
    private final SnapshotCounts counts;
    private final List<SnapshotPart> parts;
    private final SnapshotTable table = new SnapshotTable();
    /** Of the snapshot being read. */
    private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();

    CoreSnapshot(
        final int partition,
        final EngineTime time,
        final EventGroupWriter events,
        final StateHash stateHash,
        final SnapshotCounts counts,
        final List<SnapshotPart> parts)
    {
        this.partition = partition;
        this.time = time;
        this.events = events;
        this.stateHash = stateHash;
        this.counts = counts;
        this.parts = List.copyOf(parts);
        table.add(SnapshotBeginDecoder.TEMPLATE_ID, this::readBegin);
        table.add(SnapshotEndDecoder.TEMPLATE_ID, this::readEnd);
        for (final SnapshotPart part : this.parts)
        {
            part.register(table);
        }
    }

    /** Who reads which record. */
    SnapshotTable table()
    {
        return table;
    }

    /**
     * Writes all of it.
     *
     * @param sink of the records.
     * @param commandPosition journal position after the last command.
     */
    void write(final SnapshotSink sink, final long commandPosition)
    {
        final SnapshotWriter writer = new SnapshotWriter(sink);
        final SnapshotBeginEncoder beginning = writer.begin(new SnapshotBeginEncoder());
        beginning
            .engineTimeNs(time.nowNs())
            .commandPosition(commandPosition)
            .frameSequence(events.frameSequence())
            .rollingHash(events.rollingHash())
            .stateHash(stateHash.compute(time.nowNs()))
            .partition(partition);
        counts.writeTo(beginning);
        writer.write(beginning.encodedLength());
        for (int i = 0; i < parts.size(); i++)
        {
            parts.get(i).writeTo(writer);
        }
        final SnapshotEndEncoder end = writer.begin(new SnapshotEndEncoder());
        end.records(writer.nextNumber() + 1);
        writer.write(end.encodedLength());
    }

    /** Journal position after the last command before the snapshot that was read. */
    long commandPositionRead()
    {
        return begin.commandPosition();
    }

    private void readBegin(final SnapshotRecord record)
    {
        final byte[] copy = new byte[record.length()];
        record.buffer().getBytes(record.offset(), copy);
        begin.wrap(
            new UnsafeBuffer(copy), record.blockOffset() - record.offset(), record.blockLength(), record.version());
        if (partition != begin.partition())
        {
            throw new SnapshotException(
                SnapshotException.Reason.WRONG_PARTITION,
                "partition=" + begin.partition() + " ownPartition=" + partition);
        }
        time.advanceTo(begin.engineTimeNs());
        events.restore(begin.frameSequence(), begin.rollingHash());
    }

    private void readEnd(final SnapshotRecord record)
    {
        final SnapshotEndDecoder end = record.decode(new SnapshotEndDecoder());
        SnapshotCounts.check("records", end.records(), record.number() + 1);
        counts.check(begin);
        // Another version may have hashed other things; what it wrote has been checked record by record.
        final long hash = SnapshotBeginDecoder.SCHEMA_VERSION == record.version() ?
            stateHash.compute(time.nowNs()) : begin.stateHash();
        if (begin.stateHash() != hash)
        {
            throw new SnapshotException(
                SnapshotException.Reason.WRONG_STATE_HASH,
                "stateHash=" + Long.toHexString(hash) + " writtenStateHash=" + Long.toHexString(begin.stateHash()));
        }
    }
}
