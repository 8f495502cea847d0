// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.ClockStatus;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.operator.CalendarEntry;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.testing.ClockEvents;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.SteppingClock;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A solo engine whose wall clock steps. An order until a date, a calendar and the grace of a disconnect are due half an
 * hour after the start.
 */
@Tag("venue")
class ClockStepTest
{
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final int TEN_YEARS_OF_HOURS = 87_648;
    private static final long HALF_AN_HOUR = HOUR / 2;
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;

    private final SteppingClock clock = new SteppingClock();

    @ParameterizedTest
    @ValueSource(ints = {1, TEN_YEARS_OF_HOURS, -1})
    void shouldStopOrderEntryAndLetNothingExpireWhenTheClockSteps(final int hours)
    {
        final long stepNs = TimeUnit.HOURS.toNanos(hours);
        long cursor;
        final long dueNs;
        try (TestEngine engine = start())
        {
            dueNs = fill(engine);
            cursor = engine.connect().endCursor();
            clock.error(stepNs);
            final ClockEvents stopped = ClockEvents.until(engine.connect(), cursor, "stopped");
            assertEquals(List.of("stopped"), stopped.list());
            assertTrue(stopped.engineTimeNs() < dueNs);
            final ClockStatus status = status(engine);
            assertEquals(stepNs > 0 ? ClockStatus.State.AHEAD : ClockStatus.State.BEHIND, status.state());
            assertEquals(stepNs, status.offsetNs(), TimeUnit.SECONDS.toNanos(30));
            assertEquals(1, status.alarms());

            buyer(engine).sequence(10).newOrder(SI_ID, Side.BUY, PRICE, 1);
            buyer(engine).sequence(11).cancel(SI_ID, 1);
            engine.operator().takeSnapshot();
            final ClockEvents after = ClockEvents.until(engine.connect(), stopped.cursor(), "cancelled");
            assertEquals(List.of("rejected 11 CLOCK_UNCERTAIN", "cancelled 1 REQUESTED"), after.list());
            cursor = after.cursor();
        }
        try (TestEngine engine = start())
        {
            buyer(engine).sequence(20).newOrder(SI_ID, Side.BUY, PRICE, 1);
            final ClockEvents restarted = ClockEvents.until(engine.connect(), cursor, "rejected");
            assertEquals(List.of("rejected 21 CLOCK_UNCERTAIN"), restarted.list());
            assertTrue(restarted.engineTimeNs() < dueNs);

            clock.error(0);
            new SessionOperator(engine.operator()).confirmTime(clock.nanoTime());
            buyer(engine).sequence(30).newOrder(SI_ID, Side.BUY, PRICE, 1);
            final ClockEvents confirmed = ClockEvents.until(engine.connect(), restarted.cursor(), "accepted");
            assertEquals(List.of("confirmed", "accepted 31"), confirmed.list());
            assertTrue(confirmed.engineTimeNs() < dueNs);
            final CommandRefusedException refused = assertThrows(CommandRefusedException.class, () ->
                new SessionOperator(engine.operator()).confirmTime(clock.nanoTime()));
            assertEquals(RejectReason.WRONG_STATE, refused.reason());
        }
    }

    @Test
    void shouldFireWhatIsDueWhenTheClockThatSteppedForwardIsConfirmed()
    {
        try (TestEngine engine = start())
        {
            fill(engine);
            final long cursor = engine.connect().endCursor();
            clock.error(HOUR);
            final ClockEvents stopped = ClockEvents.until(engine.connect(), cursor, "stopped");
            new SessionOperator(engine.operator()).confirmTime(clock.nanoTime());
            final ClockEvents fired = ClockEvents.until(engine.connect(), stopped.cursor(), "phase 1002");
            assertEquals(
                List.of("confirmed", "cancelled 2 EXPIRED", "cancelled 1 DISCONNECT", "phase 1001 HALTED CALENDAR",
                    "phase 1002 HALTED CALENDAR").stream().sorted().toList(),
                fired.list().stream().sorted().toList());
            TestEngine.await("the wall clock is trusted", () ->
                ClockStatus.State.TRUSTED == status(engine).state());
            assertEquals(0, status(engine).offsetNs(), TimeUnit.MILLISECONDS.toNanos(500));
        }
    }

    @Test
    void shouldNotStopAgainWhenTheClockIsBehindAsConfirmed()
    {
        long cursor;
        try (TestEngine engine = start())
        {
            fill(engine);
            cursor = engine.connect().endCursor();
            clock.error(-HOUR);
            cursor = ClockEvents.until(engine.connect(), cursor, "stopped").cursor();
            new SessionOperator(engine.operator()).confirmTime(clock.nanoTime());
            TestEngine.await("the confirmation is known", () ->
                ClockStatus.State.ABSORBING == status(engine).state());
            buyer(engine).sequence(10).newOrder(SI_ID, Side.BUY, PRICE, 1);
            final ClockEvents confirmed = ClockEvents.until(engine.connect(), cursor, "accepted");
            assertEquals(List.of("confirmed", "accepted 11"), confirmed.list());
            engine.operator().takeSnapshot();
            cursor = confirmed.cursor();
        }
        // Nothing but the history is left of what was confirmed.
        try (TestEngine engine = start())
        {
            buyer(engine).sequence(20).newOrder(SI_ID, Side.BUY, PRICE, 1);
            final ClockEvents restarted = ClockEvents.until(engine.connect(), cursor, "accepted");
            assertEquals(List.of("accepted 21"), restarted.list());
            assertEquals(ClockStatus.State.ABSORBING, status(engine).state());
            assertEquals(0, status(engine).alarms());
            cursor = restarted.cursor();
        }
        clock.error(-2 * HOUR);
        try (TestEngine engine = start())
        {
            ClockEvents.until(engine.connect(), cursor, "stopped");
            assertEquals(ClockStatus.State.BEHIND, status(engine).state());
        }
    }

    /** The kernel says that its clock is right, and then that it is off by a millisecond. */
    @Test
    void shouldGoIntoHoldoverWhenTheKernelSaysThatTheClockIsOff()
    {
        clock.kernel(new ClockReading(ClockReading.State.SYNCHRONISED, 1_000, 20_000, 0, 0));
        try (TestEngine engine = start())
        {
            TestEngine.await("the kernel was asked", () -> ClockStatus.Sync.LOCKED == status(engine).sync());
            final long dueNs = fill(engine);
            clock.kernel(new ClockReading(ClockReading.State.SYNCHRONISED, 1_000_000, 20_000, 0, 0));
            TestEngine.await("holdover", () -> ClockStatus.Sync.HOLDOVER == status(engine).sync());
            final long endCursor = engine.connect().endCursor();
            clock.error(HOUR);
            final ClockEvents stopped = ClockEvents.until(engine.connect(), endCursor, "stopped");
            assertEquals(List.of("stopped"), stopped.list());
            assertTrue(stopped.engineTimeNs() < dueNs);
        }
    }

    @Test
    void shouldOnlyGuardTheStampsBelowTheFeatureLevel()
    {
        try (TestEngine engine = TestEngine.start(TestEngine.options(dir, host -> host.clock(clock.options())))
            .withDemoReferenceData())
        {
            final long cursor = engine.connect().endCursor();
            clock.error(HOUR);
            TestEngine.await("the alarm", () -> 1 == status(engine).alarms());
            final long nowNs = clock.nanoTime() - HOUR;
            buyer(engine).newOrder(SI_ID, Side.BUY, PRICE, 1);
            final ClockEvents seen = ClockEvents.until(engine.connect(), cursor, "accepted");
            assertEquals(List.of("accepted 1"), seen.list());
            assertEquals(0, seen.engineTimeNs() - nowNs, TimeUnit.SECONDS.toNanos(60));
        }
    }

    @Test
    void shouldNeedAConfirmationWhenTheVenueWasDownForTooLong()
    {
        try (TestEngine engine = start())
        {
            fill(engine);
        }
        clock.error(TimeUnit.DAYS.toNanos(6));
        try (TestEngine engine = start())
        {
            assertEquals(
                "stopped", ClockEvents.until(engine.connect(), 0, "stopped").list().getLast());
            assertEquals(ClockStatus.State.AHEAD, status(engine).state());
        }
    }

    private TestEngine start()
    {
        return TestEngine.start(TestEngine.options(dir, host -> host.clock(clock.options())));
    }

    /** What is due in half an hour; orders 1, which goes with the connection, and 2. */
    private long fill(final TestEngine engine)
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.GUARDED; level++)
        {
            new SessionOperator(engine.operator()).setFeatureLevel(level);
        }
        engine.withDemoReferenceData();
        final long dueNs = clock.nanoTime() + HALF_AN_HOUR;
        new MemberOperator(engine.operator()).setLoginRights(TWBB1_LOGIN_ID, 0, HALF_AN_HOUR);
        new PhaseOperator(engine.operator()).setCalendar(
            "", 1, List.of(new CalendarEntry(dueNs, 0, Phase.HALTED)));
        final long cursor = engine.connect().endCursor();
        final OrderSender sender = buyer(engine);
        sender.newOrder(SI_ID, Side.BUY, PRICE, 5);
        sender.newOrder(SI_ID, Side.BUY, TimeInForce.GTD, dueNs, PRICE, 5);
        ClockEvents.until(engine.connect(), cursor, "accepted 2");
        disconnect(engine);
        engine.operator().reportState();
        return dueNs;
    }

    private static void disconnect(final TestEngine engine)
    {
        final UnsafeBuffer buffer =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + LoginDisconnectedEncoder.BLOCK_LENGTH]);
        new LoginDisconnectedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).header()
            .sessionId(TWBB1_LOGIN_ID);
        final CommandPublisher publisher = engine.connect().newCommandPublisher(Principal.OPERATOR);
        TestEngine.await("the disconnect is taken", () -> publisher.offer(buffer, 0, buffer.capacity()));
    }

    private static OrderSender buyer(final TestEngine engine)
    {
        return new OrderSender(engine.connect(), 1, TWBB1_LOGIN_ID, "BB01001");
    }

    private static ClockStatus status(final TestEngine engine)
    {
        return ClockStatus.read(engine.engine().aeronDirectoryName(), 0);
    }
}
