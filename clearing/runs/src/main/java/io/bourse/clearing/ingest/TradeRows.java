// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.table.GrowingTable;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

/**
 * Writes rows of {@link DayTables#TRADES} from the events of trades.
 */
final class TradeRows
{
    private final TradeCheck check = new TradeCheck();
    /** Of the last trade in a book, whose legs may follow. */
    private long takerOrderId;
    private final Party buy = new Party();
    private final Party sell = new Party();

    /** Who buys or sells in the row that is written. */
    private static final class Party
    {
        private int account;
        private long order;
        private long ext;

        void set(final int accountId, final long orderId, final long extId)
        {
            account = accountId;
            order = orderId;
            ext = extId;
        }

        void set(final TradeSideDecoder side)
        {
            set(side.accountId(), side.orderId(), side.clOrdId());
        }

        void set(final TradePartyDecoder party)
        {
            set(party.accountId(), party.orderId(), party.clOrdId());
        }
    }

    /** Remembers who took in a book's trade. Rules 1.4: the maker is the order registered earlier. */
    void onBookTrade(final TradeDecoder event)
    {
        takerOrderId = takerOrderId(event.aggressorSide(), event.buy().orderId(), event.sell().orderId());
    }

    private static long takerOrderId(final Side aggressor, final long buyOrderId, final long sellOrderId)
    {
        return switch (aggressor)
        {
            case BUY -> buyOrderId;
            case SELL -> sellOrderId;
            // In an auction neither came upon the other.
            case NULL_VAL -> Math.max(buyOrderId, sellOrderId);
        };
    }

    void add(final GrowingTable trades, final long timeNs, final int instrument, final TradeDecoder event)
    {
        buy.set(event.buy());
        sell.set(event.sell());
        final int flags = flags(taker(), TradeOrigin.BOOK);
        add(trades, event.tradeId(), timeNs, event.priceE5(), event.qtyLots(), instrument, flags);
    }

    /** A trade outside the book: taker of a leg is the strategy's, of a negotiated trade both. */
    void add(final GrowingTable trades, final long timeNs, final int instrument, final OffBookTradeDecoder event)
    {
        buy.set(event.buy());
        sell.set(event.sell());
        final int flags = OffBookKind.SPREAD_LEG == event.kind() ?
            flags(taker(), TradeOrigin.LEG) : flags(DayTables.BOTH_TAKE, TradeOrigin.NEGOTIATED);
        add(trades, event.tradeId(), timeNs, event.priceE5(), event.qtyLots(), instrument, flags);
    }

    /** The parties exchange what they had exchanged. */
    void addReversal(
        final GrowingTable trades, final long timeNs, final int instrument, final TradeCorrectedDecoder event)
    {
        final TradePartyDecoder seller = event.sell();
        buy.set(seller.accountId(), seller.orderId(), event.tradeId());
        final TradePartyDecoder buyer = event.buy();
        sell.set(buyer.accountId(), buyer.orderId(), event.tradeId());
        final int flags = flags(DayTables.BOTH_TAKE, TradeOrigin.REVERSAL);
        add(trades, event.reversalTradeId(), timeNs, event.priceE5(), event.qtyLots(), instrument, flags);
    }

    /** What stands in the place of a corrected trade. Legs of strategies are not corrected. */
    void addCorrected(
        final GrowingTable trades, final long timeNs, final int instrument, final TradeCorrectedDecoder event)
    {
        buy.set(event.buy());
        sell.set(event.sell());
        takerOrderId = takerOrderId(event.aggressorSide(), buy.order, sell.order);
        final int flags = OffBookKind.NEGOTIATED == event.offBookKind() ?
            flags(DayTables.BOTH_TAKE, TradeOrigin.NEGOTIATED) : flags(taker(), TradeOrigin.BOOK);
        add(trades, event.newTradeId(), timeNs, event.newPriceE5(), event.newQtyLots(), instrument, flags);
    }

    private int taker()
    {
        return buy.order == takerOrderId ? DayTables.BUYER_TAKES : DayTables.SELLER_TAKES;
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
        final int flags)
    {
        trades.set(DayTables.TRADE_ID, tradeId);
        trades.set(DayTables.TRADE_TIME_NS, timeNs);
        trades.set(DayTables.TRADE_PRICE_E5, priceE5);
        trades.set(DayTables.TRADE_QTY, qtyLots);
        trades.set(DayTables.TRADE_INSTRUMENT, instrument);
        trades.set(DayTables.TRADE_BUYER, buy.account);
        trades.set(DayTables.TRADE_SELLER, sell.account);
        trades.set(DayTables.TRADE_BUY_ORDER, buy.order);
        trades.set(DayTables.TRADE_SELL_ORDER, sell.order);
        trades.set(DayTables.TRADE_BUY_EXT, buy.ext);
        trades.set(DayTables.TRADE_SELL_EXT, sell.ext);
        trades.set(DayTables.TRADE_FLAGS, flags);
        trades.set(
            DayTables.TRADE_CHECK,
            check.trade(tradeId, timeNs, priceE5, (int)qtyLots, instrument)
                .parties(buy.account, sell.account, buy.order, sell.order, buy.ext, sell.ext)
                .value(flags));
        trades.endRow();
    }
}
