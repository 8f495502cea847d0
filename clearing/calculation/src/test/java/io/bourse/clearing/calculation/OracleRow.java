// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

/** A row for people and for comparison; money in kopecks. */
record OracleRow(
    String code,
    int instrumentId,
    long begin,
    long buys,
    long sells,
    long moved,
    long end,
    long marginDay,
    long marginPaid,
    long exchangeFee,
    long clearingFee)
{
    String key()
    {
        return code + "/" + instrumentId;
    }

    boolean isNothing()
    {
        return 0 == begin && 0 == buys && 0 == sells && 0 == moved && 0 == marginDay && 0 == marginPaid;
    }
}
