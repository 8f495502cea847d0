// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * New, cancel and replace: every refusal, every replace mode, every field of their events.
 */
class OrderCommandsTest
{
    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
    }

    @Test
    void shouldRefuseNewOrderWhenLoginIsUnknown()
    {
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 UNKNOWN_LOGIN"),
            core.order(9, encoder -> encoder.clOrdId(1)));
    }

    @Test
    void shouldRefuseNewOrderWhenInstrumentIsUnknown()
    {
        assertRefused("account=AA01001 instrument=9 UNKNOWN_INSTRUMENT", encoder -> encoder.instrumentId(9));
        assertRefused("account=AA01001 instrument=0 UNKNOWN_INSTRUMENT", encoder -> encoder.instrumentId(0));
    }

    @Test
    void shouldRefuseNewOrderWhenAccountIsUnknown()
    {
        assertRefused(
            "account=AA01999 instrument=1 UNKNOWN_ACCOUNT",
            encoder -> encoder.accountCode(AccountCode.pack("AA01999")));
        assertRefused("account= instrument=1 UNKNOWN_ACCOUNT", encoder -> encoder.accountCode(0));
    }

    @Test
    void shouldRefuseNewOrderWhenAccountIsOfAnotherFirm()
    {
        assertRefused(
            "account=BB01001 instrument=1 ACCOUNT_NOT_PERMITTED",
            encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[2]));
        assertRefused(
            "account=AA02001 instrument=1 ACCOUNT_NOT_PERMITTED",
            encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[3]));
    }

    @Test
    void shouldRefuseNewOrderWhenQuantityIsOutOfRange()
    {
        for (final long lots : new long[]{0, -1, ClearingRange.MAX_LOTS + 1, Long.MAX_VALUE, Long.MIN_VALUE})
        {
            assertRefused("account=AA01001 instrument=1 QTY_OUT_OF_RANGE", encoder -> encoder.qtyLots(lots));
        }
        assertEquals(
            List.of("accepted 1 cl=1 BUY 2147483647@100 DAY"),
            core.buy(1, ClearingRange.MAX_LOTS, 100));
    }

    @Test
    void shouldRefuseNewOrderWhenPriceIsOffTheTick()
    {
        assertRefused(
            "account=AA01001 instrument=2 PRICE_OFF_TICK", encoder -> encoder.instrumentId(2).priceE5(105));
        assertRefused(
            "account=AA01001 instrument=2 PRICE_OFF_TICK", encoder -> encoder.instrumentId(2).priceE5(-5));
    }

    @Test
    void shouldRefuseNewOrderWhenPriceIsOutsideInclusiveLimits()
    {
        for (final long priceE5 : new long[]{90, 1_010, 0, -100, Long.MAX_VALUE - Long.MAX_VALUE % 10})
        {
            assertRefused(
                "account=AA01001 instrument=2 PRICE_OUT_OF_LIMITS",
                encoder -> encoder.instrumentId(2).priceE5(priceE5));
        }
        assertEquals(
            List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.order(1, encoder -> encoder.instrumentId(2).priceE5(100)));
        assertEquals(
            List.of("accepted 2 cl=1 BUY 1@1000 DAY"),
            core.order(1, encoder -> encoder.instrumentId(2).priceE5(1_000)));
    }

    @Test
    void shouldRefuseNewOrderWhenFieldIsInvalid()
    {
        for (final short side : new short[]{0, 3, 255})
        {
            assertRefused("account=AA01001 instrument=1 INVALID_FIELD", encoder -> encoder.side(side));
        }
        for (final short timeInForce : new short[]{5, 8, 10, 255})
        {
            assertRefused("account=AA01001 instrument=1 INVALID_FIELD", encoder -> encoder.timeInForce(timeInForce));
        }
    }

    @Test
    void shouldRefuseOrdersWhenNoSessionIsOpen()
    {
        final CoreFixture closed = new CoreFixture().withMembers();
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 SESSION_CLOSED"), closed.buy(1, 1, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 SESSION_CLOSED"), closed.cancel(1, 2, 1));
        assertEquals(
            List.of("rejected cl=3 order=1 account= instrument=0 SESSION_CLOSED"),
            closed.replace(1, 3, 1, ReplaceMode.SET_REST, 1, 100));
    }

    @Test
    void shouldOnlyCancelWhenTradingIsSuspended()
    {
        core.buy(1, 5, 100);
        core.send(core.commands.suspend(7, ClearingKind.INTRADAY));
        assertRefused("account=AA01001 instrument=1 TRADING_SUSPENDED", encoder -> encoder.clOrdId(1));
        assertEquals(
            List.of("rejected cl=3 order=1 account= instrument=0 TRADING_SUSPENDED"),
            core.replace(1, 3, 1, ReplaceMode.SET_REST, 1, 100));
        assertEquals(List.of("cancelled 1 cl=1 req=4 BUY 5@100 REQUESTED"), core.cancel(1, 4, 1));
    }

    @Test
    void shouldRefuseCancelWhenOrderIsNotTheRequestersOrDiffers()
    {
        core.buy(1, 5, 100);
        final String refused = " account= instrument=0 UNKNOWN_ORDER";
        assertEquals(List.of("rejected cl=2 order=1" + refused), core.cancel(2, 2, 1));
        for (final long orderId : new long[]{0, 2, -1, 1L << 48, 1L << 40, Long.MIN_VALUE + 1, Long.MAX_VALUE})
        {
            assertEquals(List.of("rejected cl=2 order=" + orderId + refused), core.cancel(1, 2, orderId));
        }
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=2 UNKNOWN_ORDER"),
            core.send(core.commands.cancelOrder(1, encoder -> encoder.clOrdId(2).orderId(1).instrumentId(2))));
        assertEquals(
            List.of("rejected cl=2 order=1 account=AA02001 instrument=0 UNKNOWN_ORDER"),
            core.send(core.commands.cancelOrder(1, encoder ->
                encoder.clOrdId(2).orderId(1).accountCode(CoreFixture.ACCOUNTS[3]))));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 UNKNOWN_LOGIN"), core.cancel(8, 2, 1));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelWhenInstrumentAndAccountAreGivenOrNull()
    {
        core.buy(1, 5, 100);
        core.buy(2, 6, 100);
        assertEquals(
            List.of("cancelled 1 cl=1 req=3 BUY 5@100 REQUESTED"),
            core.send(core.commands.cancelOrder(1, encoder ->
                encoder.clOrdId(3).orderId(1).instrumentId(1).accountCode(CoreFixture.ACCOUNTS[1]))));
        assertEquals(
            List.of("cancelled 2 cl=2 req=4 BUY 6@100 REQUESTED"),
            core.send(core.commands.cancelOrder(1, encoder ->
                encoder.clOrdId(4).orderId(2).instrumentId(Integer.MAX_VALUE))));
    }

    @Test
    void shouldRefuseReplaceWhenInvalid()
    {
        core.order(1, encoder -> encoder.clOrdId(1).qtyLots(5).instrumentId(2));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 UNKNOWN_ORDER"),
            core.replace(2, 2, 1, ReplaceMode.SET_REST, 1, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 QTY_OUT_OF_RANGE"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 0, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 QTY_OUT_OF_RANGE"),
            core.replace(1, 2, 1, ReplaceMode.SET_TOTAL, ClearingRange.MAX_LOTS + 1, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 PRICE_OFF_TICK"),
            core.replace(1, 2, 1, ReplaceMode.KEEP_QTY, 0, 101));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 PRICE_OUT_OF_LIMITS"),
            core.replace(1, 2, 1, ReplaceMode.CHECK_REST, 5, 1_010));
        for (final short mode : new short[]{4, 255})
        {
            assertEquals(
                List.of("rejected cl=2 order=1 account= instrument=0 INVALID_FIELD"),
                core.send(core.commands.replaceOrder(1, encoder -> encoder.clOrdId(2).orderId(1).mode(mode))));
        }
        assertEquals(List.of("5@10 x1"), core.depth(1, Side.BUY));
    }

    @Test
    void shouldRefuseReplaceWhenItsSenderOrInstrumentIsNotTheOrders()
    {
        core.order(1, encoder -> encoder.clOrdId(1).qtyLots(5).instrumentId(2));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 UNKNOWN_LOGIN"),
            core.replace(8, 2, 1, ReplaceMode.SET_REST, 1, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=1 UNKNOWN_ORDER"),
            core.send(core.commands.replaceOrder(1, encoder -> encoder.clOrdId(2).orderId(1).instrumentId(1))));
        assertEquals(
            List.of("rejected cl=2 order=1 account=AA02001 instrument=2 UNKNOWN_ORDER"),
            core.send(core.commands.replaceOrder(1, encoder ->
                encoder.clOrdId(2).orderId(1).instrumentId(2).accountCode(CoreFixture.ACCOUNTS[3]))));
    }

    @Test
    void shouldTakeTheLargestQuantityWhenReplaced()
    {
        core.buy(1, 5, 100);
        assertEquals(
            List.of("replaced 1->2 cl=1->2 BUY 5@100->2147483647@100 SET_REST"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, ClearingRange.MAX_LOTS, 100));
    }

    @Test
    void shouldChangePriceOnlyWhenModeIsKeepQty()
    {
        core.buy(1, 5, 100);
        assertEquals(
            List.of("replaced 1->2 cl=1->2 BUY 5@100->5@101 KEEP_QTY"),
            core.replace(1, 2, 1, ReplaceMode.KEEP_QTY, 99, 101));
        assertEquals(
            List.of("replaced 2->2 cl=2->3 BUY 5@101->5@101 KEEP_QTY"),
            core.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 99, 101));
    }

    @Test
    void shouldCancelOnMismatchWhenModeIsCheckRest()
    {
        core.buy(1, 5, 100);
        assertEquals(
            List.of("replaced 1->2 cl=1->2 BUY 5@100->5@101 CHECK_REST"),
            core.replace(1, 2, 1, ReplaceMode.CHECK_REST, 5, 101));
        core.sell(3, 2, 101);
        assertEquals(
            List.of("cancelled 2 cl=2 req=4 BUY 3@101 REPLACE_MISMATCH"),
            core.replace(1, 4, 2, ReplaceMode.CHECK_REST, 5, 102));
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    @Test
    void shouldSubtractExecutedWhenModeIsSetTotal()
    {
        core.buy(1, 10, 100);
        core.sell(2, 4, 100);
        assertEquals(
            List.of("replaced 1->1 cl=1->3 BUY 6@100->4@100 SET_TOTAL"),
            core.replace(1, 3, 1, ReplaceMode.SET_TOTAL, 8, 100));
        assertEquals(
            List.of("replaced 1->3 cl=3->4 BUY 4@100->8@100 SET_TOTAL"),
            core.replace(1, 4, 1, ReplaceMode.SET_TOTAL, 12, 100));
        core.sell(5, 1, 100);
        assertEquals(
            List.of("cancelled 3 cl=4 req=6 BUY 7@100 REPLACE_FILLED"),
            core.replace(1, 6, 3, ReplaceMode.SET_TOTAL, 5, 101));
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    @Test
    void shouldRefuseOldIdWhenReplacedUnderNewOne()
    {
        core.buy(1, 5, 100);
        core.replace(1, 2, 1, ReplaceMode.SET_REST, 6, 100);
        assertEquals(List.of("rejected cl=3 order=1 account= instrument=0 UNKNOWN_ORDER"), core.cancel(1, 3, 1));
        assertEquals(List.of("cancelled 2 cl=2 req=4 BUY 6@100 REQUESTED"), core.cancel(1, 4, 2));
    }

    @Test
    void shouldCarryEveryFieldOfANewOrder()
    {
        core.order(1, OrderCommandsTest::everything);
        final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
        accepted.wrapAndApplyHeader(event(0), 0, new MessageHeaderDecoder());
        assertEquals(
            List.of(1L, 11L, 12L, 120L, 13L, CoreFixture.ACCOUNTS[1], 0L, 2L, 1L, 14L, (long)'M', 4L),
            List.of(
                accepted.orderId(), accepted.clOrdId(), accepted.expireDateNs(), accepted.priceE5(),
                accepted.qtyLots(), accepted.accountCode(), (long)accepted.accountId(),
                (long)accepted.instrumentId(), (long)accepted.loginId(), (long)accepted.linkId(),
                (long)accepted.complianceId(), (long)accepted.clientFlags()));
        assertEquals(Side.BUY, accepted.side());

        core.cancel(1, 77, 1);
        final OrderCancelledDecoder cancelled = new OrderCancelledDecoder();
        cancelled.wrapAndApplyHeader(event(0), 0, new MessageHeaderDecoder());
        assertEquals(
            List.of(1L, 11L, 77L, 120L, 13L, CoreFixture.ACCOUNTS[1], 0L, 2L, 1L, 14L),
            List.of(
                cancelled.orderId(), cancelled.clOrdId(), cancelled.requestClOrdId(), cancelled.priceE5(),
                cancelled.qtyLots(), cancelled.accountCode(), (long)cancelled.accountId(),
                (long)cancelled.instrumentId(), (long)cancelled.loginId(), (long)cancelled.linkId()));
    }

    @Test
    void shouldCarryEveryFieldOfAReplaceAndOfTheTradeItCauses()
    {
        core.order(2, encoder -> encoder
            .clOrdId(5).instrumentId(2).side(Side.SELL.value()).priceE5(130).qtyLots(20).linkId(6));
        core.order(1, OrderCommandsTest::everything);
        core.send(core.commands.replaceOrder(1, encoder -> encoder
            .clOrdId(21).orderId(2).priceE5(140).qtyLots(15).linkId(24).complianceId((byte)'A').instrumentId(2)));

        final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
        replaced.wrapAndApplyHeader(event(0), 0, new MessageHeaderDecoder());
        assertEquals(
            List.of(3L, 2L, 21L, 11L, 140L, 120L, 15L, 13L, CoreFixture.ACCOUNTS[1], 0L, 2L, 1L, 24L, (long)'A'),
            List.of(
                replaced.orderId(), replaced.prevOrderId(), replaced.clOrdId(), replaced.prevClOrdId(),
                replaced.priceE5(), replaced.prevPriceE5(), replaced.qtyLots(), replaced.prevQtyLots(),
                replaced.accountCode(), (long)replaced.accountId(), (long)replaced.instrumentId(),
                (long)replaced.loginId(), (long)replaced.linkId(), (long)replaced.complianceId()));

        final TradeDecoder trade = new TradeDecoder();
        trade.wrapAndApplyHeader(event(1), 0, new MessageHeaderDecoder());
        assertEquals(
            List.of(1L, 130L, 15L, 2L), List.of(
                trade.tradeId(), trade.priceE5(), trade.qtyLots(), (long)trade.instrumentId()));
        assertEquals(
            List.of(3L, 21L, 140L, 0L, CoreFixture.ACCOUNTS[1], 0L, 1L, 24L),
            List.of(
                trade.buy().orderId(), trade.buy().clOrdId(), trade.buy().orderPriceE5(), trade.buy().restLots(),
                trade.buy().accountCode(), (long)trade.buy().accountId(), (long)trade.buy().loginId(),
                (long)trade.buy().linkId()));
        assertEquals(
            List.of(1L, 5L, 130L, 5L, CoreFixture.ACCOUNTS[2], 1L, 2L, 6L),
            List.of(
                trade.sell().orderId(), trade.sell().clOrdId(), trade.sell().orderPriceE5(),
                trade.sell().restLots(), trade.sell().accountCode(), (long)trade.sell().accountId(),
                (long)trade.sell().loginId(), (long)trade.sell().linkId()));
        assertEquals(Side.BUY, trade.aggressorSide());
    }

    @Test
    void shouldChangeNothingWhenRefused()
    {
        core.buy(1, 5, 100);
        final long before = core.stateHash();
        core.order(1, encoder -> encoder.qtyLots(0));
        core.order(1, encoder -> encoder.instrumentId(2).accountCode(CoreFixture.ACCOUNTS[1]).priceE5(101));
        core.order(1, encoder -> encoder.instrumentId(2).timeInForce((short)4));
        core.order(9, encoder -> encoder.clOrdId(1));
        core.cancel(2, 1, 1);
        core.replace(1, 2, 1, ReplaceMode.SET_REST, 0, 100);
        core.send(core.commands.instrument(1, "OTHER", 1, 0, 1));
        core.send(core.commands.resume(1));
        core.send(core.commands.openSession(2, 20261122));
        core.commands.nextSequence = -3;
        core.buy(3, 1, 100);
        assertEquals(before, core.stateHash());
    }

    private static void everything(final NewOrderEncoder encoder)
    {
        encoder
            .clOrdId(11)
            .expireDateNs(12)
            .priceE5(120)
            .qtyLots(13)
            .instrumentId(2)
            .linkId(14)
            .complianceId((byte)'M')
            .clientFlags((short)4);
    }

    private UnsafeBuffer event(final int index)
    {
        return new UnsafeBuffer(core.recorder.events.get(index));
    }

    private void assertRefused(final String expected, final Consumer<NewOrderEncoder> change)
    {
        assertEquals(List.of("rejected cl=1 order=- " + expected), core.order(1, change));
    }
}
