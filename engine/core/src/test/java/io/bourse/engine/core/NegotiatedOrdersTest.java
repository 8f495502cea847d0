// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import java.util.List;
import java.util.function.Consumer;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Negotiated orders: waiting, meeting, ending. Login 1 is of AA01, 2 of BB01, 3 of AA02.
 */
class NegotiatedOrdersTest
{
    private static final Consumer<NegotiatedOrderEncoder> AS_IS = e ->
    {
    };
    private static final Consumer<NegotiatedOrderEncoder> SELL = e -> e.side(Side.SELL.value());

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final CommandWriter commands = core.commands;
    private final StrategyCommandWriter negotiations = new StrategyCommandWriter(commands);

    @Test
    void shouldTradeWithTheMirrorImageOnly()
    {
        assertEquals(
            List.of("accepted 1 cl=1 BUY 5@100 DAY",
                "OrderTerms orderId=1 stopPriceE5=0 displayLots=0 displayVarianceLots=0 minLots=0 matchRef=7 " +
                "counterparty=BB01 place=NEGOTIATED"),
            send(1, "BB01", AS_IS));
        // Each misses by one term: firm of the sender, addressee, side, price, quantity, reference, instrument.
        waits(3, "AA01", SELL);
        waits(2, "AA02", SELL);
        waits(2, "AA01", AS_IS);
        waits(2, "AA01", SELL.andThen(e -> e.priceE5(101)));
        waits(2, "AA01", SELL.andThen(e -> e.qtyLots(6)));
        waits(2, "AA01", SELL.andThen(e -> e.matchRef(8)));
        waits(2, "AA01", SELL.andThen(e -> e.instrumentId(3)));

        final List<String> events = send(2, "AA01", SELL);
        assertEquals("accepted 9 cl=2 SELL 5@100 DAY", events.get(0));
        assertEquals(3, events.size());
        assertEquals("off book 1 5@100 instrument=1 buy=1/rest0 sell=9/rest0 NEGOTIATED", offBookTrade());
        assertEquals("rejected cl=4 order=1 account=AA01001 instrument=1 UNKNOWN_ORDER", cancel(1, 1, OrderClass.ANY));
        final List<String> report = core.send(commands.reportState(1));
        assertTrue(report.contains("position AA01001 id=0 instrument=1 net=5"), report.toString());
        assertTrue(report.contains("position BB01001 id=1 instrument=1 net=-5"), report.toString());
        assertTrue(report.getLast().startsWith("state request=1 orders=7 positions=2 trades=1"), report.toString());
    }

    @Test
    void shouldServeTheOldestOfEqualOrders()
    {
        send(1, "BB01", AS_IS);
        send(1, "BB01", AS_IS);
        send(1, "BB01", AS_IS);
        core.cancel(1, 4, 1);
        send(2, "AA01", SELL);
        assertEquals("off book 1 5@100 instrument=1 buy=2/rest0 sell=4/rest0 NEGOTIATED", offBookTrade());
        send(2, "AA01", SELL);
        assertEquals("off book 2 5@100 instrument=1 buy=3/rest0 sell=5/rest0 NEGOTIATED", offBookTrade());
        waits(2, "AA01", SELL);
    }

    @Test
    void shouldFindEveryMirrorAmongMany()
    {
        for (int i = 0; i < 300; i++)
        {
            final int terms = i % 150;
            waits(1, "BB01", e -> e.matchRef(terms % 3).priceE5(100 + terms));
        }
        for (int i = 0; i < 300; i++)
        {
            final int terms = i % 150;
            send(2, "AA01", SELL.andThen(e -> e.matchRef(terms % 3).priceE5(100 + terms)));
            assertEquals(
                "off book " + (i + 1) + " 5@" + (100 + terms) + " instrument=1 buy=" + (i + 1) + "/rest0 sell=" +
                (301 + i) + "/rest0 NEGOTIATED", offBookTrade());
        }
        assertTrue(core.send(commands.reportState(1)).getLast().startsWith("state request=1 orders=0 "));
    }

    @Test
    void shouldLeaveTheBookAndItsPriceAlone()
    {
        core.buy(1, 3, 100);
        send(1, "BB01", AS_IS);
        send(2, "AA01", SELL);
        assertEquals(List.of("3@100 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of(), core.depth(0, Side.SELL));
    }

    @Test
    void shouldCancelButNotReplace()
    {
        send(1, "BB01", AS_IS);
        assertEquals(
            "rejected cl=4 order=1 account=AA01001 instrument=1 UNKNOWN_ORDER", cancel(1, 1, OrderClass.PLAIN));
        assertEquals(
            List.of("rejected cl=5 order=1 account= instrument=0 UNKNOWN_ORDER"),
            core.send(commands.replaceOrder(1, e -> e.clOrdId(5).orderId(1).accountCode(0).instrumentId(0)
                .mode(ReplaceMode.KEEP_QTY.value()).priceE5(101))));
        assertEquals("cancelled 1 cl=1 req=4 BUY 5@100 REQUESTED", cancel(1, 1, OrderClass.NEGOTIATED));
        waits(2, "AA01", SELL);
    }

    @Test
    void shouldRefuseWhatNoOrderMayBe()
    {
        core.send(commands.instrument(20, "SPREAD", e -> e.kind(InstrumentKind.SPREAD)));
        refused("UNKNOWN_LOGIN", 9, "BB01", AS_IS);
        refused("UNKNOWN_FIRM", 1, "BB09", AS_IS);
        refused("UNKNOWN_FIRM", 1, "", AS_IS);
        refused("UNKNOWN_INSTRUMENT", 1, "BB01", e -> e.instrumentId(77));
        refused("INVALID_COMBINATION", 1, "BB01", e -> e.instrumentId(20));
        refused("UNKNOWN_ACCOUNT", 1, "BB01", e -> e.accountCode(AccountCode.pack("AA01999")));
        refused("ACCOUNT_NOT_PERMITTED", 1, "BB01", e -> e.accountCode(AccountCode.pack("BB01001")));
        refused("INVALID_FIELD", 1, "BB01", e -> e.side((short)3));
        refused("QTY_OUT_OF_RANGE", 1, "BB01", e -> e.qtyLots(0));
        refused("PRICE_OFF_TICK", 1, "BB01", e -> e.instrumentId(2).priceE5(105));
        refused("PRICE_OUT_OF_LIMITS", 1, "BB01", e -> e.priceE5(1_000_001));
        assertTrue(core.send(commands.reportState(1)).getLast().startsWith("state request=1 orders=0 "));
    }

    @Test
    void shouldEndWithTheSession()
    {
        send(1, "BB01", AS_IS);
        final long parked = core.stateHash();
        final List<String> events = core.send(commands.suspend(1, ClearingKind.EVENING));
        assertEquals("cancelled 1 cl=1 req=- BUY 5@100 SESSION_END", events.getLast());
        assertNotEquals(parked, core.stateHash());
        refused("TRADING_SUSPENDED", 2, "AA01", SELL);
    }

    private List<String> send(
        final int login, final String counterparty, final Consumer<NegotiatedOrderEncoder> change)
    {
        return core.send(negotiations.negotiated(login, counterparty, change));
    }

    private void waits(final int login, final String counterparty, final Consumer<NegotiatedOrderEncoder> change)
    {
        final List<String> events = send(login, counterparty, change);
        assertEquals(2, events.size(), events.toString());
        assertTrue(events.get(0).startsWith("accepted "), events.toString());
    }

    private void refused(
        final String reason,
        final int login,
        final String counterparty,
        final Consumer<NegotiatedOrderEncoder> change)
    {
        final List<String> events = send(login, counterparty, change);
        assertEquals(1, events.size(), events.toString());
        assertTrue(events.getFirst().startsWith("rejected ") && events.getFirst().endsWith(" " + reason),
            events.toString());
    }

    private String cancel(final int login, final long orderId, final OrderClass orderClass)
    {
        return core.send(commands.cancelOrder(login, e -> e.clOrdId(4).orderId(orderId).orderClass(orderClass)
            .accountCode(CoreFixture.ACCOUNTS[login]).instrumentId(1))).getFirst();
    }

    private String offBookTrade()
    {
        final OffBookTradeDecoder trade = new OffBookTradeDecoder();
        final byte[] last = core.recorder.events.getLast();
        trade.wrapAndApplyHeader(new UnsafeBuffer(last), 0, new MessageHeaderDecoder());
        final String parent =
            OffBookTradeDecoder.parentTradeIdNullValue() == trade.parentTradeId() ? "" : " of " + trade.parentTradeId();
        return "off book " + trade.tradeId() + parent + " " + trade.qtyLots() + "@" + trade.priceE5() +
            " instrument=" + trade.instrumentId() + " buy=" + trade.buy().orderId() + "/rest" +
            trade.buy().restLots() + " sell=" + trade.sell().orderId() + "/rest" + trade.sell().restLots() + " " +
            trade.kind();
    }
}
