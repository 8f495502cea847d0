// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process with the JVM and the class path of this one, whose output is read line by line, each awaited for a limited
 * time. When it is closed it ends, with everything that it has started.
 */
public final class JavaProcess implements AutoCloseable
{
    /** Begins the line that says why a process gives up. */
    public static final String FAILED = "FAILED ";
    private static final long END_SECONDS = 30;
    /** Comes after the last line. */
    private static final String END = "\u0000end";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final String what;
    private final Process process;

    /**
     * Starts a process.
     *
     * @param what it is, for errors.
     * @param options of the JVM, on top of what Aeron needs opened.
     * @param main class to run.
     * @param args of it.
     * @throws IOException when it cannot be started.
     */
    public JavaProcess(final String what, final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        this.what = what;
        process = start(options, main, args);
        Thread.ofPlatform().name("output of " + what).daemon().start(this::read);
    }

    private void read()
    {
        process.inputReader().lines().forEach(lines::add);
        lines.add(END);
    }

    /**
     * Sends a line to its input.
     *
     * @param line without its end.
     * @throws IOException when it has ended.
     */
    public void send(final String line) throws IOException
    {
        process.outputWriter().write(line);
        process.outputWriter().newLine();
        process.outputWriter().flush();
    }

    /**
     * Waits for a line; one that says why it will not come is an error.
     *
     * @param prefix that the line begins with.
     * @param timeoutSeconds to wait.
     * @return the line.
     * @throws IOException when it does not come.
     * @throws InterruptedException when this thread is interrupted.
     */
    public String await(final String prefix, final long timeoutSeconds) throws IOException, InterruptedException
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
            if (line.startsWith(FAILED))
            {
                throw new IOException("a process gave up: process=" + what + " awaited=" + prefix.strip() +
                    " reason=" + line.substring(FAILED.length()));
            }
            if (line.startsWith(prefix))
            {
                return line;
            }
        }
    }

    /**
     * Waits for its end.
     *
     * @return exit status.
     * @throws InterruptedException when this thread is interrupted.
     */
    public int awaitEnd() throws InterruptedException
    {
        return process.waitFor();
    }

    /**
     * Everything that it prints until it ends and that was not awaited.
     *
     * @return lines.
     * @throws InterruptedException when this thread is interrupted.
     */
    public String output() throws InterruptedException
    {
        final StringBuilder text = new StringBuilder();
        for (String line = lines.take(); !END.equals(line); line = lines.take())
        {
            text.append(line).append('\n');
        }
        return text.toString();
    }

    @Override
    public void close()
    {
        end(process, END_SECONDS);
    }

    /**
     * Starts a process whose output the caller reads.
     *
     * @param options of the JVM, on top of what Aeron needs opened.
     * @param main class to run.
     * @param args of it.
     * @return process; its errors go to those of this one.
     * @throws IOException when it cannot be started.
     */
    public static Process start(final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        return new ProcessBuilder(command(options, main, args))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    }

    /**
     * Command line of another JVM.
     *
     * @param options of the JVM, on top of what Aeron needs opened.
     * @param main class to run.
     * @param args of it.
     * @return command and arguments.
     */
    public static List<String> command(final List<String> options, final Class<?> main, final String... args)
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens", "java.base/java.util.zip=ALL-UNNAMED",
            "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dbourse.log.level=" + System.getProperty("bourse.log.level", "WARN")));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /**
     * Ends the input of a process, and the process with its children if it does not end by that. Its directories are
     * free afterwards.
     *
     * @param process that ends with its input.
     * @param timeoutSeconds to wait for its end.
     */
    public static void end(final Process process, final long timeoutSeconds)
    {
        try
        {
            process.outputWriter().close();
            if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS))
            {
                kill(process);
            }
        }
        catch (final IOException ex)
        {
            // It had ended before, or is about to.
            kill(process);
        }
        catch (final InterruptedException ex)
        {
            kill(process);
            Thread.currentThread().interrupt();
        }
    }

    private static void kill(final Process process)
    {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    /**
     * Runs a program of the system to its end.
     *
     * @param command and its arguments.
     * @throws IOException when it fails.
     */
    public static void run(final String... command) throws IOException
    {
        final Process process = new ProcessBuilder(command).inheritIO().start();
        try
        {
            final int exitCode = process.waitFor();
            if (0 != exitCode)
            {
                throw new IOException("a program failed: command=" + List.of(command) + " exitCode=" + exitCode);
            }
        }
        catch (final InterruptedException ex)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a program ran: command=" + List.of(command), ex);
        }
    }
}
