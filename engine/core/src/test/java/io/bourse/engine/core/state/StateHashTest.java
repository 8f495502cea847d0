// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.CommandWriter;
import io.bourse.engine.core.risk.LimitValues;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Whatever field of the state changes, its hash does. A new field is in the hash, or named here with what it follows
 * from.
 */
class StateHashTest
{
    private static final BrokerageFirm FIRM = new BrokerageFirm(1, 0);

    @Test
    void shouldChangeWithOrders()
    {
        final Order order = new Order();
        order.login = new Login(1, LoginProtocol.TWIME, new byte[20], FIRM);
        order.side = Side.BUY;
        order.orderType = OrderType.LIMIT;
        order.timeInForce = TimeInForce.DAY;
        order.place = OrderPlace.BOOK;
        // Conditions and account say the first ones, the queues in which it is the others.
        assertEveryFieldHashed(order, Set.of("isHidden", "accountId", "clientId", "firmId",
            "deadlineId", "delayDeadlineId", "triggerIndex", "isPassedOver"));
    }

    @Test
    void shouldChangeWithInstruments()
    {
        final CommandWriter command = new CommandWriter().instrument(1, "ONE", 1, 0, 1_000);
        final Instrument instrument = new Instrument(new DefineInstrumentDecoder()
            .wrapAndApplyHeader(command.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder()), 0,
            new FastOrderBook<>());
        // They are the limits in ticks.
        assertEveryFieldHashed(instrument, Set.of("lowLimitTicks", "highLimitTicks"));
        assertEveryFieldHashed(instrument.controls, Set.of("watchDeadlineId"));
    }

    @Test
    void shouldChangeWithMembers()
    {
        assertEveryFieldHashed(FIRM, Set.of());
        // The timer and the orders of a login have hashes of their own.
        assertEveryFieldHashed(
            new Login(1, LoginProtocol.FIX, new byte[20], FIRM), Set.of("disconnectDeadlineId", "liveOrders"));
    }

    @Test
    void shouldChangeWithSessionsClocksAndLimits()
    {
        final SessionState session = new SessionState();
        session.open(1, 20261121, true);
        session.suspend(1, ClearingKind.INTRADAY);
        assertEveryFieldHashed(session, Set.of());
        final ClockGuard clock = new ClockGuard();
        clock.stop(1);
        assertEveryFieldHashed(clock, Set.of());
        assertEveryFieldHashed(new IdSource(0), Set.of());
        // What is reported to hosts and decides nothing.
        assertEveryFieldHashed(new VenueLimits(null, null, null), Set.of("loginNearLimit", "refusals"));
    }

    @Test
    void shouldChangeWithSequencesOfSessions()
    {
        final Set<Long> hashes = new HashSet<>();
        final List<Consumer<SequenceTracker>> all = List.of(
            tracker -> tracker.accept(1, 1, 1),
            tracker -> tracker.accept(1, 1, 2),
            tracker -> tracker.accept(1, 2, 1),
            tracker -> tracker.accept(2, 1, 1));
        for (final Consumer<SequenceTracker> accepted : all)
        {
            final SequenceTracker tracker = new SequenceTracker();
            accepted.accept(tracker);
            assertTrue(hashes.add(hash(tracker)));
        }
    }

    @Test
    void shouldChangeWithRegisters()
    {
        final List<Consumer<Register>> all = List.of(
            register -> { },
            register -> register.collateral(0),
            register -> register.collateral(1),
            register -> register.countTraded(1),
            register -> register.countTraded(2),
            register -> register.restoreMoves(LimitKind.COLLATERAL, 1, 0, 0),
            register -> register.restoreMoves(LimitKind.COLLATERAL, 2, 0, 0),
            register -> register.restoreMoves(LimitKind.COLLATERAL, 1, 1, 0),
            register -> register.restoreMoves(LimitKind.COLLATERAL, 1, 0, 1),
            register -> register.restoreMoves(LimitKind.ORDER_RATE, 1, 0, 1),
            register -> register.limitsOrAdd(),
            register -> register.limitsOrAdd().set(1, 0, 0, 0, 0),
            register -> register.limitsOrAdd().set(0, 1, 0, 0, 0),
            register -> register.limitsOrAdd().set(0, 0, 1, 0, 0),
            register -> register.limitsOrAdd().set(0, 0, 0, 1, 0),
            register -> register.limitsOrAdd().set(0, 0, 0, 0, 1),
            register -> register.limitsOrAdd().restoreWindow(1, 0),
            register -> register.limitsOrAdd().restoreWindow(0, 1),
            register -> register.limitsOrAdd().setFirm(new LimitValues(1, 0, 0, 0, 0), false),
            register -> register.limitsOrAdd().setFirm(new LimitValues(2, 0, 0, 0, 0), false),
            register -> register.limitsOrAdd().setFirm(LimitValues.NONE, true),
            register -> register.limitsOrAdd().setFirm(new LimitValues(1, 0, 0, 0, 0), true));
        final Set<Long> hashes = new HashSet<>();
        for (final Consumer<Register> change : all)
        {
            final Register register = new Register();
            change.accept(register);
            assertTrue(hashes.add(hash(hash -> RegisterHash.add(hash, register))), "case " + hashes.size());
        }
    }

    private static void assertEveryFieldHashed(final HashedState state, final Set<String> others)
    {
        final Set<String> left = new HashSet<>(others);
        for (Class<?> type = state.getClass(); Object.class != type; type = type.getSuperclass())
        {
            for (final Field field : type.getDeclaredFields())
            {
                if (!left.remove(field.getName()))
                {
                    assertHashed(state, field);
                }
            }
        }
        assertEquals(Set.of(), left, "no such field");
    }

    private static void assertHashed(final HashedState state, final Field field)
    {
        if (Modifier.isStatic(field.getModifiers()))
        {
            return;
        }
        try
        {
            field.setAccessible(true);
            final Object value = field.get(state);
            final long before = hash(state);
            if (value instanceof final long[] array)
            {
                for (int i = 0; i < array.length; i++)
                {
                    array[i]++;
                    assertNotEquals(before, hash(state), field + " " + i);
                    array[i]--;
                }
            }
            else if (!Modifier.isFinal(field.getModifiers()) && null != value && null != other(value))
            {
                field.set(state, other(value));
                assertNotEquals(before, hash(state), field::toString);
                field.set(state, value);
            }
        }
        catch (final IllegalAccessException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /** Another value of the same type; null for an object that has a hash of its own. */
    private static Object other(final Object value)
    {
        return switch (value)
        {
            case final Long number -> number + 1;
            case final Integer number -> number + 1;
            case final Short number -> (short)(number + 1);
            case final Byte number -> (byte)(number + 1);
            case final Boolean flag -> !flag;
            case final Enum<?> constant ->
                constant.getDeclaringClass().getEnumConstants()[0 == constant.ordinal() ? 1 : 0];
            default -> null;
        };
    }

    private static long hash(final HashedState state)
    {
        return new StateHash(List.of(state)).compute(0);
    }
}
