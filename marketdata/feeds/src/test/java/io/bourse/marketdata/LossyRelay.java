// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.MulticastSender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A bad network of real sockets: hears the four groups of a publisher and sends what it hears on four others, to which
 * a receiver listens; by seed it loses, doubles, swaps and delays datagrams, feed by feed.
 */
public final class LossyRelay implements AutoCloseable
{
    /**
     * How bad a feed is; all rates in datagrams per thousand.
     */
    public record Weather(int drop, int duplicate, int reorder, int delay)
    {
        public static final Weather FINE = new Weather(0, 0, 0, 0);
    }

    /**
     * Sees every datagram as the publisher has sent it.
     */
    @FunctionalInterface
    public interface Tap
    {
        void onPacket(SimbaFeed feed, UnsafeBuffer packet);
    }

    /** A datagram on its way, and the tick at which it leaves. */
    private record Delayed(int socket, byte[] datagram, long dueTick, long order)
    {
    }

    private static final int BATCH = 64;
    private static final int MAX_DELAY_TICKS = 60;

    private final MulticastReceiver[] in;
    private final ArrayList<MulticastSender> out = new ArrayList<>();
    private final Map<SimbaFeed, Weather> weather = new EnumMap<>(SimbaFeed.class);
    private final ArrayDeque<byte[]>[] swapped;
    private final PriorityQueue<Delayed> delayed = new PriorityQueue<>((a, b) ->
        a.dueTick != b.dueTick ? Long.compare(a.dueTick, b.dueTick) : Long.compare(a.order, b.order));
    private final Random[] randoms;
    private final long[] dropped;
    private Tap tap = (feed, packet) ->
    {
    };
    private long tick;
    private long order;

    @SuppressWarnings("unchecked")
    public LossyRelay(final FeedGroups from, final FeedGroups to, final long seed)
    {
        in = from.openAll();
        swapped = new ArrayDeque[in.length];
        randoms = new Random[in.length];
        dropped = new long[in.length];
        for (int i = 0; i < in.length; i++)
        {
            swapped[i] = new ArrayDeque<>();
            // One for each feed: what happens to a datagram depends on its place in the feed alone.
            randoms[i] = new Random(seed * 31 + i);
            out.add(open(to.endpoints()[i]));
        }
    }

    public LossyRelay weather(final Weather of, final SimbaFeed... feeds)
    {
        for (final SimbaFeed feed : feeds)
        {
            weather.put(feed, of);
        }
        return this;
    }

    public LossyRelay onPacket(final Tap tap)
    {
        this.tap = tap;
        return this;
    }

    public long dropped(final SimbaFeed feed)
    {
        return dropped[feed.ordinal()];
    }

    /**
     * Passes on what has arrived.
     */
    public int doWork()
    {
        tick++;
        int workCount = 0;
        for (int i = 0; i < in.length; i++)
        {
            for (int n = 0; n < BATCH; n++)
            {
                final int length = in[i].receive();
                if (0 == length)
                {
                    break;
                }
                final byte[] datagram = new byte[length];
                in[i].buffer().getBytes(0, datagram);
                tap.onPacket(SimbaFeed.values()[i], new UnsafeBuffer(datagram));
                pass(i, datagram);
                workCount++;
            }
        }
        while (!delayed.isEmpty() && delayed.peek().dueTick <= tick)
        {
            final Delayed due = delayed.poll();
            send(due.socket, due.datagram);
            workCount++;
        }
        return workCount;
    }

    private void pass(final int socket, final byte[] datagram)
    {
        final Weather now = weather.getOrDefault(SimbaFeed.values()[socket], Weather.FINE);
        final Random random = randoms[socket];
        final boolean isDropped = random.nextInt(1000) < now.drop;
        final boolean isDoubled = random.nextInt(1000) < now.duplicate;
        final boolean isSwapped = random.nextInt(1000) < now.reorder;
        final boolean isDelayed = random.nextInt(1000) < now.delay;
        final int ticks = 1 + random.nextInt(MAX_DELAY_TICKS);
        if (isDropped)
        {
            dropped[socket]++;
        }
        else if (isDelayed)
        {
            delayed.add(new Delayed(socket, datagram, tick + ticks, order++));
        }
        else if (isSwapped)
        {
            swapped[socket].add(datagram);
            return;
        }
        else
        {
            send(socket, datagram);
        }
        if (isDoubled)
        {
            delayed.add(new Delayed(socket, datagram, tick + random.nextInt(ticks), order++));
        }
        while (!swapped[socket].isEmpty())
        {
            send(socket, swapped[socket].poll());
        }
    }

    private void send(final int socket, final byte[] datagram)
    {
        out.get(socket).send(ByteBuffer.wrap(datagram));
    }

    private static MulticastSender open(final String endpoint)
    {
        try
        {
            return new MulticastSender(MulticastEndpoint.parse(endpoint), Multicast.loopback(), 0);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(in);
        CloseHelper.quietCloseAll(out);
    }
}
