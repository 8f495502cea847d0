// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.simba.BestPricesEncoder;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.EmptyBookEncoder;
import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes packets by hand, message by message; each packet is sent a nanosecond after the one before.
 */
final class PacketScript
{
    static final long NONE = Decimal5NULLEncoder.mantissaNullValue();

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[1400]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final int version;
    private int msgSeqNum;
    private int msgFlags;
    private int length;
    private long nowNs = 1_000;

    PacketScript()
    {
        this(8);
    }

    PacketScript(final int version)
    {
        this.version = version;
    }

    /**
     * Begins an incremental packet that is a transaction's last.
     */
    PacketScript packet(final int msgSeqNum)
    {
        return packet(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT);
    }

    PacketScript packet(final int msgSeqNum, final int flags)
    {
        return begin(msgSeqNum, flags | SimbaPacketDescriptor.FLAG_INCREMENTAL);
    }

    private PacketScript begin(final int number, final int flags)
    {
        msgSeqNum = number;
        msgFlags = flags;
        length = SimbaPacketDescriptor.messagesOffset(flags);
        nowNs++;
        return this;
    }

    PacketScript bid(
        final long orderId, final int securityId, final int rptSeq, final long priceE5, final boolean isEnd)
    {
        return order(MDUpdateAction.New, MDEntryType.Bid, orderId, securityId, rptSeq, priceE5, isEnd);
    }

    PacketScript ask(
        final long orderId, final int securityId, final int rptSeq, final long priceE5, final boolean isEnd)
    {
        return order(MDUpdateAction.New, MDEntryType.Offer, orderId, securityId, rptSeq, priceE5, isEnd);
    }

    PacketScript order(
        final MDUpdateAction action,
        final MDEntryType side,
        final long orderId,
        final int securityId,
        final int rptSeq,
        final long priceE5,
        final boolean isEnd)
    {
        final OrderUpdateEncoder update = new OrderUpdateEncoder().wrapAndApplyHeader(packet, length, header);
        update.mDEntryID(orderId)
            .mDEntrySize(5)
            .securityID(securityId)
            .rptSeq(rptSeq)
            .mDUpdateAction(action)
            .mDEntryType(side);
        update.mDEntryPx().mantissa(priceE5);
        update.mDFlags2().clear();
        packet.putLong(
            update.offset() + OrderUpdateEncoder.mDFlagsEncodingOffset(),
            MdFlags.DAY | (isEnd ? MdFlags.END_OF_TRANSACTION : 0),
            ByteOrder.LITTLE_ENDIAN);
        return wrote(update.limit());
    }

    PacketScript bestPrices(final int securityId, final long bidE5, final long bidLots)
    {
        final BestPricesEncoder bestPrices = new BestPricesEncoder().wrapAndApplyHeader(packet, length, header);
        final BestPricesEncoder.NoMDEntriesEncoder entry = bestPrices.noMDEntriesCount(1).next();
        entry.mktBidPx().mantissa(bidE5);
        entry.mktOfferPx().mantissa(NONE);
        entry.mktBidSize(bidLots)
            .mktOfferSize(BestPricesEncoder.NoMDEntriesEncoder.mktOfferSizeNullValue())
            .securityID(securityId);
        return wrote(bestPrices.limit());
    }

    /**
     * The nightly EmptyBook, or the one of the evening.
     */
    PacketScript emptyBook(final boolean isNightly)
    {
        final EmptyBookEncoder emptyBook = new EmptyBookEncoder().wrapAndApplyHeader(packet, length, header);
        emptyBook.lastMsgSeqNumProcessed(isNightly ? 0 : EmptyBookEncoder.lastMsgSeqNumProcessedNullValue());
        return wrote(emptyBook.limit());
    }

    PacketScript sequenceReset(final int msgSeqNum, final int newSeqNo)
    {
        begin(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT);
        return wrote(new SequenceResetEncoder().wrapAndApplyHeader(packet, length, header).newSeqNo(newSeqNo).limit());
    }

    PacketScript heartbeat(final int msgSeqNum)
    {
        begin(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT);
        return wrote(new HeartbeatEncoder().wrapAndApplyHeader(packet, length, header).limit());
    }

    /**
     * A packet of a snapshot cycle: one instrument with bids numbered from 1 upwards, all at one price.
     */
    PacketScript snapshot(
        final int msgSeqNum, final int lastProcessed, final int securityId, final int rptSeq, final int bids)
    {
        begin(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT | SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT |
            SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT);
        final OrderBookSnapshotEncoder snapshot = new OrderBookSnapshotEncoder()
            .wrapAndApplyHeader(packet, length, header)
            .securityID(securityId)
            .lastMsgSeqNumProcessed(lastProcessed)
            .rptSeq(rptSeq)
            .exchangeTradingSessionID(1);
        final OrderBookSnapshotEncoder.NoMDEntriesEncoder entries = snapshot.noMDEntriesCount(bids);
        for (int i = 1; i <= bids; i++)
        {
            entries.next().mDEntryID(i).transactTime(1).mDEntrySize(5).tradeID(1).mDEntryType(MDEntryType.Bid);
            entries.mDEntryPx().mantissa(100);
            entries.mDFlags().clear();
            entries.mDFlags2().clear();
        }
        return wrote(snapshot.limit());
    }

    private PacketScript wrote(final int limit)
    {
        packet.putShort(length + 6, (short)version, ByteOrder.LITTLE_ENDIAN);
        length = limit;
        return this;
    }

    /**
     * Gives the packet to a receiver; the same packet may go to several feeds.
     */
    PacketScript to(final SimbaReceiver receiver, final SimbaFeed... feeds)
    {
        final UnsafeBuffer copy = copy();
        for (final SimbaFeed feed : feeds)
        {
            receiver.onPacket(feed, copy, 0, copy.capacity());
        }
        return this;
    }

    UnsafeBuffer copy()
    {
        SimbaPacketDescriptor.putPacketHeader(packet, 0, msgSeqNum, length, msgFlags, nowNs);
        if (0 != (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL))
        {
            SimbaPacketDescriptor.putIncrementalHeader(packet, 0, nowNs, 1);
        }
        final byte[] bytes = new byte[length];
        packet.getBytes(0, bytes);
        return new UnsafeBuffer(bytes);
    }
}
