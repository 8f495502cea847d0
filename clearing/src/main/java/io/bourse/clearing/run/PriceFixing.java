// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.report.CsvReader;

/**
 * Settlement prices and tick values of a run (sheet 1.5): override, median of the window, theoretical price, last
 * published price, in this order.
 */
final class PriceFixing
{
    private static final int PERMILLE = 1_000;

    private PriceFixing()
    {
    }

    static InstrumentPrice[] fix(final ClearingContext ctx, final ClearingDay day)
    {
        requireKnown(day, ctx.tickValuesE5(), "tickValueE5");
        requireKnown(day, ctx.theoreticalPricesE5(), "theoreticalPriceE5");
        requireKnown(day, ctx.settlementOverridesE5(), "settlementOverrideE5");
        final InstrumentPrice[] prices = new InstrumentPrice[day.instruments().size()];
        for (int i = 0; i < prices.length; i++)
        {
            final Instrument instrument = day.instruments().byOrdinal(i);
            try
            {
                prices[i] = fix(ctx, day, instrument);
            }
            catch (final ArithmeticException ex)
            {
                throw new PreconditionException("settlement price or price limits do not fit into 64 bits: " +
                    "instrumentId=" + instrument.instrumentId() + " reason=\"" + ex.getMessage() + "\"", ex);
            }
        }
        return prices;
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
        final long tickValueE5 = ctx.tickValuesE5().getOrDefault(id, instrument.tickValueE5());
        return InstrumentPrice.of(instrument, tickValueE5, priceE5, method, window.validCount());
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
