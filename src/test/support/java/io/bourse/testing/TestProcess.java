// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A main class of the tests in a Java process of its own, on the class path of the test.
 */
public final class TestProcess
{
    private static final long LIMIT_S = 300;

    private TestProcess()
    {
    }

    /** The program and the options that Aeron needs, with a small heap. */
    public static List<String> java(final String classPath)
    {
        return List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens", "java.base/java.util.zip=ALL-UNNAMED",
            "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlog4j2.level=WARN", "-Dbourse.root=" + System.getProperty("bourse.root"),
            "-Daeron.counters.buffer.length=1048576",
            "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-cp", classPath);
    }

    public static ProcessBuilder of(final Class<?> main, final String... arguments)
    {
        return of(List.of(), main, arguments);
    }

    /** The same with more options of the JVM. */
    public static ProcessBuilder of(final List<String> options, final Class<?> main, final String... arguments)
    {
        final List<String> command = new ArrayList<>(java(System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /**
     * Runs it to its end where nothing else uses the heap, so that it can measure what its objects take: what tests
     * before it have left would be freed at some time and be counted.
     *
     * @return what it printed
     * @throws AssertionError if it fails or hangs
     */
    public static String runAlone(final Class<?> main, final String... arguments) throws IOException
    {
        final Path output = Files.createTempFile("alone", ".txt");
        final Process process = of(List.of("-Xmx2g", "-XX:SoftRefLRUPolicyMSPerMB=0"), main, arguments)
            .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try
        {
            final boolean isDone = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            final String printed = Files.readString(output, StandardCharsets.UTF_8);
            if (!isDone || 0 != process.exitValue())
            {
                throw new AssertionError((isDone ? "" : "hangs: ") + main.getName() + ": " + printed);
            }
            return printed;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError(main.getName(), ex);
        }
        finally
        {
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }

    /** Bytes of the heap that are used after collections. */
    public static long usedHeapBytes()
    {
        for (int i = 0; i < 3; i++)
        {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
