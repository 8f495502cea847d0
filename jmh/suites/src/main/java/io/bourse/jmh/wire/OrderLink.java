// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.client.FixWire;
import io.bourse.jmh.loadtest.client.TwimeWire;
import io.bourse.jmh.loadtest.flow.Wanted;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import org.agrona.collections.LongArrayQueue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A session that lays orders into the book, a few at a time, and cancels them again, the oldest first: every
 * transaction changes the book, is market data and has one answer. Anything else that the server says is an error.
 */
final class OrderLink extends OrderSession
{
    private static final List<InstrumentPlan> INSTRUMENTS =
        List.of(new InstrumentPlan(1001, "Si-12.26", 0, 0, 0, 0));
    private static final int LIVE_ORDERS = 8;
    private static final int LEVELS = 16;
    private static final long BEST_BID_E5 = 90_000_00000L;
    private static final long TICK_E5 = 1_00000L;

    private final LongArrayQueue ids = new LongArrayQueue();
    private final LongArrayQueue venuesIds = new LongArrayQueue();
    private final Wanted order = new Wanted();
    private int openOrders;

    OrderLink(final boolean isFix, final InetSocketAddress address, final String login, final Answers answers)
        throws IOException
    {
        super(answers);
        order.isBuy = true;
        order.lots = 1;
        connect(isFix ? new FixWire(address, login, Contestant.ACCOUNT, INSTRUMENTS, this) :
            new TwimeWire(address, login, Contestant.ACCOUNT, INSTRUMENTS, this));
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isCancel = openOrders >= LIVE_ORDERS && !ids.isEmpty();
        order.priceE5 = BEST_BID_E5 - id % LEVELS * TICK_E5;
        final boolean isSent = sent(isCancel ?
            wire().cancel(id, venuesIds.peekLong(), ids.peekLong(), 0, true, 1) :
            wire().newOrder(id, order));
        if (isSent && isCancel)
        {
            ids.removeLong();
            venuesIds.removeLong();
        }
        if (isSent)
        {
            openOrders += isCancel ? -1 : 1;
        }
        return isSent;
    }

    @Override
    public void onAccepted(final long id, final long venuesId)
    {
        ids.addLong(id);
        venuesIds.addLong(venuesId);
        answered(id);
    }

    @Override
    public void onCancelled(final long id)
    {
        answered(id);
    }
}
