// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

/**
 * One value that two sides do not agree about.
 *
 * @param account code of the register; empty for a total.
 * @param instrument symbol; empty for a total over all.
 * @param column name of the column.
 * @param run what the run has: whole numbers of lots or kopecks; {@code none} when it has no such row.
 * @param opinion what the other side has; {@code none} when it has no such row.
 */
public record RowDifference(String account, String instrument, String column, String run, String opinion)
{
    /** In place of a value whose row is not there. */
    public static final String NONE = "none";

    @Override
    public String toString()
    {
        return "account=" + account + " instrument=" + instrument + " column=" + column + " run=" + run +
            " opinion=" + opinion;
    }
}
