// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Everything the reports of a run are written from. Tables stay open while they are.
 *
 * @param run what identifies it.
 * @param calculation what it was calculated from.
 * @param books tables of the run.
 * @param pledges RunTables.PLEDGES; null when there are none.
 * @param margin RunTables.MARGIN; null when the run asks for none.
 * @param obligations RunTables.OBLIGATIONS; null when there are none.
 * @param settlements RunTables.SETTLEMENTS; null when there are none.
 * @param assets by their place in the list of assets, as the pledges name them.
 * @param figures of the contracts, by ordinal.
 * @param settlementAccounts code of the settlement account of a packed register code, the same for all registers of a
 *     brokerage firm.
 * @param required initial margin of settlement accounts on their own netted portfolios, by code; of one that is missing
 *     the sum over its registers.
 * @param accounts funds of settlement accounts, by code; of one that is missing they follow from its registers.
 * @param calls margin calls of the run.
 */
public record ReportInput(
    RunHeader run,
    CalculationInput calculation,
    RunBooks books,
    Table pledges,
    Table margin,
    Table obligations,
    Table settlements,
    List<Asset> assets,
    ContractFigures[] figures,
    LongFunction<String> settlementAccounts,
    Map<String, Long> required,
    Map<String, AccountFigures> accounts,
    List<Call> calls)
{
    private static final long FIRM_MASK = 0xFFFFL;

    /**
     * An asset that may stand as collateral.
     *
     * @param code of the asset.
     * @param rateE6 roubles for a unit x 1 000 000.
     * @param haircutE6 what is taken off its value, x 1 000 000.
     * @param isCurrency whether registers hold hundredths of it, and not pieces.
     */
    public record Asset(String code, long rateE6, long haircutE6, boolean isCurrency)
    {
    }

    /**
     * Funds of a settlement account as the run has found them, kopecks.
     *
     * @param required initial margin of its own netted portfolio.
     * @param collateral what its assets count for.
     * @param free what is left of money and collateral; below 0 what is missing.
     * @param call what it is called for, from 0.
     */
    public record AccountFigures(long required, long collateral, long free, long call)
    {
        AccountFigures plus(final AccountFigures other)
        {
            return new AccountFigures(Math.addExact(required, other.required),
                Math.addExact(collateral, other.collateral), Math.addExact(free, other.free),
                Math.addExact(call, other.call));
        }
    }

    /**
     * A margin call.
     *
     * @param settlementAccount code of the account that is called.
     * @param kopecks above 0.
     * @param due until when, as the report tells it.
     * @param basis what for.
     */
    public record Call(String settlementAccount, long kopecks, String due, String basis)
    {
    }

    /**
     * The same for another revision of the reports.
     *
     * @param header with that revision.
     * @return changed copy.
     */
    public ReportInput with(final RunHeader header)
    {
        return new ReportInput(header, calculation, books, pledges, margin, obligations, settlements, assets,
            figures, settlementAccounts, required, accounts, calls);
    }

    /** Ordinals in the order of the instrument ids, which is that of every table. */
    int[] instrumentOrder()
    {
        return new InstrumentOrder(calculation.contracts()).ordinals();
    }

    /**
     * Reports of a run without margin, collateral, calls and settlement accounts of their own: those of the clearing
     * firms.
     *
     * @param run what identifies it.
     * @param calculation what it was calculated from.
     * @param books tables of the run.
     * @return input.
     */
    public static ReportInput of(final RunHeader run, final CalculationInput calculation, final RunBooks books)
    {
        final ContractFigures[] figures = new ContractFigures[calculation.contracts().length];
        Arrays.fill(figures, ContractFigures.NONE);
        return new ReportInput(run, calculation, books, null, null, null, null, List.of(), figures,
            code -> AccountCode.unpack(code & FIRM_MASK), Map.of(), Map.of(), List.of());
    }
}
