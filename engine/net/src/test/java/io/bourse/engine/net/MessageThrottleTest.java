// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.engine.net.MessageThrottle.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MessageThrottleTest
{
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private final MessageThrottle throttle = new MessageThrottle(2);

    @Test
    void shouldRefuseWhatIsAboveTheLimitAndCutOffWhatIsFarAbove()
    {
        final List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 9; i++)
        {
            verdicts.add(throttle.onMessage(i));
        }
        assertEquals(List.of(
            Verdict.TAKE, Verdict.TAKE,
            Verdict.REFUSE, Verdict.REFUSE, Verdict.REFUSE, Verdict.REFUSE, Verdict.REFUSE, Verdict.REFUSE,
            Verdict.CUT_OFF), verdicts);
    }

    @Test
    void shouldBeginAWindowWithTheFirstMessageAfterTheOneBefore()
    {
        throttle.onMessage(-5 * SECOND);
        throttle.onMessage(-4 * SECOND - 1);
        assertEquals(Verdict.REFUSE, throttle.onMessage(-4 * SECOND - 1));
        assertEquals(Verdict.TAKE, throttle.onMessage(-4 * SECOND));
        assertEquals(Verdict.TAKE, throttle.onMessage(-3 * SECOND - 1));
        assertEquals(Verdict.REFUSE, throttle.onMessage(-3 * SECOND - 1));
    }

    @Test
    void shouldBeginAWindowWhenTheClockIsSetBack()
    {
        throttle.onMessage(9 * SECOND);
        throttle.onMessage(9 * SECOND);
        assertEquals(Verdict.TAKE, throttle.onMessage(8 * SECOND));
    }

    @Test
    void shouldForgetWhatAnEarlierConnectionSent()
    {
        throttle.onMessage(0);
        throttle.onMessage(0);
        throttle.reset();
        assertEquals(Verdict.TAKE, throttle.onMessage(1));
    }

    @Test
    void shouldTakeEverythingWithoutALimit()
    {
        final MessageThrottle open = new MessageThrottle(0);
        for (int i = 0; i < 1_000; i++)
        {
            assertEquals(Verdict.TAKE, open.onMessage(0));
        }
    }

    @Test
    void shouldTakeABurstInALongerWindow()
    {
        final MessageThrottle bursts = new MessageThrottle(2, 5);
        for (int i = 0; i < 10; i++)
        {
            assertEquals(Verdict.TAKE, bursts.onMessage(i));
        }
        assertEquals(Verdict.REFUSE, bursts.onMessage(5 * SECOND - 1));
        assertEquals(Verdict.TAKE, bursts.onMessage(5 * SECOND));
        for (int i = 1; i < 40; i++)
        {
            bursts.onMessage(5 * SECOND);
        }
        assertEquals(Verdict.CUT_OFF, bursts.onMessage(5 * SECOND));
    }

    @Test
    void shouldRefuseALimitBelowZero()
    {
        assertThrows(IllegalArgumentException.class, () -> new MessageThrottle(-1));
    }
}
