// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MarketBook;
import java.util.ArrayList;

/**
 * What one transaction did to the market. Reused: valid during the callback.
 */
public final class MarketTransaction
{
    private final ArrayList<MarketTrade> trades = new ArrayList<>();
    private final ArrayList<MarketBook> touched = new ArrayList<>();
    private int tradeCount;
    private long msgSeqNum;
    private long transactTimeNs;
    private long sessionId;
    private boolean isBookCleared;
    private boolean isSentAgain;
    private boolean isLastInPacket;

    MarketTransaction()
    {
    }

    /**
     * Number of the last packet of the transaction.
     *
     * @return MsgSeqNum.
     */
    public long msgSeqNum()
    {
        return msgSeqNum;
    }

    /**
     * Matching time: that of the first transaction in the same packet.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long transactTimeNs()
    {
        return transactTimeNs;
    }

    /**
     * Trading session.
     *
     * @return ExchangeTradingSessionID, 2^32-1 for none.
     */
    public long sessionId()
    {
        return sessionId;
    }

    /**
     * Whether all books were emptied; {@link #touchedCount()} does not count instruments for that.
     *
     * @return true if they were.
     */
    public boolean isBookCleared()
    {
        return isBookCleared;
    }

    /**
     * Whether this was sent again (PossDupFlag): surviving orders after the nightly reset, or something of which a
     * restarted publisher did not know whether it had sent it. The receiver has not applied it before.
     *
     * @return true if it may have been sent before.
     */
    public boolean isSentAgain()
    {
        return isSentAgain;
    }

    /**
     * Whether no other transaction follows in the same packet: a good moment to show the books.
     *
     * @return true for the last one of its packet.
     */
    public boolean isLastInPacket()
    {
        return isLastInPacket;
    }

    /**
     * Number of trades.
     *
     * @return 0 or more.
     */
    public int tradeCount()
    {
        return tradeCount;
    }

    /**
     * A trade.
     *
     * @param index from 0, in order of execution.
     * @return trade.
     */
    public MarketTrade trade(final int index)
    {
        return trades.get(index);
    }

    /**
     * Number of instruments whose orders changed.
     *
     * @return 0 or more.
     */
    public int touchedCount()
    {
        return touched.size();
    }

    /**
     * Book of an instrument whose orders changed, already past the transaction.
     *
     * @param index from 0, in order of first change.
     * @return book.
     */
    public MarketBook touched(final int index)
    {
        return touched.get(index);
    }

    void begin()
    {
        touched.clear();
        tradeCount = 0;
        isBookCleared = false;
    }

    void end(
        final long msgSeqNum,
        final long transactTimeNs,
        final long sessionId,
        final boolean isSentAgain,
        final boolean isLastInPacket)
    {
        this.msgSeqNum = msgSeqNum;
        this.isSentAgain = isSentAgain;
        this.isLastInPacket = isLastInPacket;
        this.transactTimeNs = transactTimeNs;
        this.sessionId = sessionId;
    }

    void bookCleared()
    {
        isBookCleared = true;
    }

    void touch(final MarketBook book)
    {
        // A transaction touches one instrument, or a few: looking through the list costs less than a set.
        final int size = touched.size();
        if (0 < size && book == touched.get(size - 1))
        {
            return;
        }
        if (!touched.contains(book))
        {
            touched.add(book);
        }
    }

    /**
     * The trade with this id: the one that the other side's message began, or a new one.
     */
    MarketTrade tradeFor(final int securityId, final long tradeId)
    {
        for (int i = tradeCount - 1; i >= 0 && i >= tradeCount - 2; i--)
        {
            final MarketTrade trade = trades.get(i);
            if (tradeId == trade.tradeId && securityId == trade.securityId)
            {
                return trade;
            }
        }
        if (tradeCount == trades.size())
        {
            trades.add(new MarketTrade());
        }
        final MarketTrade trade = trades.get(tradeCount);
        tradeCount++;
        trade.tradeId = tradeId;
        trade.securityId = securityId;
        trade.aggressorOrderId = 0;
        trade.restingOrderId = 0;
        trade.isAggressorBuyer = false;
        trade.isStrategyLeg = false;
        trade.isNegotiated = false;
        return trade;
    }
}
