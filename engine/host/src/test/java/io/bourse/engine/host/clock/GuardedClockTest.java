// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.recording.DeadlineCommand;
import io.bourse.engine.protocol.ConfirmTimeEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.StopOrderEntryEncoder;
import org.agrona.sbe.MessageEncoderFlyweight;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Stamps from a wall clock that steps and a monotonic clock that does not, step by step and by chance. The seed of
 * chance is new every time and printed; run it again with {@code -Dbourse.seed=...}.
 */
class GuardedClockTest
{
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long DAY = TimeUnit.DAYS.toNanos(1);
    private static final long START = 1_795_244_400_000_000_000L;
    private static final int PPM = 500;

    private final GuardedClock clock = new GuardedClock(ClockOptions.DEFAULT);
    /** True time is the monotonic one; the wall clock differs from it by the error. */
    private long trueNs = START;
    private long errorNs;

    private long after(final long elapsedNs)
    {
        trueNs += elapsedNs;
        return clock.stamp(trueNs + errorNs, trueNs);
    }

    private void start(final long lastStampNs, final boolean isConfirmed)
    {
        start(lastStampNs, isConfirmed, TimeConfirmation.NONE);
    }

    private void start(final long lastStampNs, final boolean isConfirmed, final TimeConfirmation confirmation)
    {
        clock.start(lastStampNs, isConfirmed, confirmation, trueNs + errorNs, trueNs);
    }

    private void confirm(final long confirmedNs)
    {
        clock.confirm(confirmedNs, trueNs + errorNs, trueNs);
    }

    @Test
    void shouldFollowTheWallClockBySlewingWhenTheDifferenceIsSmall()
    {
        start(0, true);
        errorNs = 100 * MS;
        assertEquals(trueNs + SECOND + 500_000, after(SECOND));
        assertEquals(ClockState.TRUSTED, clock.state());
        assertEquals(trueNs + 199 * SECOND + 199 * 500_000 + 500_000, after(199 * SECOND));
        assertEquals(trueNs + SECOND + 100 * MS, after(SECOND));
        errorNs = -200 * MS;
        assertEquals(trueNs + SECOND + 100 * MS - 500_000, after(SECOND));
        after(1_000 * SECOND);
        assertEquals(trueNs - 200 * MS, clock.stampNs());
        assertEquals(0, clock.offsetNs());
    }

    @Test
    void shouldNotFollowAWallClockThatIsFarAhead()
    {
        start(0, true);
        for (final long stepNs : new long[]{SECOND + 1, HOUR, 3_650 * DAY})
        {
            errorNs = stepNs;
            assertEquals(trueNs + HOUR, after(HOUR));
            assertEquals(ClockState.AHEAD, clock.state());
            assertEquals(stepNs, clock.offsetNs());
        }
        errorNs = 0;
        assertEquals(trueNs + 1, after(1));
        assertEquals(ClockState.TRUSTED, clock.state());
    }

    @Test
    void shouldRunSlowerUntilTheWallClockIsThereWhenItSteppedBack()
    {
        start(0, true);
        errorNs = -HOUR;
        assertEquals(trueNs + SECOND - 500_000, after(SECOND));
        assertEquals(ClockState.BEHIND, clock.state());
        // An hour at 500 ppm takes 83 days and 8 hours.
        assertEquals(trueNs + 83 * DAY - 83 * 43_200 * MS - 500_000, after(83 * DAY));
        assertEquals(ClockState.BEHIND, clock.state());
        after(DAY);
        assertEquals(trueNs - HOUR, clock.stampNs());
        assertEquals(ClockState.TRUSTED, clock.state());
    }

    @Test
    void shouldGoOnWhereTheWallClockIsWhenItIsConfirmed()
    {
        start(0, true);
        errorNs = HOUR;
        after(SECOND);
        confirm(trueNs + HOUR - 3 * SECOND);
        assertEquals(trueNs + HOUR, clock.stampNs());
        assertEquals(ClockState.TRUSTED, clock.state());
        assertEquals(trueNs + SECOND + HOUR, after(SECOND));
    }

    @Test
    void shouldGoOnToBeUncertainWhenSomethingElseIsConfirmed()
    {
        start(0, true);
        errorNs = HOUR;
        after(SECOND);
        confirm(trueNs + 11 * SECOND);
        assertEquals(trueNs + 11 * SECOND, clock.stampNs());
        assertEquals(ClockState.AHEAD, clock.state());
    }

    @Test
    void shouldWaitWithoutAlarmForAWallClockThatIsBehindAsConfirmed()
    {
        start(0, true);
        errorNs = -HOUR;
        final long before = after(SECOND);
        confirm(trueNs - HOUR);
        assertEquals(before, clock.stampNs());
        assertEquals(ClockState.ABSORBING, clock.state());
        assertEquals(before + SECOND - 500_000, after(SECOND));
        assertEquals(ClockState.ABSORBING, clock.state());
        after(10 * DAY);
        assertEquals(ClockState.ABSORBING, clock.state());
        // Another step, of which nobody knows.
        errorNs -= 2 * SECOND;
        after(SECOND);
        assertEquals(ClockState.BEHIND, clock.state());
        errorNs += 2 * SECOND;
        after(SECOND);
        assertEquals(ClockState.ABSORBING, clock.state());
        errorNs = 0;
        after(SECOND);
        assertEquals(ClockState.AHEAD, clock.state(), "engine time has lost more than a second in ten days");
    }

    @Test
    void shouldTakeTheWallClockAsItIsAfterADowntime()
    {
        start(START - 5 * DAY, true);
        assertEquals(START, clock.stampNs());
        assertEquals(ClockState.TRUSTED, clock.state());

        start(START - 5 * DAY - 1, true);
        assertEquals(START - 5 * DAY - 1, clock.stampNs());
        assertEquals(ClockState.AHEAD, clock.state());

        start(START + HOUR, true);
        assertEquals(START + HOUR, clock.stampNs());
        assertEquals(ClockState.BEHIND, clock.state());
        assertEquals(START + HOUR + SECOND - 500_000, after(SECOND));
    }

    @Test
    void shouldNotTakeTheWallClockThatStoppedTheVenueBecauseOfARestart()
    {
        errorNs = HOUR;
        start(START - SECOND, false);
        assertEquals(START - SECOND, clock.stampNs());
        assertEquals(ClockState.AHEAD, clock.state());
    }

    @Test
    void shouldStartWithoutAlarmWhenTheWallClockIsStillBehindAsConfirmed()
    {
        final TimeConfirmation confirmation = new TimeConfirmation(START - HOUR, START);
        errorNs = -HOUR;
        start(START + MS, true, confirmation);
        assertEquals(ClockState.ABSORBING, clock.state());
        assertEquals(START + MS + SECOND - 500_000, after(SECOND));
        assertEquals(ClockState.ABSORBING, clock.state());

        errorNs = -HOUR - 12 * SECOND;
        start(trueNs, true, confirmation);
        assertEquals(ClockState.BEHIND, clock.state(), "it stepped back again");
        errorNs = -HOUR;
        start(trueNs, false, confirmation);
        assertEquals(ClockState.BEHIND, clock.state(), "order entry was stopped again");
        // Ten days of running slower have made up for seven minutes.
        trueNs += 10 * DAY;
        start(trueNs, true, confirmation);
        assertEquals(ClockState.BEHIND, clock.state(), "it stepped back while it was made up for");
        errorNs = -HOUR + 10 * 43_200 * MS;
        start(trueNs, true, confirmation);
        assertEquals(ClockState.ABSORBING, clock.state());
    }

    @Test
    void shouldAlarmAtAStartWhenTheWallClockThatWasConfirmedWasNotBehind()
    {
        errorNs = -2 * SECOND;
        start(trueNs, true, new TimeConfirmation(START, START));
        assertEquals(ClockState.BEHIND, clock.state());
        start(trueNs, true, new TimeConfirmation(START + HOUR, START));
        assertEquals(ClockState.BEHIND, clock.state());
    }

    @Test
    void shouldGoBackToThoseWhoStampWhenItWasStartedAhead()
    {
        errorNs = HOUR;
        start(START - DAY, true);
        assertEquals(trueNs + HOUR, clock.stampNs());
        assertEquals(HOUR + SECOND, clock.follow(trueNs - SECOND, trueNs, trueNs + errorNs));
        assertEquals(trueNs - SECOND, clock.stampNs());
        assertEquals(ClockState.AHEAD, clock.state());
        assertEquals(trueNs + HOUR - SECOND, after(HOUR));

        assertEquals(0, clock.follow(trueNs - 3 * SECOND, trueNs - 2 * SECOND, trueNs + errorNs));
        assertEquals(trueNs - SECOND, clock.stampNs(), "within the limit");
        assertEquals(0, clock.follow(trueNs + DAY, trueNs + DAY, trueNs + errorNs));
        assertEquals(trueNs + DAY, clock.stampNs());
        assertEquals(ClockState.BEHIND, clock.state());
    }

    @Test
    void shouldNotBeMistakenAboutAMonotonicClockThatGoesBack()
    {
        start(0, true);
        final long before = after(SECOND);
        assertEquals(before, after(-SECOND));
        assertEquals(before, after(SECOND));
        assertEquals(before + MS, after(MS));
    }

    @Test
    void shouldKeepItsPromisesWhenClocksStepByChance()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("GuardedClockTest bourse.seed=" + seed);
        for (int i = 0; i < 200; i++)
        {
            stepByChance(new Random(seed + i));
        }
    }

    private void stepByChance(final Random random)
    {
        trueNs = START;
        errorNs = 0;
        start(0, true);
        long lastNs = clock.stampNs();
        long elapsedNs = 0;
        for (int i = 0; i < 2_000; i++)
        {
            if (0 == random.nextInt(20))
            {
                errorNs = random.nextBoolean() ? 0 : (random.nextLong() >> random.nextInt(5, 60)) % (3_650 * DAY);
            }
            final long nextNs = random.nextLong(1L << random.nextInt(1, 40));
            elapsedNs += nextNs;
            final long stampNs = after(nextNs);
            // At least at the speed of time less the slew, and one nanosecond of rounding.
            assertTrue(stampNs - lastNs >= nextNs - nextNs / 1_000_000 * PPM - PPM - 1, "runs too slowly");
            assertTrue(stampNs >= lastNs, "goes back");
            final long boundNs = elapsedNs / 1_000_000 * PPM + PPM;
            assertTrue(stampNs - trueNs <= boundNs, "ahead of the monotonic clock by " + (stampNs - trueNs));
            assertTrue(trueNs - stampNs <= boundNs, "behind the monotonic clock by " + (trueNs - stampNs));
            lastNs = stampNs;
        }
        // A wall clock that is not too far ahead is met in the end.
        errorNs = Math.min(clock.stampNs() - trueNs + SECOND, 0);
        for (int i = 0; i < 40; i++)
        {
            after(DAY * 10);
        }
        assertEquals(ClockState.TRUSTED, clock.state());
        assertEquals(0, clock.offsetNs());
    }

    @Test
    void shouldComeToTheSameWhateverTheStepsOfTheClockAre()
    {
        start(0, true);
        errorNs = 500 * MS;
        for (int i = 0; i < 1_000_000; i++)
        {
            after(777);
        }
        assertEquals(trueNs + 777_000_000L * PPM / 1_000_000, clock.stampNs());
    }

    @Test
    void shouldGoOnWithTheMonotonicClockInHoldover()
    {
        start(0, true);
        clock.holdover(true);
        errorNs = 900 * MS;
        assertEquals(trueNs + HOUR, after(HOUR));
        errorNs = -900 * MS;
        assertEquals(trueNs + HOUR, after(HOUR));
        assertEquals(ClockState.TRUSTED, clock.state());
        clock.holdover(false);
        assertEquals(trueNs + SECOND - 500_000, after(SECOND));
    }

    /** It is an alarm as ever, and what an operator has confirmed is made up for as ever. */
    @Test
    void shouldJudgeLargeStepsInHoldoverAsEver()
    {
        start(0, true);
        clock.holdover(true);
        errorNs = HOUR;
        assertEquals(trueNs + SECOND, after(SECOND));
        assertEquals(ClockState.AHEAD, clock.state());
        errorNs = -HOUR;
        assertEquals(trueNs + SECOND - 500_000, after(SECOND));
        assertEquals(ClockState.BEHIND, clock.state());
        confirm(trueNs + errorNs);
        assertEquals(ClockState.ABSORBING, clock.state());
        assertEquals(trueNs + SECOND - 1_000_000, after(SECOND));
        errorNs = HOUR;
        after(SECOND);
        confirm(trueNs + errorNs);
        assertEquals(ClockState.TRUSTED, clock.state());
        assertEquals(trueNs + errorNs, clock.stampNs());
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense()
    {
        final ClockOptions good = ClockOptions.DEFAULT;
        for (final int ppm : new int[]{0, -1, 100_001})
        {
            assertThrows(IllegalArgumentException.class, () ->
                new ClockOptions(ppm, SECOND, DAY, 1, good.wall(), good.monotonic(), good.kernel()));
        }
        assertThrows(IllegalArgumentException.class, () ->
            new ClockOptions(PPM, 0, DAY, 1, good.wall(), good.monotonic(), good.kernel()));
        assertThrows(IllegalArgumentException.class, () ->
            new ClockOptions(PPM, SECOND, SECOND - 1, 1, good.wall(), good.monotonic(), good.kernel()));
        assertThrows(IllegalArgumentException.class, () ->
            new ClockOptions(PPM, SECOND, DAY, 0, good.wall(), good.monotonic(), good.kernel()));
        assertThrows(IllegalArgumentException.class, () ->
            new ClockOptions(PPM, SECOND, DAY, 1, null, good.monotonic(), good.kernel()));
        assertThrows(IllegalArgumentException.class, () ->
            new ClockOptions(PPM, SECOND, DAY, 1, good.wall(), good.monotonic(), null));
    }

    /** A member that follows: what the leader stamps moves its own clock, and no time counts twice. */
    @Test
    void shouldGoOnFromTheHistoryOfAnotherHost()
    {
        final AtomicLong nowNs = new AtomicLong(START);
        final HostClock host = new HostClock(ClockOptions.DEFAULT.withClocks(nowNs::get, nowNs::get));
        host.start(0, true, TimeConfirmation.NONE);
        final MatchingEngine engine = new MatchingEngine(0, (sequence, buffer, offset, length) -> { });
        final UnsafeBuffer command = DeadlineCommand.of(0);
        nowNs.addAndGet(HOUR);
        engine.onCommand(START + HOUR + 1_000, 96, command, 0, command.capacity());
        host.onExecuted(engine);
        assertEquals(START + HOUR + 1_000, host.nanoTime());
        nowNs.addAndGet(MS);
        assertEquals(START + HOUR + MS + 1_000 - 500, host.nanoTime());
        assertFalse(host.isStopDue());
    }

    /** A member that was started ahead asks; what measures silence goes on. */
    @Test
    void shouldBeWithTheLogWhenItHasAskedForTheTime()
    {
        final AtomicLong nowNs = new AtomicLong(START);
        final HostClock host = new HostClock(ClockOptions.DEFAULT.withClocks(() -> nowNs.get() + HOUR, nowNs::get));
        host.start(START - DAY, true, TimeConfirmation.NONE);
        assertEquals(START + HOUR, host.nanoTime());
        host.onSessionOpen(6, START - HOUR);
        host.ask();
        nowNs.addAndGet(MS);
        assertFalse(host.isAnswered(7));
        host.onSessionOpen(7, START + MS);
        nowNs.addAndGet(MS);
        assertFalse(host.isWithLog());
        assertTrue(host.isAnswered(7));
        assertEquals(START + 2 * MS, host.nanoTime());
        assertTrue(host.isWithLog());
        assertEquals(START + HOUR + 2 * MS, host.nanoTime() + host.steppedBackNs());
        assertEquals(ClockState.AHEAD, host.state());
    }

    @Test
    void shouldBeWithTheLogWhenTheLogHasComeToItsTime()
    {
        final AtomicLong nowNs = new AtomicLong(START);
        final HostClock host = new HostClock(ClockOptions.DEFAULT.withClocks(nowNs::get, nowNs::get));
        host.start(START - DAY, true, TimeConfirmation.NONE);
        host.onSessionOpen(6, START - SECOND - 1);
        host.nanoTime();
        assertFalse(host.isWithLog());
        host.onSessionOpen(7, START - SECOND);
        host.nanoTime();
        assertTrue(host.isWithLog());
    }

    /** The wall clock is not read for each stamp: what was read before it was set right counts no more. */
    @Test
    void shouldReadTheWallClockAnewWhenTheTimeIsConfirmed()
    {
        final AtomicLong nowNs = new AtomicLong(START);
        final AtomicLong aheadNs = new AtomicLong();
        final HostClock host =
            new HostClock(ClockOptions.DEFAULT.withClocks(() -> nowNs.get() + aheadNs.get(), nowNs::get));
        host.start(START, true, TimeConfirmation.NONE);
        aheadNs.set(SECOND / 2);
        nowNs.addAndGet(MS);
        assertEquals(START + MS + PPM, host.nanoTime());
        aheadNs.set(0);
        final MatchingEngine engine = new MatchingEngine(0, (sequence, buffer, offset, length) -> { });
        final UnsafeBuffer command = new UnsafeBuffer(new byte[256]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        for (int level = 1 + engine.featureLevel(); level <= FeatureLevels.GUARDED; level++)
        {
            execute(engine, level, command,
                new SetFeatureLevelEncoder().wrapAndApplyHeader(command, 0, header).level(level));
        }
        execute(engine, 10, command,
            new StopOrderEntryEncoder().wrapAndApplyHeader(command, 0, header).wallNs(START).stampNs(START));
        execute(engine, 11, command, new ConfirmTimeEncoder().wrapAndApplyHeader(command, 0, header).wallNs(START));
        assertEquals(1, engine.timeConfirmations());
        host.onExecuted(engine);
        assertEquals(START + MS + PPM, host.nanoTime());
    }

    private static void execute(
        final MatchingEngine engine, final int number, final UnsafeBuffer buffer, final MessageEncoderFlyweight command)
    {
        engine.onCommand(
            START, number * 96L, buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + command.encodedLength());
    }

    /** The first use of the wall clock takes long, or another program comes in between. */
    @Test
    void shouldNotTakeTheTimeOfAReadingForADifferenceOfClocks()
    {
        final AtomicLong nowNs = new AtomicLong(START);
        final AtomicLong readingNs = new AtomicLong(40_000);
        final HostClock host = new HostClock(ClockOptions.DEFAULT.withClocks(
            () -> nowNs.addAndGet(readingNs.getAndSet(100)), nowNs::get));
        host.start(0, true, TimeConfirmation.NONE);
        final long stampNs = host.nanoTime();
        // Of times since 1970 the method for floats would see no difference.
        assertEquals(0, stampNs - nowNs.get(), 50);
    }

    /** What a stamp costs is printed, not asserted: machines differ. */
    @Test
    void shouldTellWhatAStampCosts()
    {
        final HostClock host = new HostClock(ClockOptions.DEFAULT);
        host.start(0, true, TimeConfirmation.NONE);
        long sum = 0;
        for (int round = 0; round < 5; round++)
        {
            final int stamps = 1_000_000;
            final long beganNs = System.nanoTime();
            for (int i = 0; i < stamps; i++)
            {
                sum += host.nanoTime();
            }
            final long guardedNs = System.nanoTime() - beganNs;
            for (int i = 0; i < stamps; i++)
            {
                sum += ClockOptions.DEFAULT.wall().nanoTime();
            }
            final long bothNs = System.nanoTime() - beganNs;
            System.out.println("GuardedClockTest a stamp costs ns=" + guardedNs / stamps + " wallClockAloneNs=" +
                (bothNs - guardedNs) / stamps);
        }
        assertTrue(0 != sum);
    }
}
