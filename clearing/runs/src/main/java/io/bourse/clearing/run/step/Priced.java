// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.expiry.Deliveries;
import io.bourse.clearing.expiry.ExpiryPlanner;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A day and its prices.
 *
 * @param cut day that is priced.
 * @param proposal prices by ordinal.
 * @param contracts by ordinal.
 * @param ends by ordinal: what this run ends.
 * @param deliveries that the run makes of spot trades.
 */
public record Priced(
    DayAtCut cut, PriceProposal proposal, Contract[] contracts, boolean[] ends, Deliveries deliveries)
{
    /** A day at prices. */
    public static Priced of(final DayAtCut cut, final PriceProposal proposal)
    {
        final Contract[] contracts = RunPrices.contracts(cut.day(), proposal, cut.opening());
        final int date = cut.day().tradingDate();
        return new Priced(
            cut, proposal, contracts, ExpiryPlanner.ends(contracts, date, cut.isEvening()),
            Deliveries.of(contracts, date, cut.isEvening(),
                terms -> cut.ctx().funds().delivery().days(terms.asset(), terms.currency())));
    }

    /** By ordinal: what this run or an earlier one has ended, or this one delivers: it has no positions. */
    public boolean[] ended()
    {
        final boolean[] ended = gone();
        for (int i = 0; i < ended.length; i++)
        {
            ended[i] |= deliveries.delivers(i);
        }
        return ended;
    }

    /** By ordinal: what this run or an earlier one has ended: it cannot be traded any more. */
    boolean[] gone()
    {
        final boolean[] gone = wereEnded();
        for (int i = 0; i < gone.length; i++)
        {
            gone[i] |= ends[i];
        }
        return gone;
    }

    boolean[] wereEnded()
    {
        final boolean[] ended = new boolean[contracts.length];
        for (int i = 0; i < ended.length; i++)
        {
            ended[i] = cut.day().instruments().byOrdinal(i).isExpired();
        }
        return ended;
    }

    /** By ordinal: positions that the run closes by movements. */
    boolean[] closes()
    {
        final boolean[] closes = ends.clone();
        for (int i = 0; i < closes.length; i++)
        {
            closes[i] |= deliveries.delivers(i);
        }
        return closes;
    }

    /** By ordinal: when what this run makes obligations of is due. */
    int[] settleDates()
    {
        final int[] dates = new int[contracts.length];
        Arrays.setAll(dates, deliveries::settleDate);
        return dates;
    }

    /** By ordinal: interest that a unit of what the run delivers has earned, in the currency that it is paid in. */
    public long[] accruedE5()
    {
        final ClearingContext ctx = cut.ctx();
        final long[] accruedE5 = new long[contracts.length];
        Arrays.setAll(accruedE5, i -> deliveries.delivers(i) ?
            ctx.funds().delivery().accruedE5(contracts[i].terms(), ctx.prices().ratesE6()) : 0);
        return accruedE5;
    }

    /** Stops at what cannot be cleared. Looks through the trades only if there is such a thing. */
    public void requireCleared()
    {
        if (IntStream.range(0, contracts.length).allMatch(i -> RunPrices.isCleared(cut.day(), contracts, i)))
        {
            return;
        }
        final boolean[] hasPosition = new boolean[contracts.length];
        final IntColumn traded = cut.day().trades().ints(DayTables.TRADE_INSTRUMENT);
        final int trades = cut.day().tradeCount();
        for (int trade = 0; trade < trades; trade++)
        {
            hasPosition[traded.get(trade)] = true;
        }
        for (final TableCursor row = new TableCursor(cut.opening().carried()); row.next();)
        {
            hasPosition[row.ints(RunTables.POSITION_INSTRUMENT)] |= 0 != row.ints(RunTables.POSITION_END);
        }
        RunPrices.requireCleared(cut.day(), contracts, hasPosition);
    }

    /** What is calculated from, with movements of the run; null for none. */
    CalculationInput input(final Table movements)
    {
        final ClearingContext ctx = cut.ctx();
        final Opening opening = cut.opening();
        return new CalculationInput(
            cut.day().registers(),
            contracts,
            cut.day().trades(),
            cut.day().tradeCount(),
            null == opening.paidRecord() ? 0 : opening.paidRecord().cut().sessionTrades(),
            opening.carried(),
            movements,
            opening.paidMovements(),
            cut.isEvening(),
            ctx.feePrice(),
            ctx.options().threads(),
            ctx.funds().vatPctE6());
    }
}
