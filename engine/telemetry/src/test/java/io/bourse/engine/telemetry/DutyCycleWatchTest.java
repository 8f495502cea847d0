// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import io.bourse.testing.FlightEvents;
import jdk.jfr.consumer.RecordedEvent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(60)
class DutyCycleWatchTest
{
    private static final String EVENT = "bourse.SlowDutyCycle";
    private static final int CYCLES = 5;
    private static final int LOOKS = 3;

    private final AtomicLong cycles = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();

    @Test
    void shouldRecordCyclesThatWereSeenMoreThanOnceAndNoOthers()
    {
        try (DutyCycleWatch watch = new DutyCycleWatch(); FlightEvents events = new FlightEvents(EVENT))
        {
            final AtomicLong fast = new AtomicLong();
            watch.add("fast", fast::incrementAndGet);
            watch.add("never started", () -> 0);
            watch.add("slow", this::look);
            workSlowly();
            final List<RecordedEvent> recorded = events.stop();
            assertFalse(recorded.isEmpty());
            long last = 0;
            for (final RecordedEvent event : recorded)
            {
                assertEquals("slow", event.getString("agent"));
                assertTrue(event.getLong("cycle") > last && event.getLong("cycle") <= CYCLES, event::toString);
                assertTrue(event.getDuration().isPositive(), event::toString);
                assertEquals(List.of("Bourse"), event.getEventType().getCategoryNames());
                last = event.getLong("cycle");
            }
        }
    }

    @Test
    void shouldLookOnlyWhileItIsOpenAndRecorded()
    {
        try (FlightEvents events = new FlightEvents(EVENT))
        {
            final DutyCycleWatch watch = new DutyCycleWatch();
            watch.add("slow", this::look);
            workSlowly();
            watch.close();
            final long before = looks.get();
            try (DutyCycleWatch other = new DutyCycleWatch())
            {
                final AtomicLong looksOfOther = new AtomicLong();
                other.add("other", looksOfOther::incrementAndGet);
                await(looksOfOther, LOOKS);
                // One look may have been under way.
                assertTrue(looks.get() <= before + 1, () -> "looks=" + looks + " before=" + before);
            }
            assertFalse(events.stop().isEmpty());
        }
    }

    private long look()
    {
        // Counted behind the reading, so that the look that is awaited has seen the cycle.
        final long now = cycles.get();
        looks.incrementAndGet();
        return now;
    }

    /** Each cycle lasts until it was looked at some times. */
    private void workSlowly()
    {
        for (int i = 0; i < CYCLES; i++)
        {
            cycles.incrementAndGet();
            await(looks, looks.get() + LOOKS);
        }
        cycles.incrementAndGet();
        await(looks, looks.get() + LOOKS);
    }

    private static void await(final AtomicLong count, final long atLeast)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (count.get() < atLeast)
        {
            idle.idle();
        }
    }
}
