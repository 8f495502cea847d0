// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Hidden, post-only and minimum quantity in continuous trading.
 */
class OrderConditionsTest
{
    private static final int HIDDEN = OrderConditions.HIDDEN;
    private static final int POST_ONLY = OrderConditions.POST_ONLY;

    private final OrderScenario scenario = new OrderScenario();

    @Test
    void shouldTradeHiddenOrdersAfterShownOnes()
    {
        assertEquals(
            List.of("accepted 1 cl=1 SELL 5@100 DAY"), scenario.with(HIDDEN, 2, 1, Side.SELL, 5, 100));
        assertEquals(0, accepted().shown());
        assertEquals(HIDDEN, accepted().conditions());
        scenario.sell(2, 5, 100);
        assertEquals(1, accepted().shown());
        assertEquals(List.of("5/10@100 x1"), scenario.core.depth(0, Side.SELL));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 7@100 DAY",
                "trade 1 5@100 buy=3/cl3/rest2 sell=2/cl2/rest0 by BUY",
                "trade 2 2@100 buy=3/cl3/rest0 sell=1/cl1/rest3 by BUY"),
            scenario.buy(3, 7, 100));
    }

    @Test
    void shouldKeepPlaceAmongHiddenOrdersWhenOnlyTheQuantityFalls()
    {
        scenario.with(HIDDEN, 2, 1, Side.SELL, 5, 100);
        scenario.with(HIDDEN, 2, 2, Side.SELL, 5, 100);
        assertEquals(
            List.of("replaced 1->1 cl=1->3 SELL 5@100->3@100 SET_REST"),
            scenario.replace(2, 3, 1, ReplaceMode.SET_REST, 3, 100));
        assertEquals(
            "trade 1 1@100 buy=3/cl4/rest0 sell=1/cl3/rest2 by BUY", scenario.buy(4, 1, 100).get(1));
        scenario.replace(2, 5, 1, ReplaceMode.SET_REST, 3, 100);
        assertEquals(
            "trade 2 1@100 buy=5/cl6/rest0 sell=2/cl2/rest4 by BUY", scenario.buy(6, 1, 100).get(1));
    }

    @Test
    void shouldRefusePostOnlyWhenItWouldTrade()
    {
        scenario.with(HIDDEN, 2, 1, Side.SELL, 5, 100);
        final String refused = "rejected cl=2 order=- account=AA01001 instrument=1 WOULD_TRADE";
        assertEquals(List.of(refused), scenario.with(POST_ONLY, 1, 2, Side.BUY, 5, 100));
        assertEquals(List.of(refused), scenario.with(POST_ONLY | HIDDEN, 1, 2, Side.BUY, 5, 101));
        assertEquals(
            List.of("accepted 2 cl=3 BUY 5@99 DAY"), scenario.with(POST_ONLY, 1, 3, Side.BUY, 5, 99));
        assertEquals(POST_ONLY, accepted().conditions());
        assertEquals(
            List.of("rejected cl=4 order=- account=BB01001 instrument=1 WOULD_TRADE"),
            scenario.with(POST_ONLY, 2, 4, Side.SELL, 5, 99));
    }

    @Test
    void shouldRefuseToReplacePostOnlyWhenItWouldTrade()
    {
        scenario.sell(1, 5, 100);
        scenario.with(POST_ONLY, 1, 2, Side.BUY, 5, 98);
        assertEquals(
            List.of("rejected cl=3 order=2 account= instrument=0 WOULD_TRADE"),
            scenario.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 0, 100));
        assertEquals(
            List.of("replaced 2->3 cl=2->3 BUY 5@98->5@99 KEEP_QTY"),
            scenario.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 0, 99));
        assertEquals(
            List.of("replaced 3->3 cl=3->4 BUY 5@99->2@99 SET_REST"),
            scenario.replace(1, 4, 3, ReplaceMode.SET_REST, 2, 99));
    }

    @Test
    void shouldRefuseWhenTheMinimumCannotTradeAtOnce()
    {
        scenario.sell(1, 5, 100);
        scenario.sell(2, 5, 101);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 MIN_QTY_NOT_FILLABLE"), minimum(20, 6, 100));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 20@101 DAY",
                "terms 3 stop=0 display=0+-0 min=6 BOOK",
                "trade 1 5@100 buy=3/cl3/rest15 sell=1/cl1/rest0 by BUY",
                "trade 2 5@101 buy=3/cl3/rest10 sell=2/cl2/rest0 by BUY"),
            minimum(20, 6, 101));
        assertEquals(List.of("10@101 x1"), scenario.core.depth(0, Side.BUY));
        assertEquals(
            List.of("replaced 3->4 cl=3->4 BUY 10@101->10@100 KEEP_QTY"),
            scenario.replace(1, 4, 3, ReplaceMode.KEEP_QTY, 0, 100));
    }

    @Test
    void shouldCountTheMinimumWithoutOwnOrders()
    {
        scenario.core.send(scenario.venue.selfTrade(
            "AA01",
            SelfTradeScope.ACCOUNT,
            SelfTradeMode.CANCEL_RESTING));
        scenario.core.order(1, 1, Side.SELL, 5, 100);
        scenario.sell(2, 5, 100);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 MIN_QTY_NOT_FILLABLE"), minimum(20, 6, 100));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 20@100 DAY",
                "terms 3 stop=0 display=0+-0 min=5 BOOK",
                "cancelled 1 cl=1 req=- SELL 5@100 SELF_TRADE",
                "trade 1 5@100 buy=3/cl3/rest15 sell=2/cl2/rest0 by BUY"),
            minimum(20, 5, 100));
    }

    @Test
    void shouldTakeAMinimumOfTheWholeQuantity()
    {
        scenario.sell(1, 20, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=3 BUY 20@100 DAY",
                "terms 2 stop=0 display=0+-0 min=20 BOOK",
                "trade 1 20@100 buy=2/cl3/rest0 sell=1/cl1/rest0 by BUY"),
            minimum(20, 20, 100));
    }

    @Test
    void shouldRefuseMinimaBeyondTheQuantity()
    {
        final String refused = "rejected cl=3 order=- account=AA01001 instrument=1 QTY_OUT_OF_RANGE";
        assertEquals(List.of(refused), minimum(20, 21, 100));
        assertEquals(List.of(refused), minimum(20, -1, 100));
    }

    @Test
    void shouldRefuseBitsThatAreNotTheClients()
    {
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=1 INVALID_FIELD";
        for (final int conditions : new int[]{OrderConditions.QUOTE, OrderConditions.ICEBERG, 16, 128, 255})
        {
            assertEquals(List.of(refused), scenario.with(conditions, 1, 1, Side.BUY, 5, 100));
            assertEquals(
                List.of(refused),
                scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder -> encoder.conditions((short)conditions)));
        }
    }

    @Test
    void shouldRefuseToReplaceOneSideOfAQuote()
    {
        scenario.core.send(scenario.venue.loginRights(1, LoginRights.QUOTES, -1));
        scenario.core.send(scenario.venue.quote(1, 1, 5, 99, 5, 101));
        assertEquals("accepted 1 cl=", scenario.happened().get(0).substring(0, 14));
        assertEquals(
            List.of("rejected cl=3 order=1 account= instrument=0 UNKNOWN_ORDER"),
            scenario.replace(1, 3, 1, ReplaceMode.KEEP_QTY, 0, 98));
        assertEquals(1, scenario.cancel(1, 4, 1).size());
        assertEquals(List.of(), scenario.core.depth(0, Side.BUY));
    }

    @Test
    void shouldRefuseSpecialOrdersWithUnknownFields()
    {
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=1 INVALID_FIELD";
        assertEquals(List.of(refused), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.orderType((short)5)));
        assertEquals(List.of(refused), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.selfTradeMode((short)5)));
        assertEquals(List.of(refused), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.timeInForce((short)8)));
        assertEquals(List.of(refused), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.side((short)0)));
    }

    private List<String> minimum(final long lots, final long minLots, final long priceE5)
    {
        return scenario.order(1, 3, Side.BUY, OrderType.LIMIT, lots, encoder ->
            encoder.minLots(minLots).priceE5(priceE5).timeInForce(TimeInForce.DAY.value()));
    }

    private OrderAcceptedDecoder accepted()
    {
        final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
        accepted.wrapAndApplyHeader(
            new UnsafeBuffer(scenario.core.recorder.events.get(0)), 0, new MessageHeaderDecoder());
        return accepted;
    }
}
