// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static io.bourse.engine.book.BookText.buy;
import static io.bourse.engine.book.BookText.hidden;
import static io.bourse.engine.book.BookText.iceberg;
import static io.bourse.engine.book.BookText.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * What every {@link OrderBook} does when an aggressor meets its owner's orders. Accounts 1 and 2 belong to client 1,
 * accounts 1 to 3 to firm 1, account 4 to somebody else.
 */
abstract class SelfTradeContract
{
    private static final long[] CLIENTS = {0, 1, 1, 2, 3};
    private static final int[] FIRMS = {0, 1, 1, 1, 2};

    private BookText text;

    abstract OrderBook<RestingOrder> newBook();

    @BeforeEach
    void setUp()
    {
        text = new BookText(newBook());
    }

    @Test
    void shouldTradeWithItselfWhenThereIsNoScope()
    {
        assertEquals(
            List.of(
                "trade 1@100 9:9 with 1:0",
                "trade 1@100 9:8 with 2:0",
                "trade 1@100 9:7 with 3:0",
                "trade 1@100 9:6 with 4:0"),
            scope(SelfTradeScope.NONE));
    }

    @Test
    void shouldSpareOneAccountWhenScopeIsAccount()
    {
        assertEquals(
            List.of(
                "own 0 9:10 with 1:1",
                "trade 1@100 9:9 with 2:0",
                "trade 1@100 9:8 with 3:0",
                "trade 1@100 9:7 with 4:0"),
            scope(SelfTradeScope.ACCOUNT));
    }

    @Test
    void shouldSpareAllAccountsOfTheClientWhenScopeIsClient()
    {
        assertEquals(
            List.of(
                "own 0 9:10 with 1:1",
                "own 0 9:10 with 2:1",
                "trade 1@100 9:9 with 3:0",
                "trade 1@100 9:8 with 4:0"),
            scope(SelfTradeScope.CLIENT));
    }

    @Test
    void shouldSpareAllAccountsOfTheFirmWhenScopeIsFirm()
    {
        assertEquals(
            List.of(
                "own 0 9:10 with 1:1",
                "own 0 9:10 with 2:1",
                "own 0 9:10 with 3:1",
                "trade 1@100 9:9 with 4:0"),
            scope(SelfTradeScope.FIRM));
    }

    @Test
    void shouldEndBeforeItsOwnOrderWhenModeIsCancelIncoming()
    {
        rest();
        final RestingOrder aggressor = aggressor(SelfTradeMode.CANCEL_INCOMING, 20);
        assertEquals(5, text.book.fillable(aggressor, 101));
        assertEquals(List.of("trade 5@100 9:15 with 1:0", "own 0 9:15 with 2:6*"), text.match(aggressor));
        assertEquals(List.of("2 6/6@100", "3 7/7@101"), text.orders());
    }

    @Test
    void shouldGoOnBehindItsOwnOrderWhenModeIsCancelResting()
    {
        rest();
        final RestingOrder aggressor = aggressor(SelfTradeMode.CANCEL_RESTING, 20);
        assertEquals(12, text.book.fillable(aggressor, 101));
        assertEquals(
            List.of("trade 5@100 9:15 with 1:0", "own 0 9:15 with 2:6", "trade 7@101 9:8 with 3:0"),
            text.match(aggressor));
        assertEquals(List.of(), text.orders());
    }

    @Test
    void shouldEndWithoutItsOwnOrderWhenModeIsCancelBoth()
    {
        rest();
        final RestingOrder aggressor = aggressor(SelfTradeMode.CANCEL_BOTH, 20);
        assertEquals(5, text.book.fillable(aggressor, 101));
        assertEquals(List.of("trade 5@100 9:15 with 1:0", "own 0 9:15 with 2:6"), text.match(aggressor));
        assertEquals(List.of("3 7/7@101"), text.orders());
    }

    @Test
    void shouldTakeOffBothWhenModeIsDecrement()
    {
        rest();
        final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, 20);
        assertEquals(12, text.book.fillable(aggressor, 101));
        assertEquals(
            List.of("trade 5@100 9:15 with 1:0", "own 6 9:9 with 2:0", "trade 7@101 9:2 with 3:0"),
            text.match(aggressor));
        assertEquals(12, aggressor.executedLots);
    }

    @Test
    void shouldLeaveTheRestInItsPlaceWhenTheAggressorIsDecrementedAway()
    {
        rest();
        final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, 7);
        assertEquals(5, text.book.fillable(aggressor, 101));
        assertEquals(List.of("trade 5@100 9:2 with 1:0", "own 2 9:0 with 2:4*"), text.match(aggressor));
        assertEquals(List.of("2 4/4@100", "3 7/7@101"), text.orders());
    }

    @Test
    void shouldTakeSliceAfterSliceWhenItsOwnIcebergIsDecremented()
    {
        text.add(owned(iceberg(sell(1, 7, 100), 3), 1));
        text.add(owned(sell(2, 2, 100), 4));
        text.add(owned(hidden(sell(3, 9, 100)), 4));
        final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, 10);
        assertEquals(3, text.book.fillable(aggressor, 100));
        assertEquals(
            List.of(
                "own 3 9:7 with 1:4*",
                "slice 1 3/4",
                "trade 2@100 9:5 with 2:0",
                "own 3 9:2 with 1:1*",
                "slice 1 1/1",
                "own 1 9:1 with 1:0",
                "trade 1@100 9:0 with 3:8*"),
            text.match(aggressor));
    }

    @Test
    void shouldCountOnlyTheSlicesAheadOfItsOwnOrder()
    {
        text.add(owned(iceberg(sell(1, 20, 100), 3), 4));
        text.add(owned(sell(2, 2, 100), 1));
        final RestingOrder aggressor = aggressor(SelfTradeMode.CANCEL_INCOMING, 10);
        assertEquals(3, text.book.fillable(aggressor, 100));
        assertEquals(
            List.of("trade 3@100 9:7 with 1:17*", "slice 1 3/17", "own 0 9:7 with 2:2*"), text.match(aggressor));
    }

    @Test
    void shouldTakeTurnsAmongIcebergsOfBothSidesWhenDecremented()
    {
        text.add(owned(iceberg(sell(1, 5, 100), 2), 1));
        text.add(owned(iceberg(sell(2, 5, 100), 1), 4));
        final RestingOrder aggressor = iceberg(aggressor(SelfTradeMode.DECREMENT, 8), 3);
        assertEquals(3, text.book.fillable(aggressor, 100));
        assertEquals(
            List.of(
                "own 2 9:6 with 1:3*",
                "slice 1 2/3",
                "trade 1@100 9:5 with 2:4*",
                "slice 2 1/4",
                "own 2 9:3 with 1:1*",
                "slice 1 1/1",
                "trade 1@100 9:2 with 2:3*",
                "slice 2 1/3",
                "own 1 9:1 with 1:0",
                "trade 1@100 9:0 with 2:2*",
                "slice 2 1/2"),
            text.match(aggressor));
    }

    @Test
    void shouldForeseeNoMoreThanItAsksForWhenNothingIsItsOwn()
    {
        text.add(owned(sell(1, 5, 100), 4));
        text.add(owned(sell(2, 7, 101), 4));
        for (final SelfTradeMode mode : List.of(
            SelfTradeMode.CANCEL_RESTING, SelfTradeMode.DECREMENT, SelfTradeMode.CANCEL_INCOMING,
            SelfTradeMode.CANCEL_BOTH))
        {
            assertEquals(8, text.book.fillable(aggressor(mode, 8), 101));
            assertEquals(12, text.book.fillable(aggressor(mode, 20), 101));
        }
    }

    @Test
    void shouldForeseeHiddenOrdersInTheirOrderWhenDecremented()
    {
        text.add(owned(hidden(sell(1, 3, 100)), 1));
        text.add(owned(hidden(sell(2, 9, 100)), 4));
        text.add(owned(hidden(sell(3, 9, 100)), 4));
        assertEquals(2, text.book.fillable(aggressor(SelfTradeMode.DECREMENT, 5), 100));
    }

    @Test
    void shouldForeseeSlicesOfAnySizeWhenDecremented()
    {
        for (long lots = 1; lots < 200; lots++)
        {
            text = new BookText(newBook());
            text.add(owned(varying(1, 11), 1));
            text.add(owned(varying(2, 7), 4));
            final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, lots);
            final long foreseen = text.book.fillable(aggressor, 100);
            text.match(aggressor, 100);
            assertEquals(aggressor.executedLots, foreseen, "lots=" + lots);
        }
    }

    @Test
    void shouldCountTheShownOrdersThatAreLeftWhenItsOwnAreDecremented()
    {
        text.add(owned(sell(1, 2, 100), 1));
        text.add(owned(sell(2, 3, 100), 4));
        text.add(owned(hidden(sell(3, 2, 100)), 1));
        text.add(owned(hidden(sell(4, 9, 100)), 4));
        text.match(aggressor(SelfTradeMode.DECREMENT, 2));
        assertEquals(List.of("3/14@100 x1"), text.levels(Side.SELL));
        text.match(aggressor(SelfTradeMode.DECREMENT, 5));
        assertEquals(List.of("0/9@100 x0"), text.levels(Side.SELL));
    }

    @Test
    void shouldForeseeALevelOfManyOrders()
    {
        for (int i = 1; i <= 40; i++)
        {
            text.add(owned(sell(i, 2, 100), 0 == i % 2 ? 4 : 1));
        }
        final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, 75);
        assertEquals(37, text.book.fillable(aggressor, 100));
        text.match(aggressor);
        assertEquals(37, aggressor.executedLots);
        assertEquals(List.of("38 1/1@100", "39 2/2@100", "40 2/2@100"), text.orders());
    }

    /** Icebergs of a million slices: foreseeing must not count every slice from the first again. */
    @Test
    void shouldForeseeAMillionSlices()
    {
        final long lots = 1_000_000;
        text.add(owned(iceberg(sell(1, lots, 100), 1), 1));
        text.add(owned(iceberg(sell(2, lots, 100), 1), 4));
        final RestingOrder aggressor = aggressor(SelfTradeMode.DECREMENT, 2 * lots - 1);
        assertEquals(lots - 1, text.book.fillable(aggressor, 100));
    }

    @Test
    void shouldIgnoreOwnersInAnAuction()
    {
        text.add(owned(buy(1, 5, 100), 1));
        final RestingOrder sell = owned(sell(2, 5, 100), 1);
        sell.selfTradeScope = SelfTradeScope.ACCOUNT;
        text.add(sell);
        assertEquals(List.of("auction 5@100 1:0 with 2:0"), text.uncross(100));
    }

    private List<String> scope(final SelfTradeScope scope)
    {
        for (int account = 1; account <= 4; account++)
        {
            text.add(owned(sell(account, 1, 100), account));
        }
        final RestingOrder aggressor = aggressor(SelfTradeMode.CANCEL_RESTING, 10);
        aggressor.selfTradeScope = scope;
        return text.match(aggressor);
    }

    /** Somebody's 5 and the firm's 6 at 100, somebody's 7 at 101. */
    private void rest()
    {
        text.add(owned(sell(1, 5, 100), 4));
        text.add(owned(sell(2, 6, 100), 1));
        text.add(owned(sell(3, 7, 101), 4));
    }

    private static RestingOrder aggressor(final SelfTradeMode mode, final long lots)
    {
        final RestingOrder order = owned(buy(9, lots, 101), 1);
        order.selfTradeScope = SelfTradeScope.ACCOUNT;
        order.selfTradeMode = mode;
        return order;
    }

    /** An iceberg of 100 lots whose slices vary, and that has executed something before. */
    private static RestingOrder varying(final long orderId, final long executedLots)
    {
        final RestingOrder order = iceberg(sell(orderId, 100, 100), 10);
        order.displayVarianceLots = 5;
        order.executedLots = executedLots;
        return order;
    }

    private static RestingOrder owned(final RestingOrder order, final int account)
    {
        order.accountId = account;
        order.clientId = CLIENTS[account];
        order.firmId = FIRMS[account];
        return order;
    }
}
