// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.VariationMargin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One plan: counts what every series has and exercises, then goes through the positions once more and moves them.
 */
final class Planning
{
    private static final int NO_ACCOUNT = -1;

    private final ExpiryInput input;
    private final ExpirySink sink;
    private final Series[] series;
    private final InstrumentOrder order;
    private final RegisterMovements movements;
    private final Obligations obligations;
    /** Futures of the register in hand that end: carried into the run, and made by its options. */
    private final long[] endingLots;
    private final int[] endingFutures;
    private int endingCount;
    private long movementCount;

    Planning(final ExpiryInput input, final ExpirySink sink)
    {
        this.input = input;
        this.sink = sink;
        this.series = series(input);
        this.order = new InstrumentOrder(input.contracts());
        this.movements = new RegisterMovements(order);
        this.obligations = new Obligations(input.registers(), order, input.carriedObligations(), sink);
        this.endingLots = new long[series.length];
        this.endingFutures = new int[series.length];
    }

    private static Series[] series(final ExpiryInput input)
    {
        final Contract[] contracts = input.contracts();
        final Map<Integer, Integer> ordinals = new HashMap<>();
        for (int i = 0; i < contracts.length; i++)
        {
            ordinals.put(contracts[i].instrumentId(), i);
        }
        final Series[] series = new Series[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            if (input.ends()[i] || hasEnded(input, i))
            {
                final int underlying = ordinals.getOrDefault(contracts[i].terms().underlyingId(), -1);
                final boolean becomesFuture = underlying >= 0 && isFuture(contracts[underlying]);
                series[i] =
                    new Series(contracts[i], i, underlying, becomesFuture, decidingE5(input, i, underlying));
            }
        }
        return series;
    }

    private static boolean isFuture(final Contract contract)
    {
        final ContractStyle style = contract.terms().style();
        return ContractStyle.FUTURE == style || ContractStyle.PERPETUAL == style;
    }

    private static boolean hasEnded(final ExpiryInput input, final int ordinal)
    {
        return null != input.ended() && input.ended()[ordinal];
    }

    private static Long decidingE5(final ExpiryInput input, final int ordinal, final int underlying)
    {
        final Contract[] contracts = input.contracts();
        if (!contracts[ordinal].terms().isOption())
        {
            return contracts[ordinal].settlementE5();
        }
        if (underlying >= 0)
        {
            return contracts[underlying].settlementE5();
        }
        return null == input.underlyingE5() ? null : input.underlyingE5()[ordinal];
    }

    ExpiryPlan run()
    {
        for (final PositionRows rows : input.positions())
        {
            for (int row = 0; row < rows.size(); row++)
            {
                count(rows, row);
            }
        }
        for (final Series ending : series)
        {
            if (null != ending)
            {
                ending.assign();
            }
        }
        int account = NO_ACCOUNT;
        for (final PositionRows rows : input.positions())
        {
            for (int row = 0; row < rows.size(); row++)
            {
                if (rows.account(row) != account)
                {
                    flush(account);
                    account = rows.account(row);
                }
                move(rows, row);
            }
        }
        flush(account);
        final long obligationCount = obligations.finish();
        return new ExpiryPlan(outcomes(), movementCount, obligationCount);
    }

    private List<SeriesOutcome> outcomes()
    {
        final List<SeriesOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < series.length; i++)
        {
            if (input.ends()[i])
            {
                outcomes.add(series[i].outcome(input.instructions()));
            }
        }
        return List.copyOf(outcomes);
    }

    private void count(final PositionRows rows, final int row)
    {
        final int ordinal = rows.instrument(row);
        final int lots = rows.end(row);
        final Series ending = series[ordinal];
        if (null == ending || 0 == lots)
        {
            return;
        }
        if (ending.isOption())
        {
            ending.requireDecidable();
        }
        ending.count(lots, input.instructions().lots(rows.account(row), ordinal));
    }

    private void move(final PositionRows rows, final int row)
    {
        final int ordinal = rows.instrument(row);
        final int lots = rows.end(row);
        if (isSpot(ordinal))
        {
            // What was bought and sold again leaves money to pay.
            addEnding(ordinal, lots);
            return;
        }
        final Series ending = series[ordinal];
        if (null == ending || 0 == lots)
        {
            return;
        }
        if (!ending.isOption())
        {
            addEnding(ordinal, lots);
            return;
        }
        final int exercised = ending.exercised(lots, input.instructions().lots(rows.account(row), ordinal));
        final MovementKind kind = lots > 0 ? MovementKind.EXERCISE : MovementKind.ASSIGNMENT;
        if (ending.isDelivered())
        {
            // The option is marked to nothing: what exercising is worth comes with the future.
            movements.add(ordinal, MovementKind.EXPIRY, -lots, 0, ordinal);
            makeFuture(ending, ordinal, kind, exercised);
        }
        else
        {
            movements.add(ordinal, kind, -exercised, ending.intrinsicE5(), ordinal);
            movements.add(ordinal, MovementKind.EXPIRY, exercised - lots, 0, ordinal);
        }
    }

    private boolean isSpot(final int ordinal)
    {
        return null != input.deliveries() && input.deliveries().delivers(ordinal);
    }

    private int settleDate(final int ordinal)
    {
        return null == input.deliveries() ? 0 : input.deliveries().settleDate(ordinal);
    }

    private void makeFuture(final Series option, final int ordinal, final MovementKind kind, final int exercised)
    {
        if (0 == exercised)
        {
            return;
        }
        final boolean isCall = OptionRight.CALL == option.contract().terms().right();
        final int lots = isCall ? exercised : -exercised;
        movements.add(option.underlying(), kind, lots, option.contract().terms().strikeE5(), ordinal);
        if (null != series[option.underlying()])
        {
            addEnding(option.underlying(), lots);
        }
    }

    private void addEnding(final int ordinal, final int lots)
    {
        for (int i = 0; i < endingCount; i++)
        {
            if (endingFutures[i] == ordinal)
            {
                endingLots[i] += lots;
                return;
            }
        }
        endingFutures[endingCount] = ordinal;
        endingLots[endingCount++] = lots;
    }

    private void flush(final int account)
    {
        // By id, as the table of obligations wants it.
        for (int i = 1; i < endingCount; i++)
        {
            for (int j = i; j > 0 && place(j) < place(j - 1); j--)
            {
                swap(j);
            }
        }
        for (int i = 0; i < endingCount; i++)
        {
            end(account, endingFutures[i], endingLots[i]);
        }
        endingCount = 0;
        movementCount += movements.flush(account, sink);
    }

    private int place(final int index)
    {
        return order.place(endingFutures[index]);
    }

    private void swap(final int index)
    {
        final int future = endingFutures[index];
        final long lots = endingLots[index];
        endingFutures[index] = endingFutures[index - 1];
        endingLots[index] = endingLots[index - 1];
        endingFutures[index - 1] = future;
        endingLots[index - 1] = lots;
    }

    private void end(final int account, final int ordinal, final long lots)
    {
        final Contract contract = input.contracts()[ordinal];
        try
        {
            if (isSpot(ordinal))
            {
                deliver(account, ordinal, lots);
                return;
            }
            movements.add(
                ordinal, MovementKind.EXPIRY, Math.toIntExact(-lots), contract.settlementE5(), ordinal);
            if (0 != lots && series[ordinal].isDelivered())
            {
                final long units = Math.multiplyExact(lots, contract.terms().lotUnits());
                final long pointValueE5 =
                    VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
                final long unit = VariationMargin.unit(contract.settlementE5(), pointValueE5);
                obligations.add(account, ordinal, settleDate(ordinal), units,
                    Math.negateExact(Math.multiplyExact(unit, lots)));
                series[ordinal].onObligation();
            }
        }
        catch (final ArithmeticException ex)
        {
            throw new PreconditionException("position that ends does not fit: accountId=" + account +
                " instrumentId=" + contract.instrumentId() + " lots=" + lots + " reason=\"" + ex.getMessage() + "\"",
                ex);
        }
    }

    /** Lots are closed without money: all of it is in the obligation. */
    private void deliver(final int account, final int ordinal, final long lots)
    {
        final Contract contract = input.contracts()[ordinal];
        final long money = input.deliveries().money(account, ordinal);
        movements.add(
            ordinal, MovementKind.DELIVERY, Math.toIntExact(-lots), contract.settlementE5(), ordinal);
        if (0 != lots || 0 != money)
        {
            final long units = Math.multiplyExact(lots, contract.terms().lotUnits());
            obligations.add(account, ordinal, settleDate(ordinal), units, money);
        }
    }
}
