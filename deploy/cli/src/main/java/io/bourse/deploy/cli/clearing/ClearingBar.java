// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.RunProgress;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Progress of a run: a bar on a terminal, one line a second when asked for, nothing otherwise.
 */
final class ClearingBar implements AutoCloseable
{
    private static final int PER_CENT = 100;
    private static final int UPDATE_MS = 500;
    private static final int WIDTH = 110;
    private static final double NS_PER_S = 1e9;

    private final boolean isLine;
    private final PrintWriter err;
    private final ProgressBar bar;

    ClearingBar(final boolean watches, final PrintWriter err)
    {
        final boolean isTerminal = null != System.console() && System.console().isTerminal();
        this.isLine = watches;
        this.err = err;
        this.bar = watches || !isTerminal ? null : new ProgressBarBuilder()
            .setTaskName("clearing")
            .setInitialMax(PER_CENT)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MS)
            .setMaxRenderedLength(WIDTH)
            .setConsumer(new ConsoleProgressBarConsumer(new PrintStream(System.err, true)))
            .hideEta()
            .build();
    }

    void show(final RunProgress progress)
    {
        if (isLine)
        {
            err.println(text(progress));
            err.flush();
        }
        else if (null != bar)
        {
            final long wholeNs = Math.max(1, progress.haltNs() + progress.etaNs());
            bar.stepTo(PER_CENT * progress.haltNs() / wholeNs);
            bar.setExtraMessage(text(progress));
        }
    }

    /** One line: step, work done, rate, time left, budget. */
    static String text(final RunProgress progress)
    {
        final StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-9s", progress.step()));
        if (progress.total() > 0)
        {
            line.append(String.format(Locale.ROOT, " %,d/%,d %3d%% %,d/s", progress.done(), progress.total(),
                PER_CENT * progress.done() / progress.total(), progress.ratePerSecond()));
        }
        line.append(String.format(Locale.ROOT, " eta %.1f s", progress.etaNs() / NS_PER_S));
        if (progress.haltNs() > 0)
        {
            line.append(String.format(Locale.ROOT, " halt %.1f s of %d s", progress.haltNs() / NS_PER_S,
                Duration.ofNanos(progress.budgetNs()).toSeconds()));
        }
        return RunProgress.Alarm.NONE == progress.alarm() ? line.toString() : line + " " + progress.alarm();
    }

    /** Before something else is printed. */
    void clear()
    {
        if (null != bar)
        {
            bar.pause();
            bar.resume();
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
}
