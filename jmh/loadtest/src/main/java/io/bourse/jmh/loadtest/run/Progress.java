// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import java.io.PrintStream;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints how far a test is, with the time of day, and keeps what went wrong for the report.
 */
public final class Progress
{
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final List<String> troubles = new ArrayList<>();
    private final PrintStream out;

    /**
     * Progress without lines yet.
     *
     * @param out for the lines.
     */
    public Progress(final PrintStream out)
    {
        this.out = out;
    }

    /** Prints a line. */
    public void say(final String text)
    {
        out.println(LocalTime.now().format(CLOCK) + "  " + text);
    }

    /**
     * Something went wrong or was left out; what a figure is worth depends on it.
     *
     * @param text one sentence.
     */
    void trouble(final String text)
    {
        troubles.add(text);
        say("trouble: " + text);
    }

    /**
     * Everything that went wrong so far.
     *
     * @return one sentence each.
     */
    List<String> troubles()
    {
        return List.copyOf(troubles);
    }
}
