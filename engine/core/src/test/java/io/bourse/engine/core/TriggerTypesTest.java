// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order type that waits for a trigger, on both sides, through its whole life. What each should do is written down
 * here a second time: a type that is added does not compile until it is.
 */
class TriggerTypesTest
{
    private static final long LAST = 100;
    private static final int UNKNOWN_TYPE = 200;

    private final OrderScenario scenario = new OrderScenario();

    /** What a type becomes; null when it has no trigger. */
    private static OrderType after(final OrderType type)
    {
        return switch (type)
        {
            case STOP, MARKET_IF_TOUCHED -> OrderType.MARKET;
            case STOP_LIMIT -> OrderType.LIMIT;
            case LIMIT, MARKET, MARKET_TO_LIMIT, NULL_VAL -> null;
        };
    }

    /** Whether it waits for a last price above. */
    private static boolean isRising(final OrderType type, final Side side)
    {
        return switch (type)
        {
            case STOP, STOP_LIMIT -> Side.BUY == side;
            case MARKET_IF_TOUCHED -> Side.SELL == side;
            case LIMIT, MARKET, MARKET_TO_LIMIT, NULL_VAL -> throw new AssertionError(type);
        };
    }

    @BeforeEach
    void setUp()
    {
        scenario.core.raiseTo(FeatureLevels.HIGHEST);
    }

    static Stream<Arguments> typesAndSides()
    {
        return Stream.of(OrderType.values())
            .filter(type -> null != after(type))
            .flatMap(type -> Stream.of(Arguments.of(type, Side.BUY), Arguments.of(type, Side.SELL)));
    }

    @ParameterizedTest
    @MethodSource("typesAndSides")
    void shouldWaitForThePriceThatReachesItsTriggerAndBecomeWhatItIs(final OrderType type, final Side side)
    {
        cross(LAST);
        final long triggerE5 = LAST + (isRising(type, side) ? 3 : -3);
        final long limitE5 = LAST + (Side.BUY == side ? 10 : -10);
        final List<String> parked = send(type, side, triggerE5, limitE5, TimeInForce.DAY);
        assertEquals("terms 3 stop=" + triggerE5 + " display=0+-0 min=0 TRIGGER", parked.get(1));
        assertEquals(List.of(), activations(cross(LAST + (isRising(type, side) ? 2 : -2))));
        assertEquals(List.of(), activations(cross(LAST + (isRising(type, side) ? -9 : 9))));

        final List<String> events = cross(triggerE5);
        final List<String> activated = activations(events);
        assertEquals(1, activated.size(), events::toString);
        assertTrue(activated.get(0).startsWith("activated 3 cl=3 " + side + " 5@"), events::toString);
        assertTrue(activated.get(0).endsWith(" DAY TRIGGERED shown=1"), events::toString);
        final String last = events.get(events.size() - 1);
        if (OrderType.LIMIT == after(type))
        {
            assertEquals(List.of("5@" + limitE5 + " x1"), scenario.core.depth(0, side));
        }
        else
        {
            assertTrue(last.startsWith("cancelled 3 ") && last.endsWith(" MARKET_REST"), events::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("typesAndSides")
    void shouldGoAtOnceWhenItsTriggerIsReachedAlready(final OrderType type, final Side side)
    {
        cross(LAST);
        final List<String> events =
            send(type, side, LAST, LAST + (Side.BUY == side ? 10 : -10), TimeInForce.DAY);
        assertEquals(1, activations(events).size(), events::toString);
    }

    /** A limit that only follows from the trigger follows it; one that is named stays. */
    @ParameterizedTest
    @MethodSource("typesAndSides")
    void shouldTakeTheTriggerOfAReplace(final OrderType type, final Side side)
    {
        scenario.controls(1, encoder -> encoder.protectionE5(2));
        cross(LAST);
        final long awayE5 = isRising(type, side) ? 1 : -1;
        send(type, side, LAST + 20 * awayE5, LAST, TimeInForce.DAY);
        final long triggerE5 = LAST + 10 * awayE5;
        final List<String> events = scenario.replace(1, 3, encoder -> encoder
            .clOrdId(9)
            .mode(ReplaceMode.KEEP_QTY.value())
            .priceE5(LAST)
            .stopPriceE5(triggerE5));
        final boolean isNamed = OrderType.LIMIT == after(type);
        final long protectionE5 = Side.BUY == side ? 2 : -2;
        final long oldE5 = isNamed ? LAST : LAST + 20 * awayE5 + protectionE5;
        final long newE5 = isNamed ? LAST : triggerE5 + protectionE5;
        assertEquals(
            List.of(
                "replaced 3->4 cl=3->9 " + side + " 5@" + oldE5 + "->5@" + newE5 + " KEEP_QTY",
                "terms 4 stop=" + triggerE5 + " display=0+-0 min=0 TRIGGER"),
            events);
        assertEquals(1, activations(cross(triggerE5)).size());
    }

    /** A limit that only follows from the trigger is within the price limits of the new session. */
    @ParameterizedTest
    @MethodSource("typesAndSides")
    void shouldOutliveItsSession(final OrderType type, final Side side)
    {
        cross(LAST);
        final long awayE5 = isRising(type, side) ? 1 : -1;
        final long triggerE5 = LAST + 20 * awayE5;
        send(type, side, triggerE5, LAST, TimeInForce.GTC);
        scenario.evening(1);
        scenario.core.send(scenario.core.commands.settlement(1, 1, 500, 100_000, 50, 900));
        final long limitE5 = OrderType.LIMIT == after(type) ? LAST : Side.BUY == side ? 900 : 50;
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "restated 3 cl=3 " + side + " 5@" + limitE5 + " GTC " + type + " shown=0",
                "terms 3 stop=" + triggerE5 + " display=0+-0 min=0 TRIGGER"),
            scenario.nextSession(1, 2));
        assertEquals(1, activations(cross(triggerE5)).size());
    }

    @Test
    void shouldRefuseATypeThatIsNotKnown()
    {
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 INVALID_FIELD"),
            scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
                encoder.priceE5(LAST).orderType((short)UNKNOWN_TYPE)));
    }

    /** Histories of before stay what they are: below its level there is no such type. */
    @Test
    void shouldRefuseATypeBelowItsFeatureLevel()
    {
        final OrderScenario former = new OrderScenario();
        former.core.raiseTo(FeatureLevels.TOUCHED - 1);
        final Supplier<List<String>> ifTouched = () ->
            former.order(1, 1, Side.BUY, OrderType.MARKET_IF_TOUCHED, 5, encoder -> encoder.stopPriceE5(LAST));
        assertEquals(List.of("rejected cl=1 order=- account=AA01001 instrument=1 INVALID_FIELD"), ifTouched.get());
        former.core.raiseTo(FeatureLevels.TOUCHED);
        assertEquals("accepted 1 cl=1 BUY 5@1000000 DAY", ifTouched.get().get(0));
    }

    /** A price elects nearest trigger first in each direction, whatever type waits for it. */
    @Test
    void shouldElectStopsAndTouchesOfADirectionTogether()
    {
        cross(LAST);
        scenario.order(1, 3, Side.BUY, OrderType.STOP, 1, encoder -> encoder.stopPriceE5(104));
        scenario.order(1, 4, Side.SELL, OrderType.MARKET_IF_TOUCHED, 1, encoder -> encoder.stopPriceE5(103));
        scenario.order(1, 5, Side.SELL, OrderType.MARKET_IF_TOUCHED, 1, encoder -> encoder.stopPriceE5(104));
        scenario.order(1, 6, Side.BUY, OrderType.MARKET_IF_TOUCHED, 1, encoder -> encoder.stopPriceE5(99));
        assertEquals(
            List.of("4", "3", "5"),
            activations(cross(104)).stream().map(event -> event.split(" ")[1]).toList());
        assertEquals(1, activations(cross(99)).size());
    }

    private List<String> send(
        final OrderType type,
        final Side side,
        final long triggerE5,
        final long limitE5,
        final TimeInForce timeInForce)
    {
        return scenario.order(1, 3, side, type, 5, encoder -> encoder
            .timeInForce(timeInForce.value())
            .stopPriceE5(triggerE5)
            .priceE5(limitE5));
    }

    /** Lets login 2 sell and login 1 buy one lot at a price, in a book that is empty. */
    private List<String> cross(final long priceE5)
    {
        final List<String> events = new ArrayList<>(scenario.sell(1, 1, priceE5));
        events.addAll(scenario.buy(2, 1, priceE5));
        return events;
    }

    private static List<String> activations(final List<String> events)
    {
        return events.stream().filter(event -> event.startsWith("activated ")).toList();
    }
}
