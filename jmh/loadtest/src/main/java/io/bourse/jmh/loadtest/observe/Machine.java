// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Where a test ran, as text: processor, memory, system, JVM, version.
 */
public final class Machine
{
    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final double KIB_PER_GIB = 1 << 20;
    private static final long GIT_SECONDS = 10;

    private Machine()
    {
    }

    /**
     * Processor, cores and memory.
     *
     * @return as the system reports them, and whether it is a virtual machine.
     * @throws IOException when the system cannot be asked.
     */
    public static String hardware() throws IOException
    {
        final String memory = first(MEMORY, "MemTotal").replaceAll("[^0-9]", "");
        final String flags = " " + first(CPU, "flags") + " ";
        return String.format("%s, %d cores, %s GiB%s",
            first(CPU, "model name").isEmpty() ? System.getProperty("os.arch") : first(CPU, "model name"),
            Runtime.getRuntime().availableProcessors(),
            memory.isEmpty() ? "?" : Long.toString(Math.round(Long.parseLong(memory) / KIB_PER_GIB)),
            flags.contains(" hypervisor ") ? ", a virtual machine" : "");
    }

    /**
     * System under the JVM.
     *
     * @return name and version.
     */
    public static String system()
    {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    /**
     * The JVM of this process, which is that of all others too.
     *
     * @return name and version.
     */
    public static String jvm()
    {
        return System.getProperty("java.vm.name") + " " + Runtime.version();
    }

    /**
     * Version of the venue.
     *
     * @param root of its sources; null when it is not known.
     * @return version, with the commit if sources under git are there.
     */
    public static String version(final String root)
    {
        final String commit = null == root ? "" : commit(root);
        return "0.1.0" + (commit.isEmpty() ? "" : ", commit " + commit);
    }

    private static String commit(final String root)
    {
        try
        {
            final Process git = new ProcessBuilder("git", "-C", root, "describe", "--always", "--dirty")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            final String line = git.inputReader().readLine();
            final int exitCode = git.onExit().orTimeout(GIT_SECONDS, TimeUnit.SECONDS).join().exitValue();
            return 0 == exitCode && null != line ? line : "";
        }
        catch (final IOException | CompletionException ex)
        {
            // No git: a released version has none either.
            return "";
        }
    }

    private static String first(final Path file, final String key) throws IOException
    {
        if (Files.isReadable(file))
        {
            final List<String> lines = Files.readAllLines(file);
            for (final String line : lines)
            {
                if (line.startsWith(key))
                {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        }
        return "";
    }
}
