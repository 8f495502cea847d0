// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/**
 * Number, kind and times of the runs of a day, as data: {@code schedule.csv} with the header {@code time;kind} and one
 * line per run, intraday runs first (there may be none), then one evening run. Times are those of Moscow, which is
 * three hours ahead of UTC all year.
 */
public final class ClearingSchedule
{
    /** Name of the file in the base directory. */
    public static final String FILE_NAME = "schedule.csv";
    /** Moscow. */
    public static final ZoneOffset ZONE = ZoneOffset.ofHours(3);
    /** One intraday run and the evening run, at the times of the exchange before its model changed (rules 1.2). */
    public static final ClearingSchedule DEFAULT = new ClearingSchedule(List.of(
        new Entry(LocalTime.of(14, 0), "I"), new Entry(LocalTime.of(18, 50), "E")));

    private static final String HEADER = "time;kind";
    private static final DateTimeFormatter DATE = DateTimeFormatter.BASIC_ISO_DATE;

    private final List<Entry> entries;

    private ClearingSchedule(final List<Entry> entries)
    {
        this.entries = entries;
    }

    /**
     * Reads the schedule of a base directory.
     *
     * @param baseDir of the runs.
     * @return {@link #DEFAULT} when there is no file.
     * @throws IOException when the file cannot be read.
     * @throws IllegalArgumentException when it is no schedule; the line is named.
     */
    public static ClearingSchedule read(final Path baseDir) throws IOException
    {
        final Path file = baseDir.resolve(FILE_NAME);
        return Files.exists(file) ? parse(Files.readString(file, StandardCharsets.UTF_8), file.toString()) : DEFAULT;
    }

    static ClearingSchedule parse(final String text, final String where)
    {
        final List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !HEADER.equals(lines.getFirst().strip()))
        {
            throw new IllegalArgumentException(
                "schedule begins with another line: file=" + where + " wanted=" + HEADER);
        }
        final List<Entry> entries = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++)
        {
            if (!lines.get(i).isBlank())
            {
                entries.add(entry(lines.get(i).strip(), where + " line=" + (i + 1)));
            }
        }
        requireOrder(entries, where);
        return new ClearingSchedule(List.copyOf(entries));
    }

    private static Entry entry(final String line, final String where)
    {
        final String[] fields = line.split(";", -1);
        if (2 != fields.length || !"I".equals(fields[1]) && !"E".equals(fields[1]))
        {
            throw new IllegalArgumentException(
                "line of a schedule is time;I or time;E: file=" + where + " line=\"" + line + "\"");
        }
        try
        {
            return new Entry(LocalTime.parse(fields[0]), fields[1]);
        }
        catch (final DateTimeParseException ex)
        {
            throw new IllegalArgumentException("time of a schedule is not hh:mm or hh:mm:ss: file=" + where +
                " time=" + fields[0], ex);
        }
    }

    private static void requireOrder(final List<Entry> entries, final String where)
    {
        for (int i = 0; i < entries.size(); i++)
        {
            final boolean isLast = i == entries.size() - 1;
            final boolean isAfter = 0 == i || entries.get(i).time().isAfter(entries.get(i - 1).time());
            if (!isAfter || isLast != "E".equals(entries.get(i).kind()))
            {
                throw new IllegalArgumentException("schedule is intraday runs, ascending by time, then one evening " +
                    "run: file=" + where + " entry=" + entries.get(i));
            }
        }
        if (entries.isEmpty())
        {
            throw new IllegalArgumentException("schedule has no evening run: file=" + where);
        }
    }

    /**
     * The date that runs of a day belong to when the calendar of the venue is not known: a weekend's sessions are part
     * of the next business day.
     *
     * @param day of the calendar.
     * @return YYYYMMDD.
     */
    public static int tradingDate(final LocalDate day)
    {
        LocalDate date = day;
        while (DayOfWeek.SATURDAY == date.getDayOfWeek() || DayOfWeek.SUNDAY == date.getDayOfWeek())
        {
            date = date.plusDays(1);
        }
        return Integer.parseInt(DATE.format(date));
    }

    /**
     * Runs of a date with what has become of them.
     *
     * @param tradingDate YYYYMMDD.
     * @param runs on disk.
     * @param nowMs milliseconds since 1970.
     * @return in the order of the schedule.
     * @throws IllegalArgumentException when there is no such date.
     */
    public List<PlannedRun> plan(final int tradingDate, final List<RunStatus> runs, final long nowMs)
    {
        final LocalDate date = date(tradingDate);
        final LocalDateTime now = LocalDateTime.ofEpochSecond(Math.floorDiv(nowMs, 1_000L), 0, ZONE);
        final List<RunStatus> intraday = of(tradingDate, runs, "I");
        final List<RunStatus> evening = of(tradingDate, runs, "E");
        final boolean isOver = evening.stream().anyMatch(run -> run.phase().isPublished());
        final List<PlannedRun> planned = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++)
        {
            final Entry entry = entries.get(i);
            final List<RunStatus> candidates = "E".equals(entry.kind()) ? evening : intraday;
            final int index = "E".equals(entry.kind()) ? 0 : i;
            final RunStatus run = index < candidates.size() ? candidates.get(index) : null;
            planned.add(new PlannedRun(
                i + 1, entry.kind(), entry.time().toString(),
                state(run, isOver, now.isBefore(date.atTime(entry.time()))), null == run ? 0 : run.runId(),
                null == run ? 0 : lastCorrection(run, runs)));
        }
        return planned;
    }

    private static LocalDate date(final int tradingDate)
    {
        try
        {
            return LocalDate.parse(Integer.toString(tradingDate), DATE);
        }
        catch (final DateTimeParseException ex)
        {
            throw new IllegalArgumentException("a trading date is YYYYMMDD: date=" + tradingDate, ex);
        }
    }

    /** The correction whose results count; 0 for none. */
    private static long lastCorrection(final RunStatus run, final List<RunStatus> runs)
    {
        long last = 0;
        long next = run.correctedBy();
        while (0 != next)
        {
            last = next;
            next = 0;
            for (final RunStatus other : runs)
            {
                next = last == other.runId() ? other.correctedBy() : next;
            }
        }
        return last;
    }

    /**
     * What has become of a run.
     *
     * @param run that was begun.
     * @return {@code DONE}, {@code BEGUN}, {@code ABORTED} or {@code GIVEN_UP}.
     */
    public static PlannedRun.State state(final RunStatus run)
    {
        return run.phase().isPublished() ? PlannedRun.State.DONE :
            run.givenUp() ? PlannedRun.State.GIVEN_UP :
            RunPhase.ABORTED == run.phase() ? PlannedRun.State.ABORTED : PlannedRun.State.BEGUN;
    }

    private static PlannedRun.State state(final RunStatus run, final boolean isOver, final boolean isEarly)
    {
        if (null != run)
        {
            return state(run);
        }
        if (isOver)
        {
            return PlannedRun.State.SKIPPED;
        }
        return isEarly ? PlannedRun.State.LATER : PlannedRun.State.DUE;
    }

    private static List<RunStatus> of(final int tradingDate, final List<RunStatus> runs, final String kind)
    {
        return runs.stream()
            .filter(run -> tradingDate == RunIds.tradingDate(run.runId()) && kind.equals(run.kind()))
            .filter(run -> 0 == run.corrects())
            .toList();
    }

    /**
     * When the next run of a kind is to begin. A run that was given up is not done again by itself.
     *
     * @param tradingDate YYYYMMDD.
     * @param kind I or E.
     * @param runs on disk.
     * @param nowMs milliseconds since 1970.
     * @param afterMs only runs that begin later are wanted; 0 for all.
     * @return milliseconds since 1970; 0 when there is none left.
     */
    public long nextMs(
        final int tradingDate, final String kind, final List<RunStatus> runs, final long nowMs, final long afterMs)
    {
        for (final PlannedRun planned : plan(tradingDate, runs, nowMs))
        {
            final boolean isOpen = switch (planned.state())
            {
                case BEGUN, DUE, LATER -> true;
                case DONE, ABORTED, GIVEN_UP, SKIPPED -> false;
            };
            final long timeMs = date(tradingDate).atTime(LocalTime.parse(planned.time()))
                .toInstant(ZONE).toEpochMilli();
            if (isOpen && kind.equals(planned.kind()) && timeMs > afterMs)
            {
                return timeMs;
            }
        }
        return 0;
    }

    private record Entry(LocalTime time, String kind)
    {
    }
}
