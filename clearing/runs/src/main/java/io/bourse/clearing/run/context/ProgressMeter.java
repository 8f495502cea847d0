// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.store.RunDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the steps of a run and reports about once a second how far it is: to the listener, and into
 * {@code progress.json} for other processes. A watcher's file is not synced: it is worth nothing after a crash.
 */
public final class ProgressMeter implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ProgressMeter.class);
    private static final double RATE_WINDOW_S = 10.0;

    private final ClearingProgress listener;
    private final List<StepTiming> timings = new ArrayList<>();
    private final LongAdder done = new LongAdder();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(ProgressMeter::daemon);
    private volatile View view = new View(null, 0, "", 0, 0, 0);
    private volatile ClearingStep step = ClearingStep.PREPARE;
    private volatile long total;
    private volatile long beganNs = System.nanoTime();
    private volatile long haltBeganNs;
    /** Of the step that goes on, else null. */
    private ClearingStepEvent event;
    private long lastTickNs;
    private long lastDone;
    private double ratePerSecond;
    private RunProgress.Alarm lastAlarm = RunProgress.Alarm.NONE;

    /** Reports to a listener alone, until it has a directory. */
    public ProgressMeter(final ClearingProgress listener)
    {
        this.listener = listener;
        ticker.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    private static Thread daemon(final Runnable task)
    {
        final Thread thread = new Thread(task, "clearing-progress");
        thread.setDaemon(true);
        return thread;
    }

    /** From now on it is known which run this is. */
    public void run(final RunDirectory directory, final long budgetNs)
    {
        view = new View(
            directory.file(RunDirectory.PROGRESS), directory.runId(), directory.kind(), budgetNs, view.trades(),
            view.registers());
    }

    /** Number of the run; 0 as long as it is not known. */
    public long runId()
    {
        return view.runId();
    }

    /** From now on it is known how much there is to do. */
    public void volumes(final long trades, final long registers)
    {
        view = new View(view.file(), view.runId(), view.kind(), view.budgetNs(), trades, registers);
    }

    /** A step begins. */
    public void begin(final ClearingStep newStep, final long totalUnits)
    {
        done.reset();
        total = totalUnits;
        step = newStep;
        beganNs = System.nanoTime();
        event = new ClearingStepEvent();
        event.begin();
        if (ClearingStep.SUSPEND == newStep)
        {
            haltBeganNs = beganNs;
        }
    }

    /** The step knows its units of work. */
    public void total(final long totalUnits)
    {
        total = totalUnits;
    }

    /** May be called by any thread. */
    public void add(final long units)
    {
        done.add(units);
    }

    /** The step has ended. */
    public void end()
    {
        final StepTiming timing = new StepTiming(step, System.nanoTime() - beganNs);
        timings.add(timing);
        record(true);
        listener.onStep(timing.step(), timing.elapsedNs());
    }

    private void record(final boolean isComplete)
    {
        if (null != event)
        {
            event.ended(view.runId(), view.kind(), step, isComplete);
            event = null;
        }
    }

    /** Trading goes on. */
    public void endHalt()
    {
        haltBeganNs = 0;
    }

    /** Steps that have ended. */
    public List<StepTiming> timings()
    {
        return List.copyOf(timings);
    }

    private void tick()
    {
        try
        {
            final RunProgress progress = sample(System.nanoTime());
            warn(progress);
            listener.onProgress(progress);
            write(progress);
        }
        catch (final IOException | RuntimeException ex)
        {
            LOGGER.warn("progress of the run cannot be reported: reason=\"{}\"", ex.toString());
        }
    }

    private RunProgress sample(final long nowNs)
    {
        final View now = view;
        final long units = done.sum();
        final double seconds = 0 == lastTickNs ? 1.0 : (nowNs - lastTickNs) / (double)TimeUnit.SECONDS.toNanos(1);
        final double rate = Math.max(0, units - lastDone) / seconds;
        final double weight = 1.0 - Math.exp(-seconds / RATE_WINDOW_S);
        ratePerSecond = units < lastDone || 0 == lastDone ? rate : ratePerSecond + weight * (rate - ratePerSecond);
        lastDone = units;
        lastTickNs = nowNs;
        final long stepNs = nowNs - beganNs;
        final long haltNs = 0 == haltBeganNs ? 0 : nowNs - haltBeganNs;
        final long budgetNs = Math.max(1, now.budgetNs());
        return new RunProgress(now.runId(), now.kind(), step, units, total, (long)ratePerSecond, stepNs,
            etaNs(now, units, stepNs), haltNs, budgetNs, RunProgress.Alarm.of(haltNs, budgetNs));
    }

    private long etaNs(final View now, final long units, final long stepNs)
    {
        long etaNs = 0;
        for (final ClearingStep later : ClearingStep.values())
        {
            if (later.compareTo(step) > 0)
            {
                etaNs += later.expectedNs(now.trades(), now.registers());
            }
        }
        final boolean isCounted = units > 0 && total > units;
        final long leftNs = isCounted ?
            (long)(stepNs * ((total - units) / (double)units)) :
            step.expectedNs(now.trades(), now.registers()) - stepNs;
        return etaNs + Math.max(0, leftNs);
    }

    private void warn(final RunProgress progress)
    {
        if (progress.alarm().compareTo(lastAlarm) > 0)
        {
            LOGGER.warn("budget of the halt is being used up: level={} runId={} step={} haltMs={} budgetMs={}",
                progress.alarm(), progress.runId(), progress.step(),
                TimeUnit.NANOSECONDS.toMillis(progress.haltNs()), TimeUnit.NANOSECONDS.toMillis(progress.budgetNs()));
        }
        lastAlarm = progress.alarm();
    }

    private void write(final RunProgress progress) throws IOException
    {
        final Path file = view.file();
        if (null != file && Files.isDirectory(file.getParent()))
        {
            DurableFile.writeUnsynced(file, Json.bytes(progress));
        }
    }

    /** Ends the reports; a run that is not under way has no progress. */
    @Override
    public void close() throws IOException
    {
        record(false);
        stop(ticker);
        if (null != view.file())
        {
            DurableFile.delete(view.file());
        }
    }

    private static void stop(final ExecutorService executor)
    {
        executor.shutdown();
        try
        {
            executor.awaitTermination(1, TimeUnit.SECONDS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private record View(Path file, long runId, String kind, long budgetNs, long trades, long registers)
    {
    }
}
