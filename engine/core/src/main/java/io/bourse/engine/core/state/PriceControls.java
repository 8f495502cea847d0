// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;


/**
 * Controls of an instrument's price, from {@code SetPriceControls}, and how far they have come. Distances are in price
 * x 100 000; 0 switches a control off.
 */
public final class PriceControls implements HashedState
{
    public long collarE5;
    public long protectionE5;
    public long dynamicRangeE5;
    public long staticRangeE5;
    public long volatilityAuctionNs;
    public long volatilityRandomNs;
    public long limitWatchNs;
    public long passiveDelayNs;
    public int limitWatchPct;
    public int limitShiftPct;
    public int maxLimitShifts;

    /** Shifts of the price limits in this session: see {@code PriceLimitWatch}. */
    public int limitShifts;
    /** Bound that the last price is near to: 1 the high one, -1 the low one, 0 none. */
    public int watchedBound;
    /** Of the timer of the watch, 0 for none. */
    public long watchDeadlineId;

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
