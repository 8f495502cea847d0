// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.client.pitch.PitchGroup;
import io.bourse.marketdata.client.pitch.PitchReceiver;
import io.bourse.marketdata.net.MulticastReceiver;
import java.util.ArrayDeque;
import java.util.Random;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A bad network between the groups of a feed and a receiver: drops, doubles and delays datagrams of each group, by
 * seed.
 */
final class PitchTap implements AutoCloseable
{
    private record Late(PitchGroup group, UnsafeBuffer packet)
    {
    }

    private final MulticastReceiver[] sockets;
    private final PitchReceiver receiver;
    private final Random random;
    private final ArrayDeque<Late> late = new ArrayDeque<>();
    private int dropPermille;
    private int doublePermille;
    private int latePermille;
    private boolean isCut;

    PitchTap(final PitchVenue venue, final PitchReceiver receiver, final Random random)
    {
        sockets = new MulticastReceiver[]{
            Multicast.open(venue.groupA), Multicast.open(venue.groupB), Multicast.open(venue.retransmission)};
        this.receiver = receiver;
        this.random = random;
    }

    PitchTap weather(final int drop, final int duplicate, final int delay)
    {
        dropPermille = drop;
        doublePermille = duplicate;
        latePermille = delay;
        return this;
    }

    /** Nothing comes through. */
    void cut(final boolean cut)
    {
        isCut = cut;
    }

    int doWork()
    {
        int workCount = 0;
        for (int i = 0; i < sockets.length; i++)
        {
            for (int n = 0; n < 32; n++)
            {
                final int length = sockets[i].receive();
                if (0 == length)
                {
                    break;
                }
                final byte[] copy = new byte[length];
                sockets[i].buffer().getBytes(0, copy);
                forward(PitchGroup.values()[i], new UnsafeBuffer(copy));
                workCount++;
            }
        }
        return workCount + receiver.doWork();
    }

    private void forward(final PitchGroup group, final UnsafeBuffer packet)
    {
        if (isCut)
        {
            return;
        }
        if (random.nextInt(1000) >= dropPermille)
        {
            if (random.nextInt(1000) < latePermille)
            {
                late.add(new Late(group, packet));
            }
            else
            {
                receiver.onPacket(group, packet, 0, packet.capacity());
            }
            if (random.nextInt(1000) < doublePermille)
            {
                receiver.onPacket(group, packet, 0, packet.capacity());
            }
        }
        if (!late.isEmpty() && 0 == random.nextInt(3))
        {
            final Late next = late.poll();
            receiver.onPacket(next.group, next.packet, 0, next.packet.capacity());
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(sockets);
        CloseHelper.quietClose(receiver);
    }
}
