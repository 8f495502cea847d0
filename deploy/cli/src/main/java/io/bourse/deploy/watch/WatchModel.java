// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketInstrument;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketTrade;
import io.bourse.marketdata.client.MarketTransaction;
import io.bourse.marketdata.client.Recovery;
import io.bourse.marketdata.simba.SecurityTradingStatus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is known of one instrument. Hears of the whole market and passes on what concerns the instrument.
 */
public final class WatchModel implements MarketListener
{
    private static final int TRADES = 10;

    private final String title;
    private final WatchView view;
    private final BookLevels levels;
    private final Deque<WatchedTrade> trades = new ArrayDeque<>();
    private final Map<Recovery.Way, Integer> recoveries = new EnumMap<>(Recovery.Way.class);
    private MarketInstrument instrument;
    private int securityId;
    private boolean isKnown;
    private boolean isJoined;
    private boolean isGap;
    private boolean isBookStale;
    private boolean isSilent;
    private WatchState state = WatchState.JOINING;
    private long msgSeqNum;
    private long transactTimeNs;
    private long tradeCount;

    WatchModel(final String title, final int depth, final WatchView view)
    {
        this.title = title;
        this.view = view;
        levels = new BookLevels(depth);
    }

    /** The instrument is known from here on. */
    void instrument(final int id, final MarketInstrument definition, final MarketBooks books)
    {
        securityId = id;
        instrument = definition;
        if (!isKnown)
        {
            isKnown = true;
            if (isJoined)
            {
                copyBook(books);
            }
            update();
        }
    }

    /** The definition as it is now. */
    void definition(final MarketInstrument definition)
    {
        instrument = definition;
    }

    /** Whether the instrument and its definition are known. */
    boolean isDefined()
    {
        return null != instrument;
    }

    void silent(final boolean silent)
    {
        isSilent = silent;
        update();
    }

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        msgSeqNum = transaction.msgSeqNum();
        transactTimeNs = transaction.transactTimeNs();
        if (!isKnown)
        {
            return;
        }
        for (int i = 0; i < transaction.tradeCount(); i++)
        {
            final MarketTrade trade = transaction.trade(i);
            if (securityId == trade.securityId())
            {
                onTrade(WatchedTrade.of(transaction.transactTimeNs(), trade));
            }
        }
        boolean isTouched = transaction.isBookCleared();
        for (int i = 0; i < transaction.touchedCount(); i++)
        {
            isTouched |= securityId == transaction.touched(i).securityId();
        }
        if (isTouched)
        {
            copyBook(books);
        }
    }

    private void onTrade(final WatchedTrade trade)
    {
        tradeCount++;
        trades.addFirst(trade);
        if (trades.size() > TRADES)
        {
            trades.removeLast();
        }
        view.onTrade(this, trade);
    }

    private void copyBook(final MarketBooks books)
    {
        if (levels.copy(books.book(securityId)))
        {
            view.onBook(this);
        }
    }

    @Override
    public void onJoined(final long packet, final MarketBooks books)
    {
        isJoined = true;
        isGap = false;
        isBookStale = false;
        msgSeqNum = packet;
        if (isKnown)
        {
            copyBook(books);
        }
        update();
    }

    @Override
    public void onGap(final long firstMissing)
    {
        isGap = true;
        update();
    }

    @Override
    public void onBookStale(final MarketBook book)
    {
        if (isKnown && securityId == book.securityId())
        {
            isBookStale = true;
            update();
        }
    }

    @Override
    public void onBookRight(final MarketBook book)
    {
        if (isKnown && securityId == book.securityId())
        {
            isBookStale = false;
            if (!isGap)
            {
                update();
            }
            // Otherwise the books are reported one by one just before the whole market is.
        }
    }

    @Override
    public void onRecovered(final Recovery recovery)
    {
        isGap = false;
        if (Recovery.Cause.LATE_JOIN != recovery.cause())
        {
            recoveries.merge(recovery.way(), 1, Integer::sum);
        }
        update();
    }

    private void update()
    {
        final WatchState now;
        if (!isKnown || !isJoined)
        {
            now = WatchState.JOINING;
        }
        else if (isBookStale)
        {
            now = WatchState.STALE;
        }
        else if (isGap)
        {
            now = WatchState.RECOVERING;
        }
        else
        {
            now = isSilent ? WatchState.SILENT : WatchState.LIVE;
        }
        if (now != state)
        {
            state = now;
            view.onState(this);
        }
    }

    /**
     * The instrument as it was asked for.
     *
     * @return symbol or SecurityID.
     */
    public String title()
    {
        return title;
    }

    /**
     * How far the book can be trusted.
     *
     * @return state.
     */
    public WatchState state()
    {
        return state;
    }

    /**
     * Levels of the book.
     *
     * @return levels as of {@link #msgSeqNum()}.
     */
    BookLevels levels()
    {
        return levels;
    }

    /**
     * The last trades.
     *
     * @return trades, newest first.
     */
    public Iterable<WatchedTrade> trades()
    {
        return trades;
    }

    /**
     * Trades seen.
     *
     * @return count.
     */
    public long tradeCount()
    {
        return tradeCount;
    }

    /**
     * Losses that were made good, by the way of it.
     *
     * @return counts; empty if nothing was lost.
     */
    public Map<Recovery.Way, Integer> recoveries()
    {
        return recoveries;
    }

    /**
     * The last packet that was applied.
     *
     * @return MsgSeqNum.
     */
    public long msgSeqNum()
    {
        return msgSeqNum;
    }

    /**
     * Time of the last transaction of the market.
     *
     * @return nanoseconds since the Unix epoch; 0 if none has come.
     */
    public long transactTimeNs()
    {
        return transactTimeNs;
    }

    /**
     * SecurityID.
     *
     * @return id; 0 as long as it is not known.
     */
    public int securityId()
    {
        return securityId;
    }

    /**
     * Smallest step of the price.
     *
     * @return price x 100 000; 0 if it is not known.
     */
    public long priceTickE5()
    {
        return null == instrument || MarketInstrument.NONE == instrument.priceTickE5() ? 0 : instrument.priceTickE5();
    }

    /**
     * What may be done with the instrument now.
     *
     * @return name of SecurityTradingStatus, or empty if it is not known.
     */
    public String tradingStatus()
    {
        if (null == instrument || MarketInstrument.STATUS_NONE == instrument.tradingStatus())
        {
            return "";
        }
        for (final SecurityTradingStatus status : SecurityTradingStatus.values())
        {
            if (status.value() == instrument.tradingStatus())
            {
                return status.name();
            }
        }
        return "status " + instrument.tradingStatus();
    }
}
