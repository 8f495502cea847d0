// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.pitch.PitchListener;
import io.bourse.marketdata.pitch.PitchReader;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

import java.util.Arrays;

/**
 * A line of PITCH, which clients read beside their sessions, on the same thread: how long their orders that enter a
 * book take to be published, before they are accepted or after that. Keeps the last ones; ids of orders count up.
 * Allocates nothing for an order.
 */
final class ClientFeed implements PitchListener, AutoCloseable
{
    private static final int BATCH = 64;
    private static final int KEPT = 1 << 16;
    private static final int RECEIVE_BUFFER_LENGTH = 1 << 20;

    private final long[] orderIds = new long[KEPT];
    private final long[] atNs = new long[KEPT];
    private final long[] acceptedIds = new long[KEPT];
    private final long[] dueNs = new long[KEPT];
    private final MulticastReceiver receiver;
    private Histogram times;
    private long readNs;

    /**
     * Joins the group.
     *
     * @param line to read.
     */
    ClientFeed(final GeneratorPlan.Line line)
    {
        receiver = MulticastReceiver.open(MulticastEndpoint.parse(line.address()), line.networkInterface(),
            RECEIVE_BUFFER_LENGTH, this::onPacket);
    }

    /** From now on times are kept there; null for nowhere. */
    void recordInto(final Histogram newTimes)
    {
        times = newTimes;
        Arrays.fill(acceptedIds, 0);
    }

    /** Takes what has come, all of it read now. */
    void poll()
    {
        receiver.poll(BATCH);
    }

    private void onPacket(final DirectBuffer buffer, final int length)
    {
        readNs = System.nanoTime();
        PitchReader.read(buffer, 0, this);
    }

    @Override
    public void onAddOrder(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final int flags)
    {
        final int at = (int)orderId & KEPT - 1;
        orderIds[at] = orderId;
        atNs[at] = readNs;
        if (acceptedIds[at] == orderId)
        {
            acceptedIds[at] = 0;
            record(readNs - dueNs[at]);
        }
    }

    /**
     * An order of a client is accepted: its time is known when it is published.
     *
     * @param orderId the venue's id of it.
     * @param orderDueNs moment from which its time counts.
     */
    void onAccepted(final long orderId, final long orderDueNs)
    {
        final int at = (int)orderId & KEPT - 1;
        if (orderIds[at] == orderId)
        {
            record(atNs[at] - orderDueNs);
        }
        else
        {
            acceptedIds[at] = orderId;
            dueNs[at] = orderDueNs;
        }
    }

    private void record(final long ns)
    {
        if (null != times)
        {
            times.recordValue(Math.clamp(ns, 0, Distributions.MAX_NS));
        }
    }

    @Override
    public void close()
    {
        receiver.close();
    }
}
