// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.node.CommandProcess;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A {@code bourse} command in a process of its own, with a small heap and the JVM flags of this process. Its output
 * goes to a log file. It is ended by its own handle and nothing else.
 */
public final class ChildProcess implements AutoCloseable
{
    private static final long LIMIT_S = 180;
    private static final long POLL_MS = 10;
    private static final List<String> FLAGS = List.of(
        "-XX:+UseSerialGC", "-Xms32m", "-Xmx512m", "-XX:TieredStopAtLevel=1",
        "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector",
        "-Dlog4j2.asyncLoggerRingBufferSize=1024",
        ParentWatch.FLAG);

    private final Map<String, Integer> said = new ConcurrentHashMap<>();
    private final Process process;
    private final PrintWriter input;
    private final Thread reader;
    private final Writer out;
    private final String log;

    /**
     * Starts a command.
     *
     * @param log that its output is appended to.
     * @param arguments of the command.
     */
    ChildProcess(final Path log, final List<String> arguments) throws IOException
    {
        this(Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND), log.toString(),
            arguments);
    }

    /**
     * Starts a command.
     *
     * @param out that its output goes to; closed at its end.
     * @param where that is, for people.
     * @param arguments of the command.
     * @throws IOException when it cannot be started.
     */
    public ChildProcess(final Writer out, final String where, final List<String> arguments) throws IOException
    {
        this.out = out;
        log = where;
        process = new ProcessBuilder(CommandProcess.line(CommandProcess.NEEDED, FLAGS, arguments))
            .redirectErrorStream(true)
            .start();
        input = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        reader = Thread.ofPlatform().daemon().name("output-of-" + process.pid()).start(this::read);
    }

    private void read()
    {
        try (BufferedReader in = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            out)
        {
            for (String line = in.readLine(); null != line; line = in.readLine())
            {
                out.write(line);
                out.write('\n');
                out.flush();
                said.merge(line, 1, Integer::sum);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot keep the output of a process: log=" + log, ex);
        }
    }

    long pid()
    {
        return process.pid();
    }

    boolean isAlive()
    {
        return process.isAlive();
    }

    /** Whether the process has printed this line. */
    boolean hasSaid(final String line)
    {
        return saidTimes(line) > 0;
    }

    /** How many times the process has printed this line. */
    int saidTimes(final String line)
    {
        return said.getOrDefault(line, 0);
    }

    /**
     * Waits for a line that the process prints.
     *
     * @param prefix of the line.
     * @return the first such line.
     * @throws DrillException when the process ends, or prints none in time.
     */
    public String awaitLine(final String prefix)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(POLL_MS);
        while (true)
        {
            final boolean isAlive = process.isAlive();
            final Optional<String> line = said.keySet().stream().filter(any -> any.startsWith(prefix)).findFirst();
            if (line.isPresent())
            {
                return line.get();
            }
            if (!isAlive || System.nanoTime() - deadlineNs > 0)
            {
                throw new DrillException("a process does not say what it must: wanted=" + prefix + " isAlive=" +
                    isAlive + " log=" + log);
            }
            idle.idle();
        }
    }

    /** Writes a line to its standard input. */
    void tell(final String line)
    {
        input.println(line);
    }

    /** kill -9; does not wait. */
    void kill()
    {
        process.toHandle().destroyForcibly();
    }

    /** Asks it to stop, as Ctrl-C does; does not wait. */
    void stop()
    {
        process.toHandle().destroy();
    }

    /**
     * Waits for its end.
     *
     * @return exit status.
     */
    int awaitExit()
    {
        try
        {
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
            {
                throw new DrillException("a process does not end: pid=" + process.pid() + " log=" + log);
            }
            reader.join(TimeUnit.SECONDS.toMillis(LIMIT_S));
            return process.exitValue();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new DrillException("interrupted while waiting for a process: pid=" + process.pid(), ex);
        }
    }

    @Override
    public void close()
    {
        kill();
        process.onExit().join();
    }
}
