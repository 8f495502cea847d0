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
 * In which market of a venue, none of which runs, a command is executed.
 */
class MarketCommandsTest
{
    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeMarkets() throws IOException
    {
        write("derivatives", 0, "1001,Si-3,Si,0\n1002,BR-3,BR,2\n");
        write("derivatives", 2, "1001,Si-3,Si,0\n1002,BR-3,BR,2\n");
        write("currencies", 1, "5002,USDRUB_TOD,USD,1\n");
    }

    private void write(final String market, final int partition, final String rows) throws IOException
    {
        final Path directory =
            Files.createDirectories(dir.resolve("market-" + market).resolve("partition-" + partition));
        Files.writeString(directory.resolve("instruments.csv"), "instrument_id,symbol,underlying,partition\n" + rows);
    }

    @Test
    void shouldGoOnInTheOtherMarketsWhenOneFails()
    {
        assertEquals(ExitCode.PRECONDITION, execute("session show"));

        assertEquals(List.of("market currencies", "partition 1", "market derivatives", "partition 0", "partition 2"),
            out.toString().lines().toList());
        assertEquals(List.of("currencies/1", "derivatives/0", "derivatives/2"), tried());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "phase --instrument 1002 HALTED|derivatives/2",
        "phase --underlying USD HALTED|currencies/1",
        "trade show 281474976710657|currencies/1",
        "session show --partition 2|derivatives/2",
        "session show --market currencies|currencies/1",
        "phase --all HALTED --market currencies|currencies/1",
        "phase --all HALTED|currencies/1 derivatives/0 derivatives/2",
        "session open --next --market derivatives|derivatives/0 derivatives/2",
        "session open --date 20261123|currencies/1 derivatives/0 derivatives/2",
        "risk collateral --firm AA01 --amount 5 --market currencies|currencies/1"})
    void shouldBeExecutedWhereItsObjectIs(final String line, final String expected)
    {
        execute(line);

        assertEquals(List.of(expected.split(" ")), tried(), err::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "phase --instrument 9 HALTED|no partition has this: --instrument 9",
        "session show --market bonds|no partition has this: --market bonds markets=[currencies, derivatives]",
        "session show --partition 3|no partition has this: --partition 3",
        "clearing intraday|is about one market, name it with --market: markets=[currencies, derivatives]",
        "clearing funds pay-in --client AA01000 --amount 1 --reference r|market=null markets=[currencies, derivatives]",
        "risk collateral --firm AA01 --amount 5|is about one market",
        "session move --date 20261123 --reason r|is about one market",
        "clearing status --market currencies --partition 1|is about the whole venue"})
    void shouldSayWhatToNameWhenNoneIsMeant(final String line, final String reason)
    {
        assertEquals(ExitCode.USAGE, execute(line), err::toString);
        assertTrue(err.toString().contains(reason), err::toString);
        assertEquals(List.of(), tried());
    }

    @Test
    void shouldShowTheRunsOfAllMarkets()
    {
        assertEquals(ExitCode.OK, execute("clearing plan"), err::toString);
        assertEquals(List.of("market currencies", "market derivatives"),
            out.toString().lines().filter(line -> line.startsWith("market")).toList());
    }

    @Test
    void shouldRefuseAMarketOfAVenueThatIsOne() throws IOException
    {
        final Path only = Files.createDirectory(dir.resolve("only"));
        final String[] line = {"clearing", "plan", "--market", "bonds", "--data", only.toString()};

        assertEquals(ExitCode.USAGE,
            Bourse.commandLine(line).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(line));
        assertTrue(err.toString().contains("the venue has no markets"), err::toString);
    }

    /** Instruments of a journal would be in another market, or in none. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "derivatives = [0, 2], bonds = [1]|the venue has begun with [currencies, derivatives]",
        "derivatives = [0, 1], currencies = [2]|the venue has begun with 2; set it to that"})
    void shouldNotStartWithOtherMarketsThanTheVenueHasBegunWith(final String markets, final String reason)
        throws IOException
    {
        final Path config = Files.writeString(dir.resolve("markets.conf"), "venue.markets { " +
            markets.replaceAll("(\\w+) = (\\[[^]]*])", "$1 { partitions = $2 }") + " }");

        assertEquals(ExitCode.USAGE, execute("start --config " + config));
        assertTrue(err.toString().contains(reason), err::toString);
    }

    private int execute(final String line)
    {
        final String[] args = Stream.concat(Stream.of(line.split(" ")), Stream.of("--data", dir.toString()))
            .toArray(String[]::new);
        return Bourse.commandLine(args).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(args);
    }

    /** Partitions whose directory is named by what has failed. */
    private List<String> tried()
    {
        return Stream.of("currencies/1", "derivatives/0", "derivatives/2").filter(each -> err.toString().contains(
            dir.resolve("market-" + each.replace("/", "/partition-")) + " ")).toList();
    }
}
