// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.net.MulticastReceiver;
import java.util.ArrayDeque;
import java.util.Random;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A bad network between real sockets and a receiver: captures the datagrams of all four feeds and loses, doubles and
 * swaps some of them, by seed.
 */
public final class LossyTap implements AutoCloseable
{
    /**
     * Decides the fate of a captured datagram.
     */
    @FunctionalInterface
    public interface Filter
    {
        boolean isLost(SimbaFeed feed, UnsafeBuffer packet);
    }

    private final MulticastReceiver[] sockets;
    private final SimbaReceiver receiver;
    private final Random random;
    private final ArrayDeque<Object[]> late = new ArrayDeque<>();
    private Filter filter = (feed, packet) -> false;
    private int doubledPercent;
    private int latePercent;

    public LossyTap(final FeedGroups multicast, final SimbaReceiver receiver, final Random random)
    {
        sockets = multicast.openAll();
        this.receiver = receiver;
        this.random = random;
    }

    public LossyTap lose(final Filter filter)
    {
        this.filter = filter;
        return this;
    }

    public LossyTap disturb(final int doubledPercent, final int latePercent)
    {
        this.doubledPercent = doubledPercent;
        this.latePercent = latePercent;
        return this;
    }

    /**
     * Forwards what has arrived, A and B in turn.
     */
    public int doWork()
    {
        int workCount = 0;
        for (int i = 0; i < sockets.length; i++)
        {
            final SimbaFeed feed = SimbaFeed.values()[i];
            for (int n = 0; n < 16; n++)
            {
                final int length = sockets[i].receive();
                if (0 == length)
                {
                    break;
                }
                final byte[] copy = new byte[length];
                sockets[i].buffer().getBytes(0, copy);
                forward(feed, new UnsafeBuffer(copy));
                workCount++;
            }
        }
        return workCount + receiver.doWork();
    }

    private void forward(final SimbaFeed feed, final UnsafeBuffer packet)
    {
        if (!filter.isLost(feed, packet))
        {
            if (random.nextInt(100) < latePercent)
            {
                late.add(new Object[]{feed, packet});
            }
            else
            {
                receiver.onPacket(feed, packet, 0, packet.capacity());
            }
            if (random.nextInt(100) < doubledPercent)
            {
                receiver.onPacket(feed, packet, 0, packet.capacity());
            }
        }
        if (!late.isEmpty() && random.nextInt(3) == 0)
        {
            final Object[] next = late.poll();
            final UnsafeBuffer delayed = (UnsafeBuffer)next[1];
            receiver.onPacket((SimbaFeed)next[0], delayed, 0, delayed.capacity());
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(sockets);
        CloseHelper.quietClose(receiver);
    }
}
