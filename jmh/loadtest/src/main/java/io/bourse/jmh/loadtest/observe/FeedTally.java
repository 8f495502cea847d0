// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.fast.FastHeader;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.marketdata.simba.BestPricesDecoder;
import io.bourse.marketdata.simba.HeartbeatDecoder;
import io.bourse.marketdata.simba.OrderExecutionDecoder;
import io.bourse.marketdata.simba.OrderUpdateDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

import java.util.concurrent.TimeUnit;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * What came on one multicast group: packets, messages, how they were packed, bytes with the headers of Ethernet, IPv4
 * and UDP, the fullest millisecond and second, and what was missing by the numbers of the packets.
 */
final class FeedTally
{
    private static final String SIMBA = "simba.";
    private static final String FAST = "fast.";
    /** A date in front of a time of day in milliseconds. */
    private static final long DATE = 1_000_000_000L;
    private static final int DIGITS = 3;
    private static final int MOST = 1_000;
    private static final int UINT32_BYTES = 4;
    private static final long UINT32_MASK = 0xFFFF_FFFFL;

    private final WindowPeak millisecond = new WindowPeak(TimeUnit.MILLISECONDS.toNanos(1));
    private final WindowPeak second = new WindowPeak(TimeUnit.SECONDS.toNanos(1));
    private final SecondBytes bySecond = new SecondBytes();
    private final FastHeader fast = new FastHeader();
    private final Histogram messagesPerPacket = new Histogram(MOST, DIGITS);
    private final Histogram transactionsPerPacket = new Histogram(MOST, DIGITS);
    private final String name;
    private final long beginNs;
    private long forNs;
    private long packets;
    private long messages;
    private long orderMessages;
    private long transactions;
    private long heartbeats;
    private long bytes;
    private long lost;
    private long nextNumber;

    /**
     * Nothing yet.
     *
     * @param name of the line, for instance {@code simba.orders-log.incremental-a}.
     * @param nextNumber number of the packet that comes next; 0 when it is unknown.
     * @param beginNs moment from which it counts.
     */
    FeedTally(final String name, final long nextNumber, final long beginNs)
    {
        this.name = name;
        this.nextNumber = nextNumber;
        this.beginNs = beginNs;
    }

    /** Whether packets of a line have the time at which they were sent, which is that of the windows then. */
    static boolean saysWhenSent(final String name)
    {
        return name.startsWith(SIMBA) || name.startsWith(FAST);
    }

    /** Ends here: what comes from now on is counted by another one. */
    FeedTally next(final long nowNs)
    {
        forNs = nowNs - beginNs;
        return new FeedTally(name, nextNumber, nowNs);
    }

    /**
     * A packet has come.
     *
     * @param buffer that holds it from index 0 on.
     * @param receivedNs nanoseconds since the Unix epoch, when it was read from the socket. SIMBA says when it was
     *     sent, FAST to the millisecond: then the windows are those of the sender, whatever the host did to the
     *     receiver.
     */
    void onPacket(final DirectBuffer buffer, final int length, final long receivedNs)
    {
        packets++;
        bytes += length + DatagramHeaders.LENGTH;
        long timeNs = receivedNs;
        if (name.startsWith(SIMBA))
        {
            timeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, 0);
            onSimba(buffer, length);
        }
        else if (name.startsWith("pitch."))
        {
            final int count = SequencedUnit.count(buffer, 0);
            number(buffer.getInt(UINT32_BYTES, LITTLE_ENDIAN) & UINT32_MASK, count);
            onMessages(count);
        }
        else if (name.startsWith(FAST))
        {
            fast.read(buffer, FastMessages.PREAMBLE_LENGTH, length - FastMessages.PREAMBLE_LENGTH);
            timeNs = FastTime.epochNs(
                fast.sendingTime() / DATE, fast.sendingTime() % DATE * TimeUnit.MILLISECONDS.toNanos(1));
            number(buffer.getInt(0, LITTLE_ENDIAN) & UINT32_MASK, 1);
            onMessages(1);
        }
        millisecond.add(timeNs, length + DatagramHeaders.LENGTH);
        second.add(timeNs, length + DatagramHeaders.LENGTH);
        bySecond.add(timeNs, length + DatagramHeaders.LENGTH);
    }

    private void onSimba(final DirectBuffer buffer, final int length)
    {
        final int flags = SimbaPacketDescriptor.msgFlags(buffer, 0);
        int position = SimbaPacketDescriptor.messagesOffset(flags);
        int count = 0;
        int ends = 0;
        while (position < length)
        {
            final int messageLength = SimbaMessages.length(buffer, position, length);
            if (messageLength <= 0)
            {
                throw new IllegalStateException("a packet is malformed: feed=" + name + " offset=" + position);
            }
            final int templateId = SimbaMessages.templateId(buffer, position);
            if (HeartbeatDecoder.TEMPLATE_ID == templateId)
            {
                heartbeats++;
                return;
            }
            count++;
            orderMessages += BestPricesDecoder.TEMPLATE_ID == templateId ? 0 : 1;
            ends += isEnd(buffer, position, templateId) ? 1 : 0;
            position += messageLength;
        }
        number(SimbaPacketDescriptor.msgSeqNum(buffer, 0), 1);
        onMessages(count);
        transactions += ends;
        transactionsPerPacket.recordValue(Math.min(MOST, ends));
    }

    private static boolean isEnd(final DirectBuffer buffer, final int offset, final int templateId)
    {
        final int block = offset + SimbaMessages.HEADER_LENGTH;
        return OrderUpdateDecoder.TEMPLATE_ID == templateId &&
            isEnd(buffer.getLong(block + OrderUpdateDecoder.mDFlagsEncodingOffset(), LITTLE_ENDIAN)) ||
            OrderExecutionDecoder.TEMPLATE_ID == templateId &&
            isEnd(buffer.getLong(block + OrderExecutionDecoder.mDFlagsEncodingOffset(), LITTLE_ENDIAN));
    }

    private static boolean isEnd(final long mdFlags)
    {
        return 0 != (mdFlags & MdFlags.END_OF_TRANSACTION);
    }

    private void onMessages(final int count)
    {
        messages += count;
        if (0 < count)
        {
            messagesPerPacket.recordValue(count);
        }
    }

    /** Numbers begin again with every snapshot cycle; only those that are left out between two packets are missing. */
    private void number(final long number, final int count)
    {
        if (0 != nextNumber && number > nextNumber)
        {
            lost += number - nextNumber;
        }
        nextNumber = number + count;
    }

    /**
     * What came until it was ended.
     *
     * @return result of the line.
     */
    FeedResult result()
    {
        return new FeedResult(name, packets, messages, bytes, lost, (long)(bytes * Byte.SIZE * 1e9 / forNs),
            second.bitsPerSecond(), millisecond.bitsPerSecond(), bySecond.bits());
    }

    /** Notes everything under a prefix. */
    void put(final Measurements figures, final String prefix)
    {
        final String to = prefix + name + ".";
        figures
            .put(to + "packets", packets)
            .put(to + "messages", messages)
            .put(to + "orderMessages", orderMessages)
            .put(to + "transactions", transactions)
            .put(to + "heartbeats", heartbeats)
            .put(to + "bytes", bytes)
            .put(to + "lost", lost)
            .put(to + "packetsPerSecond", (long)(packets * 1e9 / forNs))
            .put(to + "messagesPerSecond", (long)(messages * 1e9 / forNs))
            .put(to + "bitsPerSecond", (long)(bytes * Byte.SIZE * 1e9 / forNs))
            .put(to + "peakBits1ms", millisecond.bitsPerSecond())
            .put(to + "peakBits1s", second.bitsPerSecond())
            .put(to + "messagesPerPacket", messagesPerPacket)
            .put(to + "transactionsPerPacket", transactionsPerPacket);
    }
}
