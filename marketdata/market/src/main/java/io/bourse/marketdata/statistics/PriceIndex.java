// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Int2IntHashMap;

/**
 * The value of one index: the sum over its members of price x weight x free float, divided by the divisor, rounded
 * once to the decimals of the index, half away from zero. A price is that of the last trade in the book of the member,
 * before its first trade its settlement price; it is carried while the member does not trade, for whatever reason.
 * There is no value before every member has a price.
 * <p>
 * High and low are those of all values that stood after a transaction, published or not. Not thread-safe.
 */
public final class PriceIndex
{
    /** There is no such value. */
    public static final long NULL_VALUE = Long.MAX_VALUE;

    private static final int UNKNOWN = -1;
    /** From the scales of price (E5), coefficient (E10) and divisor (E6) to a value without decimals. */
    private static final long SCALE_DOWN = 1_000_000_000L;
    private static final int RADIX = 10;

    private final IndexSpec spec;
    private final Int2IntHashMap memberByInstrument = new Int2IntHashMap(UNKNOWN);
    private final long[] pricesE5;
    private final boolean[] isPriced;
    private final boolean[] isTraded;
    private final WideSum sum = new WideSum();
    private final long scaleDown;
    private final long unitE5;
    private int pricedCount;
    private long valueE5 = NULL_VALUE;
    private long valueTimeNs;
    private long openE5 = NULL_VALUE;
    private long highE5 = NULL_VALUE;
    private long lowE5 = NULL_VALUE;
    private long closeE5 = NULL_VALUE;
    private long previousCloseE5 = NULL_VALUE;
    private int sessionId;
    private int tradingDate;
    private boolean isSessionTraded;
    private boolean isDirty;

    /**
     * An index without a value.
     *
     * @param spec what it is made of.
     */
    public PriceIndex(final IndexSpec spec)
    {
        this.spec = spec;
        final int count = spec.members().size();
        pricesE5 = new long[count];
        isPriced = new boolean[count];
        isTraded = new boolean[count];
        for (int i = 0; i < count; i++)
        {
            memberByInstrument.put(spec.members().get(i).instrumentId(), i);
        }
        long unit = 1;
        for (int i = spec.decimals(); i < IndexSpec.MAX_DECIMALS; i++)
        {
            unit *= RADIX;
        }
        unitE5 = unit;
        scaleDown = SCALE_DOWN / (100_000L / unit);
    }

    /**
     * Whether an instrument is in the basket.
     *
     * @return true for a member.
     */
    public boolean isMember(final int instrumentId)
    {
        return UNKNOWN != memberByInstrument.get(instrumentId);
    }

    /** A member has traded in its book; others are ignored. */
    boolean onTrade(final int instrumentId, final long priceE5)
    {
        final int member = memberByInstrument.get(instrumentId);
        if (UNKNOWN == member)
        {
            return false;
        }
        isTraded[member] = true;
        isSessionTraded = true;
        price(member, priceE5);
        isDirty = true;
        return true;
    }

    /** The settlement price of a member, which counts until it has traded for the first time. */
    boolean onSettlement(final int instrumentId, final long priceE5)
    {
        final int member = memberByInstrument.get(instrumentId);
        if (UNKNOWN == member || isTraded[member])
        {
            return false;
        }
        price(member, priceE5);
        isDirty = true;
        return true;
    }

    private void price(final int member, final long priceE5)
    {
        if (!isPriced[member])
        {
            isPriced[member] = true;
            pricedCount++;
        }
        final long coefficientE10 = spec.members().get(member).coefficientE10();
        sum.add(priceE5, coefficientE10);
        sum.add(-pricesE5[member], coefficientE10);
        pricesE5[member] = priceE5;
    }

    /**
     * The transaction is over.
     *
     * @return whether the value is another one than before.
     */
    boolean onTransactionEnd(final long engineTimeNs)
    {
        if (!isDirty)
        {
            return false;
        }
        isDirty = false;
        if (pricedCount < pricesE5.length)
        {
            return false;
        }
        final long before = valueE5;
        valueE5 = sum.roundedQuotient(spec.divisorE6(), scaleDown) * unitE5;
        if (isSessionTraded)
        {
            openE5 = NULL_VALUE == openE5 ? valueE5 : openE5;
            highE5 = NULL_VALUE == highE5 ? valueE5 : Math.max(highE5, valueE5);
            lowE5 = NULL_VALUE == lowE5 ? valueE5 : Math.min(lowE5, valueE5);
        }
        if (before == valueE5)
        {
            return false;
        }
        valueTimeNs = engineTimeNs;
        return true;
    }

    void onSessionOpened(final int newSessionId, final int newTradingDate)
    {
        sessionId = newSessionId;
        tradingDate = newTradingDate;
        openE5 = NULL_VALUE;
        highE5 = NULL_VALUE;
        lowE5 = NULL_VALUE;
        previousCloseE5 = NULL_VALUE == closeE5 ? previousCloseE5 : closeE5;
        closeE5 = NULL_VALUE;
        isSessionTraded = false;
    }

    void onDateMoved(final int newTradingDate)
    {
        tradingDate = newTradingDate;
    }

    /** The evening's clearing run has ended the session. */
    void onSessionEnd()
    {
        closeE5 = valueE5;
    }

    /**
     * What the index is made of.
     *
     * @return as reference data has it.
     */
    public IndexSpec spec()
    {
        return spec;
    }

    /**
     * Value after the last transaction.
     *
     * @return x 100 000, or {@link #NULL_VALUE}.
     */
    public long valueE5()
    {
        return valueE5;
    }

    /**
     * When the value became what it is.
     *
     * @return engine time, nanoseconds since the Unix epoch.
     */
    public long valueTimeNs()
    {
        return valueTimeNs;
    }

    /**
     * Value after the first transaction of the session in which a member traded.
     *
     * @return x 100 000, or {@link #NULL_VALUE}.
     */
    public long openE5()
    {
        return openE5;
    }

    /**
     * Largest value of the session.
     *
     * @return x 100 000, or {@link #NULL_VALUE}.
     */
    public long highE5()
    {
        return highE5;
    }

    /**
     * Smallest value of the session.
     *
     * @return x 100 000, or {@link #NULL_VALUE}.
     */
    public long lowE5()
    {
        return lowE5;
    }

    /**
     * Value at the end of the session.
     *
     * @return x 100 000, or {@link #NULL_VALUE} while the session goes on.
     */
    public long closeE5()
    {
        return closeE5;
    }

    /**
     * Closing value of the session before.
     *
     * @return x 100 000, or {@link #NULL_VALUE}.
     */
    public long previousCloseE5()
    {
        return previousCloseE5;
    }

    /**
     * Session of open, high, low and close.
     *
     * @return id, 0 before the first one.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first one.
     */
    public int tradingDate()
    {
        return tradingDate;
    }

    void state(final CheckpointState state)
    {
        for (int i = 0; i < pricesE5.length; i++)
        {
            pricesE5[i] = state.number(pricesE5[i]);
            isPriced[i] = state.flag(isPriced[i]);
            isTraded[i] = state.flag(isTraded[i]);
        }
        sum.state(state);
        pricedCount = state.number(pricedCount);
        valueE5 = state.number(valueE5);
        valueTimeNs = state.number(valueTimeNs);
        openE5 = state.number(openE5);
        highE5 = state.number(highE5);
        lowE5 = state.number(lowE5);
        closeE5 = state.number(closeE5);
        previousCloseE5 = state.number(previousCloseE5);
        sessionId = state.number(sessionId);
        tradingDate = state.number(tradingDate);
        isSessionTraded = state.flag(isSessionTraded);
        isDirty = state.flag(isDirty);
    }
}
