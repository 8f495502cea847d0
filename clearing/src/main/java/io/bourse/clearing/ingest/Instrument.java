// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;

/**
 * One instrument as the stream has defined it and clearing runs have changed it since.
 */
public final class Instrument
{
    private final int ordinal;
    private final int instrumentId;
    private final String symbol;
    private final InstrumentKind kind;
    private final long priceTickE5;
    private final long exchangeFeePctE6;
    private final long clearingFeePctE6;
    private long tickValueE5;
    private long lastSettlementE5;
    private long eveningSettlementE5;
    private PriceBand band;
    private final List<Leg> legs = new ArrayList<>();
    private long legsCursor;

    Instrument(final int ordinal, final InstrumentDefinedDecoder event)
    {
        this.ordinal = ordinal;
        this.instrumentId = event.instrumentId();
        this.symbol = event.symbol();
        this.kind = event.kind();
        this.priceTickE5 = event.priceTickE5();
        this.exchangeFeePctE6 = event.exchangeFeePctE6();
        this.clearingFeePctE6 = event.clearingFeePctE6();
        this.tickValueE5 = event.tickValueE5();
        this.lastSettlementE5 = event.settlementPriceE5();
        this.eveningSettlementE5 = event.settlementPriceE5();
        this.band = new PriceBand(event.lowLimitE5(), event.highLimitE5());
    }

    void onPublished(final long settlementPriceE5, final long newTickValueE5, final PriceBand newBand)
    {
        lastSettlementE5 = settlementPriceE5;
        tickValueE5 = newTickValueE5;
        band = newBand;
    }

    void onEveningRolled(final long settlementPriceE5)
    {
        eveningSettlementE5 = settlementPriceE5;
    }

    /** The engine answers with all legs in one transaction, and again with the same ones when they come again. */
    void onLegDefined(final Instrument leg, final int ratio, final long cursor)
    {
        if (legs.isEmpty())
        {
            legsCursor = cursor;
        }
        if (legsCursor == cursor)
        {
            legs.add(new Leg(leg, ratio));
        }
    }

    /**
     * Whether this is a strategy: its trades become trades of its legs, and nobody has a position in it.
     *
     * @return true for a strategy with legs.
     */
    public boolean hasLegs()
    {
        return !legs.isEmpty();
    }

    /**
     * What a strategy is made of, as far as the stream has told at a cut.
     *
     * @param cursor of the cut, bytes in the event stream.
     * @return legs in order; empty for all other instruments and for a strategy whose legs were defined behind the cut.
     */
    public List<Leg> legsAt(final long cursor)
    {
        return legsCursor <= cursor ? Collections.unmodifiableList(legs) : List.of();
    }

    /**
     * A leg of a strategy.
     *
     * @param instrument of the leg.
     * @param ratio lots bought (sold if negative) per lot of the strategy bought.
     */
    public record Leg(Instrument instrument, int ratio)
    {
    }

    /**
     * Place in the tables of the day.
     *
     * @return from 0, in order of definition.
     */
    public int ordinal()
    {
        return ordinal;
    }

    /**
     * SecurityID of every protocol.
     *
     * @return above 0.
     */
    public int instrumentId()
    {
        return instrumentId;
    }

    /**
     * Symbol of the instrument.
     *
     * @return text.
     */
    public String symbol()
    {
        return symbol;
    }

    /**
     * Kind of the instrument.
     *
     * @return kind.
     */
    public InstrumentKind kind()
    {
        return kind;
    }

    /**
     * R of sheet 1.3.
     *
     * @return tick x 100 000.
     */
    public long priceTickE5()
    {
        return priceTickE5;
    }

    /**
     * W of sheet 1.3 as last published.
     *
     * @return roubles per tick x 100 000.
     */
    public long tickValueE5()
    {
        return tickValueE5;
    }

    /**
     * The last settlement price published by any run.
     *
     * @return price x 100 000.
     */
    public long lastSettlementE5()
    {
        return lastSettlementE5;
    }

    /**
     * SPprev of sheet 1.3: of the previous evening run.
     *
     * @return price x 100 000.
     */
    public long eveningSettlementE5()
    {
        return eveningSettlementE5;
    }

    /**
     * Price limits in force.
     *
     * @return band.
     */
    public PriceBand band()
    {
        return band;
    }

    /**
     * Taker fee of the exchange.
     *
     * @return per cent x 1 000 000.
     */
    public long exchangeFeePctE6()
    {
        return exchangeFeePctE6;
    }

    /**
     * Taker fee of clearing.
     *
     * @return per cent x 1 000 000.
     */
    public long clearingFeePctE6()
    {
        return clearingFeePctE6;
    }
}
