// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.event.PriceEventPublisher;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

/**
 * Price limits that follow the market (clearing rules 1.5: FutMonRange, FutMonTime, FutShift, FutMonNum).
 * While the last price stays within {@code limitWatchPct} per cent of the distance between the limits of one of them a
 * timer runs; when it has run for {@code limitWatchNs} both limits move towards that side by {@code limitShiftPct} per
 * cent of the distance, rounded to the tick, halves up. That happens at most {@code maxLimitShifts} times in a session;
 * opening a session and limits published by clearing begin the count again.
 * <p>
 * A watch ends without a shift when the last price leaves the zone, when clearing publishes limits, or when its time
 * comes while the instrument is not in continuous trading: a price that cannot move does not stay anywhere. The next
 * trade decides anew. Resting orders that a shift leaves outside stay: no order inside the limits can reach them.
 */
public final class PriceLimitWatch
{
    /** Limits farther apart are no limits; below, no product here can overflow. */
    private static final long MAX_WIDTH_E5 = 1L << 55;
    private static final long PER_CENT = 100;
    private static final int HIGH = 1;
    private static final int LOW = -1;
    private static final int NONE = 0;

    private final DeadlineQueue deadlines;
    private final EngineTime time;
    private final ReferenceData referenceData;
    private final SessionState session;
    private final PriceEventPublisher publisher;
    private final DeadlineQueue.DeadlineHandler deadlineHandler = this::onDeadline;

    public PriceLimitWatch(
        final DeadlineQueue deadlines,
        final EngineTime time,
        final ReferenceData referenceData,
        final SessionState session,
        final PriceEventPublisher publisher)
    {
        this.deadlines = deadlines;
        this.time = time;
        this.referenceData = referenceData;
        this.session = session;
        this.publisher = publisher;
        deadlines.name(DeadlineKind.LIMIT_WATCH, deadlineHandler);
    }

    /**
     * There is a new last price.
     *
     * @param instrument of the trade.
     */
    public void onLastPrice(final Instrument instrument)
    {
        final PriceControls controls = instrument.controls;
        if (0 != controls.limitWatchNs && !instrument.isExpired)
        {
            final int bound = boundNear(instrument);
            if (bound != controls.watchedBound)
            {
                watch(instrument, bound);
            }
        }
    }

    /**
     * Clearing has published the limits of an instrument.
     *
     * @param instrument with its new limits.
     */
    public void onLimitsPublished(final Instrument instrument)
    {
        instrument.controls.limitShifts = 0;
        watch(instrument, NONE);
    }

    /**
     * The controls of an instrument are others now.
     *
     * @param instrument with its new controls.
     */
    public void onControlsSet(final Instrument instrument)
    {
        watch(instrument, NONE);
        onLastPrice(instrument);
    }

    /**
     * An instrument has expired.
     *
     * @param instrument that does not trade any more.
     */
    public void onExpired(final Instrument instrument)
    {
        watch(instrument, NONE);
    }

    /** A session opens: shifts are counted again, in limits as they are. */
    public void onSessionOpened()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentAt(i).controls.limitShifts = 0;
        }
    }

    /** Replaces whatever watch there is by one on a bound, or by none. */
    private void watch(final Instrument instrument, final int bound)
    {
        final PriceControls controls = instrument.controls;
        deadlines.cancel(controls.watchDeadlineId);
        controls.watchedBound = bound;
        controls.watchDeadlineId = NONE == bound ? 0 : deadlines.schedule(
            DeadlineQueue.after(time.nowNs(), controls.limitWatchNs), deadlineHandler, instrument.index);
    }

    private void onDeadline(final long index, final long deadlineNs)
    {
        final Instrument instrument = referenceData.instrumentAt((int)index);
        final int bound = instrument.controls.watchedBound;
        watch(instrument, NONE);
        if (SessionState.Phase.OPEN == session.phase() && Phase.CONTINUOUS == instrument.phase)
        {
            shift(instrument, bound);
            onLastPrice(instrument);
        }
    }

    private void shift(final Instrument instrument, final int bound)
    {
        final long shiftE5 = bound * shiftE5(instrument);
        final long lowE5 = instrument.lowLimitE5 + shiftE5;
        final long highE5 = instrument.highLimitE5 + shiftE5;
        // At the edge of what a long holds there is nowhere to go.
        final boolean isPossible =
            HIGH == bound ? highE5 > instrument.highLimitE5 : lowE5 < instrument.lowLimitE5;
        instrument.controls.limitShifts++;
        if (isPossible)
        {
            instrument.setLimits(lowE5, highE5);
            publisher.priceLimitsShifted(instrument);
        }
    }

    /** Bound that the last price is near to now, if the limits may still move. */
    private static int boundNear(final Instrument instrument)
    {
        final PriceControls controls = instrument.controls;
        final long lowE5 = instrument.lowLimitE5;
        final long highE5 = instrument.highLimitE5;
        final long widthE5 = highE5 - lowE5;
        if (!instrument.hasLast || controls.limitShifts >= controls.maxLimitShifts ||
            widthE5 <= 0 || widthE5 > MAX_WIDTH_E5 || instrument.priceTickE5 > widthE5)
        {
            return NONE;
        }
        final long lastE5 = instrument.lastTicks * instrument.priceTickE5;
        final long zoneE5 = widthE5 * controls.limitWatchPct / PER_CENT;
        if (lastE5 > lowE5 + widthE5 / 2)
        {
            return lastE5 >= highE5 - zoneE5 ? HIGH : NONE;
        }
        return lastE5 <= lowE5 + zoneE5 ? LOW : NONE;
    }

    private static long shiftE5(final Instrument instrument)
    {
        final long tickE5 = instrument.priceTickE5;
        final long numerator = (instrument.highLimitE5 - instrument.lowLimitE5) * instrument.controls.limitShiftPct;
        final long divisor = PER_CENT * tickE5;
        return (numerator + divisor / 2) / divisor * tickE5;
    }
}
