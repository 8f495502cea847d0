// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.file.RunHeader;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What the page of a run tells.
 *
 * @param header identity of the run.
 * @param cutCursor after the suspension in the event stream, bytes.
 * @param cutTime of the suspension, engine time.
 * @param facts about the run and the machine, in the order they are shown.
 * @param budgetNs that trading may stand still, nanoseconds.
 * @param steps of the run in their order.
 * @param members clearing firms by code.
 * @param previousRunId run whose margin stands beside, 0 for none.
 * @param margin settlement accounts by code; null when the run has no margin parameters.
 * @param funds of settlement accounts by code.
 * @param calls of the run.
 * @param checks of the run.
 * @param reconciliations by name.
 * @param prices by ordinal of the instrument.
 */
public record RunReportInput(
    RunHeader header,
    long cutCursor,
    Instant cutTime,
    Map<String, String> facts,
    long budgetNs,
    List<Step> steps,
    List<Member> members,
    long previousRunId,
    List<AccountMargin> margin,
    List<AccountFunds> funds,
    CallsFile calls,
    List<CheckResult> checks,
    List<Reconciliation> reconciliations,
    List<FixedPrice> prices)
{
    /**
     * How long trading stood still, as far as steps were measured by the process that tells.
     *
     * @return nanoseconds.
     */
    public long haltNs()
    {
        return steps.stream().filter(Step::isHalt).mapToLong(Step::elapsedNs).sum();
    }

    /**
     * One step.
     *
     * @param name of the step.
     * @param elapsedNs wall time.
     * @param expectedNs estimate for these volumes; 0 for none.
     * @param isHalt whether trading stands still in it.
     */
    public record Step(String name, long elapsedNs, long expectedNs, boolean isHalt)
    {
    }

    /**
     * What the registers of a clearing firm add up to in a run, kopecks.
     *
     * @param code two characters.
     * @param registers with money or positions.
     * @param begin money before.
     * @param margin variation margin of the run.
     * @param premium of the run.
     * @param pay payments of the run.
     * @param fee charged, without tax.
     * @param end money after.
     */
    public record Member(
        String code, long registers, long begin, long margin, long premium, long pay, long fee, long end)
    {
    }

    /**
     * Initial margin of a settlement account, kopecks.
     *
     * @param code of the account.
     * @param before at the previous run; null when that had none for it.
     * @param after at this run.
     */
    public record AccountMargin(String code, Long before, long after)
    {
    }

    /**
     * How one reconciliation report has ended.
     *
     * @param name of the report, for instance rec_cash.
     * @param rows compared.
     * @param breaks rows that differ.
     * @param result OK or BREAK, of its last row.
     */
    public record Reconciliation(String name, long rows, long breaks, String result)
    {
        /**
         * Whether everything agrees.
         *
         * @return true if so.
         */
        public boolean isOk()
        {
            return ReconciliationResult.OK.equals(result);
        }
    }
}
