// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.report.CsvReader;

/**
 * Settlement prices and tick values of a run (sheet 1.5): override, median of the window, theoretical price, last
 * published price, in this order. A strategy has no price of its own: it settles at what its legs settle at, so that
 * nobody's position is worth more as a strategy than as its legs, and its price limits lie where its market will be.
 */
final class PriceFixing
{
    private static final int PERMILLE = 1_000;

    private PriceFixing()
    {
    }

    /**
     * Prices of all instruments of the day.
     *
     * @param ctx options.
     * @param day up to the cut or farther.
     * @param cutCursor of the run; legs that were defined behind it are none of the run's.
     */
    static InstrumentPrice[] fix(final ClearingContext ctx, final ClearingDay day, final long cutCursor)
    {
        requireKnown(day, ctx.tickValuesE5(), "tickValueE5");
        requirePriced(day, ctx.theoreticalPricesE5(), "theoreticalPriceE5", cutCursor);
        requirePriced(day, ctx.settlementOverridesE5(), "settlementOverrideE5", cutCursor);
        final InstrumentPrice[] prices = new InstrumentPrice[day.instruments().size()];
        // Legs first: a strategy may have been defined before them.
        for (final boolean isStrategy : new boolean[]{false, true})
        {
            for (int i = 0; i < prices.length; i++)
            {
                final Instrument instrument = day.instruments().byOrdinal(i);
                final List<Instrument.Leg> legs = instrument.legsAt(cutCursor);
                if (isStrategy != legs.isEmpty())
                {
                    prices[i] = fitting(instrument, () ->
                        isStrategy ? ofLegs(ctx, instrument, legs, prices) : fix(ctx, day, instrument));
                }
            }
        }
        return prices;
    }

    private static InstrumentPrice fitting(final Instrument instrument, final Supplier<InstrumentPrice> price)
    {
        try
        {
            return price.get();
        }
        catch (final ArithmeticException ex)
        {
            throw new PreconditionException("settlement price or price limits do not fit into 64 bits: " +
                "instrumentId=" + instrument.instrumentId() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private static InstrumentPrice ofLegs(
        final ClearingContext ctx,
        final Instrument strategy,
        final List<Instrument.Leg> legs,
        final InstrumentPrice[] prices)
    {
        long sumE5 = 0;
        for (final Instrument.Leg leg : legs)
        {
            final long legE5 = prices[leg.instrument().ordinal()].settlementPriceE5();
            sumE5 = Math.addExact(sumE5, Math.multiplyExact(leg.ratio(), legE5));
        }
        // The tick of a strategy may be coarser than what its legs add up to.
        final long tickE5 = strategy.priceTickE5();
        final long priceE5 = Math.multiplyExact(Round.divide(sumE5, tickE5), tickE5);
        return InstrumentPrice.of(strategy, tickValueE5(ctx, strategy), priceE5, SettlementMethod.LEGS, 0);
    }

    private static long tickValueE5(final ClearingContext ctx, final Instrument instrument)
    {
        return ctx.tickValuesE5().getOrDefault(instrument.instrumentId(), instrument.tickValueE5());
    }

    private static InstrumentPrice fix(final ClearingContext ctx, final ClearingDay day, final Instrument instrument)
    {
        final int id = instrument.instrumentId();
        final long tickE5 = instrument.priceTickE5();
        final long maxSpreadE5 =
            Math.multiplyExact(instrument.band().halfWidthE5(), (long)ctx.spreadPermille()) / PERMILLE;
        final SettlementPrice window = day.slices().window(instrument.ordinal(), maxSpreadE5);
        final Long override = ctx.settlementOverridesE5().get(id);
        final Long theoretical = ctx.theoreticalPricesE5().get(id);
        final SettlementMethod method;
        final long priceE5;
        if (null != override)
        {
            method = SettlementMethod.OVERRIDE;
            priceE5 = onTick(id, override, tickE5);
        }
        else if (window.validCount() >= ctx.minValidSlices())
        {
            method = SettlementMethod.MEDIAN;
            priceE5 = window.medianE5(tickE5);
        }
        else if (null != theoretical)
        {
            method = SettlementMethod.THEORETICAL;
            priceE5 = onTick(id, theoretical, tickE5);
        }
        else
        {
            method = SettlementMethod.PREVIOUS;
            priceE5 = instrument.lastSettlementE5();
        }
        return InstrumentPrice.of(instrument, tickValueE5(ctx, instrument), priceE5, method, window.validCount());
    }

    /** Prices of an earlier attempt of this run, as written. */
    static InstrumentPrice[] read(final RunDirectory directory, final ClearingDay day)
    {
        final List<InstrumentPrice> rows = new ArrayList<>();
        directory.readCsv(
            RunDirectory.PRICES,
            row -> rows.add(new InstrumentPrice(
                Integer.parseInt(row.get(RunWriter.PRICES_INSTRUMENT)),
                row.get(1),
                CsvReader.priceE5(row.get(2)),
                CsvReader.priceE5(row.get(3)),
                CsvReader.priceE5(row.get(RunWriter.PRICES_SETTLEMENT)),
                CsvReader.priceE5(row.get(5)),
                SettlementMethod.valueOf(row.get(6)),
                Integer.parseInt(row.get(7)),
                new PriceBand(CsvReader.priceE5(row.get(8)), CsvReader.priceE5(row.get(9))))));
        final InstrumentPrice[] prices = new InstrumentPrice[day.instruments().size()];
        for (final InstrumentPrice price : rows)
        {
            prices[day.instruments().byId(price.instrumentId()).ordinal()] = price;
        }
        for (int i = 0; i < prices.length; i++)
        {
            final Instrument instrument = day.instruments().byOrdinal(i);
            if (null == prices[i])
            {
                // Defined after the run: it had no trades before the cut, so any price does.
                prices[i] = InstrumentPrice.of(instrument, instrument.tickValueE5(),
                    instrument.lastSettlementE5(), SettlementMethod.PREVIOUS, 0);
            }
        }
        return prices;
    }

    private static long onTick(final int instrumentId, final long priceE5, final long tickE5)
    {
        if (0 != priceE5 % tickE5)
        {
            throw new PreconditionException("settlement price is not on the tick: instrumentId=" + instrumentId +
                " priceE5=" + priceE5 + " priceTickE5=" + tickE5);
        }
        return priceE5;
    }

    private static void requirePriced(
        final ClearingDay day, final Map<Integer, Long> values, final String option, final long cutCursor)
    {
        requireKnown(day, values, option);
        for (final Integer instrumentId : values.keySet())
        {
            if (!day.instruments().byId(instrumentId).legsAt(cutCursor).isEmpty())
            {
                throw new PreconditionException("a strategy settles at the prices of its legs, name those instead: " +
                    option + " instrumentId=" + instrumentId);
            }
        }
    }

    private static void requireKnown(final ClearingDay day, final Map<Integer, Long> values, final String option)
    {
        for (final Integer instrumentId : values.keySet())
        {
            if (!day.instruments().contains(instrumentId))
            {
                throw new PreconditionException("option names an instrument the stream has not defined: " + option +
                    " instrumentId=" + instrumentId);
            }
        }
    }
}
