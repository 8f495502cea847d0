// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tables of traits are whole, agree with themselves, and know no value that is not in the schema.
 */
class ClosedSetsTest
{
    private static final int VALUES = 1 << Byte.SIZE;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldHaveTheRowOfAnOrderType(final OrderType type)
    {
        final OrderTypeTraits traits = OrderTypeTraits.of(type);
        assertSame(type, traits.type());
        assertSame(type, OrderTypeTraits.ofValue(type.value()));
        assertSame(traits, OrderTypeTraits.ofFixOrdType(traits.fixOrdType()));
        final OrderTypeTraits after = OrderTypeTraits.of(traits.afterTrigger());
        assertFalse(after.hasTrigger());
        assertEquals(traits.hasLimit(), after.hasLimit());
        assertEquals(traits.hasTrigger(), traits != after);
        assertTrue(traits.allows(TimeInForce.DAY, false, false, false, false), "every order may be one of the day");
        for (final int some : new int[]{traits.hidden(), traits.postOnly(), traits.iceberg(), traits.minimum()})
        {
            assertEquals(some, some & traits.timesInForce());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldHaveTheRowOfATimeInForce(final TimeInForce timeInForce)
    {
        final TimeInForceTraits traits = TimeInForceTraits.of(timeInForce);
        assertSame(timeInForce, traits.timeInForce());
        assertSame(timeInForce, TimeInForceTraits.ofValue(timeInForce.value()));
        assertSame(traits, TimeInForceTraits.ofFixTimeInForce(traits.fixTimeInForce()));
        assertEquals('0' + timeInForce.value(), traits.fixTimeInForce());
        assertTrue(timeInForce.value() < Integer.SIZE, "sets of them are bits of an int");
        assertTrue(OrderTypeTraits.of(OrderType.LIMIT).allows(timeInForce, false, false, false, false));
        assertFalse(traits.isImmediate() && (traits.isLasting() || traits.isForAuctionOnly()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldHaveTheRowOfAPhase(final Phase phase)
    {
        final PhaseTraits traits = PhaseTraits.of(phase);
        assertSame(phase, traits.phase());
        assertSame(phase, PhaseTraits.ofValue(phase.value()));
        assertTrue(traits.takesOrders() || !traits.isAuction());
        assertTrue(traits.takesNegotiated() || !traits.takesOrders());
        assertTrue(traits.takesCancels() || !traits.takesNegotiated());
        assertEquals(traits.isAuction(), TimeInForceTraits.of(TimeInForce.GOOD_FOR_AUCTION).isDue(phase));
    }

    @Test
    void shouldKnowNoValueThatIsNotInTheSchema()
    {
        int types = 0;
        int timesInForce = 0;
        int phases = 0;
        for (int value = -1; value <= VALUES; value++)
        {
            types += null == OrderTypeTraits.ofValue(value) ? 0 : 1;
            timesInForce += null == TimeInForceTraits.ofValue(value) ? 0 : 1;
            phases += null == PhaseTraits.ofValue(value) ? 0 : 1;
        }
        assertEquals(EnumSet.allOf(OrderType.class).size() - 1, types);
        assertEquals(EnumSet.allOf(TimeInForce.class).size() - 1, timesInForce);
        assertEquals(EnumSet.allOf(Phase.class).size() - 1, phases);
        assertNull(OrderTypeTraits.ofValue(OrderType.NULL_VAL.value()));
        assertNull(OrderTypeTraits.ofFixOrdType('\0'));
        assertNull(OrderTypeTraits.ofFixOrdType('\uFFFF'));
        assertNull(TimeInForceTraits.ofFixTimeInForce('5'));
        assertNull(TimeInForceTraits.ofFixTimeInForce('\uFFFF'));
    }

    /** What an older program does with an event of a newer one: it must not take it for another, nor for none. */
    @Test
    void shouldThrowRatherThanGuessWhenAnEventHasAValueThatIsNotKnown()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[OrderAcceptedEncoder.BLOCK_LENGTH]);
        final OrderAcceptedDecoder event = new OrderAcceptedDecoder().wrap(
            buffer, 0, OrderAcceptedDecoder.BLOCK_LENGTH, OrderAcceptedDecoder.SCHEMA_VERSION);
        int newValue = 0;
        while (null != OrderTypeTraits.ofValue(newValue))
        {
            newValue++;
        }
        buffer.putByte(OrderAcceptedDecoder.orderTypeEncodingOffset(), (byte)newValue);
        final IllegalArgumentException ex = assertThrows(IllegalArgumentException.class, event::orderType);
        assertEquals("Unknown value: " + newValue, ex.getMessage());
        assertNotEquals(OrderType.NULL_VAL.value(), newValue);
    }
}
