// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * Receives the SIMBA order log: joins feeds A and B, merges them by MsgSeqNum, fills small gaps by TCP replay if it has
 * one, joins late and recovers from large gaps by snapshot, and keeps full-depth books. Everything happens on its duty
 * cycle; only counters and {@link #execute} are for other threads.
 */
public final class SimbaReceiver extends FeedReceiver<ReceiverCounter>
{
    private static final int PACKET_LIMIT = 64;

    private final MarketBooks books = new MarketBooks();
    private final ManyToOneConcurrentLinkedQueue<Consumer<MarketBooks>> tasks = new ManyToOneConcurrentLinkedQueue<>();
    private final FeedArbiter arbiter;
    private final MulticastReceiver incrementalA;
    private final MulticastReceiver incrementalB;
    private final MulticastReceiver snapshotA;
    private final MulticastReceiver snapshotB;

    /**
     * Opens the sockets and joins the groups: the incremental ones first, so that no snapshot cycle can be older than
     * the packets held for it.
     *
     * @param options of the receiver.
     * @throws UncheckedIOException when a group cannot be joined.
     */
    public SimbaReceiver(final SimbaReceiverOptions options)
    {
        super("simba-receiver", ReceiverCounter.class, options.interfaceName(), options.receiveBufferLength());
        arbiter = new FeedArbiter(options, books, counters);
        final FeedEndpoints endpoints = options.endpoints();
        incrementalA = join(SimbaFeed.INCREMENTAL_A, endpoints.incrementalA());
        incrementalB = join(SimbaFeed.INCREMENTAL_B, endpoints.incrementalB());
        snapshotA = join(SimbaFeed.SNAPSHOT_A, endpoints.snapshotA());
        snapshotB = join(SimbaFeed.SNAPSHOT_B, endpoints.snapshotB());
    }

    @Override
    public int doWork()
    {
        final int receivedA = incrementalA.poll(PACKET_LIMIT);
        final int receivedB = incrementalB.poll(PACKET_LIMIT);
        int workCount = receivedA + receivedB;
        if (receivedA < PACKET_LIMIT && receivedB < PACKET_LIMIT)
        {
            // Only now is it certain that the missing packet is not just waiting in one of the sockets.
            workCount += arbiter.checkGap();
        }
        if (0 == workCount || !arbiter.isLive())
        {
            workCount += snapshotA.poll(PACKET_LIMIT);
            workCount += snapshotB.poll(PACKET_LIMIT);
        }
        return workCount + runTask();
    }

    /**
     * Takes one datagram; called by the duty cycle for its sockets, and for captured packets.
     *
     * @param feed the datagram came from.
     * @param buffer that holds it.
     * @param offset where it begins.
     * @param length of it in bytes.
     */
    public void onPacket(final SimbaFeed feed, final DirectBuffer buffer, final int offset, final int length)
    {
        if (!SimbaMessages.isWellFormed(buffer, offset, length) || !isOfFeed(feed, buffer, offset))
        {
            counters.increment(ReceiverCounter.MALFORMED_PACKETS);
            return;
        }
        switch (feed)
        {
            case INCREMENTAL_A ->
            {
                counters.increment(ReceiverCounter.PACKETS_A);
                arbiter.onIncremental(feed, buffer, offset, length);
            }
            case INCREMENTAL_B ->
            {
                counters.increment(ReceiverCounter.PACKETS_B);
                arbiter.onIncremental(feed, buffer, offset, length);
            }
            case TCP_REPLAY -> arbiter.onIncremental(feed, buffer, offset, length);
            case SNAPSHOT_A, SNAPSHOT_B -> arbiter.onSnapshot(feed, buffer, offset, length);
        }
    }

    /**
     * Runs a task on the duty cycle, between two transactions, where the books may be read.
     *
     * @param task to run once.
     */
    public void execute(final Consumer<MarketBooks> task)
    {
        tasks.add(task);
    }

    /**
     * Whether the books hold everything up to the last packet known of.
     *
     * @return false while a packet is missing, for which the receiver waits, asks for a replay, or takes a snapshot.
     */
    public boolean isLive()
    {
        return 0 != counters.get(ReceiverCounter.LIVE);
    }

    /**
     * The books; read them on the duty cycle only, or after it has ended.
     *
     * @return books of all instruments.
     */
    public MarketBooks books()
    {
        return books;
    }

    /**
     * MsgSeqNum of the last incremental packet that the books contain.
     *
     * @return number, 0 before the first one.
     */
    public long lastMsgSeqNum()
    {
        return counters.get(ReceiverCounter.LAST_MSG_SEQ_NUM);
    }

    @Override
    public void close()
    {
        super.close();
        arbiter.close();
    }

    private static boolean isOfFeed(final SimbaFeed feed, final DirectBuffer buffer, final int offset)
    {
        // In the snapshot feed every packet is of the snapshot format, control messages of the others are too.
        return SimbaFeed.SNAPSHOT_A != feed && SimbaFeed.SNAPSHOT_B != feed ||
            0 == (SimbaPacketDescriptor.msgFlags(buffer, offset) & SimbaPacketDescriptor.FLAG_INCREMENTAL);
    }

    private MulticastReceiver join(final SimbaFeed feed, final MulticastEndpoint endpoint)
    {
        return join(endpoint, (buffer, length) -> onPacket(feed, buffer, 0, length));
    }

    private int runTask()
    {
        final Consumer<MarketBooks> task = tasks.poll();
        if (null == task)
        {
            return 0;
        }
        task.accept(books);
        return 1;
    }
}
