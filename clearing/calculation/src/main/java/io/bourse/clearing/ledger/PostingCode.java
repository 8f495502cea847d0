// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * What a posting is for. The order is that of the postings of one register and instrument.
 */
public enum PostingCode
{
    /** Variation margin, through the transit account of the instrument. */
    VM,
    /** Premium of a premium-style option, through the transit account of the instrument. */
    PREMIUM,
    /** Fee of the exchange. */
    FEE_EX,
    /** Fee of clearing. */
    FEE_CC,
    /** Value added tax on the fee of the exchange. */
    VAT_EX,
    /** Value added tax on the fee of clearing. */
    VAT_CC,
    /** Money paid in (credited to the register) or out. */
    PAY,
    /** Interest and charges for the use of money or of cover that is not money. */
    INTEREST,
    /** Penalty. */
    PENALTY,
    /** Money of an obligation that is settled. */
    SETTLEMENT,
    /** What covers the loss of a defaulter. */
    DEFAULT
}
