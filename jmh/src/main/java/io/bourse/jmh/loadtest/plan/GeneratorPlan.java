// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import java.util.List;

/**
 * What one generator's process is told, as a JSON file. It opens its sessions, prints {@value #READY}, and then carries
 * out a stage for every line {@code RUN NAME} of its input: prints {@value #DONE} and the name when
 * {@code NAME.json}, a {@link io.bourse.jmh.loadtest.result.StageResult} without feeds and threads, and the
 * HdrHistogram logs lie in its directory. It ends with its input, or behind a line {@value #FAILED} with the reason,
 * for instance that the venue has ended a session.
 *
 * @param twimeHost host of the TWIME gateway.
 * @param twimePort port of the same.
 * @param fixHost host of the FIX gateway.
 * @param fixPort port of the same.
 * @param sessions to open.
 * @param clientPerSecond transactions of all client sessions together.
 * @param flow what they send.
 * @param stages it may be asked for.
 * @param directory for what it writes.
 * @param floorLimitNs the floor above which an interval is left out of the clean percentiles.
 * @param venueGaps file in which the venue's engine tells when its thread was away, see
 *     {@code venue.engine.gap-meter}: such times are left out as well; null when it tells nothing.
 */
public record GeneratorPlan(
    String twimeHost,
    int twimePort,
    String fixHost,
    int fixPort,
    List<SessionPlan> sessions,
    int clientPerSecond,
    FlowPlan flow,
    List<StagePlan> stages,
    String directory,
    long floorLimitNs,
    String venueGaps)
{
    /** Printed when all sessions are there. */
    public static final String READY = "READY";
    /** Begins the line that tells the end of a stage. */
    public static final String DONE = "DONE ";
    /** Begins the line that tells why a stage could not be done; the generator ends behind it. */
    public static final String FAILED = "FAILED ";
    /** Begins the line that asks for a stage. */
    public static final String RUN = "RUN ";
}
