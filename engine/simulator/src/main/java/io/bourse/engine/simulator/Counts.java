// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * What happened in one schedule.
 */
final class Counts
{
    private long commands;
    private long engineCrashes;
    private long gatewayCrashes;
    private long restarts;
    private long resends;
    private long copies;
    private long duplicates;
    private long deadlines;
    private long snapshots;
    private long snapshotStarts;
    private long reopened;
    private long leaders;
    private long trades;
    private long checks;
    private long wipes;
    private long stepDowns;
    private long tornSnapshots;
    private long timersRefused;
    private long clockSteps;

    void executed(final long count)
    {
        commands += count;
    }

    void engineCrashed()
    {
        engineCrashes++;
    }

    void gatewayCrashed()
    {
        gatewayCrashes++;
    }

    void restarted()
    {
        restarts++;
    }

    void resent(final long count)
    {
        resends += count;
    }

    void copied()
    {
        copies++;
    }

    void duplicates(final long count)
    {
        duplicates += count;
    }

    void deadlines(final long count)
    {
        deadlines += count;
    }

    void snapshot()
    {
        snapshots++;
    }

    void startedFromSnapshot()
    {
        snapshotStarts++;
    }

    void reopened(final long count)
    {
        reopened += count;
    }

    void elected()
    {
        leaders++;
    }

    void trades(final long count)
    {
        trades += count;
    }

    void checked()
    {
        checks++;
    }

    void wiped()
    {
        wipes++;
    }

    void steppedDown()
    {
        stepDowns++;
    }

    void tornSnapshot()
    {
        tornSnapshots++;
    }

    void timerRefused()
    {
        timersRefused++;
    }

    void clockStepped()
    {
        clockSteps++;
    }

    /** Adds the counts of another schedule. */
    void add(final Counts other)
    {
        commands += other.commands;
        engineCrashes += other.engineCrashes;
        gatewayCrashes += other.gatewayCrashes;
        restarts += other.restarts;
        resends += other.resends;
        copies += other.copies;
        duplicates += other.duplicates;
        deadlines += other.deadlines;
        snapshots += other.snapshots;
        snapshotStarts += other.snapshotStarts;
        reopened += other.reopened;
        leaders += other.leaders;
        trades += other.trades;
        checks += other.checks;
        wipes += other.wipes;
        stepDowns += other.stepDowns;
        tornSnapshots += other.tornSnapshots;
        timersRefused += other.timersRefused;
        clockSteps += other.clockSteps;
    }

    @Override
    public String toString()
    {
        return "commands=" + commands + " trades=" + trades + " engineCrashes=" + engineCrashes + " gatewayCrashes=" +
            gatewayCrashes + " restarts=" + restarts + " leaders=" + leaders + " resends=" + resends + " copies=" +
            copies + " duplicatesRefused=" + duplicates + " deadlinesFired=" + deadlines + " snapshots=" + snapshots +
            " startsFromSnapshot=" + snapshotStarts + " readersReopened=" + reopened + " checks=" + checks +
            " wipes=" + wipes + " stepDowns=" + stepDowns + " tornSnapshots=" + tornSnapshots + " timersRefused=" +
            timersRefused + " clockSteps=" + clockSteps;
    }
}
