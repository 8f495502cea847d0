// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Controls of an instrument's price, from {@code SetPriceControls}, and how far they have come. Distances are in price
 * x 100 000; 0 switches a control off.
 */
final class PriceControls implements HashedState
{
    long collarE5;
    long protectionE5;
    long dynamicRangeE5;
    long staticRangeE5;
    long volatilityAuctionNs;
    long volatilityRandomNs;
    long limitWatchNs;
    long passiveDelayNs;
    int limitWatchPct;
    int limitShiftPct;
    int maxLimitShifts;

    /** Shifts of the price limits in this session: see {@link PriceLimitWatch}. */
    int limitShifts;
    /** Bound that the last price is near to: 1 the high one, -1 the low one, 0 none. */
    int watchedBound;
    /** Of the timer of the watch, 0 for none. */
    long watchDeadlineId;

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(collarE5);
        hash.add(protectionE5);
        hash.add(dynamicRangeE5);
        hash.add(staticRangeE5);
        hash.add(volatilityAuctionNs);
        hash.add(volatilityRandomNs);
        hash.add(limitWatchNs);
        hash.add(passiveDelayNs);
        hash.add(limitWatchPct);
        hash.add(limitShiftPct);
        hash.add(maxLimitShifts);
        hash.add(limitShifts);
        hash.add(watchedBound);
    }
}
