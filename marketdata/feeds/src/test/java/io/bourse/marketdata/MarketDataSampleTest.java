// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample of docs/clients as a user would run it: a process of its own that hears a real venue.
 */
@Tag("venue")
class MarketDataSampleTest
{
    private static final int MAX_LINES = 200;

    @TempDir
    private Path dir;

    @Test
    void shouldDoWhatThePageSays() throws Exception
    {
        final Path output = dir.resolve("output.txt");
        try (Venue venue = new Venue(dir.resolve("engine"), new Random(1)).startPublisher())
        {
            venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -1, 5);
            venue.flow.rest(DemoReferenceData.SI_ID, Side.SELL, 1, 7);
            venue.publishAll();
            final Process process = new ProcessBuilder(command(venue)).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
            try
            {
                venue.workUntil("joined", () -> !process.isAlive() || read(output).contains("joined instruments=2"));
                venue.flow.hit(DemoReferenceData.SI_ID, Side.BUY, 1, 3);
                venue.flow.hit(DemoReferenceData.SI_ID, Side.SELL, -1, 5);
                venue.workUntil("ended", () -> !process.isAlive());
                assertEquals(0, process.exitValue(), () -> read(output).toString());
            }
            finally
            {
                process.destroyForcibly().waitFor();
            }
        }
        final List<String> said = new ArrayList<>(read(output));
        said.replaceAll(line -> line.replaceAll("afterUs=\\d+", "afterUs=#"));
        assertEquals(List.of(
            "book 5 @ 89999 | 7 @ 90001",
            "joined instruments=2",
            "recovered cause=LATE_JOIN way=SNAPSHOT missing=0 afterUs=#",
            "book 5 @ 89999 | 4 @ 90001",
            "trade 3 @ 90001",
            "book | 4 @ 90001",
            "trade 5 @ 89999",
            "done gaps=0 faults=0"), said);
    }

    @Test
    void shouldStayShort() throws IOException
    {
        assertTrue(Files.readAllLines(source()).size() < MAX_LINES, "source=" + source());
    }

    private static List<String> command(final Venue venue)
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djava.net.preferIPv4Stack=true",
            "-cp", System.getProperty("java.class.path"),
            source().toString(), "lo"));
        command.addAll(List.of(venue.multicast.endpoints()));
        command.addAll(List.of("-", Integer.toString(DemoReferenceData.SI_ID), "2"));
        return command;
    }

    private static Path source()
    {
        Path root = Path.of(System.getProperty("bourse.root", "")).toAbsolutePath();
        while (!Files.isReadable(root.resolve("docs/clients/MarketDataSample.java")))
        {
            root = root.getParent();
        }
        return root.resolve("docs/clients/MarketDataSample.java");
    }

    private static List<String> read(final Path output)
    {
        try
        {
            return Files.readAllLines(output);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
