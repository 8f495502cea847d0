// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import org.agrona.concurrent.status.CountersReader;

/**
 * What an engine, in this process or in another one on this machine, reports of its clock.
 *
 * @param state whether the wall clock is followed.
 * @param sync whether it is disciplined.
 * @param offsetNs how far the wall clock is ahead of engine time; below 0 when it is behind.
 * @param sinceNs engine time at which the state began; 0 when it is that of the start.
 * @param alarms how often there was an alarm since the start.
 */
public record ClockStatus(State state, Sync sync, long offsetNs, long sinceNs, long alarms)
{
    /** States, by their numbers in the counter. */
    public enum State
    {
        /** The wall clock is within the step limit. */
        TRUSTED,
        /** It is ahead by more and is not followed. */
        AHEAD,
        /** It is behind by more; engine time runs slower. */
        BEHIND,
        /** It is behind by more as an operator has confirmed; engine time runs slower. */
        ABSORBING
    }

    /** Whether the wall clock is disciplined, by what the kernel said; by their numbers in the counter. */
    public enum Sync
    {
        /** The system does not say. */
        UNKNOWN,
        /** It has not been synchronised since the start of the engine. */
        FREE_RUNNING,
        /** It is synchronised, and as exact as it has to be. */
        LOCKED,
        /** It is less exact than it has to be, or not synchronised any more; it is not followed. */
        HOLDOVER
    }

    /**
     * Reads the counters of a running engine.
     *
     * @param aeronDirectoryName of its media driver.
     * @param partition of the engine.
     * @return as it is now.
     * @throws IllegalStateException when the engine that runs there reports no clock.
     */
    public static ClockStatus read(final String aeronDirectoryName, final int partition)
    {
        try (Aeron aeron = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(aeronDirectoryName)
            .clientName("bourse-clock-status-" + partition)
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)))
        {
            final CountersReader counters = aeron.countersReader();
            final long state = value(counters, EngineStreams.CLOCK_STATE_TYPE_ID, partition, aeronDirectoryName);
            return new ClockStatus(
                State.values()[(int)state],
                Sync.values()[(int)value(
                    counters, EngineStreams.CLOCK_SYNC_TYPE_ID, partition, aeronDirectoryName)],
                value(counters, EngineStreams.CLOCK_OFFSET_TYPE_ID, partition, aeronDirectoryName),
                value(counters, EngineStreams.CLOCK_SINCE_TYPE_ID, partition, aeronDirectoryName),
                value(counters, EngineStreams.CLOCK_ALARMS_TYPE_ID, partition, aeronDirectoryName));
        }
    }

    private static long value(
        final CountersReader counters, final int typeId, final int partition, final String aeronDirectoryName)
    {
        final int counterId = DriverCounters.find(counters, typeId, partition);
        if (CountersReader.NULL_COUNTER_ID == counterId)
        {
            throw new IllegalStateException("the engine does not report its clock, is it of another version? " +
                "aeronDirectoryName=" + aeronDirectoryName + " partition=" + partition + " typeId=" + typeId);
        }
        return counters.getCounterValue(counterId);
    }
}
