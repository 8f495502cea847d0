// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Every combination of type, time in force and conditions against {@link OrderTypeTraits}, written down here a
 * second time and row by row.
 */
class OrderTermsTest
{
    private static final Set<TimeInForce> NONE = EnumSet.noneOf(TimeInForce.class);
    private static final Set<TimeInForce> STAYS = EnumSet.of(TimeInForce.DAY, TimeInForce.GTC, TimeInForce.GTD);
    private static final Set<TimeInForce> STAYS_OR_IOC =
        EnumSet.of(TimeInForce.DAY, TimeInForce.GTC, TimeInForce.GTD, TimeInForce.IOC);
    private static final Set<TimeInForce> AUCTION =
        EnumSet.of(TimeInForce.AT_OPENING, TimeInForce.AT_CLOSE, TimeInForce.GOOD_FOR_AUCTION);
    private static final Set<TimeInForce> ALL = EnumSet.complementOf(EnumSet.of(TimeInForce.NULL_VAL));
    private static final String REFUSED = "rejected cl=1 order=- account=AA01001 instrument=1 INVALID_COMBINATION";

    /** One row: times in force alone, then with each condition. */
    private record Row(
        Set<TimeInForce> plain,
        Set<TimeInForce> hidden,
        Set<TimeInForce> postOnly,
        Set<TimeInForce> iceberg,
        Set<TimeInForce> minimum)
    {
    }

    private static final Row LIMIT = new Row(ALL, STAYS, STAYS, STAYS, STAYS_OR_IOC);
    private static final Row MARKET = new Row(
        with(AUCTION, TimeInForce.DAY, TimeInForce.IOC, TimeInForce.FOK),
        NONE,
        NONE,
        NONE,
        EnumSet.of(TimeInForce.DAY, TimeInForce.IOC));
    private static final Row MARKET_TO_LIMIT = new Row(
        with(AUCTION, TimeInForce.DAY, TimeInForce.GTC, TimeInForce.GTD), NONE, NONE, NONE, STAYS);
    private static final Row STOP = new Row(STAYS, NONE, NONE, NONE, NONE);
    private static final Row STOP_LIMIT = new Row(STAYS, STAYS, NONE, STAYS, NONE);
    private static final Row MARKET_IF_TOUCHED = new Row(STAYS, NONE, NONE, NONE, NONE);

    @Test
    void shouldTakeExactlyTheCombinationsOfTheTable()
    {
        int taken = 0;
        int refused = 0;
        for (final OrderType type : EnumSet.complementOf(EnumSet.of(OrderType.NULL_VAL)))
        {
            for (final TimeInForce timeInForce : ALL)
            {
                for (int conditions = 0; conditions < 16; conditions++)
                {
                    final boolean isAllowed = isAllowed(type, timeInForce, conditions);
                    final List<String> events = send(type, timeInForce, conditions);
                    assertEquals(
                        !isAllowed,
                        events.contains(REFUSED),
                        type + " " + timeInForce + " conditions=" + conditions + " " + events);
                    taken += isAllowed ? 1 : 0;
                    refused += isAllowed ? 0 : 1;
                }
            }
        }
        assertTrue(taken > 60 && refused > 300, "taken=" + taken + " refused=" + refused);
    }

    @Test
    void shouldRefuseTermsWithoutTheirOrder()
    {
        final OrderScenario scenario = new OrderScenario();
        assertEquals(List.of(REFUSED), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.stopPriceE5(100)));
        assertEquals(List.of(REFUSED), scenario.order(1, 1, Side.BUY, OrderType.MARKET, 5, encoder ->
            encoder.stopPriceE5(-100)));
        assertEquals(List.of(REFUSED), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.displayVarianceLots(1)));
    }

    private static boolean isAllowed(final OrderType type, final TimeInForce timeInForce, final int conditions)
    {
        final Row row = switch (type)
        {
            case LIMIT -> LIMIT;
            case MARKET -> MARKET;
            case MARKET_TO_LIMIT -> MARKET_TO_LIMIT;
            case STOP -> STOP;
            case STOP_LIMIT -> STOP_LIMIT;
            case MARKET_IF_TOUCHED -> MARKET_IF_TOUCHED;
            case NULL_VAL -> throw new AssertionError(type);
        };
        final boolean isHidden = 0 != (conditions & 1);
        final boolean isPostOnly = 0 != (conditions & 2);
        final boolean isIceberg = 0 != (conditions & 4);
        final boolean hasMinimum = 0 != (conditions & 8);
        return row.plain.contains(timeInForce) &&
            (!isHidden || row.hidden.contains(timeInForce)) &&
            (!isPostOnly || row.postOnly.contains(timeInForce)) &&
            (!isIceberg || row.iceberg.contains(timeInForce)) &&
            (!hasMinimum || row.minimum.contains(timeInForce)) &&
            !(isHidden && isIceberg) &&
            !(isPostOnly && hasMinimum);
    }

    /** Into a market that any of them can meet; refusals for other reasons do not matter here. */
    private static List<String> send(final OrderType type, final TimeInForce timeInForce, final int conditions)
    {
        final OrderScenario scenario = new OrderScenario();
        scenario.core.raiseTo(FeatureLevels.HIGHEST);
        scenario.sell(1, 5, 100);
        final int bits = (0 != (conditions & 1) ? OrderConditions.HIDDEN : 0) |
            (0 != (conditions & 2) ? OrderConditions.POST_ONLY : 0);
        return scenario.order(1, 1, Side.BUY, type, 5, encoder -> encoder
            .timeInForce(timeInForce.value())
            .expireDateNs(1_000_000)
            .stopPriceE5(OrderTypeTraits.of(type).hasTrigger() ? 200 : 0)
            .priceE5(100)
            .conditions((short)bits)
            .displayLots(0 != (conditions & 4) ? 2 : 0)
            .minLots(0 != (conditions & 8) ? 1 : 0));
    }

    private static Set<TimeInForce> with(final Set<TimeInForce> some, final TimeInForce... more)
    {
        final Set<TimeInForce> all = EnumSet.copyOf(some);
        all.addAll(List.of(more));
        return all;
    }
}
