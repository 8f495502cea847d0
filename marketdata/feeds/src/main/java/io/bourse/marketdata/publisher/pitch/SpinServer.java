// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.telemetry.CounterSet;
import java.util.ArrayDeque;

/**
 * Takes images of the open orders while a client is logged in and has the last two ready for spins (PITCH E.2). An
 * image is of one point between two transactions, but it is taken little by little, after the feed.
 */
final class SpinServer
{
    private static final int BUSY_ORDER_LIMIT = 64;
    private static final int IDLE_ORDER_LIMIT = 1024;

    private final ArrayDeque<SpinImage> free = new ArrayDeque<>();
    private final OpenOrders openOrders;
    private final PitchInstruments instruments;
    private final RecoveryAccess access;
    private final CounterSet<PitchCounter> counters;
    private final DayTime dayTime;
    private final long imageIntervalNs;
    private SpinImage building;
    private SpinImage newest;
    private SpinImage previous;
    private long imagesBegun;
    private long lastBegunNs;

    SpinServer(
        final OpenOrders openOrders,
        final PitchInstruments instruments,
        final RecoveryAccess access,
        final CounterSet<PitchCounter> counters,
        final DayTime dayTime,
        final long imageIntervalNs)
    {
        this.openOrders = openOrders;
        this.instruments = instruments;
        this.access = access;
        this.counters = counters;
        this.dayTime = dayTime;
        this.imageIntervalNs = imageIntervalNs;
    }

    RecoverySession newSession(final AcceptedSocket accepted)
    {
        return new SpinSession(this, access, accepted);
    }

    /**
     * Goes on with the image in hand, or begins one when it is due. Between two transactions, when nothing waits to be
     * sent.
     */
    int doWork(final long nowNs, final boolean isIdle, final long lastSequence, final long engineTimeNs)
    {
        if (null == building)
        {
            final boolean isDue = 0 == imagesBegun || nowNs - lastBegunNs >= imageIntervalNs;
            if (0 == access.count() || !isDue)
            {
                return 0;
            }
            begin(lastSequence, engineTimeNs);
            lastBegunNs = nowNs;
        }
        if (!openOrders.continueImage(isIdle ? IDLE_ORDER_LIMIT : BUSY_ORDER_LIMIT, building))
        {
            building.finish();
            counters.increment(PitchCounter.IMAGES);
            retire(previous);
            previous = newest;
            newest = building;
            building = null;
        }
        return 1;
    }

    long imagesBegun()
    {
        return imagesBegun;
    }

    /** The last complete image, or null. */
    SpinImage newest()
    {
        return newest;
    }

    /** An image by its number on the wire, or null. */
    SpinImage find(final long wireSequence)
    {
        if (is(newest, wireSequence))
        {
            return newest;
        }
        return is(previous, wireSequence) ? previous : null;
    }

    void release(final SpinImage image)
    {
        image.users--;
        if (image != newest && image != previous && 0 == image.users)
        {
            free.add(image);
        }
    }

    void onSpun()
    {
        counters.increment(PitchCounter.SPINS);
    }

    void onRefused()
    {
        counters.increment(PitchCounter.SPINS_REFUSED);
    }

    private void begin(final long lastSequence, final long engineTimeNs)
    {
        imagesBegun++;
        building = free.isEmpty() ? new SpinImage(dayTime) : free.poll();
        building.begin(imagesBegun, lastSequence, openOrders.size(), engineTimeNs);
        for (int i = 0; i < instruments.count(); i++)
        {
            building.addState(instruments.at(i));
        }
        openOrders.beginImage();
    }

    private void retire(final SpinImage image)
    {
        if (null != image && 0 == image.users)
        {
            free.add(image);
        }
    }

    private static boolean is(final SpinImage image, final long wireSequence)
    {
        return null != image && (int)image.sequence == (int)wireSequence;
    }
}
