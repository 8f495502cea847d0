// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The checker of {@code src/test/linearizability}, a program in Go. It says whether one exchange, which does one thing
 * at a time, could have given the answers of a history.
 */
public final class HistoryChecker
{
    private static final long LIMIT_S = 600;
    private static final int REFUSED = 1;

    private final Path program;

    private HistoryChecker(final Path program)
    {
        this.program = program;
    }

    /**
     * Whether this machine can build it.
     *
     * @return false without Go, or without the module that it needs, which Go fetches once.
     */
    public static boolean isPossible() throws IOException
    {
        try
        {
            return 0 == run(List.of("go", "mod", "download")).exitCode();
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    /**
     * Builds it and runs its own tests.
     *
     * @param dir to build in.
     * @return checker.
     */
    public static HistoryChecker build(final Path dir) throws IOException
    {
        final Path program = dir.resolve("linearizability");
        requireOk(run(List.of("go", "test", "./...")));
        requireOk(run(List.of("go", "build", "-o", program.toString(), ".")));
        return new HistoryChecker(program);
    }

    /**
     * Checks a history.
     *
     * @param history file with one operation a line.
     * @return what the checker says of it.
     * @throws AssertionError when no exchange can have given these answers; then a picture lies beside the history.
     */
    public String requireLinearizable(final Path history) throws IOException
    {
        final Run run = run(List.of(program.toString(), history.toString(), history + ".html"));
        if (0 != run.exitCode())
        {
            // The directory of the test goes with it.
            final Path kept = Files.createTempDirectory("history");
            for (final Path file : List.of(history, Path.of(history + ".html")))
            {
                if (Files.exists(file))
                {
                    Files.copy(file, kept.resolve(file.getFileName()));
                }
            }
            throw new AssertionError("the history is not that of one exchange: kept=" + kept + "\n" + run.printed());
        }
        return run.printed();
    }

    /**
     * Checks a history that is wrong.
     *
     * @param history file with one operation a line.
     * @throws AssertionError when one exchange can have given these answers, or the checker fails.
     */
    public void requireRefused(final Path history) throws IOException
    {
        final Run run = run(List.of(program.toString(), history.toString()));
        if (REFUSED != run.exitCode())
        {
            throw new AssertionError("a wrong history is not refused: exitCode=" + run.exitCode() + " " +
                run.printed());
        }
    }

    private static void requireOk(final Run run)
    {
        if (0 != run.exitCode())
        {
            throw new AssertionError(run.printed());
        }
    }

    private static Run run(final List<String> command) throws IOException
    {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true)
            .directory(Path.of(System.getProperty("bourse.root"), "src/test/linearizability").toFile()).start();
        try
        {
            final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
            {
                throw new AssertionError("does not end: command=" + command);
            }
            return new Run(process.exitValue(), printed);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: command=" + command, ex);
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    private record Run(int exitCode, String printed)
    {
    }
}
