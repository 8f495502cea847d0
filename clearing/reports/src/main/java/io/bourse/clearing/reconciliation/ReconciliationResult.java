// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

/**
 * How one reconciliation has ended.
 *
 * @param name of the report, for instance rec_cash.
 * @param rows compared.
 * @param breaks rows that differ.
 * @param firstBreak what names the first of them; empty when there is none.
 */
public record ReconciliationResult(String name, long rows, long breaks, String firstBreak)
{
    /** Everything agrees. */
    public static final String OK = "OK";
    /** Something differs. */
    public static final String BREAK = "BREAK";

    /**
     * Whether everything agrees.
     *
     * @return true if so.
     */
    public boolean isOk()
    {
        return 0 == breaks;
    }

    /**
     * One line for people and scripts.
     *
     * @return name, OK or BREAK, and facts.
     */
    public String line()
    {
        final String facts = name + " " + (isOk() ? OK : BREAK) + " rows=" + rows + " breaks=" + breaks;
        return isOk() ? facts : facts + " first=\"" + firstBreak + "\"";
    }
}
