// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the dissectors in tshark; tests are skipped where there is none.
 */
final class Tshark
{
    private static final int TIMEOUT_SECONDS = 60;

    private Tshark()
    {
    }

    /**
     * Values of fields of every packet, packet by packet, with semicolons between fields and commas between values.
     *
     * @param dir of the dissectors, which are all loaded.
     * @param capture to read.
     * @param names of the fields.
     * @return a line for each packet.
     */
    static List<String> fields(final Path dir, final Path capture, final String... names)
        throws IOException, InterruptedException
    {
        assumeTrue(isInPath("tshark"), "tshark is not installed");
        final List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
        try (Stream<Path> files = Files.list(dir))
        {
            files.filter((file) -> file.toString().endsWith(".lua")).sorted().forEach((file) ->
                command.addAll(List.of("-X", "lua_script:" + file)));
        }
        command.addAll(List.of("-T", "fields", "-E", "separator=;"));
        for (final String name : names)
        {
            command.add("-e");
            command.add(name);
        }
        final Path errors = dir.resolve("errors");
        final Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        final List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "tshark does not end");
        assertEquals(0, process.exitValue(), Files.readString(errors));
        assertTrue(!Files.readString(errors).contains("lua"), Files.readString(errors));
        return lines;
    }

    private static boolean isInPath(final String program)
    {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch((directory) -> Files.isExecutable(Path.of(directory, program)));
    }
}
