// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Controls of an instrument's price as an operator sets them: all at once, 0 switches one off. Distances are in price
 * x 100 000, none is negative.
 *
 * @param collarE5 farthest a limit may be through the reference price.
 * @param protectionE5 how far from the best opposite price a market order may trade.
 * @param dynamicRangeE5 around the last price; a trade beyond it starts a volatility auction.
 * @param staticRangeE5 around the last auction or settlement price; the same.
 * @param volatilityAuctionNs how long a volatility auction lasts, in nanoseconds.
 * @param volatilityRandomNs up to this is added at random, in nanoseconds.
 * @param limitWatchNs how long the last price stays near a price limit before the limits shift, in nanoseconds.
 * @param limitWatchPct what near is, in per cent of the distance between the limits, up to 100.
 * @param limitShiftPct how far they shift, in per cent of the distance between the limits, up to 100.
 * @param maxLimitShifts in a session, up to 255.
 * @param passiveDelayNs how long orders that would trade at once must wait, in nanoseconds.
 */
@RecordBuilder
public record PriceControlsSpec(
    int instrumentId,
    long collarE5,
    long protectionE5,
    long dynamicRangeE5,
    long staticRangeE5,
    long volatilityAuctionNs,
    long volatilityRandomNs,
    long limitWatchNs,
    int limitWatchPct,
    int limitShiftPct,
    int maxLimitShifts,
    long passiveDelayNs)
{
    private static final int MAX_PCT = 100;
    private static final int MAX_SHIFTS = 255;

    /**
     * Checks what fits into the command; the engine checks the rest.
     *
     * @throws IllegalArgumentException when a percentage or the number of shifts is out of range.
     */
    public PriceControlsSpec
    {
        if (limitWatchPct < 0 || limitWatchPct > MAX_PCT || limitShiftPct < 0 || limitShiftPct > MAX_PCT ||
            maxLimitShifts < 0 || maxLimitShifts > MAX_SHIFTS)
        {
            throw new IllegalArgumentException("percentages must be from 0 to 100 and shifts from 0 to 255:" +
                " limitWatchPct=" + limitWatchPct + " limitShiftPct=" + limitShiftPct + " maxLimitShifts=" +
                maxLimitShifts + " instrumentId=" + instrumentId);
        }
    }

    /**
     * No controls at all; the beginning of others.
     *
     * @return controls that are all off.
     */
    public static PriceControlsSpec off(final int instrumentId)
    {
        return PriceControlsSpecBuilder.builder().instrumentId(instrumentId).build();
    }

    /**
     * The same with a collar.
     *
     * @param valueE5 farthest a limit may be through the reference price.
     * @return other controls.
     */
    public PriceControlsSpec withCollar(final long valueE5)
    {
        return PriceControlsSpecBuilder.builder(this).collarE5(valueE5).build();
    }

    /**
     * The same with a protection of market orders.
     *
     * @param valueE5 how far from the best opposite price a market order may trade.
     * @return other controls.
     */
    public PriceControlsSpec withProtection(final long valueE5)
    {
        return PriceControlsSpecBuilder.builder(this).protectionE5(valueE5).build();
    }

    /**
     * The same with a volatility interruption.
     *
     * @param dynamicE5 around the last price.
     * @param staticE5 around the last auction or settlement price.
     * @param auctionNs how long the auction lasts.
     * @param randomNs up to this is added at random.
     * @return other controls.
     */
    public PriceControlsSpec withVolatility(
        final long dynamicE5, final long staticE5, final long auctionNs, final long randomNs)
    {
        return PriceControlsSpecBuilder.builder(this)
            .dynamicRangeE5(dynamicE5)
            .staticRangeE5(staticE5)
            .volatilityAuctionNs(auctionNs)
            .volatilityRandomNs(randomNs)
            .build();
    }

    /**
     * The same with price limits that shift.
     *
     * @param watchNs how long the last price stays near a limit.
     * @param watchPct what near is.
     * @param shiftPct how far the limits shift.
     * @param maxShifts in a session.
     * @return other controls.
     */
    public PriceControlsSpec withLimitShifts(
        final long watchNs, final int watchPct, final int shiftPct, final int maxShifts)
    {
        return PriceControlsSpecBuilder.builder(this)
            .limitWatchNs(watchNs)
            .limitWatchPct(watchPct)
            .limitShiftPct(shiftPct)
            .maxLimitShifts(maxShifts)
            .build();
    }

    /**
     * The same with a passive liquidity protection.
     *
     * @param valueNs how long orders that would trade at once must wait.
     * @return other controls.
     */
    public PriceControlsSpec withPassiveDelay(final long valueNs)
    {
        return PriceControlsSpecBuilder.builder(this).passiveDelayNs(valueNs).build();
    }
}
