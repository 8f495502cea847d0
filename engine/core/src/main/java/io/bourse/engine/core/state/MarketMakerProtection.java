// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import org.agrona.DirectBuffer;

import java.util.Arrays;

/**
 * How much a login's quotes on one underlying may trade within a sliding window of time before all of them are taken
 * out. A limit trips when it is reached. Once tripped it stays so until the login resets it, whatever becomes of the
 * window or the limits meanwhile.
 * <p>
 * Trades are looked at when they happen; what is older than the window is forgotten then. So the passage of time alone
 * changes nothing, and needs no timer.
 */
public final class MarketMakerProtection implements HashedState
{
    /** Trades that are remembered in a window at most. */
    static final int MOST_TRADES = 1 << 16;
    private static final int INITIAL_TRADES = 64;
    private static final int INITIAL_QUOTES = 8;

    public final Login login;
    public final byte[] underlying = new byte[Instrument.UNDERLYING_LENGTH];
    private long windowNs;
    private long maxVolumeLots;
    private long maxDeltaLots;
    private int maxTrades;
    private boolean isTripped;

    /** Trades in the window, oldest at the head, as a ring: time, and lots that are negative when sold. */
    private long[] timesNs = new long[INITIAL_TRADES];
    private long[] signedLots = new long[INITIAL_TRADES];
    private int head;
    private int count;
    private long volumeLots;
    private long deltaLots;

    /** In order of their first quote. */
    private Quote[] quotes = new Quote[INITIAL_QUOTES];
    private int quoteCount;

    public MarketMakerProtection(final Login login, final DirectBuffer buffer, final int underlyingOffset)
    {
        this.login = login;
        buffer.getBytes(underlyingOffset, underlying);
    }

    /**
     * Sets the limits, 0 for none; the window begins anew.
     *
     * @param newWindowNs how long a trade counts; 0 switches the protection off.
     * @param newMaxVolumeLots bought and sold.
     * @param newMaxDeltaLots bought less sold, or sold less bought.
     * @param newMaxTrades number of trades.
     */
    public void set(
        final long newWindowNs, final long newMaxVolumeLots, final long newMaxDeltaLots, final int newMaxTrades)
    {
        windowNs = newWindowNs;
        maxVolumeLots = newMaxVolumeLots;
        maxDeltaLots = newMaxDeltaLots;
        maxTrades = newMaxTrades;
        clearWindow();
    }

    /** Takes quotes again. */
    public void reset()
    {
        isTripped = false;
        clearWindow();
    }

    /**
     * A quote has traded.
     *
     * @param nowNs engine time.
     * @param lots negative when sold.
     * @param isBounded whether {@link #MOST_TRADES} trip it too: a long window without limits would grow for ever.
     * @return true when this has tripped the protection.
     */
    boolean onTrade(final long nowNs, final long lots, final boolean isBounded)
    {
        if (0 == windowNs)
        {
            return false;
        }
        forgetBefore(nowNs - windowNs);
        append(nowNs, lots);
        final boolean isTripping = !isTripped && (isLimitReached() || isBounded && count >= MOST_TRADES);
        isTripped |= isTripping;
        return isTripping;
    }

    boolean isOf(final Login ofLogin, final byte[] ofUnderlying)
    {
        return login == ofLogin && Arrays.equals(underlying, ofUnderlying);
    }

    void add(final Quote quote)
    {
        if (quoteCount == quotes.length)
        {
            quotes = Arrays.copyOf(quotes, quoteCount << 1);
        }
        quotes[quoteCount++] = quote;
        quote.protection = this;
    }

    public int quoteCount()
    {
        return quoteCount;
    }

    public Quote quoteAt(final int index)
    {
        return quotes[index];
    }

    public boolean isTripped()
    {
        return isTripped;
    }

    public long windowNs()
    {
        return windowNs;
    }

    public long maxVolumeLots()
    {
        return maxVolumeLots;
    }

    public long maxDeltaLots()
    {
        return maxDeltaLots;
    }

    public int maxTrades()
    {
        return maxTrades;
    }

    /** Bought and sold in the window. */
    public long volumeLots()
    {
        return volumeLots;
    }

    /** Bought less sold in the window. */
    public long deltaLots()
    {
        return deltaLots;
    }

    /** Trades in the window. */
    public int trades()
    {
        return count;
    }

    /** Time of a trade in the window, 0 for the oldest one. */
    public long tradeTimeNs(final int trade)
    {
        return timesNs[(head + trade) & (timesNs.length - 1)];
    }

    /** Lots of a trade in the window, negative when sold. */
    public long tradeLots(final int trade)
    {
        return signedLots[(head + trade) & (timesNs.length - 1)];
    }

    /** Sets from a snapshot whether it has tripped. */
    public void restoreTripped(final boolean newIsTripped)
    {
        isTripped = newIsTripped;
    }

    /** Adds a trade of a snapshot, oldest first. */
    public void restoreTrade(final long timeNs, final long lots)
    {
        append(timeNs, lots);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(login.loginId);
        hash.add(underlying);
        hash.add(windowNs);
        hash.add(maxVolumeLots);
        hash.add(maxDeltaLots);
        hash.add(maxTrades);
        hash.add(isTripped);
        hash.add(count);
        for (int i = 0; i < count; i++)
        {
            hash.add(tradeTimeNs(i));
            hash.add(tradeLots(i));
        }
    }

    private boolean isLimitReached()
    {
        return (0 != maxVolumeLots && volumeLots >= maxVolumeLots) ||
            (0 != maxDeltaLots && Math.abs(deltaLots) >= maxDeltaLots) ||
            (0 != maxTrades && count >= maxTrades);
    }

    private void forgetBefore(final long timeNs)
    {
        while (count > 0 && timesNs[head] < timeNs)
        {
            volumeLots -= Math.abs(signedLots[head]);
            deltaLots -= signedLots[head];
            head = (head + 1) & (timesNs.length - 1);
            count--;
        }
    }

    private void append(final long timeNs, final long lots)
    {
        if (count == timesNs.length)
        {
            grow();
        }
        final int index = (head + count) & (timesNs.length - 1);
        timesNs[index] = timeNs;
        signedLots[index] = lots;
        volumeLots += Math.abs(lots);
        deltaLots += lots;
        count++;
    }

    private void grow()
    {
        final int length = timesNs.length;
        final long[] newTimesNs = new long[length << 1];
        final long[] newSignedLots = new long[length << 1];
        for (int i = 0; i < count; i++)
        {
            final int index = (head + i) & (length - 1);
            newTimesNs[i] = timesNs[index];
            newSignedLots[i] = signedLots[index];
        }
        timesNs = newTimesNs;
        signedLots = newSignedLots;
        head = 0;
    }

    private void clearWindow()
    {
        head = 0;
        count = 0;
        volumeLots = 0;
        deltaLots = 0;
    }
}
