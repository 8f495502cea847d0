// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.drill.ChildProcess;

import java.io.Console;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The console of a day: a process of its own that shows it in a browser and changes nothing. The person at the terminal
 * says when the day goes on.
 */
final class DayConsole implements AutoCloseable
{
    /** No console: the day waits for no person. */
    static final DayConsole NONE = new DayConsole(null);
    private static final String READY = "ready";

    private final PrintStream out;
    private ChildProcess process;

    /**
     * A console that does not run yet.
     *
     * @param out where its link goes; null for no console.
     */
    DayConsole(final PrintStream out)
    {
        this.out = out;
    }

    /**
     * Starts it, and prints its link.
     *
     * @param dataDir of the venue, which runs.
     */
    void show(final Path dataDir) throws IOException
    {
        if (null != out)
        {
            final Writer terminal = new OutputStreamWriter(out, StandardCharsets.UTF_8)
            {
                @Override
                public void close() throws IOException
                {
                    // The output of the day goes on after that of the console.
                    flush();
                }
            };
            process = new ChildProcess(terminal, "terminal",
                List.of("console", "--read-only", "--port", "0", "--data", dataDir.toString()));
            process.awaitLine(READY);
        }
    }

    /**
     * Waits for Enter, or goes on when there is no terminal.
     *
     * @param what happens then.
     */
    void awaitEnter(final String what)
    {
        final Console terminal = System.console();
        if (null != process && null != terminal && terminal.isTerminal())
        {
            terminal.readLine("Enter: %s ", what);
        }
    }

    @Override
    public void close()
    {
        if (null != process)
        {
            process.close();
        }
    }
}
