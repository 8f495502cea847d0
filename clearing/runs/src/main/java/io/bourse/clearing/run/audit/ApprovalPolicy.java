// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

/**
 * When another person has to approve what a run is about to do.
 */
public enum ApprovalPolicy
{
    /** Never: tests, and a venue that one person operates. */
    NONE,
    /**
     * Prices that the market did not make (overrides, theoretical prices), reopening without results, and what goes out
     * of members' funds. A run with nothing of that kind needs no approval.
     */
    EXCEPTIONS,
    /** Prices and publication of every run, reopening without results, and what goes out of members' funds. */
    ALL;

    /** Whether a second person must approve a step. */
    public boolean needs(final ApprovalStep step, final boolean isException)
    {
        return switch (this)
        {
            case NONE -> false;
            case EXCEPTIONS -> isException;
            case ALL -> true;
        };
    }
}
