// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.venue;

import io.bourse.deploy.metrics.ComponentState;
import io.bourse.deploy.metrics.DriverState;
import io.bourse.deploy.metrics.Health;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueFigures;
import io.bourse.deploy.metrics.VenueFigures.State;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A venue at one moment. Rates are for a second, between the last two looks; times are of the last ten seconds. Null is
 * what is not known, or did not happen.
 *
 * @param time of the look.
 * @param isReady whether all components serve.
 * @param problems why not, one sentence each.
 * @param unreadable what of the venue cannot be read, one sentence each.
 * @param durability mode in force.
 * @param alerts of the Alertmanager; null without one.
 * @param components of the venue on this machine.
 * @param drivers media drivers, with the role of their member in a cluster.
 * @param arrows of the flow, from gateways to feeds and clearing.
 * @param totals what is counted of the venue as a whole.
 * @param refusals what is refused, and why.
 * @param disk where the data is.
 * @param clock of the engine.
 * @param certificate that expires next.
 * @param clearing last run.
 */
record VenueView(
    String time,
    boolean isReady,
    List<String> problems,
    List<String> unreadable,
    String durability,
    AlertWatch.Known alerts,
    List<Component> components,
    List<Driver> drivers,
    List<Arrow> arrows,
    Totals totals,
    VenueFigures.Refusals refusals,
    Disk disk,
    Clock clock,
    Certificate certificate,
    Clearing clearing)
{
    private static final double MS_PER_SECOND = 1e3;
    private static final int REASONS = 6;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;
    private static final String TWIME = "twime";
    private static final String FIX = "fix";
    private static final String INGRESS = "bourse_request_ingress_seconds";
    private static final String EGRESS = "bourse_request_egress_seconds";
    private static final String ANSWER = "bourse_request_answer_seconds";

    /** A component; heap and garbage collection are those of its process, under the first component of it. */
    record Component(
        String node,
        String component,
        long pid,
        State state,
        double heartbeatAgeSeconds,
        Double upSeconds,
        Double heapUsedBytes,
        Double heapLimitBytes,
        Double gcShare)
    {
    }

    /** A media driver; role, term and the position up to which its member has the log are null without a cluster. */
    record Driver(
        String node, State state, Double heartbeatAgeSeconds, String role, Double term, Double commitPosition)
    {
    }

    /** What goes from one part of the venue to the next. */
    record Arrow(String id, Double perSecond, Double lagBytes, Double p50Seconds, Double p99Seconds)
    {
    }

    /** What is counted of the venue as a whole. */
    record Totals(
        double twimeSessions,
        double fixSessions,
        double marketDataConnections,
        double liveOrders,
        Double answerP50Seconds,
        Double answerP99Seconds,
        double recordingLagBytes,
        double consumerLagBytes,
        double publicationLagBytes,
        Double memberLagBytes,
        double lateAnswers,
        double capacityRefusals,
        double errors,
        double newErrors,
        double lostDatagrams)
    {
    }

    /** The disk. */
    record Disk(Double freeBytes, double sizeBytes, Double untilFullSeconds, boolean isAlarm)
    {
    }

    /** The clock. */
    record Clock(String state, double offsetSeconds, double alarms, boolean isEntryStopped, boolean isAlarm)
    {
    }

    /** A certificate. */
    record Certificate(String store, String name, String expiry, boolean isAlarm)
    {
    }

    /** A clearing run. */
    record Clearing(
        String kind,
        double run,
        String step,
        double stepSeconds,
        double haltSeconds,
        double haltBudgetSeconds,
        boolean isAlarm)
    {
    }

    /**
     * Looks at the figures.
     *
     * @param figures between the last two looks.
     * @param times looks that the quantiles are taken between.
     * @param unreadable what cannot be read.
     * @param durability mode in force.
     * @param alerts null without an Alertmanager.
     */
    static VenueView of(
        final VenueFigures figures,
        final TwoLooks times,
        final List<String> unreadable,
        final String durability,
        final AlertWatch.Known alerts)
    {
        final List<String> problems = Health.problems(figures.looks().now(), null, Health.Question.READY);
        return new VenueView(figures.time().toString(), problems.isEmpty(), problems, unreadable, durability, alerts,
            figures.looks().now().components().stream().map((state) -> component(figures, state)).toList(),
            figures.looks().now().drivers().stream().map((state) -> driver(figures, state)).toList(),
            arrows(figures, times), totals(figures, times), figures.refusals(REASONS), disk(figures.disk()),
            clock(figures.clock()), certificate(figures.nextCertificate()), clearing(figures.clearing()));
    }

    private static Double known(final OptionalDouble value)
    {
        return value.isEmpty() ? null : value.getAsDouble();
    }

    private static Component component(final VenueFigures figures, final ComponentState state)
    {
        return new Component(state.node(), state.component(), state.pid(),
            figures.state(state),
            state.ageMs() / MS_PER_SECOND, known(figures.upSeconds(state)), known(figures.heapUsedBytes(state)),
            known(figures.heapLimitBytes(state)), figures.looks().hasRates() ? known(figures.gcShare(state)) : null);
    }

    private static Driver driver(final VenueFigures figures, final DriverState state)
    {
        final String role = figures.role(state.node());
        return new Driver(state.node(), state.isStale() ? State.NO_HEARTBEAT : State.READY,
            DriverState.ABSENT == state.ageMs() ? null : state.ageMs() / MS_PER_SECOND, role,
            null == role ? null : figures.term(state.node()),
            null == role ? null : known(figures.commitPosition(state.node())));
    }

    private static List<Arrow> arrows(final VenueFigures figures, final TwoLooks times)
    {
        final TwoLooks looks = figures.looks();
        return List.of(
            arrow("twime-in", looks, looks.perSecond("bourse_twime_commands_published"), null, times, INGRESS, TWIME),
            arrow("fix-in", looks, looks.perSecond("bourse_fix_commands"), null, times, INGRESS, FIX),
            arrow("journal", looks, figures.enginePerSecond("bourse_engine_commands_journalled"),
                looks.max("aeron_recording_lag_bytes").orElse(0), times, null, null),
            arrow("matcher", looks, figures.enginePerSecond("bourse_engine_commands_executed"), null, times,
                "bourse_request_engine_seconds", null),
            arrow("feeds", looks, figures.enginePerSecond("bourse_engine_event_frames_published"),
                looks.max("bourse_publication_lag_bytes").orElse(0), times, "bourse_simba_orders_send_seconds", null),
            arrow("public", looks, looks.perSecond("bourse_feed_packets"), null, times, null, null),
            arrow("twime-out", looks, looks.perSecond("bourse_twime_frames_sent"), null, times, EGRESS, TWIME),
            arrow("fix-out", looks, looks.perSecond("bourse_fix_messages_sent"), null, times, EGRESS, FIX),
            new Arrow("clearing", null, looks.max("aeron_subscriber_lag_bytes").orElse(0), null, null));
    }

    private static Arrow arrow(
        final String id,
        final TwoLooks looks,
        final double perSecond,
        final Double lagBytes,
        final TwoLooks times,
        final String histogram,
        final String component)
    {
        return new Arrow(id, looks.hasRates() ? perSecond : null, lagBytes,
            null == histogram ? null : quantile(times, histogram, component, MEDIAN),
            null == histogram ? null : quantile(times, histogram, component, P99));
    }

    private static Double quantile(
        final TwoLooks times, final String histogram, final String component, final double quantile)
    {
        return times.hasRates() ? known(times.quantile(histogram, component, quantile)) : null;
    }

    private static Totals totals(final VenueFigures figures, final TwoLooks times)
    {
        final TwoLooks looks = figures.looks();
        return new Totals(figures.twimeSessions(), figures.fixSessions(),
            looks.sum("bourse_service_connections_open"), figures.liveOrders(),
            quantile(times, ANSWER, null, MEDIAN), quantile(times, ANSWER, null, P99),
            looks.max("aeron_recording_lag_bytes").orElse(0), looks.max("aeron_subscriber_lag_bytes").orElse(0),
            looks.max("bourse_publication_lag_bytes").orElse(0), known(figures.memberLagBytes()),
            figures.lateAnswers(), figures.capacityRefusals(),
            figures.errors().stream().mapToDouble(VenueFigures.Errors::inAll).sum(),
            figures.errors().stream().mapToDouble(VenueFigures.Errors::increase).sum(), figures.lostDatagrams());
    }

    private static Disk disk(final VenueFigures.Disk disk)
    {
        return new Disk(known(disk.freeBytes()), disk.sizeBytes(), known(disk.untilFullSeconds()), disk.isAlarm());
    }

    private static Clock clock(final VenueFigures.Clock clock)
    {
        return new Clock(clock.state(), clock.offsetSeconds(), clock.alarms(), clock.isEntryStopped(),
            clock.isAlarm());
    }

    private static Certificate certificate(final VenueFigures.Certificate next)
    {
        return null == next ? null :
            new Certificate(next.store(), next.name(), next.expiry().toString(), next.isAlarm());
    }

    private static Clearing clearing(final VenueFigures.Clearing run)
    {
        return null == run ? null : new Clearing(run.kind(), run.run(), run.step(), run.stepSeconds(),
            run.haltSeconds(), run.haltBudgetSeconds(), run.isAlarm());
    }
}
