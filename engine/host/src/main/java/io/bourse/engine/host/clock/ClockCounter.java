// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.aeron.Aeron;
import io.bourse.engine.client.DriverCounters;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.telemetry.CounterSet;

/**
 * What other programs may know of a host's clock; {@link io.bourse.engine.client.ClockStatus} reads it.
 */
public enum ClockCounter
{
    /** How far the wall clock is ahead of the stamps; below 0 when it is behind. A few times a second. */
    OFFSET_NS(EngineStreams.CLOCK_OFFSET_TYPE_ID, "bourse-clock-offset-ns"),
    /** Stamp at which the state began. */
    SINCE_NS(EngineStreams.CLOCK_SINCE_TYPE_ID, "bourse-clock-since-ns"),
    /** Alarms since the start. */
    ALARMS(EngineStreams.CLOCK_ALARMS_TYPE_ID, "bourse-clock-alarms"),
    /** 1 from the stop of order entry until an operator confirms the time, else 0. */
    ENTRY_STOPPED(EngineStreams.CLOCK_ENTRY_STOPPED_TYPE_ID, "bourse-clock-entry-stopped"),
    /** Ordinal of the {@link ClockSync}. */
    SYNC(EngineStreams.CLOCK_SYNC_TYPE_ID, "bourse-clock-sync"),
    /** Ordinal of the {@link ClockState}; the last one, so that who finds it finds the others too. */
    STATE(EngineStreams.CLOCK_STATE_TYPE_ID, "bourse-clock-state");

    private final int typeId;
    private final String label;

    ClockCounter(final int typeId, final String label)
    {
        this.typeId = typeId;
        this.label = label;
    }

    /**
     * Allocates the counters of a host.
     *
     * @param aeron client of the host's driver.
     * @param partition of the engine.
     * @param recordingId of the event stream.
     * @return counters at zero.
     */
    public static CounterSet<ClockCounter> allocate(final Aeron aeron, final int partition, final long recordingId)
    {
        return new CounterSet<>(ClockCounter.class, counter ->
            DriverCounters.add(aeron, counter.typeId, counter.label, partition, recordingId));
    }
}
