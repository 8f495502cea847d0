// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * What is known of an instrument, and as of when.
 */
final class KnownInstrument
{
    MarketInstrument terms;
    long updatedNs = Long.MIN_VALUE;
    long replayedNs = Long.MIN_VALUE;
    long updatedNumber = Long.MIN_VALUE;
    boolean isDefined;
    boolean isInFullCycle;

    KnownInstrument(final int securityId)
    {
        terms = MarketInstrument.of(securityId);
    }
}
