// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.PreconditionException;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;

/**
 * The day for those who look on while trading goes on: they must not hold up a run, and no run may end them. When no
 * tailer lives, the stream is followed on a thread of its own, so a run that begins meanwhile finds its checkpoints
 * whatever the thread that looks is busy with. When a run holds the ingest and does not follow, the day is that of the
 * last checkpoint. Used by one thread.
 */
public final class IngestWatch implements AutoCloseable
{
    private final IngestContext ctx;
    private final CheckpointStore store;
    private final RegisterCache registers;
    /** Of several partitions. */
    private final List<TimeQuestion> questions;
    private TailerService tailer;
    private long completeMs;
    private long ageMs;

    private IngestWatch(final IngestContext ctx)
    {
        this.ctx = ctx;
        this.store = new CheckpointStore(ctx.directory());
        this.registers = new RegisterCache(ctx.directory());
        this.questions = TimeQuestion.of(ctx.engineClient());
    }

    /**
     * Opens the ingest that runs have begun, with the slices that they have chosen.
     *
     * @param ctx with directory and engine; its slices are set.
     * @return watch.
     * @throws PreconditionException when there is no ingest: a watch chooses no slices for the runs.
     * @throws io.bourse.clearing.ClearingException when its files cannot be read.
     */
    public static IngestWatch open(final IngestContext ctx)
    {
        if (IngestedDays.latestCursor(new CheckpointStore(ctx.directory())) < 0)
        {
            throw new PreconditionException("no run has been made here yet, there is nothing to count from: " +
                "directory=" + ctx.directory());
        }
        return new IngestWatch(ctx.withBegunSlices());
    }

    /**
     * The day at the end that the stream has now, or as far as it is known.
     *
     * @param timeoutNs how long to wait for the tailer of another process; one's own is waited for as long as it makes
     *     progress.
     * @return day, to be closed before the watch.
     * @throws PreconditionException when one's own tailer cannot follow the stream to there.
     * @throws io.bourse.clearing.ClearingException when files cannot be read or written.
     */
    public IngestedDay look(final long timeoutNs)
    {
        final long askedMs = System.currentTimeMillis();
        final long endCursor = ctx.engineClient().endCursor();
        await(timeoutNs);
        final IngestedDay day = IngestedDays.latest(ctx.directory(), registers);
        if (day.cursor() >= endCursor)
        {
            completeMs = askedMs;
            ageMs = 0;
        }
        else
        {
            final long writtenMs = store.writtenMs(day.cursor());
            // Gone: a tailer has newer ones this moment.
            completeMs = Math.max(completeMs, 0 == writtenMs ? askedMs : writtenMs);
            ageMs = Math.max(1, System.currentTimeMillis() - completeMs);
        }
        return day;
    }

    /**
     * Age of the day of the last look.
     *
     * @return milliseconds since all that had happened was known to be in it; 0 when nothing is missing.
     */
    public long ageMs()
    {
        return ageMs;
    }

    private void await(final long timeoutNs)
    {
        final StreamEnds ends = new StreamEnds(ctx);
        final IdleStrategy idleStrategy = new BackoffIdleStrategy(1, 10, 1_000_000, 20_000_000);
        long reached = IngestedDays.latestCursor(store);
        long beginNs = System.nanoTime();
        while (!ends.areReached(store))
        {
            if (tail())
            {
                beginNs = System.nanoTime();
            }
            questions.forEach(question -> question.ask(TimeQuestion.INTERVAL_NS));
            final long now = IngestedDays.latestCursor(store);
            final long waitedNs = System.nanoTime() - beginNs;
            if (now != reached)
            {
                reached = now;
                beginNs = null == tailer ? beginNs : System.nanoTime();
            }
            else if (null == tailer && waitedNs > timeoutNs)
            {
                return;
            }
            else if (null != tailer && waitedNs > ctx.timeoutNs())
            {
                throw new PreconditionException("the event stream does not reach the cursor, is the engine alive: " +
                    "cursor=" + reached + " wanted=" + ends + " timeoutNs=" + ctx.timeoutNs());
            }
            idleStrategy.idle();
        }
    }

    /** Whether the stream is followed from now on: no tailer lives, unless one comes in the same moment. */
    private boolean tail()
    {
        if (null != tailer)
        {
            tailer.requireRunning();
            return false;
        }
        if (IngestLock.isHeld(ctx.directory()))
        {
            return false;
        }
        try
        {
            tailer = TailerService.launch(ctx);
            return true;
        }
        catch (final PreconditionException ex)
        {
            if (!IngestLock.isHeld(ctx.directory()))
            {
                throw ex;
            }
            return false;
        }
    }

    @Override
    public void close()
    {
        CloseHelper.close(tailer);
        registers.close();
    }
}
