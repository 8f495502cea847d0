// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import org.agrona.concurrent.Agent;

/**
 * Waits until a member has executed what the cluster had committed when the member joined it. Before that its event
 * stream ends in the past: a client that links to it takes old events for the newest ones, and a publisher of market
 * data goes live there and sends again what has left already.
 */
final class CatchUp implements Agent
{
    private static final long UNKNOWN = -1;

    private final EngineService service;
    private final ModuleCounters counters;
    private final Runnable onCaughtUp;
    private long commitPosition = UNKNOWN;
    private boolean isComplete;

    /**
     * A member that has just been launched.
     *
     * @param service of the member.
     * @param counters of its consensus module.
     * @param onCaughtUp called once.
     */
    CatchUp(final EngineService service, final ModuleCounters counters, final Runnable onCaughtUp)
    {
        this.service = service;
        this.counters = counters;
        this.onCaughtUp = onCaughtUp;
    }

    @Override
    public int doWork()
    {
        if (isComplete)
        {
            return 0;
        }
        if (UNKNOWN == commitPosition && service.cycles() > 0 && counters.isElectionClosed())
        {
            // Not asked again: under load the service is always a little behind.
            commitPosition = counters.commitPosition();
        }
        if (UNKNOWN == commitPosition || service.logPosition() < commitPosition)
        {
            return 0;
        }
        isComplete = true;
        onCaughtUp.run();
        return 1;
    }

    @Override
    public String roleName()
    {
        return "bourse-member-catch-up";
    }
}
