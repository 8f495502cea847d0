// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.Negotiations;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.NegotiatedOrderDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;

/**
 * Executes negotiated orders. One that passes the checks of any day order waits, unless the mirror image waits already:
 * then both trade with each other and end. Until then margin and limits count it like any other order. It ends with the
 * session; it can be cancelled but not replaced. A strategy cannot be negotiated.
 */
public final class NegotiationHandler
{
    private final NegotiatedOrderDecoder command = new NegotiatedOrderDecoder();
    private final OrderRequest request = new OrderRequest();
    private final ReferenceData referenceData;
    private final Negotiations negotiations;
    private final OrderEntry entry;
    private final IdSource ids;
    private final OrderTable orders;
    private final PreTradeRisk risk;
    private final OrderExit exit;
    private final TradeRegister trades;
    private final OrderEventPublisher orderPublisher;
    private final OffBookPublisher publisher;

    public NegotiationHandler(
        final ReferenceData referenceData,
        final Negotiations negotiations,
        final OrderEntry entry,
        final IdSource ids,
        final OrderTable orders,
        final PreTradeRisk risk,
        final OrderExit exit,
        final TradeRegister trades,
        final OrderEventPublisher orderPublisher,
        final OffBookPublisher publisher)
    {
        this.referenceData = referenceData;
        this.negotiations = negotiations;
        this.entry = entry;
        this.ids = ids;
        this.orders = orders;
        this.risk = risk;
        this.exit = exit;
        this.trades = trades;
        this.orderPublisher = orderPublisher;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(NegotiatedOrderDecoder.TEMPLATE_ID, this::onNegotiatedOrder)
            .clOrdIdAt(NegotiatedOrderDecoder.clOrdIdEncodingOffset())
            .accountAt(NegotiatedOrderDecoder.accountCodeEncodingOffset())
            .instrumentAt(NegotiatedOrderDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onNegotiatedOrder(final CommandEnvelope envelope)
    {
        envelope.decode(command);
        OrderRequestAdapter.fill(request, command, envelope);
        final Instrument instrument = referenceData.instrument(request.instrumentId);
        if (null != instrument && InstrumentKind.SPREAD == instrument.kind)
        {
            return RejectReason.INVALID_COMBINATION;
        }
        if (null == referenceData.firm(request.counterparty))
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        final RejectReason reason = entry.prepare(request);
        if (null == reason)
        {
            take(request.order);
        }
        return reason;
    }

    private void take(final Order order)
    {
        order.orderId = ids.nextOrderId();
        order.place = OrderPlace.NEGOTIATED;
        risk.opened(order);
        orderPublisher.accepted(order);
        final Order mirror = negotiations.mirrorOf(order);
        if (null == mirror)
        {
            orders.put(order);
            negotiations.park(order);
        }
        else
        {
            negotiations.remove(mirror);
            trade(order, mirror);
        }
    }

    private void trade(final Order order, final Order mirror)
    {
        final long lots = order.restLots;
        execute(order);
        execute(mirror);
        final boolean isBuy = Side.BUY == order.side;
        final Order buy = isBuy ? order : mirror;
        final Order sell = isBuy ? mirror : order;
        final long tradeId = ids.nextTradeId();
        publisher.trade(
            tradeId,
            OffBookPublisher.NO_PARENT,
            order.instrument,
            order.priceE5(),
            lots,
            buy,
            sell,
            OffBookKind.NEGOTIATED);
        trades.add(
            tradeId,
            TradeRegister.NO_PARENT,
            order.instrument.instrumentId,
            OffBookKind.NEGOTIATED.value(),
            Side.NULL_VAL,
            order.priceE5(),
            lots,
            buy,
            sell);
        order.instrument.traded(lots);
        risk.traded(order, lots);
        risk.traded(mirror, lots);
        exit.finish(order);
        exit.finish(mirror);
    }

    private static void execute(final Order order)
    {
        order.executedLots = order.restLots;
        order.restLots = 0;
    }
}
