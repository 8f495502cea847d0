// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.process.JavaProcess;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM whose output is read line by line with a patience. When it is closed it ends, with everything that it has
 * started; {@link BreakOff} ends it with this process.
 */
final class ChildProcess implements AutoCloseable
{
    private static final long END_SECONDS = 30;
    /** Comes behind the last line. */
    private static final String END = "\u0000end";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final String what;
    private final Process process;

    ChildProcess(final String what, final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        this.what = what;
        process = new ProcessBuilder(JavaProcess.command(options, main, args))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
        Thread.ofPlatform().name("output of " + what).daemon().start(this::read);
    }

    private void read()
    {
        process.inputReader().lines().forEach(lines::add);
        lines.add(END);
    }

    /** Tells it a line. */
    void tell(final String line) throws IOException
    {
        process.outputWriter().write(line);
        process.outputWriter().newLine();
        process.outputWriter().flush();
    }

    /** Waits for a line that begins with a word; one that tells why it will not come is an error. */
    String await(final String prefix, final long timeoutSeconds) throws IOException, InterruptedException
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (true)
        {
            final String line = lines.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (null == line)
            {
                throw new IOException("a process did not answer in time: process=" + what + " awaited=" + prefix +
                    " timeoutSeconds=" + timeoutSeconds);
            }
            if (END.equals(line))
            {
                throw new IOException("a process ended too early: process=" + what + " awaited=" + prefix);
            }
            if (line.startsWith(GeneratorPlan.FAILED))
            {
                throw new IOException("a process gave up: process=" + what + " awaited=" + prefix.strip() +
                    " reason=" + line.substring(GeneratorPlan.FAILED.length()));
            }
            if (line.startsWith(prefix))
            {
                return line;
            }
        }
    }

    /** Waits for its end. */
    int awaitEnd() throws InterruptedException
    {
        return process.waitFor();
    }

    /** Everything that it has printed and nobody has awaited; it has ended. */
    String output() throws InterruptedException
    {
        final StringBuilder text = new StringBuilder();
        for (String line = lines.take(); !END.equals(line); line = lines.take())
        {
            text.append(line).append('\n');
        }
        return text.toString();
    }

    /** Ends its input, and it if that does not. */
    @Override
    public void close()
    {
        JavaProcess.end(process, END_SECONDS);
    }
}
