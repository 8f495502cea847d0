// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The values of an instrument that are not its book: prices and sums of the trading session, settlement, what an
 * auction would give.
 */
final class DayValues
{
    /** There is no such value. */
    static final long NONE = Long.MIN_VALUE;

    private final long[] prices = new long[EntryType.COUNT];
    private final long[] sizes = new long[EntryType.COUNT];
    private long lastPriceE5 = NONE;
    private long volumeLots;
    /** Sum of price x lots, 128 bits. */
    private long turnoverHigh;
    private long turnoverLow;
    private boolean isVwapKnown;

    DayValues()
    {
        Arrays.fill(prices, NONE);
        Arrays.fill(sizes, NONE);
    }

    /** Price of a value, x 100 000, or {@link #NONE}. */
    long priceE5(final int type)
    {
        if (EntryType.VWAP == type && !isVwapKnown)
        {
            prices[EntryType.VWAP] = vwapE5();
            isVwapKnown = true;
        }
        return prices[type];
    }

    /** Lots of a value, or {@link #NONE}; those of an imbalance are negative when sellers are left. */
    long size(final int type)
    {
        return sizes[type];
    }

    /** Price of the last trade in the book of this session or an earlier one, or {@link #NONE}. */
    long lastPriceE5()
    {
        return lastPriceE5;
    }

    void onSessionOpened()
    {
        prices[EntryType.OPENING] = NONE;
        prices[EntryType.HIGH] = NONE;
        prices[EntryType.LOW] = NONE;
        prices[EntryType.VWAP] = NONE;
        sizes[EntryType.VOLUME] = NONE;
        volumeLots = 0;
        turnoverHigh = 0;
        turnoverLow = 0;
        isVwapKnown = true;
    }

    void onTrade(final long priceE5, final long qtyLots)
    {
        lastPriceE5 = priceE5;
        if (0 == volumeLots)
        {
            prices[EntryType.OPENING] = priceE5;
            prices[EntryType.HIGH] = priceE5;
            prices[EntryType.LOW] = priceE5;
        }
        prices[EntryType.HIGH] = Math.max(prices[EntryType.HIGH], priceE5);
        prices[EntryType.LOW] = Math.min(prices[EntryType.LOW], priceE5);
        volumeLots += qtyLots;
        sizes[EntryType.VOLUME] = volumeLots;
        final long low = priceE5 * qtyLots;
        final long sum = turnoverLow + low;
        turnoverHigh += Math.multiplyHigh(priceE5, qtyLots) + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        turnoverLow = sum;
        isVwapKnown = false;
    }

    /** The session ends: its last price is its closing price, if it had one. */
    void onSessionEnd()
    {
        if (0 != volumeLots)
        {
            prices[EntryType.CLOSING] = lastPriceE5;
        }
    }

    void settlement(final long priceE5)
    {
        prices[EntryType.SETTLEMENT] = priceE5;
    }

    void openInterest(final long lots)
    {
        sizes[EntryType.OPEN_INTEREST] = lots;
    }

    /** What an auction would give now; no lots: nothing. */
    void indicated(final long priceE5, final long qtyLots, final long imbalanceLots)
    {
        final boolean isThere = 0 != qtyLots;
        prices[EntryType.THEORETICAL] = isThere ? priceE5 : NONE;
        sizes[EntryType.THEORETICAL] = isThere ? qtyLots : NONE;
        prices[EntryType.IMBALANCE] = isThere ? priceE5 : NONE;
        sizes[EntryType.IMBALANCE] = isThere ? imbalanceLots : NONE;
    }

    boolean isIndicated()
    {
        return NONE != sizes[EntryType.THEORETICAL];
    }

    /** Rounded once, half away from zero. */
    private long vwapE5()
    {
        if (0 == volumeLots)
        {
            return NONE;
        }
        final BigInteger turnover = BigInteger.valueOf(turnoverHigh)
            .shiftLeft(Long.SIZE)
            .add(new BigInteger(Long.toUnsignedString(turnoverLow)));
        final BigInteger volume = BigInteger.valueOf(volumeLots);
        final BigInteger half = turnover.signum() < 0 ? volume.negate() : volume;
        return turnover.shiftLeft(1).add(half).divide(volume.shiftLeft(1)).longValueExact();
    }
}
