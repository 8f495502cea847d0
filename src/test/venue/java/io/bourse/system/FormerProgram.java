// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A former version of the program, built of the history of this checkout and started by its own launcher.
 *
 * @param checkout what it was built in.
 */
record FormerProgram(Path checkout)
{
    private static final Path ROOT = Path.of(System.getProperty("bourse.root"));
    private static final Path CORPUS = ROOT.resolve("engine/core/src/test/resources/io/bourse/engine/core/corpus");

    /** What a program has said, and its exit status. */
    private record Run(int status, String printed)
    {
    }

    /**
     * Builds the commit of the property {@code bourse.former}, or else the oldest one that has written histories of the
     * corpus. Without the commit the test is skipped.
     */
    static FormerProgram build(final Path dir) throws IOException
    {
        final Run commit = commit();
        assumeTrue(0 == commit.status, () -> "this checkout has no history with the former commit: " + commit.printed);
        final Path archive = dir.resolve("former.tar");
        final Path checkout = Files.createDirectory(dir.resolve("former"));
        requireOk(List.of("git", "-C", ROOT.toString(), "archive", "-o", archive.toString(), commit.printed));
        requireOk(List.of("tar", "-xf", archive.toString(), "-C", checkout.toString()));
        final FormerProgram former = new FormerProgram(checkout);
        // What it needs was fetched by the build of this checkout.
        requireOk(List.of("env", "MAVEN_ARGS=-o", former.launcher(), "build"));
        System.out.println("former program: commit=" + commit.printed);
        return former;
    }

    private static Run commit() throws IOException
    {
        final String asked = System.getProperty("bourse.former");
        if (null != asked)
        {
            return git("rev-parse", "--verify", asked + "^{commit}");
        }
        final List<String> arguments = new ArrayList<>(List.of("merge-base", "--octopus"));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(CORPUS))
        {
            for (final Path entry : entries)
            {
                final Properties properties = new Properties();
                try (InputStream file = Files.newInputStream(entry.resolve("entry.properties")))
                {
                    properties.load(file);
                }
                arguments.add(properties.getProperty("commit"));
            }
        }
        return git(arguments.toArray(String[]::new));
    }

    private static Run git(final String... arguments)
    {
        final List<String> command = new ArrayList<>(List.of("git", "-C", ROOT.toString()));
        command.addAll(List.of(arguments));
        try
        {
            return run(command);
        }
        catch (final IOException ex)
        {
            return new Run(1, "git is needed: " + ex.getMessage());
        }
    }

    private static void requireOk(final List<String> command) throws IOException
    {
        final Run run = run(command);
        assertEquals(0, run.status, () -> command + "\n" + run.printed);
    }

    private static Run run(final List<String> command) throws IOException
    {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new Run(process.onExit().join().exitValue(), printed);
    }

    /** Starts a command of it and returns at once. */
    VenueProcess launch(final String... arguments) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(arguments));
        return VenueProcess.launch(command, Map.of("BOURSE_JAVA_OPTS", String.join(" ", VenueProcess.jvmOptions())));
    }

    /** Whether it has a command. */
    boolean knows(final String command) throws IOException
    {
        return 0 == run(List.of(launcher(), command, "--help")).status;
    }

    private String launcher()
    {
        return checkout.resolve("bourse").toString();
    }
}
