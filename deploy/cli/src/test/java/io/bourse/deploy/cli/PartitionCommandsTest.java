// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * In which partitions of a venue, none of which runs, a command is executed.
 */
class PartitionCommandsTest
{
    private static final String ROWS =
        "instrument_id,symbol,underlying,partition\n1001,Si-3,Si,0\n1002,BR-3,BR,1\n1003,\"AU,3\",AU,2\n";

    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writePartitions() throws IOException
    {
        for (int partition = 0; partition < 3; partition++)
        {
            final Path directory = Files.createDirectories(dir.resolve("partition-" + partition));
            Files.writeString(directory.resolve("instruments.csv"), ROWS);
        }
    }

    @Test
    void shouldGoOnInTheOthersWhenOneFails()
    {
        assertEquals(ExitCode.PRECONDITION, execute("session show"));

        assertEquals(List.of("partition 0", "partition 1", "partition 2"), out.toString().lines().toList());
        assertEquals(List.of(0, 1, 2), tried());
    }

    @ParameterizedTest
    @CsvSource({
        "phase --instrument 1002 HALTED, 1",
        "phase --underlying AU HALTED, 2",
        "legs --strategy 1003 --leg 1001:-1 --leg 1002:1, 2",
        "trade show 1, 0",
        "trade show 281474976710657, 1",
        "session show --partition 2, 2",
        "risk collateral --firm AA01 --amount 5 --partition 1, 1"})
    void shouldBeExecutedWhereItsObjectIs(final String line, final int partition)
    {
        execute(line);

        assertEquals("", out.toString());
        assertEquals(List.of(partition), tried(), err::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "phase --instrument 9 HALTED, no partition has this: --instrument 9",
        "phase --underlying XX HALTED, no partition has this: --underlying XX",
        "trade show 844424930131969, no partition has this: trade 844424930131969",
        "session show --partition 3, there is no such partition: --partition=3",
        "approve 1, is about one partition",
        "gateway activate twime, is about one partition",
        "clearing status --partition 1, is about the whole venue",
        "risk watch --partition 1, is about the whole venue"})
    void shouldSayWhatToNameWhenNoneIsMeant(final String line, final String reason)
    {
        assertEquals(ExitCode.USAGE, execute(line));
        assertTrue(err.toString().contains(reason), err::toString);
        assertEquals(List.of(), tried());
    }

    @Test
    void shouldRefuseAPartitionOfAVenueOfOne() throws IOException
    {
        final Path only = Files.createDirectory(dir.resolve("only"));
        final String[] line = {"session", "show", "--partition", "0", "--data", only.toString()};

        assertEquals(ExitCode.USAGE,
            Bourse.commandLine(line).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(line));
        assertTrue(err.toString().contains("there is no such partition"), err::toString);
    }

    /** Three have begun; or one, whose files are in the directory itself. */
    @ParameterizedTest
    @CsvSource({"4, 3", "2, 3", "1, 3", "3, 1"})
    void shouldNotStartWithAnotherNumberThanTheVenueHasBegunWith(final int count, final int begun) throws IOException
    {
        final Path config = Files.writeString(dir.resolve("count.conf"), "venue.partitions.count = " + count + "\n");
        if (1 == begun)
        {
            Files.createFile(dir.resolve("owner.properties"));
        }

        assertEquals(ExitCode.USAGE, execute("start --config " + config));
        assertTrue(err.toString().contains("the venue has begun with " + begun), err::toString);
    }

    @Test
    void shouldPrintHelpOnce()
    {
        assertEquals(ExitCode.OK, execute("session show --help"));
        assertEquals(1, out.toString().lines().filter(line -> line.startsWith("Usage:")).count());
    }

    private int execute(final String line)
    {
        final String[] args = Stream.concat(Stream.of(line.split(" ")), Stream.of("--data", dir.toString()))
            .toArray(String[]::new);
        return Bourse.commandLine(args).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(args);
    }

    /** Partitions whose directory is named by what has failed. */
    private List<Integer> tried()
    {
        return Stream.of(0, 1, 2)
            .filter(partition -> err.toString().contains(dir.resolve("partition-" + partition) + " ")).toList();
    }
}
