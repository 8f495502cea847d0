// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import org.agrona.collections.LongArrayList;

import java.util.Map;
import java.util.TreeMap;

/**
 * The timers of one consensus module, with the rules of Aeron Cluster 1.51: a leader takes a timer away when it fires
 * it; a follower when it sees the event in the log, which may be before its own service has asked for that timer, and
 * then the next request for it is swallowed.
 */
final class SimulatedTimers
{
    private final Map<Long, Long> deadlines = new TreeMap<>();
    private final Map<Long, Integer> expired = new TreeMap<>();
    private final LongArrayList requests = new LongArrayList();

    /** Timers without any, or those of a snapshot. */
    SimulatedTimers(final Map<Long, Long> restored)
    {
        deadlines.putAll(restored);
    }

    /** The service asks for a timer; the module hears of it later. */
    void request(final long correlationId, final long deadlineNs)
    {
        requests.addLong(correlationId);
        requests.addLong(deadlineNs);
    }

    /** The service asks for the end of a timer; the module hears of it later. */
    void cancelRequest(final long correlationId)
    {
        request(correlationId, Long.MAX_VALUE);
    }

    /** The module hears what its service has asked for. */
    void onRequests()
    {
        for (int i = 0; i < requests.size(); i += 2)
        {
            final long correlationId = requests.getLong(i);
            final long deadlineNs = requests.getLong(i + 1);
            if (Long.MAX_VALUE == deadlineNs)
            {
                deadlines.remove(correlationId);
            }
            else if (expired.getOrDefault(correlationId, 0) > 0)
            {
                expired.merge(correlationId, -1, Integer::sum);
            }
            else
            {
                deadlines.put(correlationId, deadlineNs);
            }
        }
        requests.clear();
    }

    /** A follower's module sees in the log that a timer has fired. */
    void onReplayed(final long correlationId)
    {
        if (null == deadlines.remove(correlationId))
        {
            expired.merge(correlationId, 1, Integer::sum);
        }
    }

    /**
     * A leader's module fires what is due.
     *
     * @return correlation id, or 0 for none.
     */
    long fire(final long nowNs)
    {
        for (final Map.Entry<Long, Long> timer : deadlines.entrySet())
        {
            if (timer.getValue() <= nowNs)
            {
                deadlines.remove(timer.getKey());
                return timer.getKey();
            }
        }
        return 0;
    }

    /** A leader that leads no more: what it fired without agreement is due again. */
    void restore(final long correlationId, final long nowNs)
    {
        deadlines.put(correlationId, nowNs);
    }

    Map<Long, Long> copy()
    {
        return new TreeMap<>(deadlines);
    }
}
