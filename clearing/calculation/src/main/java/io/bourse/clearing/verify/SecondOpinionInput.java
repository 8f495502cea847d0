// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;

import java.util.List;
import java.util.function.IntFunction;

/**
 * The columns that a run was calculated from, as the second opinion reads them.
 *
 * @param contracts by instrument ordinal.
 * @param accountName code of a register as text, by account id.
 * @param trades DayTables.TRADES.
 * @param tradeCount trades before the cut.
 * @param paidTradeCount trades before the cut of the last completed run of the day.
 * @param carried RunTables.POSITIONS of the previous evening run; null when there is none.
 * @param movements RunTables.MOVEMENTS of the run; empty when nothing expires.
 * @param paidMovements RunTables.MOVEMENTS of the earlier runs of the day.
 * @param chargesFees true for the evening run.
 * @param feePrice what fees are a percentage of.
 * @param vatPctE6 value added tax on fees, per cent x 1 000 000.
 */
public record SecondOpinionInput(
    List<Contract> contracts,
    IntFunction<String> accountName,
    Table trades,
    int tradeCount,
    int paidTradeCount,
    Table carried,
    List<Table> movements,
    List<Table> paidMovements,
    boolean chargesFees,
    FeePrice feePrice,
    long vatPctE6)
{
    /**
     * The same tables that a calculation reads.
     *
     * @param input of the calculation.
     * @param accountName code of a register as text, by account id.
     * @return input.
     */
    public static SecondOpinionInput of(final CalculationInput input, final IntFunction<String> accountName)
    {
        return new SecondOpinionInput(
            List.of(input.contracts()),
            accountName,
            input.trades(),
            input.tradeCount(),
            input.paidTradeCount(),
            input.carried(),
            null == input.movements() ? List.of() : List.of(input.movements()),
            null == input.paidMovements() ? List.of() : List.of(input.paidMovements()),
            input.chargesFees(),
            input.feePrice(),
            input.vatPctE6());
    }
}
