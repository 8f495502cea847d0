// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Bits of FlagsSet (TWIME A.1), by the number that the schema gives them.
 */
class OrderFlagsTest
{
    private static final List<Integer> REPLACE_AND_CANCEL = List.of(20, 21);

    private final OrderKinds kinds = new OrderKinds();

    @Test
    void shouldSayWhetherAnOrderRests()
    {
        for (final TimeInForce timeInForce : TimeInForce.values())
        {
            final int bit = switch (timeInForce)
            {
                case IOC -> 1;
                case FOK -> 19;
                case DAY, GTC, AT_OPENING, GTD, AT_CLOSE, GOOD_FOR_AUCTION, NULL_VAL -> 0;
            };
            assertEquals(List.of(bit), bits(OrderFlags.ofOrder(timeInForce, 0, 0)), timeInForce.name());
        }
    }

    @Test
    void shouldSayWhatAnOrderIsAndWhatItsClientAskedFor()
    {
        for (int conditions = 0; conditions < 256; conditions++)
        {
            for (int clientFlags = 0; clientFlags < 256; clientFlags++)
            {
                final long expected = 1 | (0 == (conditions & 2) ? 0 : 1L << 60) |
                    (0 == (conditions & 8) ? 0 : 1L << 47) | (0 == (clientFlags & 1) ? 0 : 1L << 9) |
                    (0 == (clientFlags & 2) ? 0 : 1L << 38);
                assertEquals(expected, OrderFlags.ofOrder(TimeInForce.DAY, conditions, clientFlags),
                    "conditions=" + conditions + " clientFlags=" + clientFlags);
            }
        }
    }

    @Test
    void shouldSayWhyAnOrderWasRemoved()
    {
        final Map<CancelReason, List<Integer>> expected = new EnumMap<>(CancelReason.class);
        final Map<CancelReason, List<Integer>> atClearing = new EnumMap<>(CancelReason.class);
        final Map<CancelReason, List<Integer>> found = new EnumMap<>(CancelReason.class);
        final Map<CancelReason, List<Integer>> foundAtClearing = new EnumMap<>(CancelReason.class);
        for (final CancelReason reason : CancelReason.values())
        {
            expected.put(reason, switch (reason)
            {
                case IOC_REST, MARKET_REST, AUCTION_REST -> List.of();
                case REPLACE_MISMATCH, REPLACE_FILLED -> REPLACE_AND_CANCEL;
                case MASS_CANCEL -> List.of(22);
                case SELF_TRADE -> List.of(13);
                case DISCONNECT -> List.of(32);
                case KILL_SWITCH -> List.of(37);
                case INSTRUMENT_EXPIRED -> List.of(25);
                case REQUESTED, SESSION_END, EXPIRED, MARKET_MAKER_PROTECTION, OUT_OF_LIMITS, QUOTE_WITHDRAWN, RISK,
                    MOVED, NULL_VAL -> List.of(21);
            });
            final boolean isClearing = CancelReason.EXPIRED == reason || CancelReason.OUT_OF_LIMITS == reason ||
                CancelReason.RISK == reason;
            atClearing.put(reason, isClearing ? List.of(25) : expected.get(reason));
            found.put(reason, bits(OrderFlags.ofCancelReason(reason, false)));
            foundAtClearing.put(reason, bits(OrderFlags.ofCancelReason(reason, true)));
        }
        assertEquals(expected, found);
        assertEquals(atClearing, foundAtClearing);
    }

    @Test
    void shouldKeepTheFlagsOfAnOrderToItsEnd()
    {
        kinds.accepted(1, OrderFlags.ICEBERG);
        kinds.accepted(2, OrderFlags.DAY);
        assertEquals(OrderFlags.ICEBERG, kinds.of(1));
        assertEquals(OrderFlags.DAY, kinds.of(2));
        assertEquals(OrderFlags.DAY, kinds.of(3));
        assertEquals(OrderFlags.ICEBERG, kinds.ended(1));
        assertEquals(OrderFlags.DAY, kinds.of(1));
        assertEquals(OrderFlags.DAY, kinds.ended(2));
    }

    @Test
    void shouldKeepTheFlagsOfAnOrderThatGetsAnotherId()
    {
        kinds.accepted(1, OrderFlags.IOC);
        kinds.replaced(1, 2);
        assertEquals(OrderFlags.DAY, kinds.of(1));
        assertEquals(OrderFlags.IOC, kinds.of(2));
        kinds.replaced(2, 2);
        assertEquals(OrderFlags.IOC, kinds.of(2));
    }

    private static List<Integer> bits(final long flags)
    {
        return IntStream.range(0, Long.SIZE).filter((bit) -> 0 != (flags & 1L << bit)).boxed()
            .toList();
    }
}
