// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapReader;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Goes through a capture file. The protocol of a packet is the one asked for, or that of the feed it was sent to, or
 * else the one that most packets of its group look like.
 */
public final class CaptureDecoder
{
    private final Map<Protocol, PacketDecoder> decoders = new LinkedHashMap<>();
    private final Map<String, Feed> feeds = new HashMap<>();
    private final Map<String, GroupGuess> guesses = new LinkedHashMap<>();
    private final PacketFilter filter;
    private final Protocol wanted;
    private long printedCount;
    private long unknownCount;
    private long malformedCount;

    /**
     * Makes a decoder.
     *
     * @param feeds that are known by their addresses.
     * @param filter of the packets to print.
     * @param wanted protocol of all packets; null to find out.
     */
    public CaptureDecoder(final List<Feed> feeds, final PacketFilter filter, final Protocol wanted)
    {
        this.filter = filter;
        this.wanted = wanted;
        feeds.forEach(feed -> this.feeds.put(FeedNames.address(feed), feed));
        for (final Protocol protocol : Protocol.values())
        {
            decoders.put(protocol, switch (protocol)
            {
                case SIMBA -> new SimbaDecoder();
                case FAST -> new FastPacketDecoder();
                case PITCH -> new PitchPacketDecoder();
            });
        }
    }

    /**
     * Looks what the groups carry that no feed is known for; to be called before {@link #decode}.
     *
     * @param reader of the file.
     * @return what each group seems to be, in the order of their first packets.
     * @throws IOException if the file cannot be read.
     */
    public Map<String, GroupGuess> guess(final PcapReader reader) throws IOException
    {
        while (null == wanted && reader.next())
        {
            final String destination = destination(reader);
            if (!feeds.containsKey(destination) && filter.takes(null, destination, reader.destinationPort()))
            {
                guesses.computeIfAbsent(destination, ignore -> new GroupGuess()).take(reader, decoders);
            }
        }
        return Collections.unmodifiableMap(guesses);
    }

    /**
     * Prints the packets of a file.
     *
     * @param reader of the file.
     * @param printer to print with.
     * @param limit most packets to print.
     * @throws IOException if the file cannot be read.
     */
    public void decode(final PcapReader reader, final PacketPrinter printer, final long limit) throws IOException
    {
        while (printedCount < limit && reader.next())
        {
            final String destination = destination(reader);
            final Feed feed = feeds.get(destination);
            if (filter.takes(feed, destination, reader.destinationPort()))
            {
                final String source = DatagramHeaders.text(reader.sourceAddress()) + ":" + reader.sourcePort();
                print(reader, printer, new PacketOrigin(reader.timeNs(), source, destination,
                    null == feed ? null : feed.name(), reader.length()), feed);
            }
        }
    }

    /**
     * Packets printed.
     *
     * @return count.
     */
    public long printedCount()
    {
        return printedCount;
    }

    /**
     * Packets printed whose protocol is unknown.
     *
     * @return count.
     */
    public long unknownCount()
    {
        return unknownCount;
    }

    /**
     * Packets printed that were not understood to their end.
     *
     * @return count.
     */
    public long malformedCount()
    {
        return malformedCount;
    }

    private void print(
        final PcapReader reader, final PacketPrinter printer, final PacketOrigin origin, final Feed feed)
    {
        final Protocol protocol = null != wanted ? wanted :
            null != feed ? feed.protocol() : guesses.get(origin.destination()).protocol();
        printedCount++;
        if (null == protocol)
        {
            unknownCount++;
            printer.print(origin, null, null);
            return;
        }
        final DecodedPacket packet = decoders.get(protocol).decode(reader.buffer(), reader.offset(), reader.length());
        if (null != packet.problem())
        {
            malformedCount++;
        }
        printer.print(origin, protocol.name(), packet);
    }

    private static String destination(final PcapReader reader)
    {
        return DatagramHeaders.text(reader.destinationAddress()) + ":" + reader.destinationPort();
    }
}
