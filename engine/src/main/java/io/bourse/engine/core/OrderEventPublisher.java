// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeSideEncoder;

/**
 * Encodes what happens to orders.
 */
final class OrderEventPublisher
{
    /** For {@link #cancelled}: nobody asked for it. */
    static final long UNSOLICITED = OrderCancelledEncoder.requestClOrdIdNullValue();

    private final EventGroupWriter writer;
    private final OrderAcceptedEncoder acceptedEncoder = new OrderAcceptedEncoder();
    private final OrderReplacedEncoder replacedEncoder = new OrderReplacedEncoder();
    private final OrderCancelledEncoder cancelledEncoder = new OrderCancelledEncoder();
    private final TradeEncoder tradeEncoder = new TradeEncoder();

    OrderEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    void accepted(final Order order)
    {
        acceptedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(OrderAcceptedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .expireDateNs(order.expireDateNs)
            .priceE5(order.priceE5)
            .qtyLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .timeInForce(order.timeInForce)
            .complianceId(order.complianceId)
            .clientFlags(order.clientFlags);
    }

    void replaced(
        final Order order,
        final long prevOrderId,
        final long prevClOrdId,
        final long prevPriceE5,
        final long prevLots,
        final ReplaceMode mode)
    {
        replacedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(OrderReplacedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .orderId(order.orderId)
            .prevOrderId(prevOrderId)
            .clOrdId(order.clOrdId)
            .prevClOrdId(prevClOrdId)
            .priceE5(order.priceE5)
            .prevPriceE5(prevPriceE5)
            .qtyLots(order.restLots)
            .prevQtyLots(prevLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .mode(mode)
            .complianceId(order.complianceId);
    }

    void cancelled(final Order order, final long requestClOrdId, final CancelReason reason)
    {
        cancelledEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(OrderCancelledEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .requestClOrdId(requestClOrdId)
            .priceE5(order.priceE5)
            .qtyLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.loginId)
            .linkId(order.linkId)
            .side(order.side)
            .reason(reason);
    }

    void trade(final long tradeId, final Order aggressor, final Order resting, final long lots)
    {
        final boolean isBuyAggressor = Side.BUY == aggressor.side;
        tradeEncoder
            .wrapAndApplyHeader(writer.buffer(), writer.claim(TradeEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .tradeId(tradeId)
            .priceE5(resting.priceE5)
            .qtyLots(lots)
            .instrumentId(resting.instrument.instrumentId)
            .aggressorSide(aggressor.side);
        party(tradeEncoder.buy(), isBuyAggressor ? aggressor : resting);
        party(tradeEncoder.sell(), isBuyAggressor ? resting : aggressor);
    }

    private static void party(final TradeSideEncoder encoder, final Order order)
    {
        encoder
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .orderPriceE5(order.priceE5)
            .restLots(order.restLots)
            .accountCode(order.accountCode)
            .accountId(order.accountId)
            .loginId(order.loginId)
            .linkId(order.linkId);
    }
}
