// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.deploy.metrics.ComponentState;
import io.bourse.deploy.metrics.DriverState;
import io.bourse.deploy.metrics.Health;
import io.prometheus.metrics.model.snapshots.Labels;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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
    private static final double EXPIRY_SOON_S = TimeUnit.DAYS.toSeconds(21);
    private static final double FULL_SOON_S = TimeUnit.DAYS.toSeconds(1);
    private static final String ROW = "%-21.21s %-9s %-9s %8s %8s %11s %6s";
    private static final String NO_RATE = "-";
    private static final int LABEL_LENGTH = 12;
    private static final int REASONS = 4;
    private static final int LEAST_PROBLEM_LINES = 2;
    private static final String[] CLOCK_STATES = {"trusted", "ahead", "behind", "absorbing"};
    private static final String[] ROLES = {"follower", "candidate", "leader"};

    /** What refuses something: metrics whose reason is in their name, or in the label {@code reason}. */
    private static final List<String> REFUSALS = List.of(
        "bourse_fix_engine_rejects_by_reason", "bourse_fix_refusals_by_reason", "bourse_fix_throttled_messages",
        "bourse_fix_session_rejects", "bourse_fix_refused_logons", "bourse_fix_data_rejected_requests",
        "bourse_twime_business_rejects", "bourse_twime_session_rejects", "bourse_twime_flood_rejects",
        "bourse_twime_establishment_rejects", "bourse_twime_engine_unavailable", "bourse_twime_repeated_ids",
        "bourse_twime_id_refusals", "bourse_engine_capacity_refusals", "bourse_engine_malformed_commands",
        "bourse_engine_unauthenticated_commands", "bourse_engine_forbidden_commands",
        "bourse_service_connections_refused");

    private record Refusal(String reason, double perSecond, double inAll)
    {
    }

    private final List<String> lines = new ArrayList<>();
    private final TwoLooks looks;
    private final Instant time;

    private TopScreen(final TwoLooks looks, final Instant time)
    {
        this.looks = looks;
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
            "  rates of the last " + Amounts.time(looks.elapsedNs() / NS_PER_SECOND) : "  rates follow";
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
            final boolean isWell = !state.isStale() && state.isServing();
            lines.add(cut((isWell ? "  " : "! ") + String.format(ROW, state.node() + '/' + state.component(),
                state.pid(), state.isStale() ? "no beat" : state.isServing() ? "ready" : "starting",
                Amounts.time(state.ageMs() / 1e3), since(state), heap(state), gc(state)).stripTrailing()));
        }
        for (final DriverState state : looks.now().drivers())
        {
            final String age = DriverState.ABSENT == state.ageMs() ? "-" : Amounts.time(state.ageMs() / 1e3);
            lines.add(cut((state.isStale() ? "! " : "  ") + String.format(ROW, state.node() + "/media driver",
                "", state.isStale() ? "no beat" : "up", age, "", "", "").stripTrailing() + cluster(state.node())));
        }
    }

    private static boolean isOf(final Labels labels, final String node, final String component)
    {
        return node.equals(labels.get("node")) && (null == component || component.equals(labels.get("component")));
    }

    private OptionalDouble value(final String metric, final String node, final String component)
    {
        return looks.values(metric).entrySet().stream().filter((entry) -> isOf(entry.getKey(), node, component))
            .mapToDouble(Map.Entry::getValue).max();
    }

    private String since(final ComponentState state)
    {
        final OptionalDouble start =
            value("bourse_component_start_timestamp_seconds", state.node(), state.component());
        return start.isEmpty() ? "-" : Amounts.time(Math.max(0, time.toEpochMilli() / 1e3 - start.getAsDouble()));
    }

    /** Of one process one component shows it. */
    private String heap(final ComponentState state)
    {
        final OptionalDouble used = value("bourse_process_heap_used_bytes", state.node(), state.component());
        final OptionalDouble limit = value("bourse_process_heap_limit_bytes", state.node(), state.component());
        return used.isEmpty() || limit.isEmpty() ? "" :
            Amounts.perCent(used.getAsDouble(), limit.getAsDouble()) + ' ' + Amounts.bytes(limit.getAsDouble())
                .replace(" ", "").replace("iB", "");
    }

    private String gc(final ComponentState state)
    {
        final String metric = "bourse_process_gc_seconds";
        return looks.values(metric).keySet().stream()
            .filter((labels) -> isOf(labels, state.node(), state.component()))
            .map((labels) -> looks.hasRates() ?
                String.format(Locale.ROOT, "%.1f %%", 100 * looks.perSecond(metric, labels)) : NO_RATE)
            .findFirst().orElse("");
    }

    private String cluster(final String node)
    {
        final OptionalDouble role = value("aeron_cluster_role", node, null);
        if (role.isEmpty())
        {
            return "";
        }
        final int number = (int)role.getAsDouble();
        return "  " + (number >= 0 && number < ROLES.length ? ROLES[number] : "role " + number) + ", term " +
            Amounts.count(value("aeron_cluster_leadership_term", node, null).orElse(0));
    }

    private String rate(final String metric)
    {
        return looks.hasRates() ? Amounts.rate(looks.perSecond(metric)) : NO_RATE;
    }

    private String engineRate(final String metric)
    {
        return !looks.hasRates() ? NO_RATE : Amounts.rate(looks.values("aeron_cluster_role").isEmpty() ?
            looks.perSecond(metric) : looks.fastestPerSecond(metric));
    }

    private void flow()
    {
        line(false, "per second", "commands " + engineRate("bourse_engine_commands_executed") +
            "  event frames " + engineRate("bourse_engine_event_frames_published") +
            "  public transactions " + rate("bourse_simba_orders_transactions_sent"));
        line(false, "", "TWIME in " + rate("bourse_twime_frames_received") + " out " +
            rate("bourse_twime_frames_sent") + "  FIX in " + rate("bourse_fix_commands") + " out " +
            rate("bourse_fix_reports") + "  packets " + rate("bourse_feed_packets"));
        line(false, "sessions", "TWIME " + Amounts.count(looks.sum("bourse_twime_connections_open")) +
            "  FIX " + Amounts.count(Math.max(0, looks.sum("bourse_fix_logons") -
            looks.sum("bourse_fix_logouts"))) + "  market data " +
            Amounts.count(looks.sum("bourse_service_connections_open")) + "  logons/s TWIME " +
            rate("bourse_twime_sessions_established") + ", FIX " + rate("bourse_fix_logons"));
        refusals();
        final double refused = looks.increase("bourse_engine_capacity_refusals") +
            looks.increase("bourse_engine_ring_full_offers");
        line(refused > 0, "occupancy", "live orders " +
            Amounts.count(looks.max("bourse_engine_live_orders").orElse(0)) + "  80 % alarms " +
            Amounts.count(looks.sum("bourse_engine_capacity_alarms") + looks.sum("bourse_twime_id_alarms")) +
            "  refused CAPACITY " + Amounts.count(looks.sum("bourse_engine_capacity_refusals")) + ", ring full " +
            Amounts.count(looks.sum("bourse_engine_ring_full_offers")));
    }

    private void refusals()
    {
        final List<Refusal> refusals = REFUSALS.stream().flatMap((metric) -> looks.values(metric).entrySet().stream()
            .map((entry) -> new Refusal(reason(metric, entry.getKey()), looks.perSecond(metric, entry.getKey()),
                entry.getValue()))).toList();
        final boolean isNow = refusals.stream().anyMatch((refusal) -> refusal.perSecond() > 0);
        final ToDoubleFunction<Refusal> by = isNow ? Refusal::perSecond : Refusal::inAll;
        final List<String> largest = refusals.stream().filter((refusal) -> by.applyAsDouble(refusal) > 0)
            .sorted(Comparator.comparingDouble(by).reversed()).limit(REASONS)
            .map((refusal) -> refusal.reason() + ' ' +
                (isNow ? Amounts.rate(refusal.perSecond()) + "/s" : Amounts.count(refusal.inAll()))).toList();
        line(false, "rejects", (isNow ? Amounts.rate(refusals.stream().mapToDouble(Refusal::perSecond).sum()) + "/s: " :
            looks.hasRates() ? "0/s; so far: " : "so far: ") +
            (largest.isEmpty() ? "none" : String.join("  ", largest)));
    }

    private static String reason(final String metric, final Labels labels)
    {
        final String reason = labels.get("reason");
        final String[] words = metric.split("_", 3);
        return words[1] + ' ' + (null == reason ? words[2] : reason);
    }

    private String lag(final String metric)
    {
        return Amounts.bytes(looks.max(metric).orElse(0));
    }

    private void lags()
    {
        line(looks.sum("aeron_sender_blocked") > 0, "lags", "recording " + lag("aeron_recording_lag_bytes") +
            "  consumers " + lag("aeron_subscriber_lag_bytes") + "  gaps " + lag("aeron_receiver_gap_bytes") +
            "  unsent " + lag("aeron_sender_backlog_bytes") + members());
        final double late = Stream.of("bourse_twime_late_answers", "bourse_fix_late_reports",
            "bourse_fix_data_late_transactions").mapToDouble(looks::increase).sum();
        line(late > 0, "publication", "lag " + lag("bourse_publication_lag_bytes") + "  misses TWIME " +
            Amounts.count(looks.sum("bourse_twime_late_answers")) + ", FIX " +
            Amounts.count(looks.sum("bourse_fix_late_reports")) + ", FIX data " +
            Amounts.count(looks.sum("bourse_fix_data_late_transactions")) +
            (looks.hasRates() ? "  (+" + Amounts.count(late) + ")" : ""));
    }

    /** How far the last of the members that are looked at is behind the first one. */
    private String members()
    {
        final String commit = "aeron_cluster_commit_position";
        return looks.values(commit).size() < 2 ? "" : "  members " + Amounts.bytes(
            looks.max(commit).getAsDouble() - looks.min(commit).getAsDouble());
    }

    private void machine()
    {
        final OptionalDouble untilFull = looks.min("bourse_disk_until_full_seconds");
        final OptionalDouble free = looks.min("bourse_disk_free_bytes");
        final boolean isFull = !looks.now().fullDisks().isEmpty();
        line(isFull || untilFull.isPresent() && untilFull.getAsDouble() < FULL_SOON_S, "disk",
            (free.isEmpty() ? "unknown" : Amounts.bytes(free.getAsDouble()) + " free of " +
            Amounts.bytes(looks.max("bourse_disk_size_bytes").orElse(0))) + (untilFull.isEmpty() ?
            "  no growth seen yet" : "  full in " + Amounts.time(untilFull.getAsDouble())));
        final int state = (int)looks.max("bourse_clock_state").orElse(0);
        final boolean isStopped = looks.sum("bourse_clock_order_entry_stopped") > 0;
        line(isStopped || 0 != state, "clock", looks.values("bourse_clock_state").isEmpty() ? "unknown" :
            (state < CLOCK_STATES.length ? CLOCK_STATES[state] : "state " + state) + "  wall clock " +
            String.format(Locale.ROOT, "%+.3f s", offset()) + "  alarms " +
            Amounts.count(looks.sum("bourse_clock_alarms")) + "  order entry " + (isStopped ? "STOPPED" : "open"));
        certificates();
    }

    private double offset()
    {
        return looks.values("bourse_clock_offset_seconds").values().stream()
            .max(Comparator.comparingDouble(Math::abs)).orElse(0.0);
    }

    private void certificates()
    {
        final Map.Entry<Labels, Double> next = looks.values("bourse_certificate_expiry_timestamp_seconds").entrySet()
            .stream().min(Map.Entry.comparingByValue()).orElse(null);
        if (null == next)
        {
            line(false, "certificates", "none");
            return;
        }
        final double left = next.getValue() - time.getEpochSecond();
        line(left < EXPIRY_SOON_S, "certificates", "next: " + next.getKey().get("store") + ' ' +
            next.getKey().get("name") + (left < 0 ? " EXPIRED " : " expires ") +
            TIME.format(Instant.ofEpochSecond(next.getValue().longValue())).substring(0, 10) +
            (left < 0 ? "" : ", in " + Amounts.count(Math.floor(left / SECONDS_PER_DAY)) + " d"));
    }

    private void clearing()
    {
        final Map.Entry<Labels, Double> run = looks.values("bourse_clearing_run").entrySet().stream()
            .max(Map.Entry.comparingByValue()).orElse(null);
        if (null == run)
        {
            line(false, "clearing", "no run yet");
            return;
        }
        final Labels labels = run.getKey();
        String last = "none";
        for (final Map.Entry<Labels, Double> step : looks.values("bourse_clearing_step_seconds").entrySet())
        {
            final String name = step.getKey().get("step");
            if (isOf(step.getKey(), labels.get("node"), null) && ("none".equals(last) ||
                order(name) > order(last.substring(0, last.indexOf(' ')))))
            {
                last = name + ' ' + Amounts.time(step.getValue());
            }
        }
        final double halt = looks.values("bourse_clearing_halt_seconds").getOrDefault(labels, 0.0);
        final double budget = looks.values("bourse_clearing_halt_budget_seconds").getOrDefault(labels, 0.0);
        line(halt > budget, "clearing", labels.get("kind") + " run " +
            String.format(Locale.ROOT, "%.0f", run.getValue()) + "  last step done " + last + "  halt " +
            (0 == halt ? "none" : Amounts.time(halt) + " of " + Amounts.time(budget)));
    }

    /** A step that this version does not know, of a run of another one, is before all others. */
    private static int order(final String step)
    {
        return Stream.of(ClearingStep.values()).map(ClearingStep::name).toList().indexOf(step.toUpperCase(Locale.ROOT));
    }

    private void errors()
    {
        final List<String> texts = new ArrayList<>();
        double grown = 0;
        for (final String name : List.of("driver aeron_errors", "archive aeron_archive_errors",
            "cluster aeron_cluster_errors", "service aeron_cluster_service_errors"))
        {
            final String metric = name.substring(name.indexOf(' ') + 1);
            if (!looks.values(metric).isEmpty())
            {
                final double increase = looks.increase(metric);
                grown += increase;
                texts.add(name.substring(0, name.indexOf(' ')) + ' ' + Amounts.count(looks.sum(metric)) +
                    (increase > 0 ? " (+" + Amounts.count(increase) + ')' : ""));
            }
        }
        final double drops = DoubleStream.of(looks.increase("bourse_udp_socket_drops"),
            looks.increase("bourse_feed_send_failures")).sum();
        line(grown + drops > 0, "errors", String.join("  ", texts) + "  UDP drops " +
            Amounts.count(looks.sum("bourse_udp_socket_drops")) + "  feed send failures " +
            Amounts.count(looks.sum("bourse_feed_send_failures")));
    }
}
