// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a venue, or one component of it, lives and whether it is ready: what is wrong, one sentence each.
 */
public final class Health
{
    /** What must be true. */
    public enum Question
    {
        /** The process and its threads go on. */
        LIVE,
        /** It does what it is for. */
        READY
    }

    private Health()
    {
    }

    /**
     * Judges.
     *
     * @param look at the venue.
     * @param component short name, {@code node/component}, or null for all.
     * @param question to answer.
     * @return reasons why not; empty when all is well; null when there is no such component.
     */
    public static List<String> problems(final VenueMetrics.Look look, final String component, final Question question)
    {
        final List<String> problems = new ArrayList<>();
        final List<ComponentState> asked = look.components().stream().filter((state) -> null == component ||
            component.equals(state.component()) || component.equals(state.node() + '/' + state.component())).toList();
        if (asked.isEmpty())
        {
            return null == component ? List.of("no component of the venue runs on this data directory") : null;
        }
        asked.forEach((state) -> addComponent(state, question, problems));
        for (final DriverState driver : look.drivers())
        {
            if (asked.stream().anyMatch((state) -> state.node().equals(driver.node())))
            {
                final boolean isEngine = asked.stream().anyMatch(
                    (state) -> ComponentSource.ENGINE.equals(state.component()) && state.node().equals(driver.node()));
                addDriver(driver, question, isEngine, problems);
            }
        }
        if (Question.READY == question && asked.stream().anyMatch(
            (state) -> ComponentSource.ENGINE.equals(state.component())))
        {
            problems.addAll(look.fullDisks());
        }
        return problems;
    }

    private static void addComponent(
        final ComponentState state, final Question question, final List<String> problems)
    {
        final String facts = ": node=" + state.node() + " component=" + state.component() + " pid=" + state.pid();
        if (state.isStale())
        {
            problems.add("the component gives no signs of life, start it again" + facts + " heartbeatAgeMs=" +
                state.ageMs() + " limitMs=" + ComponentState.STALE_MS);
        }
        else if (Question.READY == question && !state.isServing())
        {
            problems.add("the component is starting" + facts);
        }
    }

    private static void addDriver(
        final DriverState driver, final Question question, final boolean isEngine, final List<String> problems)
    {
        final String node = ": node=" + driver.node();
        if (driver.isStale())
        {
            problems.add("the media driver gives no signs of life, start the engine again" + node +
                (DriverState.ABSENT == driver.ageMs() ? "" : " heartbeatAgeMs=" + driver.ageMs()) +
                " limitMs=" + DriverState.STALE_MS);
        }
        else if (Question.READY == question && isEngine)
        {
            if (driver.isElecting())
            {
                problems.add((driver.isLeaderless() ? "no leader, the cluster waits for a majority" :
                    "the cluster has elected a leader, the member joins it") + node + " electionState=" +
                    driver.electionState());
            }
            if (!driver.isModuleActive())
            {
                problems.add("the member of the cluster is not active" + node + " moduleState=" +
                    driver.moduleState());
            }
            if (driver.isEntryStopped())
            {
                problems.add("order entry is stopped until the time is confirmed, see `bourse clock`" + node);
            }
        }
    }
}
