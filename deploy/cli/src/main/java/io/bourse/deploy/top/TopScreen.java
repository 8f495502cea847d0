// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import io.bourse.deploy.metrics.ComponentState;
import io.bourse.deploy.metrics.DriverState;
import io.bourse.deploy.metrics.Health;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueFigures;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * The screen as lines of at most {@link #COLUMNS} characters. A line that wants an operator begins with {@code !}.
 */
public final class TopScreen
{
    /** Width of the screen. */
    public static final int COLUMNS = 80;
    /** Lines of the smallest terminal that everything important fits on. */
    public static final int ROWS = 24;

    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double SECONDS_PER_DAY = TimeUnit.DAYS.toSeconds(1);
    private static final String ROW = "%-21.21s %-9s %-9s %8s %8s %11s %6s";
    private static final String NO_RATE = "-";
    private static final int LABEL_LENGTH = 12;
    private static final int REASONS = 4;
    private static final int LEAST_PROBLEM_LINES = 2;

    private final List<String> lines = new ArrayList<>();
    private final VenueFigures figures;
    private final TwoLooks looks;
    private final Instant time;

    private TopScreen(final TwoLooks looks, final Instant time)
    {
        this.looks = looks;
        figures = new VenueFigures(looks, time);
        this.time = time;
    }

    /**
     * Draws.
     *
     * @param looks at the venue.
     * @param unreadable what of it cannot be read, one sentence each.
     * @param time of the later look.
     * @param rows most lines; reasons that do not fit are counted, and more never leaves out anything else.
     * @return lines without line ends.
     */
    public static List<String> lines(
        final TwoLooks looks, final Collection<String> unreadable, final Instant time, final int rows)
    {
        final TopScreen screen = new TopScreen(looks, time);
        screen.components();
        screen.flow();
        screen.lags();
        screen.machine();
        screen.clearing();
        screen.errors();
        final List<String> problems = new ArrayList<>(
            Health.problems(looks.now(), null, Health.Question.READY));
        final boolean isReady = problems.isEmpty();
        unreadable.forEach((what) -> problems.add("cannot be read: " + what));
        final List<String> all = new ArrayList<>();
        all.add(screen.title(isReady));
        all.addAll(reasons(problems, Math.max(LEAST_PROBLEM_LINES, rows - 1 - screen.lines.size())));
        all.addAll(screen.lines);
        return all.size() > rows ? all.subList(0, rows) : all;
    }

    private String title(final boolean isReady)
    {
        final String interval = looks.hasRates() ?
            "  rates of the last " + DisplayUnits.time(looks.elapsedNs() / NS_PER_SECOND) : "  rates follow";
        return cut((isReady ? "  READY      " : "! NOT READY  ") + TIME.format(time) + interval);
    }

    /** As many as fit, then how many do not. */
    private static List<String> reasons(final List<String> problems, final int most)
    {
        final List<String> wrapped = new ArrayList<>();
        for (int i = 0; i < problems.size(); i++)
        {
            final List<String> next = wrap(problems.get(i));
            final int left = problems.size() - i;
            if (wrapped.size() + next.size() + (1 == left ? 0 : 1) > most)
            {
                if (wrapped.isEmpty())
                {
                    wrapped.addAll(next.subList(0, Math.min(next.size(), Math.max(1, most - 1))));
                }
                final int shown = Math.max(1, i);
                if (problems.size() > shown)
                {
                    wrapped.add("! and " + (problems.size() - shown) + " more reasons: bourse top --once");
                }
                return wrapped;
            }
            wrapped.addAll(next);
        }
        return wrapped;
    }

    private static List<String> wrap(final String text)
    {
        final List<String> wrapped = new ArrayList<>();
        StringBuilder line = new StringBuilder("!");
        for (final String word : text.split(" "))
        {
            if (line.length() + 1 + word.length() > COLUMNS && line.length() > 1)
            {
                wrapped.add(cut(line.toString()));
                line = new StringBuilder("   ");
            }
            line.append(' ').append(word);
        }
        wrapped.add(cut(line.toString()));
        return wrapped;
    }

    private static String cut(final String line)
    {
        return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 1) + '+';
    }

    private void line(final boolean isAlarm, final String label, final String text)
    {
        lines.add(cut(String.format("%s %-" + LABEL_LENGTH + "s %s", isAlarm ? "!" : " ", label, text)));
    }

    private void components()
    {
        lines.add(cut("  " + String.format(ROW, "component", "process", "state", "beat", "up", "heap", "GC")));
        for (final ComponentState state : looks.now().components())
        {
            final OptionalDouble up = figures.upSeconds(state);
            lines.add(cut((state.isReady() ? "  " : "! ") + String.format(ROW, state.node() + '/' + state.component(),
                state.pid(), state.isStale() ? "no beat" : figures.state(state).name().toLowerCase(Locale.ROOT),
                DisplayUnits.time(state.ageMs() / 1e3), up.isEmpty() ? "-" : DisplayUnits.time(up.getAsDouble()),
                heap(state), gc(state)).stripTrailing()));
        }
        for (final DriverState state : looks.now().drivers())
        {
            final String age = DriverState.ABSENT == state.ageMs() ? "-" : DisplayUnits.time(state.ageMs() / 1e3);
            final String role = figures.role(state.node());
            lines.add(cut((state.isStale() ? "! " : "  ") + String.format(ROW, state.node() + "/media driver",
                "", state.isStale() ? "no beat" : "up", age, "", "", "").stripTrailing() + (null == role ? "" :
                "  " + role + ", term " + DisplayUnits.count(figures.term(state.node())))));
        }
    }

    /** Of one process one component shows it. */
    private String heap(final ComponentState state)
    {
        final OptionalDouble used = figures.heapUsedBytes(state);
        final OptionalDouble limit = figures.heapLimitBytes(state);
        return used.isEmpty() || limit.isEmpty() ? "" :
            DisplayUnits.perCent(used.getAsDouble(), limit.getAsDouble()) + ' ' +
            DisplayUnits.bytes(limit.getAsDouble()).replace(" ", "").replace("iB", "");
    }

    private String gc(final ComponentState state)
    {
        final OptionalDouble share = figures.gcShare(state);
        return share.isEmpty() ? "" : looks.hasRates() ?
            String.format(Locale.ROOT, "%.1f %%", 100 * share.getAsDouble()) : NO_RATE;
    }

    private String rate(final String metric)
    {
        return looks.hasRates() ? DisplayUnits.rate(looks.perSecond(metric)) : NO_RATE;
    }

    private String engineRate(final String metric)
    {
        return looks.hasRates() ? DisplayUnits.rate(figures.enginePerSecond(metric)) : NO_RATE;
    }

    private void flow()
    {
        line(false, "per second", "commands " + engineRate("bourse_engine_commands_executed") +
            "  event frames " + engineRate("bourse_engine_event_frames_published") +
            "  public transactions " + rate("bourse_simba_orders_transactions_sent"));
        line(false, "", "TWIME in " + rate("bourse_twime_frames_received") + " out " +
            rate("bourse_twime_frames_sent") + "  FIX in " + rate("bourse_fix_messages_received") + " out " +
            rate("bourse_fix_messages_sent") + "  packets " + rate("bourse_feed_packets"));
        line(false, "sessions", "TWIME " + DisplayUnits.count(figures.twimeSessions()) +
            "  FIX " + DisplayUnits.count(figures.fixSessions()) + "  market data " +
            DisplayUnits.count(looks.sum("bourse_service_connections_open")) + "  logons/s TWIME " +
            rate("bourse_twime_sessions_established") + ", FIX " + rate("bourse_fix_logons"));
        refusals();
        line(figures.capacityRefusals() > 0, "occupancy", "live orders " +
            DisplayUnits.count(figures.liveOrders()) + "  80 % alarms " +
            DisplayUnits.count(looks.sum("bourse_engine_capacity_alarms") + looks.sum("bourse_twime_id_alarms")) +
            "  refused CAPACITY " + DisplayUnits.count(looks.sum("bourse_engine_capacity_refusals")) + ", ring full " +
            DisplayUnits.count(looks.sum("bourse_engine_ring_full_offers")));
    }

    private void refusals()
    {
        final VenueFigures.Refusals refusals = figures.refusals(REASONS);
        final boolean isNow = refusals.isNow();
        final List<String> largest = refusals.largest().stream().map((refusal) -> refusal.reason() + ' ' +
            (isNow ? DisplayUnits.rate(refusal.perSecond()) + "/s" : DisplayUnits.count(refusal.inAll()))).toList();
        line(false, "rejects", (isNow ? DisplayUnits.rate(refusals.perSecond()) + "/s: " :
            looks.hasRates() ? "0/s; so far: " : "so far: ") +
            (largest.isEmpty() ? "none" : String.join("  ", largest)));
    }

    private String lag(final String metric)
    {
        return DisplayUnits.bytes(looks.max(metric).orElse(0));
    }

    private void lags()
    {
        final OptionalDouble members = figures.memberLagBytes();
        line(looks.sum("aeron_sender_blocked") > 0, "lags", "recording " + lag("aeron_recording_lag_bytes") +
            "  consumers " + lag("aeron_subscriber_lag_bytes") + "  gaps " + lag("aeron_receiver_gap_bytes") +
            "  unsent " + lag("aeron_sender_backlog_bytes") +
            (members.isEmpty() ? "" : "  members " + DisplayUnits.bytes(members.getAsDouble())));
        final double late = figures.lateAnswers();
        line(late > 0, "publication", "lag " + lag("bourse_publication_lag_bytes") + "  misses TWIME " +
            DisplayUnits.count(looks.sum("bourse_twime_late_answers")) + ", FIX " +
            DisplayUnits.count(looks.sum("bourse_fix_late_reports")) + ", FIX data " +
            DisplayUnits.count(looks.sum("bourse_fix_data_late_transactions")) +
            (looks.hasRates() ? "  (+" + DisplayUnits.count(late) + ")" : ""));
    }

    private void machine()
    {
        final VenueFigures.Disk disk = figures.disk();
        line(disk.isAlarm(), "disk", (disk.freeBytes().isEmpty() ? "unknown" :
            DisplayUnits.bytes(disk.freeBytes().getAsDouble()) + " free of " + DisplayUnits.bytes(disk.sizeBytes())) +
            (disk.untilFullSeconds().isEmpty() ? "  no growth seen yet" :
            "  full in " + DisplayUnits.time(disk.untilFullSeconds().getAsDouble())));
        final VenueFigures.Clock clock = figures.clock();
        line(clock.isAlarm(), "clock", null == clock.state() ? "unknown" : clock.state() + "  wall clock " +
            String.format(Locale.ROOT, "%+.3f s", clock.offsetSeconds()) + "  alarms " +
            DisplayUnits.count(clock.alarms()) + "  order entry " + (clock.isEntryStopped() ? "STOPPED" : "open"));
        certificates();
    }

    private void certificates()
    {
        final VenueFigures.Certificate next = figures.nextCertificate();
        if (null == next)
        {
            line(false, "certificates", "none");
            return;
        }
        final boolean isExpired = next.leftSeconds() < 0;
        line(next.isAlarm(), "certificates", "next: " + next.store() + ' ' + next.name() +
            (isExpired ? " EXPIRED " : " expires ") + TIME.format(next.expiry()).substring(0, 10) +
            (isExpired ? "" : ", in " + DisplayUnits.count(Math.floor(next.leftSeconds() / SECONDS_PER_DAY)) + " d"));
    }

    private void clearing()
    {
        final VenueFigures.Clearing run = figures.clearing();
        if (null == run)
        {
            line(false, "clearing", "no run yet");
            return;
        }
        line(run.isAlarm(), "clearing", run.kind() + " run " + String.format(Locale.ROOT, "%.0f", run.run()) +
            "  last step done " +
            (null == run.step() ? "none" : run.step() + ' ' + DisplayUnits.time(run.stepSeconds())) +
            "  halt " + (0 == run.haltSeconds() ? "none" :
            DisplayUnits.time(run.haltSeconds()) + " of " + DisplayUnits.time(run.haltBudgetSeconds())));
    }

    private void errors()
    {
        final List<String> texts = new ArrayList<>();
        double grown = figures.lostDatagrams();
        for (final VenueFigures.Errors errors : figures.errors())
        {
            grown += errors.increase();
            texts.add(errors.source() + ' ' + DisplayUnits.count(errors.inAll()) +
                (errors.increase() > 0 ? " (+" + DisplayUnits.count(errors.increase()) + ')' : ""));
        }
        line(grown > 0, "errors", String.join("  ", texts) + "  UDP drops " +
            DisplayUnits.count(looks.sum("bourse_udp_socket_drops")) + "  feed send failures " +
            DisplayUnits.count(looks.sum("bourse_feed_send_failures")));
    }
}
