// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.risk.InstrumentExposures;
import io.bourse.engine.core.risk.MarginRates;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;

/**
 * An instrument and its book. Clearing changes the four mutable numbers; everything else is as defined.
 */
public final class Instrument implements HashedState
{
    public static final int SYMBOL_LENGTH = DefineInstrumentDecoder.symbolLength();
    public static final int UNDERLYING_LENGTH = DefineInstrumentDecoder.underlyingLength();
    public static final int CURRENCY_LENGTH = DefineInstrumentDecoder.currencyLength();

    public final int instrumentId;
    public final InstrumentKind kind;
    public final long priceTickE5;
    public final int exchangeFeePctE6;
    public final int clearingFeePctE6;
    public final long maturityDate;
    public final byte[] symbol = new byte[SYMBOL_LENGTH];
    public final byte[] underlying = new byte[UNDERLYING_LENGTH];
    public final byte[] currency = new byte[CURRENCY_LENGTH];
    /** The definition as it came, without its command header, to recognise it when it comes again. */
    public final byte[] definition =
        new byte[DefineInstrumentDecoder.BLOCK_LENGTH - CommandHeaderDecoder.ENCODED_LENGTH];
    /** Dense, from 0, in order of definition. */
    public final int index;
    public final OrderBook<Order> book;

    public long tickValueE5;
    public long lowLimitE5;
    public long highLimitE5;
    public long settlementPriceE5;
    /** Price limits in whole ticks, inside the limits. */
    public long lowLimitTicks;
    public long highLimitTicks;

    /** Whether there was a trade since the first start; without it {@link #lastTicks} means nothing. */
    public boolean hasLast;
    /** Price of the last trade, of continuous trading or of an auction. */
    public long lastTicks;

    public Phase phase = Phase.CONTINUOUS;
    /** Price of the last auction that traded, and the session in which it did; 0 for none. */
    public long auctionTicks;
    public int auctionSessionId;
    public final PriceControls controls = new PriceControls();
    /** Margin of a lot; hashed by {@code PreTradeRisk}. */
    public final MarginRates margin;
    public final InstrumentExposures exposures;
    /** Of a strategy; null for all others. */
    public StrategyLegs legs;
    /** What it promises; null until that is defined. */
    public ContractTerms contract;
    /** A clearing run has ended it: no orders, no positions, closed for ever. */
    public boolean isExpired;
    /** Another partition has it: it cannot be found here, holds nothing and counts as expired. */
    public boolean isMoved;
    /** Of the session, in the book and outside it. */
    public long sessionTrades;
    public long sessionLots;
    /** Since the first start. */
    public long trades;

    /**
     * Makes an instrument of a valid definition.
     *
     * @param from the definition; its contents are copied.
     * @param index dense, from 0.
     * @param book empty book.
     */
    public Instrument(final DefineInstrumentDecoder from, final int index, final OrderBook<Order> book)
    {
        instrumentId = from.instrumentId();
        exposures = new InstrumentExposures(instrumentId);
        margin = exposures.margin;
        kind = from.kind();
        priceTickE5 = from.priceTickE5();
        exchangeFeePctE6 = from.exchangeFeePctE6();
        clearingFeePctE6 = from.clearingFeePctE6();
        maturityDate = from.maturityDate();
        from.getSymbol(symbol, 0);
        from.getUnderlying(underlying, 0);
        from.getCurrency(currency, 0);
        from.buffer().getBytes(from.offset() + CommandHeaderDecoder.ENCODED_LENGTH, definition);
        tickValueE5 = from.tickValueE5();
        settlementPriceE5 = from.settlementPriceE5();
        setLimits(from.lowLimitE5(), from.highLimitE5());
        this.index = index;
        this.book = book;
    }

    public void setLimits(final long lowE5, final long highE5)
    {
        lowLimitE5 = lowE5;
        highLimitE5 = highE5;
        lowLimitTicks = Math.ceilDiv(lowE5, priceTickE5);
        highLimitTicks = Math.floorDiv(highE5, priceTickE5);
    }

    /** Counts a trade, or the reversal of one. */
    public void traded(final long lots)
    {
        trades++;
        sessionTrades++;
        sessionLots += lots;
    }

    /** Until its legs are defined, no order in it can be accepted. */
    public boolean isStrategyWithoutLegs()
    {
        return InstrumentKind.SPREAD == kind && null == legs;
    }

    /** Last price, else the settlement price rounded down to a tick: what auctions and collars refer to. */
    public long referenceTicks()
    {
        return hasLast ? lastTicks : Math.floorDiv(settlementPriceE5, priceTickE5);
    }

    /**
     * What the static corridor of the volatility interruption refers to: price of the session's last auction, else the
     * settlement price rounded down to a tick.
     *
     * @param sessionId of the present session.
     * @return ticks.
     */
    public long staticReferenceTicks(final int sessionId)
    {
        return 0 != auctionSessionId && sessionId == auctionSessionId ?
            auctionTicks : Math.floorDiv(settlementPriceE5, priceTickE5);
    }

    /** Whether a definition has the same contents as the one that made this instrument. */
    public boolean isDefinedBy(final DefineInstrumentDecoder other)
    {
        return FieldCheck.contains(
            other.buffer(), other.offset() + CommandHeaderDecoder.ENCODED_LENGTH, definition);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(definition);
        hash.add(tickValueE5);
        hash.add(lowLimitE5);
        hash.add(highLimitE5);
        hash.add(settlementPriceE5);
        hash.add(hasLast);
        hash.add(lastTicks);
        hash.add(phase.value());
        hash.add(auctionTicks);
        hash.add(auctionSessionId);
        controls.hashInto(hash);
        hash.add(isExpired);
        if (isMoved)
        {
            hash.add(true);
        }
        hash.add(sessionTrades);
        hash.add(sessionLots);
        hash.add(trades);
        if (null != contract)
        {
            contract.hashInto(hash);
        }
        if (null != legs)
        {
            legs.hashInto(hash);
        }
        book.forEach(order -> order.hashInto(hash));
    }
}
