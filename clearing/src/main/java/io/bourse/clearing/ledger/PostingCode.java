// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * What a posting is for.
 */
public enum PostingCode
{
    /** Variation margin between a client's cash and the central counterparty's transit of the instrument. */
    VM,
    /** Exchange fee of a client's takes in one instrument. */
    FEE_EX,
    /** Clearing fee of a client's takes in one instrument. */
    FEE_CC
}
