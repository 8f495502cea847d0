// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.table.GrowingTable;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

/**
 * Writes rows of {@link DayTables#TRADES} from the events of trades.
 */
final class TradeRows
{
    private final TradeCheck check = new TradeCheck();
    /** Of the last trade in a book, whose legs may follow. */
    private long takerOrderId;

    /** Remembers who took in a book's trade. Rules 1.4: the maker is the order registered earlier. */
    void onBookTrade(final TradeDecoder event)
    {
        final long buyOrderId = event.buy().orderId();
        final long sellOrderId = event.sell().orderId();
        // In an auction neither came upon the other.
        takerOrderId = switch (event.aggressorSide())
        {
            case BUY -> buyOrderId;
            case SELL -> sellOrderId;
            case NULL_VAL -> Math.max(buyOrderId, sellOrderId);
        };
    }

    void add(final GrowingTable trades, final long timeNs, final int instrument, final TradeDecoder event)
    {
        final TradeSideDecoder buy = event.buy();
        final int flags = flags(taker(buy), TradeOrigin.BOOK);
        add(
            trades,
            event.tradeId(),
            timeNs,
            event.priceE5(),
            event.qtyLots(),
            instrument,
            buy,
            event.sell(),
            flags);
    }

    /** A trade outside the book: taker of a leg is the strategy's, of a negotiated trade both. */
    void add(final GrowingTable trades, final long timeNs, final int instrument, final OffBookTradeDecoder event)
    {
        final TradeSideDecoder buy = event.buy();
        final int flags = OffBookKind.SPREAD_LEG == event.kind() ?
            flags(taker(buy), TradeOrigin.LEG) : flags(DayTables.BOTH_TAKE, TradeOrigin.NEGOTIATED);
        add(
            trades,
            event.tradeId(),
            timeNs,
            event.priceE5(),
            event.qtyLots(),
            instrument,
            buy,
            event.sell(),
            flags);
    }

    private int taker(final TradeSideDecoder buy)
    {
        return buy.orderId() == takerOrderId ? DayTables.BUYER_TAKES : DayTables.SELLER_TAKES;
    }

    private static int flags(final int taker, final TradeOrigin origin)
    {
        return taker | origin.ordinal() << DayTables.ORIGIN_SHIFT;
    }

    private void add(
        final GrowingTable trades,
        final long tradeId,
        final long timeNs,
        final long priceE5,
        final long qtyLots,
        final int instrument,
        final TradeSideDecoder buy,
        final TradeSideDecoder sell,
        final int flags)
    {
        trades.set(DayTables.TRADE_ID, tradeId);
        trades.set(DayTables.TRADE_TIME_NS, timeNs);
        trades.set(DayTables.TRADE_PRICE_E5, priceE5);
        trades.set(DayTables.TRADE_QTY, qtyLots);
        trades.set(DayTables.TRADE_INSTRUMENT, instrument);
        final int buyer = buy.accountId();
        final long buyOrder = buy.orderId();
        final long buyExt = buy.clOrdId();
        final int seller = sell.accountId();
        final long sellOrder = sell.orderId();
        final long sellExt = sell.clOrdId();
        trades.set(DayTables.TRADE_BUYER, buyer);
        trades.set(DayTables.TRADE_SELLER, seller);
        trades.set(DayTables.TRADE_BUY_ORDER, buyOrder);
        trades.set(DayTables.TRADE_SELL_ORDER, sellOrder);
        trades.set(DayTables.TRADE_BUY_EXT, buyExt);
        trades.set(DayTables.TRADE_SELL_EXT, sellExt);
        trades.set(DayTables.TRADE_FLAGS, flags);
        trades.set(
            DayTables.TRADE_CHECK,
            check.trade(tradeId, timeNs, priceE5, (int)qtyLots, instrument)
                .parties(buyer, seller, buyOrder, sellOrder, buyExt, sellExt)
                .value(flags));
        trades.endRow();
    }
}
