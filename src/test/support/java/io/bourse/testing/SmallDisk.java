// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A disk of a few megabytes that only its own processes see: a shell in a mount namespace of its own mounts it, runs a
 * program on it, makes it larger when the program has ended, and runs the program again.
 */
public final class SmallDisk implements AutoCloseable
{
    private static final String EXIT = "EXIT ";
    private static final String SCRIPT =
        "mount -t tmpfs -o size=${2}m,mode=700 disk \"$1\" || exit 1; dir=$1; size=$3; shift 3; \"$@\"; " +
        "echo EXIT $?; " +
        "mount -o remount,size=${size}m \"$dir\"; exec \"$@\"";

    private static final String READY = "READY ";

    private final Set<String> drivers = new HashSet<>();
    private final Process process;
    private final BufferedReader reader;
    private final Path errors;

    private SmallDisk(final Process process, final Path errors)
    {
        this.process = process;
        this.errors = errors;
        reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Whether this machine allows it. */
    public static boolean isPossible()
    {
        try
        {
            final Process process = new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "disk", "/mnt")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
            return process.waitFor(10, TimeUnit.SECONDS) && 0 == process.exitValue();
        }
        catch (final IOException ex)
        {
            return false;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs a class with arguments, twice. */
    public static SmallDisk mount(
        final Path dir, final int firstMib, final int secondMib, final Class<?> main, final String... args)
        throws IOException
    {
        final List<String> command = new ArrayList<>(List.of(
            "unshare", "-rm", "sh", "-c", SCRIPT, "sh",
            dir.toString(), Integer.toString(firstMib), Integer.toString(secondMib),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens", "java.base/java.util.zip=ALL-UNNAMED",
            "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx256m", "-XX:TieredStopAtLevel=1",
            "-cp", System.getProperty("java.class.path"),
            main.getName()));
        command.addAll(List.of(args));
        final Path errors = Files.createTempFile("small-disk", ".err");
        return new SmallDisk(new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** Waits for a line of output and returns what follows its beginning. */
    public String awaitLine(final String prefix) throws IOException
    {
        for (String line = reader.readLine(); null != line; line = reader.readLine())
        {
            if (line.startsWith(READY))
            {
                drivers.add(line.substring(READY.length()));
            }
            if (line.startsWith(prefix))
            {
                return line.substring(prefix.length());
            }
        }
        throw new IOException("the program has ended: " + errors());
    }

    /** Waits for the end of the first run and returns its exit code. */
    public int awaitExit() throws IOException
    {
        return Integer.parseInt(awaitLine(EXIT));
    }

    /** What the program has written to standard error. */
    public String errors() throws IOException
    {
        return Files.readString(errors);
    }

    @Override
    public void close() throws IOException, InterruptedException
    {
        final List<ProcessHandle> descendants = process.descendants().toList();
        descendants.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        descendants.forEach((descendant) -> descendant.onExit().join());
        drivers.forEach(DriverDirectories::delete);
        Files.deleteIfExists(errors);
    }
}
