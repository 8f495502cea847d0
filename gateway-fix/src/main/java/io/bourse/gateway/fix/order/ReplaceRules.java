// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixRefusal;

/**
 * Whether a cancel or replace is one for the order it was found to mean.
 */
final class ReplaceRules
{
    private ReplaceRules()
    {
    }

    /** Null when it is. */
    static FixRefusal refusal(final OrderRequest request, final FixOrder order)
    {
        if (request.side - '0' != order.side ||
            request.instrument.instrumentId() != order.instrument.instrumentId() ||
            0 != request.accountCode && request.accountCode != order.accountCode)
        {
            return FixRefusal.ORDER_MISMATCH;
        }
        if (OrderRequest.Kind.REPLACE != request.kind)
        {
            return null;
        }
        if (!isSameKind(request, order) || !areTermsKept(request, order))
        {
            return FixRefusal.TERMS_CHANGED;
        }
        return order.hasPrice() && !request.hasPrice ? FixRefusal.BAD_PRICE : null;
    }

    /** A client that does not know what became of a market-to-limit order may call it a limit order. */
    private static boolean isSameKind(final OrderRequest request, final FixOrder order)
    {
        return request.ordType == order.ordType ||
            order.isAtBestOnly() && FixOrder.LIMIT == request.ordType && order.hasPrice();
    }

    private static boolean areTermsKept(final OrderRequest request, final FixOrder order)
    {
        if (0 != request.timeInForce && request.timeInForce != order.timeInForce ||
            0 != request.expireDateNs && request.expireDateNs != order.expireDateNs ||
            0 != request.selfTradeMode ||
            request.hasExecInst && !order.isPostOnly() ||
            request.hasMinLots && request.minLots != order.minLots)
        {
            return false;
        }
        final boolean isDisplayKept = !request.hasDisplay ||
            (0 == request.displayLots ? order.isHidden() : request.displayLots == order.displayLots ||
                0 == order.displayLots && !order.isHidden() && request.displayLots == request.qtyLots);
        return isDisplayKept &&
            (0 == request.displayVarianceLots || request.displayVarianceLots == order.displayVarianceLots);
    }
}
