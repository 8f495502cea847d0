// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Icebergs: slices and their ids, as aggressor and resting, replaced, cancelled by class.
 */
class IcebergOrderTest
{
    private final OrderScenario scenario = new OrderScenario();

    @Test
    void shouldShowSliceAfterSlice()
    {
        assertEquals(
            List.of(
                "accepted 1 cl=1 SELL 10@100 DAY",
                "terms 1 stop=0 display=4+-0 min=0 BOOK",
                "slice 1 as 2 SELL 4/10@100"),
            scenario.iceberg(2, 1, Side.SELL, 10, 4, 100));
        scenario.sell(2, 5, 100);
        assertEquals(List.of("9/15@100 x2"), scenario.core.depth(0, Side.SELL));
        assertEquals(
            List.of(
                "accepted 4 cl=3 BUY 6@100 DAY",
                "trade 1 4@100 buy=4/cl3/rest2 sell=1/cl1/rest6 by BUY",
                "slice 1 as 5 SELL 4/6@100",
                "trade 2 2@100 buy=4/cl3/rest0 sell=3/cl2/rest3 by BUY"),
            scenario.buy(3, 6, 100));
        assertEquals(
            List.of(
                "accepted 6 cl=4 BUY 9@100 DAY",
                "trade 3 3@100 buy=6/cl4/rest6 sell=3/cl2/rest0 by BUY",
                "trade 4 4@100 buy=6/cl4/rest2 sell=1/cl1/rest2 by BUY",
                "slice 1 as 7 SELL 2/2@100",
                "trade 5 2@100 buy=6/cl4/rest0 sell=1/cl1/rest0 by BUY"),
            scenario.buy(4, 9, 100));
        assertEquals(List.of(), scenario.core.depth(0, Side.SELL));
    }

    @Test
    void shouldBeReportedUnderTheIdOfItsSlice()
    {
        scenario.iceberg(2, 1, Side.SELL, 10, 4, 100);
        scenario.sell(2, 5, 101);
        scenario.core.stateHash();
        assertEquals(List.of("1 as 2", "3 as 3"), scenario.core.recorder.events.stream()
            .map(UnsafeBuffer::new)
            .filter(event -> BookOrderDecoder.TEMPLATE_ID == new MessageHeaderDecoder().wrap(event, 0).templateId())
            .map(event -> new BookOrderDecoder().wrapAndApplyHeader(event, 0, new MessageHeaderDecoder()))
            .map(order -> order.orderId() + " as " + order.displayOrderId())
            .toList());
    }

    @Test
    void shouldTradeWithAllItHasWhenItIsTheAggressor()
    {
        scenario.sell(1, 7, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=2 BUY 20@100 DAY",
                "terms 2 stop=0 display=5+-0 min=0 BOOK",
                "trade 1 7@100 buy=2/cl2/rest13 sell=1/cl1/rest0 by BUY",
                "slice 2 as 3 BUY 5/13@100"),
            scenario.iceberg(1, 2, Side.BUY, 20, 5, 100));
        assertEquals(List.of("5/13@100 x1"), scenario.core.depth(0, Side.BUY));
    }

    @Test
    void shouldBeMarkedAndNotShown()
    {
        scenario.iceberg(1, 2, Side.BUY, 20, 5, 100);
        final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
        accepted.wrapAndApplyHeader(
            new UnsafeBuffer(scenario.core.recorder.events.get(0)), 0, new MessageHeaderDecoder());
        assertEquals(OrderConditions.ICEBERG, accepted.conditions());
        assertEquals(0, accepted.shown());
    }

    @Test
    void shouldVarySlicesWithinBoundsTheSameWayEveryTime()
    {
        final List<Long> slices = slices();
        assertEquals(slices, slices());
        final Set<Long> sizes = new HashSet<>(slices.subList(0, slices.size() - 1));
        assertTrue(sizes.size() > 3, () -> "sizes=" + sizes);
        assertTrue(sizes.stream().allMatch(size -> size >= 7 && size <= 13), () -> "sizes=" + sizes);
        assertEquals(1_000, slices.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void shouldGetNewIdsWhenThePriceMoves()
    {
        scenario.iceberg(2, 1, Side.SELL, 10, 4, 100);
        scenario.buy(2, 1, 99);
        assertEquals(
            List.of(
                "replaced 1->4 cl=1->3 SELL 10@100->10@99 KEEP_QTY",
                "terms 4 stop=0 display=4+-0 min=0 BOOK",
                "trade 1 1@99 buy=3/cl2/rest0 sell=4/cl3/rest9 by SELL",
                "slice 4 as 5 SELL 4/9@99"),
            scenario.replace(2, 3, 1, ReplaceMode.KEEP_QTY, 0, 99));
        assertEquals(List.of("cancelled 4 cl=3 req=4 SELL 9@99 REQUESTED"), scenario.cancel(2, 4, 4));
    }

    @Test
    void shouldLoseReserveFirstWhenOnlyTheQuantityFalls()
    {
        scenario.iceberg(2, 1, Side.SELL, 10, 4, 100);
        scenario.sell(2, 1, 100);
        final String terms = "terms 1 stop=0 display=4+-0 min=0 BOOK";
        assertEquals(
            List.of("replaced 1->1 cl=1->3 SELL 10@100->5@100 SET_REST", terms),
            scenario.replace(2, 3, 1, ReplaceMode.SET_REST, 5, 100));
        assertEquals(List.of("5/6@100 x2"), scenario.core.depth(0, Side.SELL));
        assertEquals(
            List.of("replaced 1->1 cl=3->4 SELL 5@100->3@100 SET_REST", terms, "slice 1 as 2 SELL 3/3@100"),
            scenario.replace(2, 4, 1, ReplaceMode.SET_REST, 3, 100));
        assertEquals(
            "trade 1 3@100 buy=4/cl5/rest0 sell=1/cl4/rest0 by BUY", scenario.buy(5, 3, 100).get(1));
    }

    @Test
    void shouldWaitForItsTriggerLikeOthers()
    {
        scenario.sell(1, 1, 100);
        scenario.order(1, 2, Side.BUY, OrderType.STOP_LIMIT, 9, encoder ->
            encoder.stopPriceE5(100).priceE5(101).displayLots(4));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 1@100 DAY",
                "trade 1 1@100 buy=3/cl3/rest0 sell=1/cl1/rest0 by BUY",
                "activated 2 cl=2 BUY 9@101 DAY TRIGGERED shown=0",
                "slice 2 as 4 BUY 4/9@101"),
            scenario.buy(3, 1, 100));
    }

    @Test
    void shouldBeReachedByItsOwnClassOnly()
    {
        scenario.iceberg(1, 1, Side.BUY, 10, 4, 100);
        scenario.buy(2, 1, 100);
        assertEquals(List.of("rejected cl=9 order=1 account= instrument=0 UNKNOWN_ORDER"), cancel(1, OrderClass.PLAIN));
        assertEquals(
            List.of("rejected cl=9 order=1 account= instrument=0 UNKNOWN_ORDER"), cancel(1, OrderClass.NEGOTIATED));
        assertEquals(
            List.of("rejected cl=9 order=3 account= instrument=0 UNKNOWN_ORDER"), cancel(3, OrderClass.ICEBERG));
        assertEquals(
            List.of("rejected cl=9 order=1 account= instrument=0 UNKNOWN_ORDER"),
            scenario.replace(1, 1, encoder -> encoder.clOrdId(9).orderClass(OrderClass.PLAIN)));
        assertEquals(
            List.of("rejected cl=9 order=3 account= instrument=0 UNKNOWN_ORDER"),
            scenario.replace(1, 3, encoder -> encoder.clOrdId(9).orderClass(OrderClass.ICEBERG)));
        assertEquals(List.of("cancelled 3 cl=2 req=9 BUY 1@100 REQUESTED"), cancel(3, OrderClass.PLAIN));
        assertEquals(List.of("cancelled 1 cl=1 req=9 BUY 10@100 REQUESTED"), cancel(1, OrderClass.ICEBERG));
        final int unknownClass = 4;
        scenario.core.commands.cancelOrder(1, encoder -> encoder.clOrdId(9).orderId(1));
        scenario.core.commands.buffer.putByte(
            CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH + CancelOrderEncoder.orderClassEncodingOffset(),
            (byte)unknownClass);
        scenario.core.send(scenario.core.commands);
        assertEquals(List.of("rejected cl=9 order=1 account= instrument=0 INVALID_FIELD"), scenario.happened());
    }

    @Test
    void shouldRefuseSlicesThatMakeNoSense()
    {
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=1 QTY_OUT_OF_RANGE";
        final long[][] displays = {{11, 0}, {-1, 0}, {4, 4}, {4, -1}, {Long.MIN_VALUE, 0}};
        for (final long[] display : displays)
        {
            assertEquals(
                List.of(refused),
                scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 10, encoder ->
                    encoder.displayLots(display[0]).displayVarianceLots(display[1])));
        }
        assertEquals(3, scenario.iceberg(1, 1, Side.BUY, 10, 10, 100).size());
    }

    @Test
    void shouldSurviveTheEveningWithANewSlice()
    {
        scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 10, encoder ->
            encoder.displayLots(4).timeInForce(TimeInForce.GTC.value()));
        scenario.core.order(2, 2, Side.SELL, 1, 100, TimeInForce.IOC);
        assertEquals(
            List.of(
                "suspended run=1 session=1 EVENING",
                "InstrumentTotals sessionTrades=1 sessionLots=1 openInterestLots=1 trades=1 instrumentId=1",
                "cleared session=1"),
            scenario.evening(1));
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "restated 1 cl=1 BUY 9@100 GTC LIMIT shown=0",
                "terms 1 stop=0 display=4+-0 min=0 BOOK",
                "slice 1 as 4 BUY 3/9@100"),
            scenario.nextSession(1, 2));
    }

    private List<String> cancel(final long orderId, final OrderClass orderClass)
    {
        scenario.core.send(scenario.core.commands.cancelOrder(1, encoder ->
            encoder.clOrdId(9).orderId(orderId).orderClass(orderClass)));
        return scenario.happened();
    }

    /** Sizes of the slices of an iceberg of 1000 lots in a core of its own. */
    private static List<Long> slices()
    {
        final OrderScenario scenario = new OrderScenario();
        scenario.order(2, 1, Side.SELL, OrderType.LIMIT, 1_000, encoder ->
            encoder.displayLots(10).displayVarianceLots(3));
        final List<Long> sizes = new ArrayList<>();
        final SliceShownDecoder slice = new SliceShownDecoder();
        scenario.core.recorder.onEvent = event ->
        {
            final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(new UnsafeBuffer(event), 0);
            if (SliceShownDecoder.TEMPLATE_ID == header.templateId())
            {
                slice.wrapAndApplyHeader(new UnsafeBuffer(event), 0, header);
                sizes.add(slice.shownLots());
            }
        };
        slice.wrapAndApplyHeader(
            new UnsafeBuffer(scenario.core.recorder.events.get(2)), 0, new MessageHeaderDecoder());
        sizes.add(slice.shownLots());
        for (int i = 0; i < 1_000; i++)
        {
            scenario.buy(2, 1, 100);
        }
        return sizes;
    }
}
