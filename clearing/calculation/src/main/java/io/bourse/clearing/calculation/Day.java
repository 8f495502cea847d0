// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.ReversedTrades;
import io.bourse.clearing.table.Table;

/**
 * A day as the steps of the calculation see it: the input, orders and values made from it, and which instruments are
 * wanted.
 */
final class Day
{
    private static final String CHECK = "calculation";

    private final CalculationInput input;
    private final Registers registers;
    private final InstrumentOrder order;
    private final ContractValue[] values;
    private final boolean[] isWanted;
    private final ReversedTrades reversed;

    /**
     * A day.
     *
     * @param input of the run.
     * @param isWanted by ordinal; null for all instruments.
     * @throws CheckFailedException when the value of a contract does not fit.
     */
    Day(final CalculationInput input, final boolean[] isWanted)
    {
        requireFitting(input);
        this.input = input;
        this.registers = new Registers(input.registers());
        this.order = new InstrumentOrder(input.contracts());
        this.values = ContractValue.of(input);
        this.isWanted = null == isWanted ? null : isWanted.clone();
        this.reversed = ReversedTrades.of(input.trades(), input.tradeCount());
    }

    private static void requireFitting(final CalculationInput input)
    {
        if (input.threads() < 1)
        {
            throw new IllegalArgumentException("a calculation needs a thread: threads=" + input.threads());
        }
        if (input.paidTradeCount() < 0 || input.paidTradeCount() > input.tradeCount() ||
            input.tradeCount() > input.trades().rows())
        {
            throw new CheckFailedException(CHECK, "input does not fit together: paidTradeCount=" +
                input.paidTradeCount() + " tradeCount=" + input.tradeCount() + " tradeRows=" +
                input.trades().rows());
        }
    }

    /**
     * What the run was given.
     *
     * @return input.
     */
    CalculationInput input()
    {
        return input;
    }

    /**
     * Whether a trade was reversed, or is a reversal.
     *
     * @param trade index.
     * @return true for both.
     */
    boolean isReversed(final int trade)
    {
        return reversed.contains(trade);
    }

    /**
     * Registers and their ranks.
     *
     * @return registers.
     */
    Registers registers()
    {
        return registers;
    }

    /**
     * Instruments and their places.
     *
     * @return order.
     */
    InstrumentOrder order()
    {
        return order;
    }

    /**
     * Value of a contract.
     *
     * @param instrument ordinal.
     * @return value.
     */
    ContractValue value(final int instrument)
    {
        return values[instrument];
    }

    /**
     * Whether there is such an instrument.
     *
     * @param instrument perhaps an ordinal.
     * @return true if so.
     */
    boolean isKnown(final int instrument)
    {
        return instrument >= 0 && instrument < values.length;
    }

    /**
     * Whether rows of an instrument are wanted.
     *
     * @param instrument ordinal.
     * @return true if so.
     */
    boolean isWanted(final int instrument)
    {
        return null == isWanted || isWanted[instrument];
    }

    /**
     * Whether rows of all instruments are wanted.
     *
     * @return true if so.
     */
    boolean isWhole()
    {
        return null == isWanted;
    }

    /**
     * A trade that cannot be cleared.
     *
     * @param trade index.
     * @param what is wrong.
     * @return exception that names it.
     */
    CheckFailedException badTrade(final int trade, final String what)
    {
        final Table trades = input.trades();
        return new CheckFailedException(CHECK, what + ": " + tradeName(trade) + " instrument=" +
            instrumentName(trades.ints(DayTables.TRADE_INSTRUMENT).get(trade)) + " buyer=" +
            registers.name(trades.ints(DayTables.TRADE_BUYER).get(trade)) + " seller=" +
            registers.name(trades.ints(DayTables.TRADE_SELLER).get(trade)) + " qtyLots=" +
            trades.ints(DayTables.TRADE_QTY).get(trade));
    }

    /**
     * A row of carried positions or movements that cannot be cleared.
     *
     * @param table it is in.
     * @param row from 0.
     * @param account of it.
     * @param instrument of it.
     * @param what is wrong.
     * @return exception that names it.
     */
    CheckFailedException badRow(
        final Table table, final long row, final int account, final int instrument, final String what)
    {
        return new CheckFailedException(CHECK, what + ": table=" + table.spec().name() + " row=" + row +
            " register=" + registers.name(account) + " instrument=" + instrumentName(instrument));
    }

    /**
     * An amount that does not fit.
     *
     * @param account of the row.
     * @param instrument of the row.
     * @param record that broke it, as key=value.
     * @param reason what the arithmetic said.
     * @return exception that names it.
     */
    CheckFailedException overflow(
        final int account, final int instrument, final String record, final String reason)
    {
        return new CheckFailedException(CHECK, "lots or amount of a position do not fit: register=" +
            registers.name(account) + " instrument=" + instrumentName(instrument) + " " + record + " reason=" + reason);
    }

    /**
     * A trade for people.
     *
     * @param trade index.
     * @return its number.
     */
    String tradeName(final int trade)
    {
        return "trade=" + input.trades().longs(DayTables.TRADE_ID).get(trade) + " tradeIndex=" + trade;
    }

    private String instrumentName(final int instrument)
    {
        return isKnown(instrument) ?
            input.contracts()[instrument].instrumentId() + "/" + input.contracts()[instrument].symbol() :
            "unknown-" + instrument;
    }
}
