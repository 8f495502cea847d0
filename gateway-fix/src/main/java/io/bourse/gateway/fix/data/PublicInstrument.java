// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.Phase;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything public about one instrument, as of the last transaction.
 */
final class PublicInstrument
{
    /**
     * What never changes.
     *
     * @param instrumentId SecurityID.
     * @param symbol name.
     * @param kind of contract.
     * @param underlying its name.
     * @param currency of its prices.
     * @param priceTickE5 smallest step of the price.
     * @param maturityDate YYYYMMDD, 0 for none.
     */
    record Terms(
        int instrumentId,
        String symbol,
        InstrumentKind kind,
        String underlying,
        String currency,
        long priceTickE5,
        int maturityDate)
    {
    }

    /**
     * A leg of a strategy.
     *
     * @param instrument traded.
     * @param ratio lots bought, sold if negative, per lot of the strategy bought.
     */
    record Leg(PublicInstrument instrument, int ratio)
    {
    }

    /** Views of this instrument that subscriptions share. */
    final List<InstrumentView> views = new ArrayList<>();
    /** Subscriptions of its book. */
    final List<BookSubscription.Item> bookItems = new ArrayList<>();
    /** Subscriptions of its state. */
    final List<StatusSubscription.Item> statusItems = new ArrayList<>();

    private final Terms terms;
    private final LevelSide bids = new LevelSide(true);
    private final LevelSide offers = new LevelSide(false);
    private final DayValues values = new DayValues();
    private final List<TradePrint> trades = new ArrayList<>();
    private final List<Leg> legs = new ArrayList<>();
    private Phase phase = Phase.CONTINUOUS;
    private TradePrint lastTrade;
    private OptionRight right = OptionRight.NONE;
    private long strikeE5;
    private long tickValueE5;
    private long lowLimitE5;
    private long highLimitE5;
    private long rptSeq;
    private boolean isTouched;
    private boolean isReferenceChanged;
    private boolean isStatusChanged;

    PublicInstrument(final Terms terms)
    {
        this.terms = terms;
    }

    /** What the contract says, if it is an option. */
    void contract(final OptionRight newRight, final long newStrikeE5)
    {
        right = newRight;
        strikeE5 = newStrikeE5;
    }

    OptionRight right()
    {
        return right;
    }

    /** Means nothing without a right. */
    long strikeE5()
    {
        return strikeE5;
    }

    Terms terms()
    {
        return terms;
    }

    LevelSide side(final boolean isBid)
    {
        return isBid ? bids : offers;
    }

    DayValues values()
    {
        return values;
    }

    List<Leg> legs()
    {
        return legs;
    }

    /** Trades of the transaction in hand. */
    List<TradePrint> trades()
    {
        return trades;
    }

    /** Last trade of any kind, or null. */
    TradePrint lastTrade()
    {
        return lastTrade;
    }

    void addTrade(final TradePrint trade)
    {
        trades.add(trade);
        lastTrade = trade;
    }

    Phase phase()
    {
        return phase;
    }

    void phase(final Phase value)
    {
        isStatusChanged |= phase != value;
        phase = value;
    }

    long tickValueE5()
    {
        return tickValueE5;
    }

    long lowLimitE5()
    {
        return lowLimitE5;
    }

    long highLimitE5()
    {
        return highLimitE5;
    }

    void tickValueE5(final long value)
    {
        tickValueE5 = value;
    }

    void limits(final long low, final long high)
    {
        isStatusChanged |= lowLimitE5 != low || highLimitE5 != high;
        lowLimitE5 = low;
        highLimitE5 = high;
    }

    /** Number of transactions that changed anything public of this instrument. */
    long rptSeq()
    {
        return rptSeq;
    }

    /** A transaction changes something; true for its first change. */
    boolean touch()
    {
        if (isTouched)
        {
            return false;
        }
        isTouched = true;
        rptSeq++;
        return true;
    }

    /** The transaction changes what SecurityList says. */
    void referenceChanged()
    {
        isReferenceChanged = true;
    }

    boolean isReferenceChanged()
    {
        return isReferenceChanged;
    }

    /** The state of the session changes, which is part of every instrument's. */
    void statusChanged()
    {
        isStatusChanged = true;
    }

    /** Whether the transaction changes state, phase or limits. */
    boolean isStatusChanged()
    {
        return isStatusChanged;
    }

    /** The transaction has been told to everybody. */
    void settle()
    {
        isTouched = false;
        isReferenceChanged = false;
        isStatusChanged = false;
        trades.clear();
    }
}
