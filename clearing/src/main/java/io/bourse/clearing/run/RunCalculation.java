// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.Map;
import java.util.TreeMap;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.FeeSchedule;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.PaidValuation;
import io.bourse.clearing.ledger.PositionCalculator;
import io.bourse.clearing.ledger.PositionTable;
import io.bourse.clearing.ledger.RunInput;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;

/**
 * Puts the input of a calculation together from the day and calculates.
 */
final class RunCalculation
{
    private final ClearingContext ctx;
    private final ClearingDay day;
    private final RunRecord run;
    private final RunRecord paidRun;
    private final InstrumentPrice[] prices;
    private final RunInput input;

    RunCalculation(
        final ClearingContext ctx,
        final ClearingDay day,
        final Accounts accounts,
        final RunRecord run,
        final CarriedPositions carried,
        final InstrumentPrice[] prices)
    {
        this.ctx = ctx;
        this.day = day;
        this.run = run;
        this.paidRun = lastPaidRun();
        this.prices = prices;
        this.input = new RunInput(
            accounts,
            carried,
            day.trades(),
            run.cut().sessionTrades(),
            prices,
            paid(),
            null == paidRun ? 0 : paidRun.cut().sessionTrades(),
            fees());
        requireFutures();
    }

    RunInput input()
    {
        return input;
    }

    long paidRunId()
    {
        return null == paidRun ? 0 : paidRun.runId();
    }

    PositionTable calculate()
    {
        return PositionCalculator.calculate(input);
    }

    /** Options that decide the result, for input.json. */
    Map<String, Object> parameters()
    {
        final Map<String, Object> parameters = new TreeMap<>();
        parameters.put("feePrice", ctx.feePrice().name());
        parameters.put("javaVersion", Runtime.version().toString());
        parameters.put("minValidSlices", ctx.minValidSlices());
        parameters.put("openingPositions", ctx.openingPositions());
        parameters.put("settlementOverridesE5", ctx.settlementOverridesE5());
        parameters.put("sliceIntervalNs", ctx.sliceIntervalNs());
        parameters.put("spreadPermille", ctx.spreadPermille());
        parameters.put("theoreticalPricesE5", ctx.theoreticalPricesE5());
        parameters.put("tickValuesE5", ctx.tickValuesE5());
        parameters.put("windowSlices", ctx.windowSlices());
        return parameters;
    }

    private RunRecord lastPaidRun()
    {
        RunRecord last = null;
        for (final RunRecord record : day.runs())
        {
            if (record == run)
            {
                return last;
            }
            if (ClearingKind.INTRADAY == record.kind() && record.isCompleted())
            {
                last = record;
            }
        }
        return last;
    }

    private PaidValuation[] paid()
    {
        final PaidValuation[] paid = new PaidValuation[prices.length];
        for (int i = 0; null != paidRun && i < paid.length; i++)
        {
            final RunRecord.Published published = paidRun.published(i);
            if (null != published)
            {
                paid[i] = new PaidValuation(
                    published.settlementPriceE5(),
                    VariationMargin.pointValueE5(published.tickValueE5(), prices[i].priceTickE5()));
            }
        }
        return paid;
    }

    private FeeSchedule fees()
    {
        final long[] exchange = new long[prices.length];
        final long[] clearing = new long[prices.length];
        for (int i = 0; i < prices.length; i++)
        {
            final Instrument instrument = day.instruments().byOrdinal(i);
            exchange[i] = instrument.exchangeFeePctE6();
            clearing[i] = instrument.clearingFeePctE6();
        }
        return new FeeSchedule(ClearingKind.EVENING == run.kind(), ctx.feePrice(), exchange, clearing);
    }

    /** Only futures are revalued here; anything else that was traded must not be cleared as if it were one. */
    private void requireFutures()
    {
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            requireFuture(day.trades().instrument(trade));
        }
        for (final long key : input.carried().sortedKeys())
        {
            requireFuture(CarriedPositions.instrument(key));
        }
    }

    private void requireFuture(final int ordinal)
    {
        final Instrument instrument = day.instruments().byOrdinal(ordinal);
        if (InstrumentKind.FUTURE != instrument.kind())
        {
            throw new PreconditionException("only futures are cleared, this instrument has trades or positions: " +
                "instrumentId=" + instrument.instrumentId() + " kind=" + instrument.kind());
        }
    }
}
