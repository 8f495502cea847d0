// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

/**
 * Steps of a run in their order.
 */
public enum ClearingStep
{
    /** Keys opened, stream followed to now, guards passed; trading still goes on. */
    PREPARE,
    /** Trading suspended at the cut. */
    SUSPEND,
    /** Stream followed to the cut. */
    INGEST,
    /** Settlement prices fixed. */
    PRICES,
    /** Positions, variation margin and fees. */
    CALCULATE,
    /** Ledger and money. */
    POST,
    /** Invariants checked, tied out against the engine. */
    CHECK,
    /** Run directory written. */
    WRITE,
    /** Results published to the engine. */
    PUBLISH,
    /** Trading resumed; intraday only. */
    RESUME,
    /** Members' reports written. */
    REPORTS,
    /** Manifest signed. */
    SIGN
}
