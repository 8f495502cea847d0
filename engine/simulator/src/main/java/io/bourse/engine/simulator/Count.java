// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/** What is counted of schedules, in the order in which people read it. */
enum Count
{
    COMMANDS("commands"),
    TRADES("trades"),
    ENGINE_CRASHES("engineCrashes"),
    GATEWAY_CRASHES("gatewayCrashes"),
    RESTARTS("restarts"),
    LEADERS("leaders"),
    RESENDS("resends"),
    COPIES("copies"),
    DUPLICATES_REFUSED("duplicatesRefused"),
    DEADLINES_FIRED("deadlinesFired"),
    SNAPSHOTS("snapshots"),
    STARTS_FROM_SNAPSHOT("startsFromSnapshot"),
    READERS_REOPENED("readersReopened"),
    CHECKS("checks"),
    WIPES("wipes"),
    STEP_DOWNS("stepDowns"),
    TORN_SNAPSHOTS("tornSnapshots"),
    TIMERS_REFUSED("timersRefused"),
    CLOCK_STEPS("clockSteps"),
    WRONG_STARTS("wrongStarts"),
    ENTRY_STOPS("entryStops"),
    REBALANCER_CRASHES("rebalancerCrashes"),
    LOST_MESSAGES("lostMessages"),
    LIMIT_MOVES("limitMoves"),
    LIMIT_REFUSALS("limitRefusals"),
    REFUSALS_SERVED("refusalsServed");

    final String label;

    Count(final String label)
    {
        this.label = label;
    }
}
