// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
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

    static void fill(final OrderRequest request, final NewOrderDecoder command, final int loginId)
    {
        clearTerms(request);
        request.loginId = loginId;
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

    static void fill(final OrderRequest request, final NewSpecialOrderDecoder command, final int loginId)
    {
        clearTerms(request);
        request.loginId = loginId;
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

    /** Side of a raw value, null when there is none. */
    public static Side side(final int value)
    {
        return Side.BUY.value() == value ? Side.BUY : Side.SELL.value() == value ? Side.SELL : null;
    }

    /** Makes a request a plain limit order of no login. */
    public static void clearTerms(final OrderRequest request)
    {
        request.stopPriceE5 = 0;
        request.displayLots = 0;
        request.displayVarianceLots = 0;
        request.minLots = 0;
        request.matchRef = 0;
        request.counterparty = 0;
        request.orderType = OrderType.LIMIT;
        request.selfTradeMode = null;
        request.isSelfTradeModeKnown = true;
        request.areConditionsKnown = true;
        request.conditions = 0;
    }

    private static void setConditions(final OrderRequest request, final short conditions)
    {
        request.conditions = conditions;
        request.areConditionsKnown = 0 == (conditions & ~CLIENT_CONDITIONS);
    }

    private static SelfTradeMode selfTradeMode(final int value)
    {
        return value < SELF_TRADE_MODES.length ? SELF_TRADE_MODES[value] : null;
    }
}
