// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;

/**
 * Everything a calculation needs.
 *
 * @param registers at the cut.
 * @param contracts by instrument ordinal, those at the cut.
 * @param trades DayTables.TRADES.
 * @param tradeCount trades before the cut; at most 2^28 are cleared at once.
 * @param paidTradeCount trades before the cut of the last completed run of the day.
 * @param carried RunTables.POSITIONS of the previous evening run, of which pos_end counts; null when there is none.
 * @param movements RunTables.MOVEMENTS of this run; null when nothing expires.
 * @param paidMovements RunTables.MOVEMENTS of all earlier runs of the day together; null when nothing expired in them.
 * @param chargesFees true for the evening run.
 * @param feePrice what fees are a percentage of.
 * @param threads workers, 1 or more; the result does not depend on them.
 * @param vatPctE6 value added tax on fees, per cent x 1 000 000; 0 for none.
 */
public record CalculationInput(
    RegisterOrder registers,
    Contract[] contracts,
    Table trades,
    int tradeCount,
    int paidTradeCount,
    Table carried,
    Table movements,
    Table paidMovements,
    boolean chargesFees,
    FeePrice feePrice,
    int threads,
    long vatPctE6)
{
    /**
     * Whether value added tax is charged.
     *
     * @return true if fees are charged and the rate is not 0.
     */
    public boolean chargesVat()
    {
        return chargesFees && 0 != vatPctE6;
    }
}
