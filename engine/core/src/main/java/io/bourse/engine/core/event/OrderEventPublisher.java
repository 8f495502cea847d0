// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderActivatedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderRestatedEncoder;
import io.bourse.engine.protocol.OrderTermsEncoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.protocol.TradeSideEncoder;

/**
 * Encodes what happens to orders.
 */
public final class OrderEventPublisher
{
    /** For {@link #cancelled}: without a request. */
    public static final long UNSOLICITED = OrderCancelledEncoder.requestClOrdIdNullValue();

    private final EventGroupWriter writer;
    private final OrderAcceptedEncoder acceptedEncoder = new OrderAcceptedEncoder();
    private final OrderReplacedEncoder replacedEncoder = new OrderReplacedEncoder();
    private final OrderCancelledEncoder cancelledEncoder = new OrderCancelledEncoder();
    private final TradeEncoder tradeEncoder = new TradeEncoder();
    private final OrderTermsEncoder termsEncoder = new OrderTermsEncoder();
    private final OrderActivatedEncoder activatedEncoder = new OrderActivatedEncoder();
    private final SliceShownEncoder sliceEncoder = new SliceShownEncoder();
    private final OrderReducedEncoder reducedEncoder = new OrderReducedEncoder();
    private final OrderRestatedEncoder restatedEncoder = new OrderRestatedEncoder();

    public OrderEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void accepted(final Order order)
    {
        writer.next(acceptedEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .expireDateNs(order.expireDateNs)
            .priceE5(order.priceE5())
            .qtyLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .timeInForce(order.timeInForce)
            .complianceId(order.complianceId)
            .clientFlags(order.clientFlags)
            .orderType(order.orderType)
            .shown(shown(order))
            .conditions(order.conditions);
        terms(order);
    }

    public void replaced(
        final Order order,
        final long prevOrderId,
        final long prevClOrdId,
        final long prevPriceE5,
        final long prevLots,
        final ReplaceMode mode)
    {
        writer.next(replacedEncoder)
            .orderId(order.orderId)
            .prevOrderId(prevOrderId)
            .clOrdId(order.clOrdId)
            .prevClOrdId(prevClOrdId)
            .priceE5(order.priceE5())
            .prevPriceE5(prevPriceE5)
            .qtyLots(order.restLots)
            .prevQtyLots(prevLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .mode(mode)
            .complianceId(order.complianceId)
            .shown(shown(order));
        terms(order);
    }

    /**
     * A parked order goes to its book, or trades now.
     *
     * @param order with its limit from now on.
     * @param cause why.
     */
    public void activated(final Order order, final ActivationCause cause)
    {
        writer.next(activatedEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .priceE5(order.priceE5())
            .restLots(order.restLots)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .side(order.side)
            .timeInForce(order.timeInForce)
            .cause(cause)
            .shown(shown(order));
    }

    /**
     * A slice of an iceberg joined its level.
     *
     * @param order iceberg, resting.
     */
    public void sliceShown(final Order order)
    {
        writer.next(sliceEncoder)
            .orderId(order.orderId)
            .displayOrderId(order.displayOrderId)
            .priceE5(order.priceE5())
            .shownLots(order.shownLots)
            .restLots(order.restLots)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .side(order.side);
    }

    /**
     * Self-trade prevention took lots off a live order.
     *
     * @param order with its new rest.
     * @param lots taken off.
     */
    public void reduced(final Order order, final long lots)
    {
        writer.next(reducedEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .reducedLots(lots)
            .restLots(order.restLots)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .side(order.side);
    }

    /**
     * A GTC or GTD order has come into the new session.
     *
     * @param order with its place kept.
     */
    public void restated(final Order order)
    {
        writer.next(restatedEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .expireDateNs(order.expireDateNs)
            .priceE5(order.priceE5())
            .restLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .timeInForce(order.timeInForce)
            .orderType(order.orderType)
            .shown(shown(order))
            .conditions(order.conditions);
        terms(order);
    }

    /**
     * What was left of an order is gone without a trade.
     *
     * @param order that ends.
     * @param lots removed.
     * @param requestClOrdId of who asked for it, or {@link #UNSOLICITED}.
     * @param reason why.
     */
    public void cancelled(final Order order, final long lots, final long requestClOrdId, final CancelReason reason)
    {
        writer.next(cancelledEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .requestClOrdId(requestClOrdId)
            .priceE5(order.priceE5())
            .qtyLots(lots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .reason(reason);
    }

    /**
     * A trade of an auction.
     *
     * @param buy order, with its rest after the trade.
     * @param sell order, with its rest after the trade.
     * @param lots traded.
     * @param priceTicks of the auction.
     */
    public void auctionTrade(
        final long tradeId, final Order buy, final Order sell, final long lots, final long priceTicks)
    {
        final long priceE5 = priceTicks * buy.instrument.priceTickE5;
        trade(tradeId, TradeKind.AUCTION, Side.NULL_VAL, priceE5, lots, buy, sell);
    }

    public void trade(final long tradeId, final Order aggressor, final Order resting, final long lots)
    {
        final boolean isBuyAggressor = Side.BUY == aggressor.side;
        final Order buy = isBuyAggressor ? aggressor : resting;
        final Order sell = isBuyAggressor ? resting : aggressor;
        trade(tradeId, TradeKind.CONTINUOUS, aggressor.side, resting.priceE5(), lots, buy, sell);
    }

    private void trade(
        final long tradeId,
        final TradeKind kind,
        final Side aggressorSide,
        final long priceE5,
        final long lots,
        final Order buy,
        final Order sell)
    {
        writer.next(tradeEncoder)
            .tradeId(tradeId)
            .priceE5(priceE5)
            .qtyLots(lots)
            .instrumentId(buy.instrument.instrumentId)
            .aggressorSide(aggressorSide)
            .kind(kind);
        party(tradeEncoder.buy(), buy);
        party(tradeEncoder.sell(), sell);
    }

    private void terms(final Order order)
    {
        if (!order.hasTerms())
        {
            return;
        }
        writer.next(termsEncoder)
            .orderId(order.orderId)
            .stopPriceE5(order.stopPriceE5)
            .displayLots(order.displayLots)
            .displayVarianceLots(order.displayVarianceLots)
            .minLots(order.minLots)
            .matchRef(order.matchRef)
            .place(order.place);
        for (int i = 0; i < OrderTermsEncoder.counterpartyLength(); i++)
        {
            termsEncoder.counterparty(i, (byte)(order.counterparty >>> (i << 3)));
        }
    }

    private static short shown(final Order order)
    {
        return OrderPlace.BOOK == order.place && order.isShown() ? (short)1 : 0;
    }

    static void party(final TradeSideEncoder encoder, final Order order)
    {
        encoder
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .orderPriceE5(order.priceE5())
            .restLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .loginId(order.login.loginId)
            .linkId(order.linkId);
    }
}
