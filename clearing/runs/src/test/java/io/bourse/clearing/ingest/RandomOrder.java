// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/** A live order of a stream that is played. */
final class RandomOrder
{
    long id;
    final int account;
    final long code;
    final int instrumentId;
    final boolean isBuy;
    long priceE5;
    long lots;

    RandomOrder(
        final long id,
        final int account,
        final long code,
        final int instrumentId,
        final boolean isBuy,
        final long priceE5,
        final long lots)
    {
        this.id = id;
        this.account = account;
        this.code = code;
        this.instrumentId = instrumentId;
        this.isBuy = isBuy;
        this.priceE5 = priceE5;
        this.lots = lots;
    }
}
