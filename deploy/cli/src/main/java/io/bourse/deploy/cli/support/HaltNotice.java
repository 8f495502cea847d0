// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Phase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The notice to operators while trading stands still: who has halted it, since when, and the commands that end that.
 */
public final class HaltNotice
{
    private static final Logger LOGGER = LoggerFactory.getLogger(HaltNotice.class);
    private static final String EVENING = "E";
    private static final int MOST_NAMED = 10;
    private static final double NS_PER_SECOND = 1e9;

    private final String data;
    private final RunControl control;

    /** Of one of several partitions: clearing is that of the venue, and commands find the partition. */
    private HaltNotice(final Path dataDir)
    {
        final Path venueDir = Partitions.venue(dataDir);
        this.data = " --data " + venueDir;
        this.control = new RunControl(VenueClearing.baseDir(venueDir), System::currentTimeMillis);
    }

    /**
     * The clearing run that holds trading suspended, by the files of a venue, whether it runs or not.
     *
     * @param dataDir of the venue.
     * @return empty when there is none, or files cannot be read: the caller reports its own failure.
     */
    public static List<String> ofRuns(final Path dataDir)
    {
        try
        {
            if (Files.isDirectory(VenueClearing.baseDir(Partitions.venue(dataDir))))
            {
                final HaltNotice notice = new HaltNotice(dataDir);
                final RunStatus holder = notice.control.holder();
                return null == holder ? List.of() : List.of(notice.text(holder));
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            LOGGER.debug("the run that holds trading suspended cannot be found: dataDir={}", dataDir, ex);
        }
        return List.of();
    }

    /**
     * All that keeps orders from being taken, by the event stream.
     *
     * @param session as it is now.
     * @param dataDir of the venue.
     * @return empty when trading goes on, or no session is open.
     * @throws IOException when files of runs cannot be read.
     */
    public static List<String> of(final SessionTracker session, final Path dataDir) throws IOException
    {
        final HaltNotice notice = new HaltNotice(dataDir);
        final List<String> lines = new ArrayList<>();
        if (null != session.clockStop())
        {
            lines.add(notice.text(session.clockStop()));
        }
        if (null != session.suspension())
        {
            lines.add(notice.text(session.suspension()));
        }
        if (session.isOpen() && !session.halts().isEmpty())
        {
            lines.add(notice.halted(session));
        }
        return lines;
    }

    private String text(final SessionTracker.ClockStop stop)
    {
        final double seconds = (stop.wallNs() - stop.sinceNs()) / NS_PER_SECOND;
        return String.format(Locale.ROOT, "order entry is stopped because of the clock since %s: the wall clock was " +
            "%.3f s %s engine time; set the clock of the machine, then confirm the time: `bourse clock confirm%s " +
            "--time 'YYYY-MM-DD HH:MM:SS'`", time(stop.sinceNs()), Math.abs(seconds),
            seconds > 0 ? "ahead of" : "behind", data);
    }

    private String text(final SessionTracker.Suspension suspension) throws IOException
    {
        final RunStatus holder = control.holder();
        if (null != holder && holder.runId() == suspension.runId())
        {
            return text(holder, time(suspension.sinceNs()));
        }
        final boolean isEvening = ClearingKind.EVENING == suspension.kind();
        return "trading is suspended by run " + suspension.runId() + " (" + (isEvening ? "evening" : "intraday") +
            ", no files of it here) since " + time(suspension.sinceNs()) + "; " + (isEvening ?
            "take it up: `bourse clearing evening" + data + "`" :
            "take it up: `bourse clearing intraday" + data + "`, or resume trading without it: " +
            reopen(suspension.runId()));
    }

    private String text(final RunStatus holder) throws IOException
    {
        return text(holder, holder.suspendedSince());
    }

    private String text(final RunStatus holder, final String since) throws IOException
    {
        final boolean isCertain = !RunStatus.UNKNOWN.equals(since);
        return (isCertain ? "trading is suspended by run " : "trading may be suspended by run ") + holder.runId() +
            " (" + (EVENING.equals(holder.kind()) ? "evening" : "intraday") + ", " + holder.phase() + ")" +
            (isCertain ? " since " + since : ", `bourse session show" + data + "` tells") + "; " + next(holder);
    }

    private String next(final RunStatus holder) throws IOException
    {
        if (control.isBusy())
        {
            return "a process works at it: `bourse clearing status" + data + " --watch`";
        }
        final String run = data + " --run " + holder.runId();
        final StringBuilder next = new StringBuilder();
        for (final String waiting : holder.waitingFor())
        {
            final String step = waiting.substring(0, waiting.indexOf(' '));
            next.append("another person approves: `bourse clearing approve").append(run).append(" --step ").append(step)
                .append(" --as NAME`, ");
        }
        final boolean isHeld = RunPhase.READY_TO_PUBLISH == holder.phase() && holder.waitingFor().isEmpty();
        next.append(isHeld ? "publish it: `bourse clearing publish" : "take it up: `bourse clearing resume")
            .append(run).append('`');
        if (!EVENING.equals(holder.kind()) && !holder.phase().isPublished())
        {
            next.append(", or resume trading without it: ").append(reopen(holder.runId()));
        }
        return next.toString();
    }

    private String reopen(final long runId)
    {
        return "`bourse clearing reopen" + data + " --run " + runId + " --reason TEXT`";
    }

    private String halted(final SessionTracker session)
    {
        final Map<Integer, SessionTracker.Halt> halts = session.halts();
        final SessionTracker.Halt first = halts.values().iterator().next();
        final long sinceNs = halts.values().stream().mapToLong(SessionTracker.Halt::sinceNs).min().getAsLong();
        final long endNs = halts.values().stream().mapToLong(SessionTracker.Halt::endNs).min().getAsLong();
        final boolean isMarket = session.isMarketHalted();
        final Phase previous = Phase.CLOSED == first.previous() ? Phase.CONTINUOUS : first.previous();
        final String what = isMarket ? "the market is" :
            1 == halts.size() ? "1 instrument is" : halts.size() + " instruments are";
        return what + " in phase HALTED" + (isMarket ? "" : " (" + halts.keySet().stream().limit(MOST_NAMED)
                .map(String::valueOf).collect(Collectors.joining(",")) +
                (halts.size() > MOST_NAMED ? ",..." : "") + ")") +
            ", by " + halts.values().stream().map(halt -> halt.cause().name().toLowerCase(Locale.ROOT)).distinct()
                .sorted().collect(Collectors.joining(" and ")) +
            ", since " + time(sinceNs) + (0 == endNs ? "" : ", until " + time(endNs)) +
            "; end it: `bourse phase" + data + (isMarket ? " --all " : 1 == halts.size() ? " --instrument " +
            halts.keySet().iterator().next() + " " : " --instrument ID ") + previous + "`";
    }

    private static String time(final long timeNs)
    {
        return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(timeNs)).atOffset(ClearingSchedule.ZONE).toString();
    }
}
