// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Packets in an order that real sockets give now and then, made by hand.
 */
class FeedArbitrationTest
{
    private static final int SECURITY_ID = 7;

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[256]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private SimbaReceiver receiver;

    @BeforeEach
    void start()
    {
        receiver = new SimbaReceiver(ReceiverGroups.deafReceiverContext().build());
    }

    @AfterEach
    void stop()
    {
        receiver.close();
    }

    @Test
    void shouldKeepItsBooksWhenASnapshotOvertakesAnOlderHeartbeat()
    {
        order(1, 1_000);
        // On the wire: heartbeat 1, order 2, snapshot of 2. The snapshot feed is read first.
        snapshot(2, 1_030);
        heartbeat(1, 1_010);
        order(2, 1_020);

        assertTrue(receiver.isLive());
        assertEquals(2, receiver.lastMsgSeqNum());
        assertEquals(2, receiver.books().book(SECURITY_ID).orderCount());
        assertEquals(1, receiver.counters().get(ReceiverCounter.JOINS));
    }

    @Test
    void shouldBeginAgainWhenALaterHeartbeatHasASmallerNumber()
    {
        order(1, 1_000);
        order(2, 1_020);
        snapshot(2, 1_030);
        // A new publisher without history: its first snapshot may be read before its first heartbeat.
        snapshot(0, 1_050);
        heartbeat(0, 1_040);
        order(1, 1_060);

        assertEquals(1, receiver.lastMsgSeqNum());
        assertEquals(1, receiver.books().book(SECURITY_ID).orderCount());
        assertEquals(2, receiver.counters().get(ReceiverCounter.JOINS));
    }

    @Test
    void shouldCallAnIncrementalPacketMalformedWhenItComesFromTheSnapshotFeed()
    {
        final int length = encodeOrder(1, 1_000);
        // Where a snapshot has its first message an incremental packet has its time: one that looks like a snapshot.
        packet.putLong(SimbaPacketDescriptor.TRANSACT_TIME_OFFSET, 0xFFFFL | 17L << 16);
        receiver.onPacket(SimbaFeed.SNAPSHOT_A, packet, 0, length);

        assertEquals(1, receiver.counters().get(ReceiverCounter.MALFORMED_PACKETS));
        assertEquals(0, receiver.counters().get(ReceiverCounter.SNAPSHOT_PACKETS));
    }

    @Test
    void shouldNotBeginAgainWhenTheOtherSideIsSentByAMachineThatIsBehind()
    {
        order(1, 1_000);
        order(2, 1_020);
        order(3, 1_040);
        // B has just begun, at number 2, and says so later than A has sent number 3.
        receiver.onPacket(SimbaFeed.INCREMENTAL_B, packet, 0, encodeHeartbeat(2, 1_050));

        assertTrue(receiver.isLive());
        assertEquals(3, receiver.lastMsgSeqNum());
        assertEquals(3, receiver.books().book(SECURITY_ID).orderCount());
        assertEquals(0, receiver.counters().get(ReceiverCounter.RESETS));
    }

    @Test
    void shouldTakeASnapshotWhenAAndBAreInCyclesOfTheirOwn()
    {
        order(6, 1_000);
        snapshot(5, 1_010, SimbaFeed.SNAPSHOT_A);
        snapshot(4, 1_011, SimbaFeed.SNAPSHOT_B);
        receiver.onPacket(SimbaFeed.SNAPSHOT_A, packet, 0, encodeReset(2, 1_012));

        assertTrue(receiver.isLive());
        assertEquals(6, receiver.lastMsgSeqNum());
    }

    private void order(final int msgSeqNum, final long sendingTimeNs)
    {
        receiver.onPacket(SimbaFeed.INCREMENTAL_A, packet, 0, encodeOrder(msgSeqNum, sendingTimeNs));
    }

    private int encodeOrder(final int msgSeqNum, final long sendingTimeNs)
    {
        final int offset =
            SimbaPacketDescriptor.PACKET_HEADER_LENGTH + SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
        final OrderUpdateEncoder update = new OrderUpdateEncoder().wrapAndApplyHeader(packet, offset, header);
        update.mDEntryID(msgSeqNum)
            .mDEntrySize(5)
            .securityID(SECURITY_ID)
            .rptSeq(msgSeqNum)
            .mDUpdateAction(MDUpdateAction.New)
            .mDEntryType(MDEntryType.Bid);
        update.mDEntryPx().mantissa(100);
        update.mDFlags().clear();
        update.mDFlags2().clear();
        final int flags = SimbaPacketDescriptor.FLAG_INCREMENTAL | SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
        SimbaPacketDescriptor.putPacketHeader(packet, 0, msgSeqNum, update.limit(), flags, sendingTimeNs);
        SimbaPacketDescriptor.putIncrementalHeader(packet, 0, sendingTimeNs, 1);
        return update.limit();
    }

    private void heartbeat(final int msgSeqNum, final long sendingTimeNs)
    {
        final int length = encodeHeartbeat(msgSeqNum, sendingTimeNs);
        receiver.onPacket(SimbaFeed.INCREMENTAL_A, packet, 0, length);
        receiver.onPacket(SimbaFeed.INCREMENTAL_B, packet, 0, length);
    }

    private int encodeHeartbeat(final int msgSeqNum, final long sendingTimeNs)
    {
        final HeartbeatEncoder heartbeat = new HeartbeatEncoder()
            .wrapAndApplyHeader(packet, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, header);
        SimbaPacketDescriptor.putPacketHeader(
            packet, 0, msgSeqNum, heartbeat.limit(), SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, sendingTimeNs);
        return heartbeat.limit();
    }

    private int encodeReset(final int msgSeqNum, final long sendingTimeNs)
    {
        final SequenceResetEncoder reset = new SequenceResetEncoder()
            .wrapAndApplyHeader(packet, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, header).newSeqNo(1);
        SimbaPacketDescriptor.putPacketHeader(
            packet, 0, msgSeqNum, reset.limit(), SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, sendingTimeNs);
        return reset.limit();
    }

    private void snapshot(final int lastMsgSeqNumProcessed, final long sendingTimeNs)
    {
        snapshot(lastMsgSeqNumProcessed, sendingTimeNs, SimbaFeed.SNAPSHOT_A);
    }

    private void snapshot(final int lastMsgSeqNumProcessed, final long sendingTimeNs, final SimbaFeed feed)
    {
        final OrderBookSnapshotEncoder snapshot = new OrderBookSnapshotEncoder()
            .wrapAndApplyHeader(packet, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, header)
            .securityID(SECURITY_ID)
            .lastMsgSeqNumProcessed(lastMsgSeqNumProcessed)
            .rptSeq(lastMsgSeqNumProcessed)
            .exchangeTradingSessionID(1);
        snapshot.noMDEntriesCount(0);
        SimbaPacketDescriptor.putPacketHeader(
            packet, 0, 1, snapshot.limit(), SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT, sendingTimeNs);
        receiver.onPacket(feed, packet, 0, snapshot.limit());
    }
}
