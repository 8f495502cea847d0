// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.BustTradeEncoder;
import io.bourse.engine.protocol.CorrectTradeEncoder;

/**
 * Breaks and corrects trades of the open session. Uses the connection of an {@link OperatorClient}, with the same
 * exceptions, and is not thread-safe either.
 */
public final class TradeOperator
{
    /** Most characters of a reason. */
    public static final int MAX_REASON = BustTradeEncoder.reasonLength();

    private final OperatorClient operator;

    /**
     * Trades of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public TradeOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Breaks a trade, with the legs of a strategy's.
     *
     * @param tradeId of the trade.
     * @param instrumentId of the trade.
     * @param reason printable ASCII, not empty.
     * @throws CommandRefusedException with UNKNOWN_TRADE when there is no such trade, or it is broken.
     */
    public void bust(final long tradeId, final int instrumentId, final String reason)
    {
        operator.execute(
            operator.begin(new BustTradeEncoder()).tradeId(tradeId).instrumentId(instrumentId).reason(reason),
            "command=BustTrade tradeId=" + tradeId + " instrumentId=" + instrumentId);
    }

    /**
     * Puts another trade in the place of one.
     *
     * @param tradeId of the trade.
     * @param instrumentId of the trade.
     * @param newPriceE5 x 100 000.
     * @param newLots from 1 to the lots of the trade.
     * @param reason printable ASCII, not empty.
     * @throws CommandRefusedException with UNKNOWN_TRADE when there is no such trade, or it is broken.
     */
    public void correct(
        final long tradeId, final int instrumentId, final long newPriceE5, final long newLots, final String reason)
    {
        operator.execute(
            operator.begin(new CorrectTradeEncoder()).tradeId(tradeId).instrumentId(instrumentId)
                .newPriceE5(newPriceE5).newQtyLots(newLots).reason(reason),
            "command=CorrectTrade tradeId=" + tradeId + " instrumentId=" + instrumentId + " newPriceE5=" +
            newPriceE5 + " newQtyLots=" + newLots);
    }
}
