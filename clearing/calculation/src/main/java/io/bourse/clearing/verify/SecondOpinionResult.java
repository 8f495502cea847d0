// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.ledger.check.CheckResult;

import java.util.List;

/**
 * What came of a comparison.
 *
 * @param sampled whether only some registers were compared row by row.
 * @param rowsCompared rows of positions that were compared, of either side.
 * @param differenceCount values that differ.
 * @param differences the first of them, by code of the register, instrument id and column.
 */
public record SecondOpinionResult(
    boolean sampled,
    long rowsCompared,
    long differenceCount,
    List<RowDifference> differences)
{
    /** Name of the check. */
    public static final String CHECK = "SECOND_OPINION";

    /**
     * Whether both sides agree.
     *
     * @return true if so.
     */
    public boolean isOk()
    {
        return 0 == differenceCount;
    }

    /**
     * As a check of a run.
     *
     * @return check; its failure names the first differing row and how many differ.
     */
    public CheckResult asCheck()
    {
        return new CheckResult(
            CHECK, rowsCompared, isOk() ? "" : differences.getFirst() + " differences=" + differenceCount);
    }
}
