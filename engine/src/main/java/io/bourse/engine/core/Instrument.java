// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.InstrumentKind;

/**
 * An instrument and its book. Clearing changes the four mutable numbers; everything else is as defined.
 */
final class Instrument
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
    final OrderBook book;

    long tickValueE5;
    long lowLimitE5;
    long highLimitE5;
    long settlementPriceE5;

    /**
     * Makes an instrument of a valid definition.
     *
     * @param from the definition; its contents are copied.
     * @param book empty book.
     */
    Instrument(final DefineInstrumentDecoder from, final OrderBook book)
    {
        instrumentId = from.instrumentId();
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
        lowLimitE5 = from.lowLimitE5();
        highLimitE5 = from.highLimitE5();
        settlementPriceE5 = from.settlementPriceE5();
        this.book = book;
    }

    /** Whether a definition has the same contents as the one that made this instrument. */
    boolean isDefinedBy(final DefineInstrumentDecoder other)
    {
        return FieldCheck.contains(
            other.buffer(), other.offset() + CommandHeaderDecoder.ENCODED_LENGTH, definition);
    }
}
