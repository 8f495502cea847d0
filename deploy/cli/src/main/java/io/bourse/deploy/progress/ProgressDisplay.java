// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.progress;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * How far a command is: a bar on a terminal; a line every few seconds, and at every new phase, in a file or a pipe.
 */
public final class ProgressDisplay implements AutoCloseable
{
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int UPDATE_MS = 500;
    private static final int PER_CENT = 100;

    private final String task;
    private final long total;
    private final PrintStream out;
    private final NanoClock clock;
    private final ProgressBar bar;
    private String phase = "";
    private long done;
    private long printedNs;

    /**
     * Begins.
     *
     * @param task what is counted, such as orders.
     * @param total of them; 0 when it is not known.
     * @param out where the bar or the lines go.
     */
    public ProgressDisplay(final String task, final long total, final PrintStream out)
    {
        this(task, total, out, null != System.console() && System.console().isTerminal(), SystemNanoClock.INSTANCE);
    }

    ProgressDisplay(
        final String task, final long total, final PrintStream out, final boolean isTerminal, final NanoClock clock)
    {
        this.task = task;
        this.total = total;
        this.out = out;
        this.clock = clock;
        printedNs = clock.nanoTime();
        bar = !isTerminal ? null : new ProgressBarBuilder().setTaskName(task).setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(UPDATE_MS)
            .setConsumer(new ConsoleProgressBarConsumer(out)).build();
    }

    /**
     * So many are done.
     *
     * @param count from the beginning.
     */
    public void stepTo(final long count)
    {
        done = count;
        if (null != bar)
        {
            bar.stepTo(count);
        }
        else if (clock.nanoTime() - printedNs >= LINE_INTERVAL_NS)
        {
            print();
        }
    }

    /** Another part of the work begins. */
    public void phase(final String name)
    {
        phase = name;
        if (null != bar)
        {
            bar.setExtraMessage(name);
        }
        else
        {
            print();
        }
    }

    @Override
    public void close()
    {
        if (null != bar)
        {
            bar.close();
        }
    }

    private void print()
    {
        printedNs = clock.nanoTime();
        out.println(task + String.format(Locale.ROOT, " %,d", done) +
            (0 == total ? "" : String.format(Locale.ROOT, "/%,d %d%%", total, PER_CENT * done / total)) +
            (phase.isEmpty() ? "" : " " + phase));
        out.flush();
    }
}
