// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.SetCalendar;
import io.bourse.engine.client.operator.CalendarEntry;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Calendars of phases.
 */
@Command(
    name = "calendar",
    description = {
        "Replaces the calendar of the market, or of one underlying, by that of a file.",
        "Setting a calendar changes no phase; its first entry does. All entries lie in the future."},
    footer = {
        "",
        "The file is CSV: a time of day, or an ISO-8601 date and time; the phase; up to how much is added at random:",
        "  start,phase,random",
        "  08:50,OPENING_AUCTION,30s",
        "  09:00,CONTINUOUS,",
        "  18:40,CLOSING_AUCTION,",
        "  18:45,POST_TRADE,30s",
        "",
        "Examples:",
        "  bourse calendar day.csv --date 2026-11-23",
        "  bourse calendar si.csv --underlying Si",
        "  bourse calendar --remove --underlying Si"})
public final class CalendarCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Source source;

    @Option(names = "--underlying", paramLabel = "NAME", converter = CodeConverter.OfUnderlying.class,
        description = "Of all instruments with this underlying; default: of the market, for those without their own.")
    private String underlying;

    @Option(names = "--date", paramLabel = "YYYY-MM-DD", description = "Date of times of day (default: today).")
    private LocalDate date;

    @Option(names = "--zone", paramLabel = "ZONE", defaultValue = "Europe/Moscow",
        description = "Time zone of starts without offset (default: ${DEFAULT-VALUE}).")
    private ZoneId zone;

    /** What the calendar becomes. */
    private static final class Source
    {
        @Parameters(paramLabel = "FILE", description = "The new calendar.")
        private Path file;

        @Option(names = "--remove", required = true, description = "Takes the calendar away.")
        private boolean isRemoval;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<CalendarEntry> entries = entries();
        final String name = "calendar of " + (null == underlying ? "the market" : underlying);
        final int before = venue.execute(form(() -> new SetCalendar(
            underlying, entries.stream().map(SetCalendar.Entry::of).toList()))).before();
        out.println(name +
            (entries.isEmpty() ? " removed" : " set: entries=" + entries.size()) +
            (0 == before ? "" : "; before: entries=" + before));
    }

    private List<CalendarEntry> entries() throws IOException
    {
        return source.isRemoval ?
            List.of() :
            new CalendarReader(
                zone,
                null == date ? LocalDate.now(zone) : date,
                TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())).read(source.file);
    }
}
