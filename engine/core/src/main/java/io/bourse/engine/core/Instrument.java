// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.risk.InstrumentExposures;
import io.bourse.engine.core.risk.MarginRates;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;

/**
 * An instrument and its book. Clearing changes the four mutable numbers; everything else is as defined.
 */
final class Instrument implements HashedState
{
    static final int SYMBOL_LENGTH = DefineInstrumentDecoder.symbolLength();
    static final int UNDERLYING_LENGTH = DefineInstrumentDecoder.underlyingLength();
    static final int CURRENCY_LENGTH = DefineInstrumentDecoder.currencyLength();

    final int instrumentId;
    final InstrumentKind kind;
    final long priceTickE5;
    final int exchangeFeePctE6;
    final int clearingFeePctE6;
    final long maturityDate;
    final byte[] symbol = new byte[SYMBOL_LENGTH];
    final byte[] underlying = new byte[UNDERLYING_LENGTH];
    final byte[] currency = new byte[CURRENCY_LENGTH];
    /** The definition as it came, without its command header, to recognise it when it comes again. */
    final byte[] definition =
        new byte[DefineInstrumentDecoder.BLOCK_LENGTH - CommandHeaderDecoder.ENCODED_LENGTH];
    /** Dense, from 0, in order of definition. */
    final int index;
    final OrderBook<Order> book;

    long tickValueE5;
    long lowLimitE5;
    long highLimitE5;
    long settlementPriceE5;
    /** Price limits in whole ticks, inside the limits. */
    long lowLimitTicks;
    long highLimitTicks;

    /** Whether there was a trade since the first start; without it {@link #lastTicks} means nothing. */
    boolean hasLast;
    /** Price of the last trade, of continuous trading or of an auction. */
    long lastTicks;

    Phase phase = Phase.CONTINUOUS;
    /** Price of the last auction that traded, and the session in which it did; 0 for none. */
    long auctionTicks;
    int auctionSessionId;
    final PriceControls controls = new PriceControls();
    /** Margin of a lot; hashed by {@link PreTradeRisk}. */
    final MarginRates margin;
    final InstrumentExposures exposures;
    /** Of a strategy; null for all others. */
    StrategyLegs legs;
    /** What it promises; null until that is defined. */
    ContractTerms contract;
    /** A clearing run has ended it: no orders, no positions, closed for ever. */
    boolean isExpired;
    /** Of the session, in the book and outside it. */
    long sessionTrades;
    long sessionLots;
    /** Since the first start. */
    long trades;

    /**
     * Makes an instrument of a valid definition.
     *
     * @param from the definition; its contents are copied.
     * @param index dense, from 0.
     * @param book empty book.
     */
    Instrument(final DefineInstrumentDecoder from, final int index, final OrderBook<Order> book)
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

    void setLimits(final long lowE5, final long highE5)
    {
        lowLimitE5 = lowE5;
        highLimitE5 = highE5;
        lowLimitTicks = Math.ceilDiv(lowE5, priceTickE5);
        highLimitTicks = Math.floorDiv(highE5, priceTickE5);
    }

    /** Counts a trade. */
    void traded(final long lots)
    {
        trades++;
        sessionTrades++;
        sessionLots += lots;
    }

    /** Nobody knows yet what a trade in it would mean. */
    boolean isStrategyWithoutLegs()
    {
        return InstrumentKind.SPREAD == kind && null == legs;
    }

    /** Last price, else the settlement price rounded down to a tick: what auctions and collars refer to. */
    long referenceTicks()
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
    long staticReferenceTicks(final int sessionId)
    {
        return 0 != auctionSessionId && sessionId == auctionSessionId ?
            auctionTicks : Math.floorDiv(settlementPriceE5, priceTickE5);
    }

    /** Whether a definition has the same contents as the one that made this instrument. */
    boolean isDefinedBy(final DefineInstrumentDecoder other)
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
