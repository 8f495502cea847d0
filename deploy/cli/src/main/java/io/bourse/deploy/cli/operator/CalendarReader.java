// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.engine.client.operator.CalendarEntry;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads a calendar of phases: CSV with the columns start, phase and random, ascending by start. A start is a time of
 * day, or a date and time in ISO-8601 with or without offset; the random part may be empty.
 *
 * @param zone of starts without offset.
 * @param date of starts without date.
 * @param nowNs before which nothing can begin, in nanoseconds since 1970-01-01 UTC.
 */
record CalendarReader(ZoneId zone, LocalDate date, long nowNs)
{
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true)
        .setTrim(true).setIgnoreEmptyLines(true).get();

    private static final NanosecondsConverter DURATIONS = new NanosecondsConverter();
    private static final PhaseConverter PHASES = new PhaseConverter();

    /**
     * Reads a file.
     *
     * @param file to read.
     * @return its entries.
     * @throws IOException when it cannot be read.
     * @throws ConfigurationException naming line and reason of the first row that is wrong.
     */
    List<CalendarEntry> read(final Path file) throws IOException
    {
        if (!Files.isReadable(file))
        {
            throw new IOException("the calendar is not there or may not be read: file=" + file);
        }
        final List<CalendarEntry> entries = new ArrayList<>();
        try (Reader in = Files.newBufferedReader(file); CSVParser parser = FORMAT.parse(in))
        {
            long freeFromNs = nowNs + 1;
            for (final CSVRecord row : parser)
            {
                final CalendarEntry entry = entry(file, row, freeFromNs);
                entries.add(entry);
                freeFromNs = entry.startNs() + entry.randomNs() + 1;
            }
        }
        catch (final IOException | UncheckedIOException ex)
        {
            throw new IOException("the calendar cannot be read: file=" + file, ex);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ConfigurationException(file.toString(), "", ex.getMessage());
        }
        if (entries.isEmpty())
        {
            throw new ConfigurationException(
                file.toString(), "", "has no entries; bourse calendar --remove takes a calendar away");
        }
        return entries;
    }

    private CalendarEntry entry(final Path file, final CSVRecord row, final long freeFromNs)
    {
        try
        {
            final String random = row.isMapped("random") && row.isSet("random") ? row.get("random") : "";
            final CalendarEntry entry = new CalendarEntry(
                startNs(row.get("start")),
                random.isEmpty() ? 0 : DURATIONS.convert(random),
                PHASES.convert(row.get("phase")));
            if (entry.startNs() < freeFromNs)
            {
                throw new IllegalArgumentException(freeFromNs == nowNs + 1 ?
                    "the start is not in the future" :
                    "begins before the entry above has ended, its random part counted");
            }
            return entry;
        }
        catch (final IllegalArgumentException | ArithmeticException | DateTimeException |
            TypeConversionException ex)
        {
            throw new ConfigurationException(
                file + " line " + (row.getRecordNumber() + 1), row.toMap().toString(), ex.getMessage());
        }
    }

    private long startNs(final String text)
    {
        final Instant instant;
        if (!text.contains("T"))
        {
            instant = date.atTime(LocalTime.parse(text)).atZone(zone).toInstant();
        }
        else if (text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T'))
        {
            instant = OffsetDateTime.parse(text).toInstant();
        }
        else
        {
            instant = LocalDateTime.parse(text).atZone(zone).toInstant();
        }
        return Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)), instant.getNano());
    }
}
