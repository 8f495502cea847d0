// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.CheckpointException;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * Follows the event stream into the tables of the ingest. The only writer of its directory: a second one is refused. It
 * checkpoints at every cut by itself, at regular times while the stream is busy, and at once when it is quiet.
 */
final class Tailer implements Agent, AutoCloseable
{
    private static final int FRAME_LIMIT = 1_000;
    /** A checkpoint may take this part of the time of a tailer whose stream is quiet. */
    private static final int QUIET_FACTOR = 20;
    /** The same while trading stands still. */
    private static final int HALT_FACTOR = 4;

    private final IngestContext ctx;
    private final DayRecorder recorder;
    private final EventFollower follower;
    /** The follower when there are several partitions; else null. */
    private final UnionFollower union;
    private long checkpointNs = System.nanoTime();
    private long checkpointTookNs;

    /**
     * Takes the directory, recovers from its last checkpoint and goes on from there.
     *
     * @param ctx with directory and engine.
     * @throws PreconditionException when another tailer has the directory, or the stream ends before the checkpoint or
     *     is another one.
     * @throws io.bourse.clearing.ClearingException when files cannot be read or written.
     */
    Tailer(final IngestContext ctx)
    {
        this.ctx = ctx;
        recorder = new DayRecorder(ctx);
        try
        {
            final long endCursor = ctx.engineClient().endCursor();
            if (endCursor < recorder.cursor())
            {
                throw new PreconditionException("the event stream ends before the ingest, is this its directory: " +
                    "directory=" + ctx.directory() + " ingestCursor=" + recorder.cursor() + " endCursor=" + endCursor);
            }
            requireSame();
            final List<EngineClient> partitions = UnionClient.partitions(ctx.engineClient());
            union = partitions.size() > 1 ?
                new UnionFollower(partitions, recorder.vector(), recorder, recorder::onTogether) : null;
            follower = null == union ? ctx.engineClient().follow(recorder.cursor(), recorder) : union;
        }
        catch (final RuntimeException ex)
        {
            recorder.close();
            throw ex;
        }
    }

    /** What was made of another stream would be cleared with this one. */
    private void requireSame()
    {
        final Map<Integer, EngineClient> clients = UnionClient.partitions(ctx.engineClient()).stream()
            .collect(Collectors.toMap(EngineClient::partition, Function.identity()));
        try
        {
            recorder.positions(ctx.engineClient().partition())
                .forEach(position -> position.requireIn(clients.get(position.partition())));
        }
        catch (final CheckpointException ex)
        {
            throw new PreconditionException("the ingest cannot go on with this event stream, is this its directory: " +
                "directory=" + ctx.directory() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    @Override
    public int doWork()
    {
        if (null != union)
        {
            union.setAwaited(!recorder.isTrading(), false);
        }
        final int frames = poll(FRAME_LIMIT);
        if (recorder.cursor() != recorder.checkpointCursor())
        {
            if (System.nanoTime() - checkpointNs > checkpointDueNs(frames))
            {
                checkpoint();
                return frames + 1;
            }
        }
        return frames;
    }

    /** While trading stands still a run waits for what it has published: refused orders must not make it wait. */
    private long checkpointDueNs(final int frames)
    {
        if (!recorder.isTrading())
        {
            return Math.min(ctx.checkpointIntervalNs(), HALT_FACTOR * checkpointTookNs);
        }
        return frames > 0 ?
            ctx.checkpointIntervalNs() : Math.min(ctx.checkpointIntervalNs(), QUIET_FACTOR * checkpointTookNs);
    }

    private int poll(final int frameLimit)
    {
        try
        {
            return follower.poll(frameLimit);
        }
        catch (final UncheckedIOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO, "the ingest cannot write its files, free space " +
                "and start again: directory=" + ctx.directory() + " cursor=" + recorder.cursor() + " reason=\"" +
                ex.getCause() + "\"", ex);
        }
        catch (final ArithmeticException ex)
        {
            throw new PreconditionException("the ingest cannot hold what the stream has: cursor=" +
                recorder.cursor() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /** Makes everything so far readable and restartable. */
    void checkpoint()
    {
        final long begunNs = System.nanoTime();
        recorder.checkpoint();
        checkpointNs = System.nanoTime();
        checkpointTookNs = checkpointNs - begunNs;
    }

    /**
     * Follows until a cursor is reached, and checkpoints there or after it.
     *
     * @param cursor event stream position in bytes.
     * @throws PreconditionException when the stream does not get there in time.
     */
    void followTo(final long cursor)
    {
        follow(cursor, this::doWork);
        checkpoint();
    }

    /**
     * Follows until each of several partitions has got to a cursor or waits for others, and checkpoints there or after
     * it.
     *
     * @param cursors by partition.
     * @throws PreconditionException when the streams do not get there in time.
     */
    void followTo(final long[] cursors)
    {
        follow(() -> union.hasReached(cursors), Arrays.toString(cursors), () -> pollAwaited(FRAME_LIMIT));
        checkpoint();
    }

    private int pollAwaited(final int frameLimit)
    {
        if (null != union)
        {
            union.setAwaited(true, true);
        }
        return poll(frameLimit);
    }

    /**
     * Follows until a cursor, and checkpoints there.
     *
     * @param cursor event stream position in bytes, where a transaction ends.
     * @throws PreconditionException when a transaction reaches beyond it, or the stream does not get there in time.
     */
    void followExactly(final long cursor)
    {
        final long endCursor = ctx.engineClient().endCursor();
        if (cursor > endCursor)
        {
            throw new PreconditionException("the event stream ends before the cursor: wanted=" + cursor +
                " endCursor=" + endCursor);
        }
        final long before = follow(cursor, () -> pollAwaited(1));
        if (recorder.cursor() != cursor)
        {
            throw new PreconditionException("no transaction ends there, take one of the two cursors around it: " +
                "cursor=" + cursor + " before=" + before + " after=" + recorder.cursor());
        }
        checkpoint();
    }

    /** Works until the cursor is reached or passed; where it was before the last step. */
    private long follow(final long cursor, final IntSupplier work)
    {
        return follow(() -> recorder.cursor() >= cursor, Long.toString(cursor), work);
    }

    private long follow(final BooleanSupplier isReached, final String wanted, final IntSupplier work)
    {
        final IdleStrategy idleStrategy = new BackoffIdleStrategy(1, 10, 10_000, 1_000_000);
        long progressNs = System.nanoTime();
        long before = recorder.cursor();
        while (!isReached.getAsBoolean())
        {
            before = recorder.cursor();
            final int frames = work.getAsInt();
            if (frames > 0)
            {
                progressNs = System.nanoTime();
            }
            else if (System.nanoTime() - progressNs > ctx.timeoutNs())
            {
                throw new PreconditionException("the event stream does not reach the cursor, is the engine alive: " +
                    "cursor=" + recorder.cursor() + " wanted=" + wanted + " timeoutNs=" + ctx.timeoutNs() +
                    (null == union ? "" : " " + union.waiting()));
            }
            idleStrategy.idle(frames);
        }
        return before;
    }

    /**
     * Where the tailer has got to.
     *
     * @return bytes in the event stream.
     */
    long cursor()
    {
        return recorder.cursor();
    }

    @Override
    public String roleName()
    {
        return "clearing-tailer";
    }

    @Override
    public void onClose()
    {
        close();
    }

    /** Gives the directory back. What came after the last checkpoint is read again by the next tailer. */
    @Override
    public void close()
    {
        follower.close();
        recorder.close();
    }
}
