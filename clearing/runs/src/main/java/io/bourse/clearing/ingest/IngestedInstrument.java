// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;

import java.util.ArrayList;
import java.util.List;

/**
 * One instrument as the stream has defined it and clearing runs have changed it since. A checkpoint keeps its fields,
 * by these names and in this order.
 */
public final class IngestedInstrument
{
    private transient IngestedInstruments all;
    private transient int ordinal;
    private Definition definition;
    private ClearingTerms terms;
    private long tickValueE5;
    private long lastSettlementE5;
    private long eveningSettlementE5;
    private PriceBand band;
    /** Pairs of ordinal and ratio. */
    private List<int[]> legs = new ArrayList<>();
    private long legsCursor;
    private boolean expired;
    /** Of several; else 0, which is not written. */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    private int partition;

    IngestedInstrument(final InstrumentDefinedDecoder event)
    {
        this.definition = Definition.of(event);
        this.terms = ClearingTerms.plain(style(event.kind()), definition.maturityDate());
        this.tickValueE5 = event.tickValueE5();
        this.lastSettlementE5 = event.settlementPriceE5();
        this.eveningSettlementE5 = event.settlementPriceE5();
        this.band = new PriceBand(event.lowLimitE5(), event.highLimitE5());
    }

    IngestedInstrument in(final int ownPartition)
    {
        partition = ownPartition;
        return this;
    }

    /**
     * Which partition trades it.
     *
     * @return its number; 0 when there is one partition.
     */
    public int partition()
    {
        return partition;
    }

    /** For the reader of checkpoints. */
    private IngestedInstrument()
    {
    }

    void onAdded(final IngestedInstruments instruments, final int place)
    {
        all = instruments;
        ordinal = place;
    }

    /** What the stream says of an instrument whose contract it does not describe: options are margined like futures. */
    private static ContractStyle style(final InstrumentKind kind)
    {
        return switch (kind)
        {
            case OPTION -> ContractStyle.MARGINED_OPTION;
            case SPREAD -> ContractStyle.STRATEGY;
            case SPOT -> ContractStyle.SPOT;
            case FUTURE, NULL_VAL -> ContractStyle.FUTURE;
        };
    }

    void onTerms(final ClearingTerms newTerms)
    {
        terms = newTerms;
    }

    void onExpired()
    {
        expired = true;
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
    void onLegDefined(final IngestedInstrument leg, final int ratio, final long cursor)
    {
        if (legs.isEmpty())
        {
            legsCursor = cursor;
        }
        if (legsCursor == cursor)
        {
            legs.add(new int[]{leg.ordinal(), ratio});
        }
    }

    /**
     * Whether this is a strategy: its trades become trades of its legs, and there are no positions in it.
     *
     * @return true for a strategy with legs.
     */
    public boolean hasLegs()
    {
        return !legs.isEmpty();
    }

    /**
     * What a strategy is made of, by the stream up to a cut.
     *
     * @param cursor of the cut, bytes in the event stream.
     * @return legs in order; empty for all other instruments and for a strategy whose legs were defined after the cut.
     */
    public List<Leg> legsAt(final long cursor)
    {
        return legsCursor > cursor ? List.of() :
            legs.stream().map(leg -> new Leg(all.byOrdinal(leg[0]), leg[1])).toList();
    }

    /**
     * A leg of a strategy.
     *
     * @param instrument of the leg.
     * @param ratio lots bought (sold if negative) per lot of the strategy bought.
     */
    public record Leg(IngestedInstrument instrument, int ratio)
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
        return definition.instrumentId();
    }

    /**
     * Symbol of the instrument.
     *
     * @return text.
     */
    public String symbol()
    {
        return definition.symbol();
    }

    /**
     * What a contract promises.
     *
     * @return terms; those of its kind and maturity when the stream does not describe the contract.
     */
    public ClearingTerms terms()
    {
        return terms;
    }

    /**
     * Whether a run has ended the instrument.
     *
     * @return true after its expiry.
     */
    public boolean isExpired()
    {
        return expired;
    }

    /**
     * Currency of its price.
     *
     * @return three characters.
     */
    public String currency()
    {
        return definition.currency();
    }

    /**
     * R of rules 1.3.
     *
     * @return tick x 100 000.
     */
    public long priceTickE5()
    {
        return definition.priceTickE5();
    }

    /**
     * W of rules 1.3 as last published.
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
     * SPprev of rules 1.3: of the previous evening run.
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
        return definition.exchangeFeePctE6();
    }

    /**
     * Taker fee of clearing.
     *
     * @return per cent x 1 000 000.
     */
    public long clearingFeePctE6()
    {
        return definition.clearingFeePctE6();
    }

    /** What never changes of an instrument. */
    record Definition(
        int instrumentId,
        String symbol,
        InstrumentKind kind,
        String underlying,
        String currency,
        long priceTickE5,
        int maturityDate,
        long exchangeFeePctE6,
        long clearingFeePctE6)
    {
        static Definition of(final InstrumentDefinedDecoder event)
        {
            return new Definition(
                event.instrumentId(),
                event.symbol(),
                event.kind(),
                event.underlying(),
                event.currency(),
                event.priceTickE5(),
                (int)event.maturityDate(),
                event.exchangeFeePctE6(),
                event.clearingFeePctE6());
        }
    }
}
