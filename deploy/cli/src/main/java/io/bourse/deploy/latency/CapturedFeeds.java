// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.latency;

import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.decode.CaptureDecoder;
import io.bourse.deploy.decode.DecodedPacket;
import io.bourse.deploy.decode.PacketFilter;
import io.bourse.deploy.decode.PacketOrigin;
import io.bourse.deploy.decode.PacketPrinter;
import io.bourse.marketdata.pcap.PcapReader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The market data of a capture: when each line of a feed showed which order and which trade. Snapshots show nothing new
 * and are passed over. For one thread.
 */
public final class CapturedFeeds
{
    private static final String INCREMENTAL = "IncrementalPacket";
    private static final String SNAPSHOT = "Snapshot";
    /** Of an entry of FAST that is a trade. */
    private static final String TRADE_TYPE = "2";

    private final Map<String, FeedLine> lines = new LinkedHashMap<>();
    private long packetCount;
    private long notUnderstoodCount;

    private CapturedFeeds()
    {
    }

    /**
     * Reads a capture.
     *
     * @param capture pcap.
     * @param feeds that are known by their addresses; the protocol of others is guessed from their packets.
     * @return what the feeds have shown.
     * @throws IOException when it cannot be read, is no capture or ends early.
     */
    public static CapturedFeeds read(final Path capture, final List<Feed> feeds) throws IOException
    {
        final CapturedFeeds read = new CapturedFeeds();
        final CaptureDecoder decoder = new CaptureDecoder(feeds, new PacketFilter(List.of(), Set.of()), null);
        try (PcapReader reader = new PcapReader(capture))
        {
            decoder.guess(reader);
        }
        try (PcapReader reader = new PcapReader(capture))
        {
            final PacketPrinter taker = read::take;
            decoder.decode(reader, taker, Long.MAX_VALUE);
            if (null != reader.problem())
            {
                throw new IOException(reader.problem());
            }
            read.notUnderstoodCount += reader.cutCount();
        }
        return read;
    }

    private void take(final PacketOrigin origin, final String protocol, final DecodedPacket packet)
    {
        if (null == packet)
        {
            return;
        }
        packetCount++;
        notUnderstoodCount += null == packet.problem() ? 0 : 1;
        if (packet.messages().isEmpty())
        {
            return;
        }
        final FeedLine line = lines.computeIfAbsent(
            null == origin.feed() ? origin.destination() : origin.feed(), FeedLine::new);
        line.onPacket(number(packet.header()), origin.timeNs());
        final Object flags = packet.header().get("MsgFlags");
        if (flags instanceof final List<?> names && !names.contains(INCREMENTAL))
        {
            return;
        }
        for (final Map<String, Object> message : packet.messages())
        {
            final String name = String.valueOf(message.get(DecodedPacket.MESSAGE));
            if (!name.contains(SNAPSHOT))
            {
                take(line, name, message, origin.timeNs());
            }
        }
    }

    /** What distinguishes a packet from the others of its line. */
    private static Object number(final Map<String, Object> header)
    {
        if (header.containsKey("HdrSequence"))
        {
            return header.get("HdrUnit") + "/" + header.get("HdrSequence");
        }
        return header.getOrDefault("MsgSeqNum", header.get("Preamble"));
    }

    private static void take(final FeedLine line, final String name, final Map<?, ?> fields, final long timeNs)
    {
        final boolean isTrade = TRADE_TYPE.equals(String.valueOf(fields.get("MDEntryType")));
        final long orderId = isTrade ? 0 : id(fields, "MDEntryID", "OrderId");
        if (0 != orderId)
        {
            line.onOrder(orderId, isGone(name, fields.get("MDUpdateAction")), timeNs);
        }
        final long tradeId = isTrade ? id(fields, "MDEntryID") : id(fields, "TradeID", "ExecutionId");
        if (0 != tradeId)
        {
            line.onTrade(tradeId, timeNs);
        }
        for (final Object value : fields.values())
        {
            if (value instanceof final Collection<?> entries)
            {
                for (final Object entry : entries)
                {
                    if (entry instanceof final Map<?, ?> group)
                    {
                        take(line, name, group, timeNs);
                    }
                }
            }
        }
    }

    private static boolean isGone(final String message, final Object action)
    {
        return message.startsWith("Delete") || message.startsWith("Reduce") || "Delete".equals(action) ||
            action instanceof final Number number && 2 == number.intValue();
    }

    private static long id(final Map<?, ?> fields, final String... names)
    {
        for (final String name : names)
        {
            final Object value = fields.get(name);
            if (value instanceof final Number number)
            {
                return number.longValue();
            }
            if (value instanceof final String text && text.matches("[0-9]{1,19}"))
            {
                return Long.parseUnsignedLong(text);
            }
        }
        return 0;
    }

    /** Lines in the order of their first packets. */
    Collection<FeedLine> lines()
    {
        return lines.values();
    }

    /** A line by its name, or null. */
    FeedLine line(final String name)
    {
        return lines.get(name);
    }

    /**
     * Datagrams of market data. What else the capture holds is passed over.
     *
     * @return count.
     */
    public long packetCount()
    {
        return packetCount;
    }

    /**
     * Datagrams that are not as the protocol of their feed has them, or were not captured whole.
     *
     * @return count.
     */
    public long notUnderstoodCount()
    {
        return notUnderstoodCount;
    }
}
