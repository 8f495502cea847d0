// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;

/**
 * One trade for trade capture. Reused.
 */
final class CapturedTrade
{
    long tradeId;
    /** Of the trade in the strategy whose leg this is; 0 for none. */
    long parentTradeId;
    /** Under which it was reversed; 0: it stands. */
    long reversalTradeId;
    /** Of the trade in whose place it is; 0 for none. */
    long replacedTradeId;
    long priceE5;
    long qtyLots;
    long timeNs;
    long buyAccount;
    long buyOrderId;
    long sellAccount;
    long sellOrderId;
    int tradingDate;
    int sessionId;
    FixInstrument instrument;
    boolean isLeg;
    boolean isNegotiated;
}
