// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.protocol.Side;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Quotes of market makers: which two orders are whose quote in which instrument, and what their protection has counted.
 * <p>
 * Which orders are quotes follows from the orders, which are hashed where they are; only the protections are state of
 * their own.
 */
public final class Quotes implements HashedState
{
    private static final int INITIAL_CAPACITY = 64;

    private final EngineTime time;
    private final BooleanSupplier isBounded;
    /** Login in the upper half, index of the instrument in the lower. */
    private final KeyTable keys = new KeyTable();
    private Quote[] quotes = new Quote[INITIAL_CAPACITY];
    private MarketMakerProtection[] protections = new MarketMakerProtection[INITIAL_CAPACITY];
    private int protectionCount;
    /** Tripped by the command under way, its quotes still live; in order of tripping. */
    private MarketMakerProtection[] tripped = new MarketMakerProtection[INITIAL_CAPACITY];
    private int trippedHead;
    private int trippedCount;

    /**
     * No quotes yet.
     *
     * @param time of trades.
     * @param isBounded whether protections remember a bounded number of trades, and trip at it.
     */
    public Quotes(final EngineTime time, final BooleanSupplier isBounded)
    {
        this.isBounded = isBounded;
        this.time = time;
    }

    /**
     * One side of a quote has traded.
     *
     * @param order side of a quote.
     * @param lots traded.
     */
    public void traded(final Order order, final long lots)
    {
        final MarketMakerProtection protection = find(order.login, order.instrument).protection;
        if (null != protection &&
            protection.onTrade(time.nowNs(), Side.BUY == order.side ? lots : -lots, isBounded.getAsBoolean()))
        {
            addTripped(protection);
        }
    }

    /**
     * One side of a quote is not live any more.
     *
     * @param order side of a quote.
     */
    public void closed(final Order order)
    {
        final Quote quote = find(order.login, order.instrument);
        if (quote.order(order.side) == order)
        {
            quote.order(order.side, null);
        }
    }

    /**
     * What a login quotes in an instrument.
     *
     * @param login market maker.
     * @param instrument quoted.
     * @return the quote, with or without live sides; null when there never was one.
     */
    public Quote find(final Login login, final Instrument instrument)
    {
        final int index = keys.indexOf(key(login, instrument));
        return KeyTable.MISSING == index ? null : quotes[index];
    }

    /** As {@link #find}, but makes the quote when there never was one. */
    public Quote findOrAdd(final Login login, final Instrument instrument)
    {
        final Quote found = find(login, instrument);
        if (null != found)
        {
            return found;
        }
        final int index = keys.add(key(login, instrument));
        if (index == quotes.length)
        {
            quotes = Arrays.copyOf(quotes, index << 1);
        }
        final Quote quote = new Quote(login, instrument);
        quotes[index] = quote;
        final MarketMakerProtection protection = protection(login, instrument.underlying);
        if (null != protection)
        {
            protection.add(quote);
        }
        return quote;
    }

    /**
     * Whether the protection of a login does not let it quote an instrument until it is reset.
     *
     * @param login market maker.
     * @param instrument to be quoted.
     * @return true when it has tripped.
     */
    public boolean isLocked(final Login login, final Instrument instrument)
    {
        final Quote quote = find(login, instrument);
        final MarketMakerProtection protection =
            null == quote ? protection(login, instrument.underlying) : quote.protection;
        return null != protection && protection.isTripped();
    }

    /** The protection of a login for quotes on an underlying, or null. */
    public MarketMakerProtection protection(final Login login, final byte[] underlying)
    {
        for (int i = 0; i < protectionCount; i++)
        {
            if (protections[i].isOf(login, underlying))
            {
                return protections[i];
            }
        }
        return null;
    }

    /**
     * Adds the first protection of a login for an underlying; from now on it watches the quotes there are and all to
     * come.
     *
     * @param protection that there is none like.
     */
    public void add(final MarketMakerProtection protection)
    {
        if (protectionCount == protections.length)
        {
            protections = Arrays.copyOf(protections, protectionCount << 1);
        }
        protections[protectionCount++] = protection;
        for (int i = 0; i < keys.size(); i++)
        {
            if (protection.isOf(quotes[i].login, quotes[i].instrument.underlying))
            {
                protection.add(quotes[i]);
            }
        }
    }

    /** The next protection that has tripped and whose quotes are still live, out of here; null when there is none. */
    public MarketMakerProtection pollTripped()
    {
        if (0 == trippedCount)
        {
            return null;
        }
        final MarketMakerProtection protection = tripped[trippedHead++];
        if (trippedHead == trippedCount)
        {
            trippedHead = 0;
            trippedCount = 0;
        }
        return protection;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(protectionCount);
        for (int i = 0; i < protectionCount; i++)
        {
            protections[i].hashInto(hash);
        }
    }

    /** How many quotes there ever were, with and without live sides. */
    public int size()
    {
        return keys.size();
    }

    /** Quote by its place in the order of their first time. */
    public Quote quoteAt(final int index)
    {
        return quotes[index];
    }

    public int protectionCount()
    {
        return protectionCount;
    }

    /** Protection by its place in the order of their first setting. */
    public MarketMakerProtection protectionAt(final int index)
    {
        return protections[index];
    }

    private void addTripped(final MarketMakerProtection protection)
    {
        if (trippedCount == tripped.length)
        {
            tripped = Arrays.copyOf(tripped, trippedCount << 1);
        }
        tripped[trippedCount++] = protection;
    }

    private static long key(final Login login, final Instrument instrument)
    {
        return ((long)login.loginId << Integer.SIZE) | instrument.index;
    }
}
