// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.clearing.run.context.ClearingStep;
import io.prometheus.metrics.model.snapshots.Labels;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an operator wants to know of a venue, calculated from two looks at it.
 *
 * @param looks at the venue.
 * @param time of the later look.
 */
public record VenueFigures(TwoLooks looks, Instant time)
{
    private static final double SOON_S = TimeUnit.DAYS.toSeconds(21);
    private static final double FULL_SOON_S = TimeUnit.DAYS.toSeconds(1);
    private static final double MS_PER_SECOND = 1e3;
    private static final String[] CLOCK_STATES = {"trusted", "ahead", "behind", "absorbing"};
    private static final String[] ROLES = {"follower", "candidate", "leader"};
    private static final String ROLE = "aeron_cluster_role";
    private static final String COMMIT = "aeron_cluster_commit_position";

    /** What refuses something: metrics whose reason is in their name, or in the label {@code reason}. */
    private static final List<String> REFUSALS = List.of(
        "bourse_fix_engine_rejects_by_reason", "bourse_fix_refusals_by_reason", "bourse_fix_throttled_messages",
        "bourse_fix_session_rejects", "bourse_fix_refused_logons", "bourse_fix_data_rejected_requests",
        "bourse_twime_business_rejects", "bourse_twime_session_rejects", "bourse_twime_flood_rejects",
        "bourse_twime_establishment_rejects", "bourse_twime_engine_unavailable", "bourse_twime_repeated_ids",
        "bourse_twime_id_refusals", "bourse_engine_capacity_refusals", "bourse_engine_malformed_commands",
        "bourse_engine_unauthenticated_commands", "bourse_engine_forbidden_commands",
        "bourse_service_connections_refused");

    /** Errors of the driver and of those who have their counters there, by short name. */
    private static final Map<String, String> ERRORS = Map.of("driver", "aeron_errors", "archive",
        "aeron_archive_errors", "cluster", "aeron_cluster_errors", "service", "aeron_cluster_service_errors");
    private static final Set<String> GATEWAYS = Set.of("twime", "fix");
    private static final List<String> ERROR_SOURCES = List.of("driver", "archive", "cluster", "service");

    /** What a process says of itself. */
    public enum State
    {
        /** It serves. */
        READY,
        /** It starts. */
        STARTING,
        /** It is a member of a cluster that cannot commit. */
        WAITING,
        /** It is a gateway that refuses clients until it is activated. */
        STANDBY,
        /** It is a gateway that was activated and takes no orders yet. */
        ACTIVATED,
        /** It gives no signs of life. */
        NO_HEARTBEAT
    }

    /**
     * What was refused for one reason.
     *
     * @param reason with the component in front.
     * @param perSecond rate.
     * @param inAll since the component began.
     */
    public record Refusal(String reason, double perSecond, double inAll)
    {
    }

    /**
     * What is refused.
     *
     * @param isNow whether anything was refused between the looks.
     * @param perSecond rate of all together.
     * @param largest first; by rate if anything is refused now, otherwise in all.
     */
    public record Refusals(boolean isNow, double perSecond, List<Refusal> largest)
    {
    }

    /**
     * The disk.
     *
     * @param freeBytes of the fullest one; empty when unknown.
     * @param sizeBytes of the largest one.
     * @param untilFullSeconds of the one that is full first; empty while nothing grows.
     * @param isAlarm whether it is too full, or soon will be.
     */
    public record Disk(OptionalDouble freeBytes, double sizeBytes, OptionalDouble untilFullSeconds, boolean isAlarm)
    {
    }

    /**
     * The engine's clock.
     *
     * @param state in words; null when unknown.
     * @param offsetSeconds how far the wall clock is ahead of engine time.
     * @param alarms since the start.
     * @param isEntryStopped whether order entry waits for an operator to confirm the time.
     */
    public record Clock(String state, double offsetSeconds, double alarms, boolean isEntryStopped)
    {
        /** Whether it wants an operator. */
        public boolean isAlarm()
        {
            return isEntryStopped || null != state && !CLOCK_STATES[0].equals(state);
        }
    }

    /**
     * The certificate that expires next.
     *
     * @param store that holds it.
     * @param name in the store.
     * @param expiry when it expires.
     * @param leftSeconds below 0 when it has.
     */
    public record Certificate(String store, String name, Instant expiry, double leftSeconds)
    {
        /** Whether it wants an operator. */
        public boolean isAlarm()
        {
            return leftSeconds < SOON_S;
        }
    }

    /**
     * The last clearing run.
     *
     * @param kind intraday or evening.
     * @param run number.
     * @param step last one done; null before the first.
     * @param stepSeconds how long it took.
     * @param haltSeconds how long trading is halted; 0 when it is not.
     * @param haltBudgetSeconds how long it may be.
     */
    public record Clearing(
        String kind, double run, String step, double stepSeconds, double haltSeconds, double haltBudgetSeconds)
    {
        /** Whether it wants an operator. */
        public boolean isAlarm()
        {
            return haltSeconds > haltBudgetSeconds;
        }
    }

    /**
     * Errors of one source.
     *
     * @param source driver, archive, cluster or service.
     * @param inAll since it started.
     * @param increase between the looks.
     */
    public record Errors(String source, double inAll, double increase)
    {
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

    /**
     * What a component does at the moment.
     *
     * @param state of the component.
     * @return that of the process; of a gateway that serves, what it serves.
     */
    public State state(final ComponentState state)
    {
        if (state.isStale())
        {
            return State.NO_HEARTBEAT;
        }
        if (!state.isServing())
        {
            return State.STARTING;
        }
        if (state.isWaiting())
        {
            return State.WAITING;
        }
        return isSet("standby", state) ? State.STANDBY : isSet("activation", state) ? State.ACTIVATED : State.READY;
    }

    private boolean isSet(final String gauge, final ComponentState state)
    {
        return GATEWAYS.contains(state.component()) &&
            value("bourse_" + state.component() + '_' + gauge, state.node(), state.component()).orElse(0) > 0;
    }

    /**
     * How long a component runs.
     *
     * @param state of the component.
     * @return seconds; empty when unknown.
     */
    public OptionalDouble upSeconds(final ComponentState state)
    {
        final OptionalDouble start =
            value("bourse_component_start_timestamp_seconds", state.node(), state.component());
        return start.isEmpty() ? start :
            OptionalDouble.of(Math.max(0, time.toEpochMilli() / MS_PER_SECOND - start.getAsDouble()));
    }

    /**
     * Heap in use. Of several components of one process only the first has it.
     *
     * @param state of the component.
     * @return bytes; empty when another component of its process has it.
     */
    public OptionalDouble heapUsedBytes(final ComponentState state)
    {
        return value("bourse_process_heap_used_bytes", state.node(), state.component());
    }

    /**
     * Limit of the heap.
     *
     * @param state of the component.
     * @return bytes; empty when another component of its process has it.
     */
    public OptionalDouble heapLimitBytes(final ComponentState state)
    {
        return value("bourse_process_heap_limit_bytes", state.node(), state.component());
    }

    /**
     * Share of the time that garbage collection took.
     *
     * @param state of the component.
     * @return 0 to 1, 0 without rates; empty when another component of its process has it.
     */
    public OptionalDouble gcShare(final ComponentState state)
    {
        final String metric = "bourse_process_gc_seconds";
        return looks.values(metric).keySet().stream()
            .filter((labels) -> isOf(labels, state.node(), state.component()))
            .mapToDouble((labels) -> looks.perSecond(metric, labels)).findFirst();
    }

    /**
     * What a node is in its cluster.
     *
     * @param node of a driver.
     * @return leader, follower, candidate; null without a cluster.
     */
    public String role(final String node)
    {
        final OptionalDouble role = value(ROLE, node, null);
        final int number = (int)role.orElse(0);
        return role.isEmpty() ? null : number >= 0 && number < ROLES.length ? ROLES[number] : "role " + number;
    }

    /**
     * Term of the leader that a node knows.
     *
     * @param node of a driver.
     * @return number, 0 when unknown.
     */
    public double term(final String node)
    {
        return value("aeron_cluster_leadership_term", node, null).orElse(0);
    }

    /**
     * How far a node knows the log to be on the disks of a majority.
     *
     * @param node of a driver.
     * @return position in bytes; empty without a cluster.
     */
    public OptionalDouble commitPosition(final String node)
    {
        return value(COMMIT, node, null);
    }

    /**
     * A rate of the engine: of a cluster that of the fastest member.
     *
     * @param metric of the engine.
     * @return for a second, 0 without rates.
     */
    public double enginePerSecond(final String metric)
    {
        return looks.values(ROLE).isEmpty() ? looks.perSecond(metric) : looks.fastestPerSecond(metric);
    }

    /** How far the last of the members that are looked at is behind the first one, bytes; empty with less than two. */
    public OptionalDouble memberLagBytes()
    {
        return looks.values(COMMIT).size() < 2 ? OptionalDouble.empty() :
            OptionalDouble.of(looks.max(COMMIT).getAsDouble() - looks.min(COMMIT).getAsDouble());
    }

    /** Orders in the books now: of members of a cluster those of the one that is furthest, of partitions all. */
    public double liveOrders()
    {
        return looks.values("bourse_engine_live_orders").entrySet().stream()
            .collect(Collectors.toMap(each -> String.valueOf(each.getKey().get("partition")), Map.Entry::getValue,
                Math::max)).values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Sessions of TWIME now. */
    public double twimeSessions()
    {
        return looks.sum("bourse_twime_connections_open");
    }

    /** Sessions of FIX now. */
    public double fixSessions()
    {
        return Math.max(0, looks.sum("bourse_fix_logons") - looks.sum("bourse_fix_logouts"));
    }

    /**
     * What is refused, and why.
     *
     * @param most reasons.
     * @return refusals of all components.
     */
    public Refusals refusals(final int most)
    {
        // A reason of several classes of sessions is one.
        final Collection<Refusal> all = REFUSALS.stream().flatMap((metric) -> looks.values(metric).entrySet().stream()
            .map((entry) -> new Refusal(reason(metric, entry.getKey()), looks.perSecond(metric, entry.getKey()),
                entry.getValue()))).collect(Collectors.toMap(Refusal::reason, Function.identity(), (one, other) ->
                new Refusal(one.reason, one.perSecond + other.perSecond, one.inAll + other.inAll))).values();
        final boolean isNow = all.stream().anyMatch((refusal) -> refusal.perSecond() > 0);
        final ToDoubleFunction<Refusal> by = isNow ? Refusal::perSecond : Refusal::inAll;
        return new Refusals(isNow, all.stream().mapToDouble(Refusal::perSecond).sum(),
            all.stream().filter((refusal) -> by.applyAsDouble(refusal) > 0)
                .sorted(Comparator.comparingDouble(by).reversed()).limit(most).toList());
    }

    private static String reason(final String metric, final Labels labels)
    {
        final String reason = labels.get("reason");
        final String[] words = metric.split("_", 3);
        return words[1] + ' ' + (null == reason ? words[2] : reason);
    }

    /** Commands refused between the looks because something was full. */
    public double capacityRefusals()
    {
        return looks.increase("bourse_engine_capacity_refusals") + looks.increase("bourse_engine_ring_full_offers");
    }

    /** Answers between the looks that did not wait any longer for their market data. */
    public double lateAnswers()
    {
        return Stream.of("bourse_twime_late_answers", "bourse_fix_late_reports", "bourse_fix_data_late_transactions")
            .mapToDouble(looks::increase).sum();
    }

    /** The disk. */
    public Disk disk()
    {
        final OptionalDouble untilFull = looks.min("bourse_disk_until_full_seconds");
        return new Disk(looks.min("bourse_disk_free_bytes"), looks.max("bourse_disk_size_bytes").orElse(0), untilFull,
            !looks.now().fullDisks().isEmpty() || untilFull.isPresent() && untilFull.getAsDouble() < FULL_SOON_S);
    }

    /** The clock. */
    public Clock clock()
    {
        final OptionalDouble state = looks.max("bourse_clock_state");
        final int number = (int)state.orElse(0);
        return new Clock(
            state.isEmpty() ? null : number < CLOCK_STATES.length ? CLOCK_STATES[number] : "state " + number,
            looks.values("bourse_clock_offset_seconds").values().stream()
                .max(Comparator.comparingDouble(Math::abs)).orElse(0.0),
            looks.sum("bourse_clock_alarms"), looks.sum("bourse_clock_order_entry_stopped") > 0);
    }

    /** The certificate that expires next; null when there is none. */
    public Certificate nextCertificate()
    {
        return looks.values("bourse_certificate_expiry_timestamp_seconds").entrySet().stream()
            .min(Map.Entry.comparingByValue()).map((next) -> new Certificate(next.getKey().get("store"),
                next.getKey().get("name"), Instant.ofEpochSecond(next.getValue().longValue()),
                next.getValue() - time.getEpochSecond())).orElse(null);
    }

    /** The last clearing run; null before the first one. */
    public Clearing clearing()
    {
        final Map.Entry<Labels, Double> run = looks.values("bourse_clearing_run").entrySet().stream()
            .max(Map.Entry.comparingByValue()).orElse(null);
        if (null == run)
        {
            return null;
        }
        final Labels labels = run.getKey();
        final Map.Entry<Labels, Double> last = looks.values("bourse_clearing_step_seconds").entrySet().stream()
            .filter((step) -> isOf(step.getKey(), labels.get("node"), null))
            .max(Comparator.comparingInt((step) -> order(step.getKey().get("step")))).orElse(null);
        return new Clearing(labels.get("kind"), run.getValue(), null == last ? null : last.getKey().get("step"),
            null == last ? 0 : last.getValue(),
            looks.values("bourse_clearing_halt_seconds").getOrDefault(labels, 0.0),
            looks.values("bourse_clearing_halt_budget_seconds").getOrDefault(labels, 0.0));
    }

    /** A step that this version does not know, of a run of another one, is before all others. */
    private static int order(final String step)
    {
        return Stream.of(ClearingStep.values()).map(ClearingStep::name).toList().indexOf(step.toUpperCase(Locale.ROOT));
    }

    /** Errors by source, of those that there are. */
    public List<Errors> errors()
    {
        return ERROR_SOURCES.stream().filter((source) -> !looks.values(ERRORS.get(source)).isEmpty())
            .map((source) -> new Errors(source, looks.sum(ERRORS.get(source)), looks.increase(ERRORS.get(source))))
            .toList();
    }

    /** Datagrams lost between the looks, in receiving or sending. */
    public double lostDatagrams()
    {
        return looks.increase("bourse_udp_socket_drops") + looks.increase("bourse_feed_send_failures");
    }
}
