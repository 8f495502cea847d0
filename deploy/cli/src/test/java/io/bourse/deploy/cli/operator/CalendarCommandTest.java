// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.engine.client.operator.CalendarEntry;
import io.bourse.engine.protocol.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CalendarCommandTest
{
    private static final long NOW_NS = ns("2026-11-23T05:00:00Z");

    @TempDir
    private Path dir;

    @Test
    void shouldReadTimesOfDayAndDatesWithAndWithoutOffset() throws IOException
    {
        assertEquals(
            List.of(
                new CalendarEntry(ns("2026-11-23T05:50:00Z"), TimeUnit.SECONDS.toNanos(30), Phase.OPENING_AUCTION),
                new CalendarEntry(ns("2026-11-23T06:00:00Z"), 0, Phase.CONTINUOUS),
                new CalendarEntry(ns("2026-11-23T15:40:00.5Z"), 0, Phase.CLOSING_AUCTION),
                new CalendarEntry(ns("2026-11-23T15:45:00Z"), 0, Phase.POST_TRADE),
                new CalendarEntry(ns("2026-11-23T20:50:00Z"), 0, Phase.CLOSED)),
            read("""
                start,phase,random
                08:50,OPENING_AUCTION,30s
                2026-11-23T09:00,continuous,
                2026-11-23T18:40:00.5+03:00,closing-auction,
                2026-11-23T15:45:00Z,POST_TRADE
                2026-11-23T13:50:00-07:00,CLOSED,
                """));
    }

    @Test
    void shouldReadFilesWithoutRandomParts() throws IOException
    {
        assertEquals(
            List.of(new CalendarEntry(ns("2026-11-23T06:00:00Z"), 0, Phase.CONTINUOUS)),
            read("phase,start\nCONTINUOUS,09:00\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nine,CONTINUOUS,  | line 2 | nine",
        "09:00,OPEN,            | line 2 | OPEN",
        "09:00,CONTINUOUS,5     | line 2 | 5",
        "09:00,CONTINUOUS,0s    | line 2 | 0s",
        "08:00,CONTINUOUS,      | line 2 | not in the future",
        "09:00,CONTINUOUS,30s;09:00:30,HALTED, | line 3 | before the entry above has ended",
        "2300-01-01T00:00,CONTINUOUS, | line 2 | overflow"})
    void shouldNameLineAndReasonWhenARowIsWrong(final String rows, final String line, final String reason)
    {
        final ConfigurationException refusal = assertThrows(ConfigurationException.class, () ->
            read("start,phase,random\n" + rows.replace(';', '\n') + "\n"));
        assertTrue(refusal.getMessage().contains(line), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(reason), refusal::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "start,phase,random\n", "phase,random\nCONTINUOUS,\n", "start,,,\n09:00,\n"})
    void shouldRefuseAFileThatIsNoCalendar(final String text)
    {
        assertThrows(ConfigurationException.class, () -> read(text));
    }

    /** After its evening run a market trades on in the session of the next date, or not at all. */
    @ParameterizedTest
    @CsvSource({"derivatives, 18:50, 23:50", "currencies, 19:10, 19:00", "securities, 19:00, 18:40"})
    void shouldHaveAnEveningSessionOfDerivativesAlone(final String market, final String evening, final String end)
        throws IOException
    {
        final Path directory =
            Path.of(System.getProperty("bourse.root", "../.."), "docs/examples/three-markets", market);
        final List<CalendarEntry> entries = new CalendarReader(ClearingSchedule.ZONE, LocalDate.of(2026, 11, 23), 0)
            .read(directory.resolve("phases.csv"));
        final int last = IntStream.range(0, entries.size())
            .filter(i -> Phase.CONTINUOUS == entries.get(i).phase()).max().orElseThrow();
        assertEquals(ns("2026-11-23T" + end + ":00+03:00"), entries.get(last + 1).startNs());
        assertEquals(evening,
            ClearingSchedule.read(directory).plan(20261123, List.of(), NOW_NS / 1_000_000).getLast().time());
        assertEquals("derivatives".equals(market),
            ns("2026-11-23T" + evening + ":00+03:00") < entries.get(last).startNs());
    }

    @Test
    void shouldNameTheFileWhenItCannotBeRead()
    {
        final Path absent = dir.resolve("absent.csv");
        final IOException failure = assertThrows(IOException.class, () -> reader().read(absent));
        assertTrue(failure.getMessage().contains("file=" + absent), failure::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "day.csv --remove",
        "--underlying Si",
        "day.csv --underlying THIRTEEN-LONG",
        "day.csv --date 23.11.2026",
        "day.csv --zone Moscow"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new CalendarCommand(), line);
    }

    private List<CalendarEntry> read(final String text) throws IOException
    {
        return reader().read(Files.writeString(dir.resolve("day.csv"), text));
    }

    private static CalendarReader reader()
    {
        return new CalendarReader(ZoneId.of("Europe/Moscow"), LocalDate.of(2026, 11, 23), NOW_NS);
    }

    private static long ns(final String instant)
    {
        final Instant time = OffsetDateTime.parse(instant).toInstant();
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }
}
