// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.NegotiatedOrderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForceTraits;

/**
 * Turns commands into order requests. Values that no enumeration knows become null and are refused by the validator.
 */
public final class OrderRequestAdapter
{
    /** Bits that a client may set; the others are the engine's. */
    private static final int CLIENT_CONDITIONS = OrderConditions.HIDDEN | OrderConditions.POST_ONLY;
    private static final SelfTradeMode[] SELF_TRADE_MODES = new SelfTradeMode[SelfTradeMode.DECREMENT.value() + 1];

    static
    {
        for (final SelfTradeMode value : SelfTradeMode.values())
        {
            if (SelfTradeMode.NULL_VAL != value)
            {
                SELF_TRADE_MODES[value.value()] = value;
            }
        }
    }

    private OrderRequestAdapter()
    {
    }

    static void fill(final OrderRequest request, final NewOrderDecoder command, final CommandEnvelope envelope)
    {
        request.clearTerms();
        request.command = envelope;
        request.clOrdId = command.clOrdId();
        request.expireDateNs = command.expireDateNs();
        request.priceE5 = command.priceE5();
        request.qtyLots = command.qtyLots();
        request.accountCode = command.accountCode();
        request.instrumentId = command.instrumentId();
        request.linkId = command.linkId();
        request.side = side(command.side());
        request.timeInForce = TimeInForceTraits.ofValue(command.timeInForce());
        request.complianceId = command.complianceId();
        request.clientFlags = command.clientFlags();
        setConditions(request, command.conditions());
    }

    static void fill(final OrderRequest request, final NewSpecialOrderDecoder command, final CommandEnvelope envelope)
    {
        request.clearTerms();
        request.command = envelope;
        request.clOrdId = command.clOrdId();
        request.expireDateNs = command.expireDateNs();
        request.priceE5 = command.priceE5();
        request.stopPriceE5 = command.stopPriceE5();
        request.qtyLots = command.qtyLots();
        request.displayLots = command.displayLots();
        request.displayVarianceLots = command.displayVarianceLots();
        request.minLots = command.minLots();
        request.accountCode = command.accountCode();
        request.instrumentId = command.instrumentId();
        request.linkId = command.linkId();
        request.side = side(command.side());
        request.timeInForce = TimeInForceTraits.ofValue(command.timeInForce());
        request.orderType = OrderTypeTraits.ofValue(command.orderType());
        request.selfTradeMode = selfTradeMode(command.selfTradeMode());
        request.isSelfTradeModeKnown = 0 == command.selfTradeMode() || null != request.selfTradeMode;
        request.complianceId = command.complianceId();
        request.clientFlags = command.clientFlags();
        setConditions(request, command.conditions());
    }

    static void fill(final OrderRequest request, final NegotiatedOrderDecoder command, final CommandEnvelope envelope)
    {
        request.clearTerms();
        request.command = envelope;
        request.clOrdId = command.clOrdId();
        request.priceE5 = command.priceE5();
        request.qtyLots = command.qtyLots();
        request.accountCode = command.accountCode();
        request.instrumentId = command.instrumentId();
        request.linkId = command.linkId();
        request.side = side(command.side());
        request.complianceId = command.complianceId();
        request.clientFlags = command.clientFlags();
        request.matchRef = command.matchRef();
        request.counterparty = envelope.firmAt(NegotiatedOrderDecoder.counterpartyEncodingOffset());
    }

    static void fill(final OrderRequest request, final CancelOrderDecoder command, final CommandEnvelope envelope)
    {
        request.command = envelope;
        request.clOrdId = command.clOrdId();
        request.orderId = command.orderId();
        request.accountCode = command.accountCode();
        request.instrumentId = command.instrumentId();
        request.orderClass = orderClass(command.orderClassRaw());
    }

    static void fill(final OrderRequest request, final ReplaceOrderDecoder command, final CommandEnvelope envelope)
    {
        request.command = envelope;
        request.clOrdId = command.clOrdId();
        request.orderId = command.orderId();
        request.priceE5 = command.priceE5();
        request.stopPriceE5 = command.stopPriceE5();
        request.qtyLots = command.qtyLots();
        request.accountCode = command.accountCode();
        request.instrumentId = command.instrumentId();
        request.linkId = command.linkId();
        request.orderClass = orderClass(command.orderClassRaw());
        request.replaceMode = replaceMode(command.mode());
        request.complianceId = command.complianceId();
        request.clientFlags = command.clientFlags();
    }

    /** Side of a raw value, null when there is none. */
    public static Side side(final int value)
    {
        return Side.BUY.value() == value ? Side.BUY : Side.SELL.value() == value ? Side.SELL : null;
    }

    private static void setConditions(final OrderRequest request, final short conditions)
    {
        request.conditions = conditions;
        request.areConditionsKnown = 0 == (conditions & ~CLIENT_CONDITIONS);
    }

    private static OrderClass orderClass(final short value)
    {
        return value > OrderClass.NEGOTIATED.value() ? null : OrderClass.get(value);
    }

    private static ReplaceMode replaceMode(final short value)
    {
        return value > ReplaceMode.SET_TOTAL.value() ? null : ReplaceMode.get(value);
    }

    private static SelfTradeMode selfTradeMode(final int value)
    {
        return value < SELF_TRADE_MODES.length ? SELF_TRADE_MODES[value] : null;
    }
}
