// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.trade;

import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import org.agrona.DirectBuffer;

/**
 * Encodes what becomes of a trade.
 */
public final class TradeEventPublisher
{
    /** For {@link #corrected}: there is no trade in the place of the other one. */
    static final long NO_TRADE = TradeCorrectedEncoder.newTradeIdNullValue();

    private final EventGroupWriter writer;
    private final TradeCorrectedEncoder encoder = new TradeCorrectedEncoder();

    /**
     * A publisher.
     *
     * @param writer of events.
     */
    public TradeEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /**
     * A trade is broken or corrected.
     *
     * @param trade as it was.
     * @param newTradeId of the trade in its place, or {@link #NO_TRADE}.
     * @param newLots 0 when it is broken.
     * @param accounts by id.
     * @param reason buffer that has the text of the command.
     * @param reasonOffset of the text.
     */
    void corrected(
        final long tradeId,
        final Trade trade,
        final long reversalTradeId,
        final long newTradeId,
        final long newPriceE5,
        final long newLots,
        final KeyTable accounts,
        final DirectBuffer reason,
        final int reasonOffset)
    {
        writer.next(encoder)
            .tradeId(tradeId)
            .parentTradeId(TradeRegister.NO_PARENT == trade.parentTradeId() ?
                TradeCorrectedEncoder.parentTradeIdNullValue() : trade.parentTradeId())
            .priceE5(trade.priceE5())
            .qtyLots(trade.lots())
            .reversalTradeId(reversalTradeId)
            .newTradeId(newTradeId)
            .newPriceE5(newPriceE5)
            .newQtyLots(newLots)
            .instrumentId(trade.instrumentId())
            .aggressorSide(trade.aggressor())
            .offBookKind(TradeRegister.IN_BOOK == trade.kind() ?
                OffBookKind.NULL_VAL : OffBookKind.get((short)trade.kind()));
        encoder.buy()
            .orderId(trade.buyOrderId())
            .clOrdId(trade.buyClOrdId())
            .accountCode(accounts.keyAt(trade.buyAccountId()))
            .accountId(trade.buyAccountId())
            .loginId(trade.buyLoginId());
        encoder.sell()
            .orderId(trade.sellOrderId())
            .clOrdId(trade.sellClOrdId())
            .accountCode(accounts.keyAt(trade.sellAccountId()))
            .accountId(trade.sellAccountId())
            .loginId(trade.sellLoginId());
        writer.buffer().putBytes(
            encoder.offset() + TradeCorrectedEncoder.reasonEncodingOffset(),
            reason,
            reasonOffset,
            TradeCorrectedEncoder.reasonLength());
    }
}
