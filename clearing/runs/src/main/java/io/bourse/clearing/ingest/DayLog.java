// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.order.OrderSegments;
import io.bourse.clearing.ingest.order.OrderTracker;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.GrowingTable;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * State of an ingest and its files, taken up at the last checkpoint that fits the files, and checkpointed again. When
 * files are torn, short or changed an earlier checkpoint is gone back to, in the end to the beginning of the stream:
 * what follows is read from the recording again.
 */
final class DayLog implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(DayLog.class);

    /** Timed checkpoints are among the last ones, however many days the others go back. */
    private static final int MAX_TIMED = 8;

    private final IngestContext ctx;
    private final CheckpointStore store;
    /** Where the stream of each partition has been read to; empty when there is one. */
    private final List<StreamPosition> positions = new ArrayList<>();
    private final List<Long> timed = new ArrayList<>();
    private DaySession session;
    private OrderTracker orders;
    private DayFiles files;
    private long cursor;
    private long previousCursor;
    private long rollingHash;
    private long checkpointCursor = -1;
    private Checkpoint.Kind checkpointKind;
    private String lastHash = "";
    /** Of the last lasting checkpoint. */
    private String previousHash = "";

    DayLog(final IngestContext ctx)
    {
        this.ctx = ctx;
        this.store = new CheckpointStore(ctx.directory());
        begin(UnionClient.partitions(ctx.engineClient()));
        try
        {
            store.create();
            recover();
        }
        catch (final IOException | UncheckedIOException ex)
        {
            throw failed(ex);
        }
    }

    private void begin(final List<EngineClient> partitions)
    {
        if (partitions.size() > 1)
        {
            partitions.forEach(each -> positions.add(new StreamPosition(each.partition(), 0, 0, 0)));
        }
    }

    private void recover() throws IOException
    {
        final List<Long> cursors = store.cursors();
        for (int i = cursors.size() - 1; i >= 0; i--)
        {
            try
            {
                restore(store.read(cursors.get(i)));
                findTimed(cursors.subList(0, i + 1));
                return;
            }
            catch (final InputCorruptException ex)
            {
                LOGGER.warn("the ingest goes back before a checkpoint whose files are damaged and takes them from " +
                    "the recording again: cursor={} reason=\"{}\"", cursors.get(i), ex.getMessage());
                store.setAside(cursors.get(i));
            }
        }
        session = new DaySession(ctx.sliceIntervalNs(), ctx.windowSlices());
        orders = new OrderTracker();
        files = new DayFiles(ctx.directory(), null, ctx.compressorThreads());
    }

    private void findTimed(final List<Long> cursors) throws IOException
    {
        for (final long each : cursors.subList(Math.max(0, cursors.size() - MAX_TIMED), cursors.size()))
        {
            if (!store.read(each).kind().isLasting())
            {
                timed.add(each);
            }
        }
    }

    private void restore(final Checkpoint checkpoint) throws IOException
    {
        final Checkpoint.State state = checkpoint.state();
        if (state.sliceIntervalNs() != ctx.sliceIntervalNs() || state.windowSlices() != ctx.windowSlices())
        {
            throw new PreconditionException("the ingest was begun with other slices, use its options: " +
                "sliceIntervalNs=" + ctx.sliceIntervalNs() + " windowSlices=" + ctx.windowSlices() + " begunWith=" +
                state.sliceIntervalNs() + "," + state.windowSlices());
        }
        requirePartitions(state);
        final byte[] windows = store.windows(checkpoint);
        final byte[] live = store.orders(checkpoint);
        verify(ctx.directory(), state);
        session = new DaySession(state, new DataInputStream(new ByteArrayInputStream(windows)));
        files = new DayFiles(ctx.directory(), state, ctx.compressorThreads());
        orders = new OrderTracker();
        session.instruments().all().forEach(instrument -> orders.onInstrument());
        orders.restore(
            new DataInputStream(new ByteArrayInputStream(live)), state.counts(), state.anomalies(), files.segments());
        for (int i = 0; i < positions.size(); i++)
        {
            positions.set(i, state.partitions().get(i));
        }
        cursor = state.cursor();
        previousCursor = checkpoint.previousCursor();
        rollingHash = state.rollingHash();
        checkpointCursor = cursor;
        checkpointKind = checkpoint.kind();
        lastHash = checkpoint.hash();
        previousHash = checkpoint.kind().isLasting() ? checkpoint.hash() : state.previousHash();
    }

    private void requirePartitions(final Checkpoint.State state)
    {
        final List<Integer> now = positions.stream().map(StreamPosition::partition).toList();
        final List<Integer> before = null == state.partitions() ?
            List.of() : state.partitions().stream().map(StreamPosition::partition).toList();
        if (!now.equals(before))
        {
            throw new PreconditionException("the ingest was begun with other partitions; follow all of them, or move " +
                "it away, and it is read anew: directory=" + ctx.directory() + " partitions=" + now + " begunWith=" +
                before);
        }
    }

    /** Compares registers, trades and order segments with a checkpoint. */
    static void verify(final Path directory, final Checkpoint.State state) throws IOException
    {
        GrowingTable.verify(directory, DayTables.REGISTERS, state.registers());
        if (null != state.trades())
        {
            GrowingTable.verify(directory.resolve(state.session().directory()), DayTables.TRADES, state.trades());
        }
        final Path segments = directory.resolve(state.session().directory()).resolve(OrderSegments.DIRECTORY);
        for (final SegmentGrowth segment : state.segments())
        {
            new SegmentReader(segments, segment).verify();
        }
    }

    DaySession session()
    {
        return session;
    }

    OrderTracker orders()
    {
        return orders;
    }

    DayFiles files()
    {
        return files;
    }

    long cursor()
    {
        return cursor;
    }

    long checkpointCursor()
    {
        return checkpointCursor;
    }

    /** The transactions that the streams have been read to, as far as they are known. */
    List<StreamPosition> positions(final int partition)
    {
        final List<StreamPosition> all = isUnion() ?
            positions : List.of(new StreamPosition(partition, previousCursor, cursor, rollingHash));
        return all.stream().filter(position -> 0 != position.previousCursor()).toList();
    }

    boolean isUnion()
    {
        return !positions.isEmpty();
    }

    /** How many streams are read. */
    int partitionCount()
    {
        return Math.max(1, positions.size());
    }

    List<StreamPosition> positions()
    {
        return positions;
    }

    /** Where a group ends in the stream of its own partition. */
    long ownCursor(final EventGroup group)
    {
        return isUnion() ? positions.get(indexOf(group)).cursor() + group.cursor() - cursor : group.cursor();
    }

    private int indexOf(final EventGroup group)
    {
        int index = 0;
        while (positions.get(index).partition() != group.partition())
        {
            index++;
        }
        return index;
    }

    void onGroupEnd(final EventGroup group)
    {
        if (isUnion())
        {
            final int index = indexOf(group);
            positions.set(index, new StreamPosition(
                group.partition(), positions.get(index).cursor(), ownCursor(group), group.rollingHash()));
        }
        previousCursor = cursor;
        cursor = group.cursor();
        rollingHash = group.rollingHash();
    }

    /** Makes everything up to the cursor readable and restartable. */
    void checkpoint(final Checkpoint.Kind kind)
    {
        if (checkpointCursor == cursor && (!kind.isLasting() || checkpointKind.isLasting()))
        {
            return;
        }
        try
        {
            files.flush();
            final byte[] windows = bytes(out -> session.writeWindows(out, isUnion()));
            final byte[] live = bytes(orders::writeOrders);
            final Checkpoint.State state = state(Digests.sha256Of(windows), Digests.sha256Of(live));
            lastHash = CheckpointStore.hash(state);
            store.write(new Checkpoint(Checkpoint.FORMAT, kind, lastHash, previousCursor, state), windows, live);
            remember(kind);
            store.prune(timed);
        }
        catch (final IOException | UncheckedIOException ex)
        {
            throw failed(ex);
        }
    }

    private void remember(final Checkpoint.Kind kind)
    {
        timed.remove(cursor);
        if (kind.isLasting())
        {
            previousHash = lastHash;
        }
        else
        {
            timed.add(cursor);
        }
        checkpointCursor = cursor;
        checkpointKind = kind;
    }

    private Checkpoint.State state(final String windowsSha256, final String ordersSha256)
    {
        return new Checkpoint.State(
            cursor,
            rollingHash,
            previousHash,
            ctx.sliceIntervalNs(),
            ctx.windowSlices(),
            session.session(),
            session.instruments().all(),
            session.runs(),
            null == session.openRun() ? 0 : session.openRun().runId(),
            files.registers().growth(),
            files.tradesGrowth(),
            files.segmentGrowths(),
            orders.counts(),
            orders.anomalies(),
            windowsSha256,
            ordersSha256,
            isUnion() ? List.copyOf(positions) : null);
    }

    private static byte[] bytes(final Contents contents) throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        contents.writeTo(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private ClearingException failed(final Exception ex)
    {
        return new ClearingException(ClearingException.EXIT_IO, "the ingest cannot read or write its files, free " +
            "space and start again: directory=" + ctx.directory() + " cursor=" + cursor + " reason=\"" + ex + "\"", ex);
    }

    @Override
    public void close()
    {
        files.close();
    }

    private interface Contents
    {
        void writeTo(DataOutput out) throws IOException;
    }
}
