// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedInstrument;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.PriceFixing;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.price.PriceRun;
import io.bourse.clearing.price.PricedInstrument;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.PublishedPrice;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Prices of a run and the contracts they value. An instrument that an earlier run has ended keeps what it was worth
 * then: nothing that is published later changes what was paid for it.
 */
public final class RunPrices
{
    private static final String COLUMNS =
        "isin_id;isin;min_step;step_price;settl_price;prev_settl_price;method;valid_slices;limit_low;limit_high";

    private RunPrices()
    {
    }

    /** Fixes the prices of a run. */
    public static PriceProposal fix(final ClearingContext ctx, final IngestedDay day, final ClearingKind kind)
    {
        final List<PricedInstrument> instruments = new ArrayList<>();
        for (int i = 0; i < day.instruments().size(); i++)
        {
            instruments.add(priced(day.instruments().byOrdinal(i), day.cursor()));
        }
        return PriceFixing.propose(
            new PriceRun(day.tradingDate(), ClearingKind.EVENING == kind, day.cursor()),
            ctx.prices(),
            instruments,
            day.slices()::window);
    }

    private static PricedInstrument priced(final IngestedInstrument instrument, final long cutCursor)
    {
        final List<PricedInstrument.Leg> legs = new ArrayList<>();
        for (final IngestedInstrument.Leg leg : instrument.legsAt(cutCursor))
        {
            legs.add(new PricedInstrument.Leg(leg.instrument().ordinal(), leg.ratio()));
        }
        return new PricedInstrument(
            instrument.instrumentId(),
            instrument.symbol(),
            instrument.terms().paidIn(instrument.currency()),
            instrument.priceTickE5(),
            instrument.tickValueE5(),
            instrument.lastSettlementE5(),
            instrument.eveningSettlementE5(),
            instrument.band(),
            instrument.isExpired(),
            legs);
    }

    /** What has ended does not end again. */
    private static ClearingTerms terms(final IngestedInstrument instrument)
    {
        final ClearingTerms terms = instrument.terms().paidIn(instrument.currency());
        return !instrument.isExpired() ? terms : new ClearingTerms(
            terms.style(), terms.right(), terms.settlement(), terms.strikeE5(), terms.lotUnits(),
            terms.underlyingId(), 0, false, terms.settlementDays(), terms.asset(), terms.currency());
    }

    static Contract[] contracts(final IngestedDay day, final PriceProposal proposal, final Opening opening)
    {
        final Contract[] contracts = new Contract[proposal.prices().size()];
        for (int i = 0; i < contracts.length; i++)
        {
            final IngestedInstrument instrument = day.instruments().byOrdinal(i);
            final FixedPrice price = proposal.price(i);
            final RunRecord.Published published = opening.published(i);
            contracts[i] = new Contract(
                instrument.instrumentId(),
                instrument.symbol(),
                terms(instrument),
                instrument.priceTickE5(),
                price.tickValueE5(),
                price.settlementE5(),
                instrument.eveningSettlementE5(),
                price.swapRateE4(),
                null == published ? null :
                    new Contract.Paid(published.settlementPriceE5(), published.tickValueE5(), 0),
                instrument.exchangeFeePctE6(),
                instrument.clearingFeePctE6());
        }
        return contracts;
    }

    /** What cannot be cleared must not have been traded. */
    static void requireCleared(final IngestedDay day, final Contract[] contracts, final boolean[] hasPosition)
    {
        for (int i = 0; i < contracts.length; i++)
        {
            final ClearingTerms terms = contracts[i].terms();
            if (!isCleared(day, contracts, i) && hasPosition[i])
            {
                throw new PreconditionException("an instrument that clearing does not know how to clear has trades " +
                    "or positions; options and spot instruments need a contract definition: instrumentId=" +
                    contracts[i].instrumentId() +
                    " symbol=" + contracts[i].symbol() + " style=" + terms.style() + " right=" + terms.right());
            }
        }
    }

    /** Whether clearing knows how to clear an instrument, or its trades are trades of its legs. */
    static boolean isCleared(final IngestedDay day, final Contract[] contracts, final int ordinal)
    {
        final ClearingTerms terms = contracts[ordinal].terms();
        return switch (terms.style())
        {
            case FUTURE, PERPETUAL -> true;
            case MARGINED_OPTION, PREMIUM_OPTION -> OptionRight.NONE != terms.right();
            case SPOT -> terms.hasAsset() && !terms.asset().equals(terms.currency());
            case STRATEGY -> !day.instruments().byOrdinal(ordinal).legsAt(day.cursor()).isEmpty();
            default -> false;
        };
    }

    /** Prices for the engine: strategies included, ended contracts not. */
    public static List<PublishedPrice> toBePublished(final IngestedDay day, final PriceProposal proposal)
    {
        final List<PublishedPrice> prices = new ArrayList<>();
        for (int i = 0; i < proposal.prices().size(); i++)
        {
            if (!day.instruments().byOrdinal(i).isExpired())
            {
                final FixedPrice price = proposal.price(i);
                prices.add(new PublishedPrice(
                    price.instrumentId(), price.settlementE5(), price.tickValueE5(), price.limits()));
            }
        }
        prices.sort(Comparator.comparingInt(PublishedPrice::instrumentId));
        return prices;
    }

    /** Writes the prices for people. */
    public static void writeCsv(final Path file, final PriceProposal proposal) throws IOException
    {
        final List<FixedPrice> sorted = new ArrayList<>(proposal.prices());
        sorted.sort(Comparator.comparingInt(FixedPrice::instrumentId));
        DurableFile.write(file, out ->
        {
            final CsvWriter csv = new CsvWriter(out, COLUMNS);
            for (final FixedPrice price : sorted)
            {
                csv.number(price.instrumentId())
                    .text(price.symbol())
                    .price(price.priceTickE5())
                    .price(price.tickValueE5())
                    .price(price.settlementE5())
                    .price(price.previousE5())
                    .text(price.method().name())
                    .number(price.validSlices())
                    .price(price.limits().lowE5())
                    .price(price.limits().highE5())
                    .endRow();
            }
            csv.finish();
        });
    }
}
