// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.io.IOException;
import java.io.UncheckedIOException;
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
    private static final long END_SECONDS = 120;
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
     * @throws IOException when it cannot be started.
     */
    public JavaProcess(final String what, final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        this.what = what;
        process = new ProcessBuilder(command(options, main, args))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Thread.ofPlatform().name("output of " + what).daemon().start(this::read);
    }

    private void read()
    {
        try
        {
            process.inputReader().lines().forEach(lines::add);
        }
        catch (final UncheckedIOException ex)
        {
            // It was killed, which closes its output.
        }
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
     * @throws IOException when it does not come, or this thread is interrupted.
     */
    public String await(final String prefix, final long timeoutSeconds) throws IOException
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (true)
        {
            final String line = next(deadlineNs - System.nanoTime());
            if (null == line)
            {
                throw new IOException("a process did not answer in time: process=" + what + " awaited=" + prefix +
                    " timeoutSeconds=" + timeoutSeconds);
            }
            if (END.equals(line))
            {
                throw new IOException("a process ended too early; what it said of that is on the standard error: " +
                    "process=" + what + " awaited=" + prefix.strip() + " exitStatus=" + exitStatus());
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

    private String next(final long timeoutNs) throws IOException
    {
        try
        {
            return lines.poll(timeoutNs, TimeUnit.NANOSECONDS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a process was awaited: process=" + what, ex);
        }
    }

    /** Its output has ended, so it is about to. */
    private String exitStatus()
    {
        process.onExit().completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS).join();
        return process.isAlive() ? "none" : Integer.toString(process.exitValue());
    }

    /**
     * Waits for its end.
     *
     * @return exit status.
     */
    public int awaitEnd()
    {
        return process.onExit().join().exitValue();
    }

    /**
     * The process itself.
     *
     * @return handle of it.
     */
    public ProcessHandle handle()
    {
        return process.toHandle();
    }

    /**
     * Runs a process to its end.
     *
     * @param what it is, for errors.
     * @param options of the JVM, on top of what Aeron needs opened.
     * @param main class to run.
     * @return how it ended.
     * @throws IOException when it cannot be started, or this thread is interrupted.
     */
    public static Ended run(
        final String what, final List<String> options, final Class<?> main, final String... args) throws IOException
    {
        try (JavaProcess process = new JavaProcess(what, options, main, args))
        {
            final StringBuilder output = new StringBuilder();
            for (String line = process.next(Long.MAX_VALUE); !END.equals(line); line = process.next(Long.MAX_VALUE))
            {
                output.append(line).append('\n');
            }
            return new Ended(what, List.of(args), process.awaitEnd(), output.toString());
        }
    }

    /**
     * A process that ran to its end.
     *
     * @param what it was, for errors.
     * @param output all that it printed.
     */
    public record Ended(String what, List<String> args, int exitCode, String output)
    {
        /**
         * That it failed.
         *
         * @return error to throw.
         */
        public IOException failure()
        {
            return new IOException("a process failed: process=" + what + " exitCode=" + exitCode + " args=" + args +
                " output=" + output);
        }

        /**
         * What it measured.
         *
         * @return figures of the line that has some.
         * @throws IOException when there is none.
         */
        public Measurements figures() throws IOException
        {
            return output.lines().filter(Measurements::isLine).map(Measurements::parse).findFirst().orElseThrow(
                () -> new IOException("a process gave no figures: process=" + what + " output=" + output));
        }
    }

    /**
     * Command line of another JVM.
     *
     * @param options of the JVM, on top of what Aeron needs opened.
     * @param main class to run.
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
     * Ends its input, and the process with its children if it does not end by that. Its directories are free
     * afterwards.
     */
    @Override
    public void close()
    {
        try
        {
            process.outputWriter().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS))
            {
                kill();
            }
        }
        catch (final IOException ex)
        {
            // It had ended before, or is about to.
            kill();
        }
        catch (final InterruptedException ex)
        {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private void kill()
    {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
