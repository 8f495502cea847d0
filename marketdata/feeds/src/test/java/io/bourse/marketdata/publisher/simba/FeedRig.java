// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One life of an incremental feed: events written by hand go in, datagrams come out on the loopback interface, and all
 * packets, sent or not, are in the history.
 */
final class FeedRig implements AutoCloseable
{
    private static final int SENDING_TIME_END = SimbaPacketDescriptor.SENDING_TIME_OFFSET + 8;

    final PublicMarket market = new PublicMarket(this::onTransaction);
    final EventScript events = new EventScript(market);
    final PacketHistory history;
    final PacketOutlet outlet;
    final IncrementalFeed feed;
    /** What a subscriber got, in order, without SendingTime. */
    final ArrayList<String> received = new ArrayList<>();
    private final MulticastReceiver receiver;
    private final FeedPair pair;
    private int liveFrom;
    private int transactions;

    FeedRig(final SimbaOrderLogOptionsBuilder context)
    {
        this(context, true, PacketHistory.inMemory(1024 * 1024));
    }

    private FeedRig(final SimbaOrderLogOptionsBuilder context, final boolean hasB, final PacketHistory history)
    {
        this.history = history;
        final String endpoint = Multicast.free();
        receiver = Multicast.open(endpoint);
        pair = new FeedPair(
            new FeedPairOptions("lo", 0, true, null, System::nanoTime), MulticastEndpoint.parse(endpoint),
            hasB ? MulticastEndpoint.parse(Multicast.free()) : null, 2 * context.maxPacketLength(), true);
        final SimbaOrderLogOptions options =
            context.heartbeatIntervalNs(Long.MAX_VALUE).history(history).build();
        final CounterSet<OrderLogCounter> counters = new CounterSet<>(OrderLogCounter.class);
        outlet = new PacketOutlet(options, pair, counters);
        feed = new IncrementalFeed(
            options, outlet, new RptSeqs(), market.instruments(), new SentTransactions(null, counters));
    }

    static FeedRig ofSideA(final SimbaOrderLogOptionsBuilder context)
    {
        return new FeedRig(context, false, PacketHistory.inMemory(1024 * 1024));
    }

    static FeedRig withHistory(final SimbaOrderLogOptionsBuilder context, final PacketHistory history)
    {
        return new FeedRig(context, true, history);
    }

    /** History has so many transactions. */
    FeedRig liveFrom(final int count)
    {
        liveFrom = count;
        goLiveIfDue();
        return this;
    }

    private void goLiveIfDue()
    {
        if (transactions == liveFrom)
        {
            feed.goLive();
        }
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        feed.onTransaction(transaction);
        transactions++;
        goLiveIfDue();
        receive();
    }

    void receive()
    {
        for (int length = receiver.receive(); 0 < length; length = receiver.receive())
        {
            final byte[] bytes = new byte[length];
            receiver.buffer().getBytes(0, bytes);
            received.add(hex(bytes));
        }
    }

    /** All packets since numbers began, without SendingTime, and without PossDupFlag. */
    List<String> packets()
    {
        final ArrayList<String> packets = new ArrayList<>();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
        for (long number = 1; number <= history.lastMsgSeqNum(); number++)
        {
            final int length = history.copy(number, buffer, 0);
            final byte[] bytes = new byte[length];
            buffer.getBytes(0, bytes);
            bytes[SimbaPacketDescriptor.MSG_FLAGS_OFFSET] &= (byte)~SimbaPacketDescriptor.FLAG_POSS_DUP;
            packets.add(hex(bytes));
        }
        return packets;
    }

    private static String hex(final byte[] packet)
    {
        for (int i = SimbaPacketDescriptor.SENDING_TIME_OFFSET; i < SENDING_TIME_END; i++)
        {
            packet[i] = 0;
        }
        return HexFormat.of().formatHex(packet);
    }

    static long number(final String packet)
    {
        return Integer.reverseBytes(Integer.parseUnsignedInt(packet.substring(0, 8), 16)) & 0xFFFF_FFFFL;
    }

    static int flags(final String packet)
    {
        return Integer.parseInt(packet.substring(12, 14), 16);
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(feed, receiver, pair, history);
    }
}
