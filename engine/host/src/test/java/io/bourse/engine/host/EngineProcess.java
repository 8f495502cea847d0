// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.solo.SoloOptionsBuilder;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.TestProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An engine in a process of its own, to be killed.
 */
public final class EngineProcess implements AutoCloseable
{
    private static final String READY = "READY ";
    private static final int SMALL_TERM_LENGTH = 256 * 1024;

    private final Process process;
    private final String aeronDirectoryName;

    private EngineProcess(final Process process, final String aeronDirectoryName)
    {
        this.process = process;
        this.aeronDirectoryName = aeronDirectoryName;
    }

    public static EngineProcess start(final Path dir) throws IOException
    {
        return start(TestProcess.of(EngineProcess.class, dir.toString()).start());
    }

    /** An engine that archives and purges what two snapshots leave over. */
    public static EngineProcess startPurging(final Path dir, final long bytesPerSecond) throws IOException
    {
        // A purge needs heap for a second core.
        return start(TestProcess.of(
            List.of("-Xmx512m"), EngineProcess.class, dir.toString(), Long.toString(bytesPerSecond)).start());
    }

    private static EngineProcess start(final Process process) throws IOException
    {
        final BufferedReader reader =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final StringBuilder output = new StringBuilder();
        for (String line = reader.readLine(); null != line; line = reader.readLine())
        {
            if (line.startsWith(READY))
            {
                return new EngineProcess(process, line.substring(READY.length()));
            }
            output.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IOException("the engine process did not start: " + output);
    }

    /** The process: one engine, until it is killed or its standard input ends. */
    public static void main(final String[] args) throws IOException
    {
        final Path dir = Path.of(args[0]);
        try (TestEngine engine = TestEngine.start(
            1 == args.length ? options(dir) : purging(dir, Long.parseLong(args[1]))))
        {
            System.out.println(READY + engine.engine().aeronDirectoryName());
            while (System.in.read() >= 0)
            {
                Thread.onSpinWait();
            }
        }
    }

    /** What two snapshots leave over is archived in the data directory and purged, whatever its age. */
    public static SoloOptionsBuilder purging(final Path dir, final long bytesPerSecond)
    {
        return options(dir).retention(new RetentionOptions(2, 0, List.of()))
            .history(new HistoryOptions(dir.resolve(HistoryArchive.NAME), bytesPerSecond));
    }

    /** Small terms and files, so that even a short run goes over many of their ends. */
    public static SoloOptionsBuilder options(final Path dir)
    {
        return options(dir, UnaryOperator.identity());
    }

    /** The same with some options that all hosts have. */
    public static SoloOptionsBuilder options(final Path dir, final UnaryOperator<HostOptionsBuilder> host)
    {
        return TestEngine.options(dir, (options) -> host.apply(options.segmentFileLength(SMALL_TERM_LENGTH)))
            .commandTermLength(SMALL_TERM_LENGTH)
            .eventTermLength(SMALL_TERM_LENGTH);
    }

    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /** kill -9. */
    public void kill() throws InterruptedException
    {
        process.destroyForcibly().waitFor();
    }

    /** Orderly end. */
    public int stop() throws IOException, InterruptedException
    {
        process.getOutputStream().close();
        return process.waitFor();
    }

    @Override
    public void close() throws InterruptedException
    {
        kill();
    }
}
