// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.protocol.TradeSideEncoder;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Tells a listener of orders and trades in the engine's own encoding, as its stream would.
 */
final class OrderTelling
{
    private static final int BUFFER_LENGTH = 512;
    private static final int SESSION = 1;

    private final MutableDirectBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(BUFFER_LENGTH));
    private final OrderAcceptedEncoder accepted = new OrderAcceptedEncoder();
    private final OrderAcceptedDecoder acceptedView = new OrderAcceptedDecoder();
    private final OrderCancelledEncoder cancelled = new OrderCancelledEncoder();
    private final OrderCancelledDecoder cancelledView = new OrderCancelledDecoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final TradeDecoder tradeView = new TradeDecoder();
    private final SyntheticRegisters registers;

    OrderTelling(final SyntheticRegisters registers)
    {
        this.registers = registers;
    }

    /** One order of the flow; what is told of it follows from this. */
    record Order(
        long id, SyntheticInstrument instrument, int account, Side side, long priceE5, int qtyLots)
    {
        /** The client's order id. */
        long clientId()
        {
            return ~id & Long.MAX_VALUE;
        }
    }

    void accepted(final EventListener listener, final EventGroup group, final Order order)
    {
        accepted.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH)
            .orderId(order.id())
            .clOrdId(order.clientId())
            .expireDateNs(0)
            .priceE5(order.priceE5())
            .qtyLots(order.qtyLots())
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .instrumentId(order.instrument().instrumentId())
            .loginId(SESSION)
            .linkId(0)
            .side(order.side())
            .timeInForce(TimeInForce.DAY)
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderType(OrderType.LIMIT)
            .conditions((short)0)
            .shown((short)1);
        listener.onOrderAccepted(group, acceptedView.wrap(
            buffer, MessageHeaderEncoder.ENCODED_LENGTH, OrderAcceptedEncoder.BLOCK_LENGTH,
            OrderAcceptedEncoder.SCHEMA_VERSION));
    }

    /** Its client took an order back. */
    void cancelled(final EventListener listener, final EventGroup group, final Order order)
    {
        cancelled(listener, group, order, order.clientId() - 1, CancelReason.REQUESTED);
    }

    /** The evening run removed an order. */
    void removed(final EventListener listener, final EventGroup group, final Order order)
    {
        cancelled(
            listener, group, order, OrderCancelledEncoder.requestClOrdIdNullValue(), CancelReason.SESSION_END);
    }

    private void cancelled(
        final EventListener listener,
        final EventGroup group,
        final Order order,
        final long requestClOrdId,
        final CancelReason reason)
    {
        cancelled.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH)
            .orderId(order.id())
            .clOrdId(order.clientId())
            .requestClOrdId(requestClOrdId)
            .priceE5(order.priceE5())
            .qtyLots(order.qtyLots())
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .instrumentId(order.instrument().instrumentId())
            .loginId(SESSION)
            .linkId(0)
            .side(order.side())
            .reason(reason);
        listener.onOrderCancelled(group, cancelledView.wrap(
            buffer, MessageHeaderEncoder.ENCODED_LENGTH, OrderCancelledEncoder.BLOCK_LENGTH,
            OrderCancelledEncoder.SCHEMA_VERSION));
    }

    /** A trade that fills both orders. */
    void trade(
        final EventListener listener, final EventGroup group, final long tradeId, final Order maker, final Order taker)
    {
        trade.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH)
            .tradeId(tradeId)
            .priceE5(maker.priceE5())
            .qtyLots(maker.qtyLots())
            .instrumentId(maker.instrument().instrumentId())
            .aggressorSide(taker.side())
            .kind(TradeKind.CONTINUOUS);
        side(trade.buy(), Side.BUY == taker.side() ? taker : maker);
        side(trade.sell(), Side.BUY == taker.side() ? maker : taker);
        listener.onTrade(group, tradeView.wrap(
            buffer, MessageHeaderEncoder.ENCODED_LENGTH, TradeEncoder.BLOCK_LENGTH, TradeEncoder.SCHEMA_VERSION));
    }

    private void side(final TradeSideEncoder side, final Order order)
    {
        side.orderId(order.id())
            .clOrdId(order.clientId())
            .orderPriceE5(order.priceE5())
            .restLots(0)
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .loginId(SESSION)
            .linkId(0);
    }
}
