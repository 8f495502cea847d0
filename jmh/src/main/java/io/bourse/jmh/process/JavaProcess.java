// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes with the JVM and the class path of this one.
 */
public final class JavaProcess
{
    private JavaProcess()
    {
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
