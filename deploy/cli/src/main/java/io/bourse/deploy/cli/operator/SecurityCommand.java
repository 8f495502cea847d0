// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.engine.telemetry.SecurityLog;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.ShutdownSignalBarrier;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The security log of a venue.
 */
@Command(
    name = "security",
    mixinStandardHelpOptions = true,
    description = "Prints the security log: logons, refusals, wrong passwords, certificates, privileges, changes.",
    subcommands = {
        SecurityCommand.Show.class,
        SecurityCommand.Tail.class},
    footer = {
        "  bourse security show --date 20261128 --last 100",
        "  bourse security tail | jq 'select(.event == \"logon-refused\")'"})
public final class SecurityCommand
{
    private static final int INTERVAL_MS = 200;

    /** Which lines. */
    private static final class Lines
    {
        @Option(names = "--last", paramLabel = "N", defaultValue = "20",
            description = "Lines from the end (default: ${DEFAULT-VALUE}); 0 for all.")
        private int last;

        private void print(final BufferedReader reader, final PrintWriter out) throws IOException
        {
            final ArrayDeque<String> lines = new ArrayDeque<>();
            for (String line = reader.readLine(); null != line; line = reader.readLine())
            {
                lines.addLast(line);
                if (last > 0 && lines.size() > last)
                {
                    lines.removeFirst();
                }
            }
            lines.forEach(out::println);
        }
    }

    /**
     * Prints a day.
     */
    @Command(name = "show", description = "Prints the lines of a date (UTC).")
    static final class Show extends CliCommand
    {
        @Mixin private VenueDirectory venue;

        @Mixin private Lines lines;

        @Option(names = "--date", paramLabel = "YYYYMMDD", description = "Date, UTC; default: today.")
        private String date;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            rejectIf(null != date && !date.matches("[0-9]{8}"), "--date must be YYYYMMDD: date=" + date);
            final Path file =
                SecurityLog.file(venue.dataDir(), null == date ? SecurityLog.date(Instant.now()) : date);
            try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII))
            {
                lines.print(reader, out);
            }
        }
    }

    /**
     * Follows the log.
     */
    @Command(name = "tail", description = "Prints the last lines, and those that come, until Ctrl-C.")
    static final class Tail extends CliCommand
    {
        @Mixin private VenueDirectory venue;

        @Mixin private Lines lines;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final IdleStrategy idle = new SleepingMillisIdleStrategy(INTERVAL_MS);
            final AtomicBoolean isStopped = new AtomicBoolean();
            try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(() -> isStopped.set(true)))
            {
                boolean isFirst = true;
                while (!isStopped.get())
                {
                    final String date = SecurityLog.date(Instant.now());
                    final Path file = SecurityLog.file(venue.dataDir(), date);
                    if (Files.exists(file))
                    {
                        follow(file, date, isFirst, isStopped, idle, out);
                    }
                    isFirst = false;
                    idle.idle();
                }
            }
        }

        /** Until the next date; the lines of the first file that are there already are not all printed. */
        private void follow(
            final Path file,
            final String date,
            final boolean isFirst,
            final AtomicBoolean isStopped,
            final IdleStrategy idle,
            final PrintWriter out) throws IOException
        {
            try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII))
            {
                if (isFirst)
                {
                    lines.print(reader, out);
                }
                boolean isLast = false;
                while (!isStopped.get() && !isLast)
                {
                    isLast = !date.equals(SecurityLog.date(Instant.now()));
                    for (String line = reader.readLine(); null != line; line = reader.readLine())
                    {
                        out.println(line);
                    }
                    out.flush();
                    idle.idle();
                }
            }
        }
    }
}
