// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.FixedPrice;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a run would come to if the stream were cut where it is now.
 *
 * @param directory with tables and checks; written over by the next dry run of the kind.
 * @param prices by ordinal of the instrument.
 * @param approvals reasons why another person would have to approve the prices.
 * @param checks all of them, those that fail too.
 * @param trades of the session so far.
 * @param positions rows.
 * @param postedKopecks sum of the postings by code.
 * @param lastRunId the last run of the date, with which it is compared; 0 for none.
 * @param lastPostedKopecks of that run.
 */
public record DryRunResult(
    Path directory,
    List<FixedPrice> prices,
    List<String> approvals,
    List<CheckResult> checks,
    long trades,
    long positions,
    Map<String, String> postedKopecks,
    long lastRunId,
    Map<String, String> lastPostedKopecks)
{
    /**
     * Whether every check held.
     *
     * @return true if so.
     */
    public boolean isClean()
    {
        return checks.stream().allMatch(CheckResult::isOk);
    }
}
