// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DirectoryLock;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How a run comes to its days. When a tailer lives, its checkpoints are waited for; else the ingest follows the stream
 * itself and holds the lock until it is closed.
 */
public final class Ingest implements AutoCloseable
{
    private final IngestContext ctx;
    private final CheckpointStore store;
    private final RegisterCache registers;
    /** Of several partitions; none when there is one. */
    private final List<TimeQuestion> questions;
    private Tailer tailer;

    private Ingest(final IngestContext ctx)
    {
        this.ctx = ctx;
        this.store = new CheckpointStore(ctx.directory());
        this.registers = new RegisterCache(ctx.directory());
        this.questions = TimeQuestion.of(ctx.engineClient());
    }

    /**
     * Opens the ingest of a directory. Nothing is read yet.
     *
     * @param ctx with directory and engine.
     * @return ingest.
     */
    public static Ingest open(final IngestContext ctx)
    {
        return new Ingest(ctx);
    }

    /**
     * Becomes the tailer unless one lives. Taking up the files of a whole day takes seconds: better before trading
     * stands still than while it does.
     *
     * @throws io.bourse.clearing.InputCorruptException when files are not what the checkpoint says.
     */
    public void takeUp()
    {
        if (null == tailer && !IngestLock.isHeld(ctx.directory()))
        {
            tail();
        }
    }

    /**
     * The day at the end that the stream has now, or a little after it.
     *
     * @return day, to be closed before the ingest.
     * @throws PreconditionException when the stream cannot be followed to there.
     * @throws io.bourse.clearing.InputCorruptException when files are not what the checkpoint says.
     */
    public IngestedDay catchUp()
    {
        followToEnd();
        return IngestedDays.latest(ctx.directory(), registers);
    }

    private boolean isUnion()
    {
        return UnionClient.partitions(ctx.engineClient()).size() > 1;
    }

    private void followToEnd()
    {
        if (isUnion())
        {
            final StreamEnds ends = new StreamEnds(ctx);
            await(() -> ends.areReached(store), ends.toString());
            if (null != tailer)
            {
                work(() -> tailer.followTo(ends.cursors()));
            }
        }
        else
        {
            followTo(ctx.engineClient().endCursor());
        }
    }

    /**
     * The day at any place of the stream, for an ingest whose directory is new: it becomes the tailer and follows the
     * stream from its beginning to there.
     *
     * @param cursor event stream position in bytes, where a transaction ends.
     * @return day, to be closed before the ingest.
     * @throws PreconditionException when no transaction ends there, or the stream does not get there in time.
     */
    public IngestedDay dayUpTo(final long cursor)
    {
        takeUp();
        if (null == tailer || cursor < tailer.cursor())
        {
            throw new PreconditionException("a cut of one's own needs a new directory of the ingest: directory=" +
                ctx.directory() + " cursor=" + cursor);
        }
        work(() -> tailer.followExactly(cursor));
        return IngestedDays.open(ctx.directory(), cursor, registers);
    }

    /**
     * The day at the suspension of a run; the stream is followed as far as is needed.
     *
     * @param runId of the current session.
     * @return day, to be closed before the ingest.
     * @throws PreconditionException when the stream shows no such run.
     * @throws io.bourse.clearing.InputCorruptException when files are not what the checkpoint says.
     */
    public IngestedDay dayAt(final long runId)
    {
        final long cut = cutOf(runId);
        if (cut < 0)
        {
            throw new PreconditionException("the stream does not show the suspension of the run: runId=" + runId +
                " directory=" + ctx.directory());
        }
        return IngestedDays.open(ctx.directory(), cut, registers);
    }

    /**
     * Where a run has cut the stream. What comes after the cut, refused orders for instance, is not waited for:
     * trading stands still.
     */
    private long cutOf(final long runId)
    {
        final long endCursor = ctx.engineClient().endCursor();
        boolean isAtEnd = false;
        while (true)
        {
            final long latest = IngestedDays.latestCursor(store);
            final long cut = latest < 0 ? -1 : IngestedDays.cutOf(store, latest, runId);
            if (cut >= 0 || isAtEnd || !isUnion() && latest >= endCursor)
            {
                return cut;
            }
            if (isUnion())
            {
                followToEnd();
                isAtEnd = true;
            }
            else
            {
                followTo(null == tailer && latest >= 0 ? latest + 1 : endCursor);
            }
        }
    }

    /**
     * A run as the stream shows it now, what lies after its cut included.
     *
     * @param runId of the current session.
     * @return null when there is none.
     */
    public RunRecord run(final long runId)
    {
        try (IngestedDay day = catchUp())
        {
            return day.run(runId);
        }
    }

    /**
     * Makes sure that there is a checkpoint at a cursor or after it.
     *
     * @param cursor event stream position in bytes.
     * @throws PreconditionException when the stream, or the tailer, does not get there in time.
     */
    public void followTo(final long cursor)
    {
        await(() -> IngestedDays.latestCursor(store) >= cursor, Long.toString(cursor));
        if (null != tailer)
        {
            work(() -> tailer.followTo(cursor));
        }
    }

    /** Until the tailer of another process has got there, or this is the tailer. */
    private void await(final BooleanSupplier isReached, final String wanted)
    {
        final IdleStrategy idleStrategy = new BackoffIdleStrategy(1, 10, 1_000_000, 20_000_000);
        long reached = IngestedDays.latestCursor(store);
        long progressNs = System.nanoTime();
        while (null == tailer && !isReached.getAsBoolean())
        {
            if (!IngestLock.isHeld(ctx.directory()))
            {
                tail();
            }
            questions.forEach(question -> question.ask(TimeQuestion.INTERVAL_NS));
            idleStrategy.idle();
            final long now = IngestedDays.latestCursor(store);
            if (now != reached)
            {
                reached = now;
                progressNs = System.nanoTime();
            }
            else if (System.nanoTime() - progressNs > ctx.timeoutNs())
            {
                throw new PreconditionException("the process that follows the stream for the ingest does not get " +
                    "on; let it go on if it is stopped (kill -CONT), or end it, and do this again: directory=" +
                    ctx.directory() + " holderPid=" + DirectoryLock.holderPid(ctx.directory()) + " cursor=" + reached +
                    " wanted=" + wanted + " timeoutNs=" + ctx.timeoutNs());
            }
        }
    }

    /** A tailer that has failed is of no use: the next look begins with another, at the last checkpoint. */
    private void work(final Runnable work)
    {
        boolean isDone = false;
        try
        {
            work.run();
            isDone = true;
        }
        finally
        {
            if (!isDone)
            {
                tailer.close();
                tailer = null;
            }
        }
    }

    /** No tailer lives: this ingest becomes one, unless one comes in the same moment. */
    private void tail()
    {
        try
        {
            tailer = new Tailer(ctx);
        }
        catch (final PreconditionException ex)
        {
            if (!IngestLock.isHeld(ctx.directory()))
            {
                throw ex;
            }
        }
    }

    @Override
    public void close()
    {
        registers.close();
        if (null != tailer)
        {
            tailer.close();
        }
    }
}
