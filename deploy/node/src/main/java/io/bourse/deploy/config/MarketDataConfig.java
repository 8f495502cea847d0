// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.SecondLine;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptions;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The market data section of the configuration: every feed with its addresses, and the options of those who send them,
 * which have the groups of the sides that this process sends. Keys and defaults stand in {@code bourse.conf} under
 * {@code venue.marketdata}.
 *
 * @param networkInterface name of the interface the groups live on.
 * @param timeToLive routers that a datagram may pass.
 * @param secondLine that every packet is sent to, too; null for none.
 * @param watermark group where it is said how far market data is public; null when gateways need not hear it there.
 * @param lease without which nothing is sent; null when this process is the only one that may send its feeds.
 * @param historyBytes of sent packets that each feed with a replay keeps.
 * @param checkpointBytes of the event stream between two checkpoints of the publisher of SIMBA.
 * @param allFeeds multicast groups of all protocols, sent or not, in the order of the configuration.
 * @param ordersLog order log in SIMBA, which is always sent: answers to orders wait for it.
 * @param futInfo futures and their spreads in SIMBA.
 * @param optInfo options in SIMBA.
 * @param replay where missing packets of {@code ordersLog} are asked for over TCP; port 0 takes a free one.
 * @param fast order log, trades, aggregated books, instruments and index in FAST; null: not sent.
 * @param pitch order log in PITCH; null: not sent. Without logins there are no recovery servers.
 * @param index price indices.
 * @param obligations counters of market makers.
 * @param recording of feeds to capture files.
 */
public record MarketDataConfig(
    String networkInterface,
    int timeToLive,
    SecondLine secondLine,
    MulticastEndpoint watermark,
    Lease lease,
    long historyBytes,
    long checkpointBytes,
    List<Feed> allFeeds,
    SimbaOrderLogOptions ordersLog,
    SimbaInstrumentFeedOptions futInfo,
    SimbaInstrumentFeedOptions optInfo,
    SimbaReplayOptions replay,
    FastPublisherOptions fast,
    PitchFeedOptions pitch,
    Index index,
    Obligations obligations,
    Recording recording)
{
    /** How the packets of a feed are encoded. */
    public enum Protocol
    {
        /** SIMBA SPECTRA. */
        SIMBA,
        /** SPECTRA FAST. */
        FAST,
        /** Multicast PITCH. */
        PITCH
    }

    /**
     * One multicast group of one feed.
     *
     * @param name such as {@code simba.orders-log.incremental-a}.
     * @param protocol of its packets.
     * @param address group and port.
     */
    public record Feed(String name, Protocol protocol, InetSocketAddress address)
    {
    }

    /**
     * The right to send, which one process of several has at a time.
     *
     * @param gatewayId that they ask for it under.
     * @param duration for which nothing is sent after one has gone.
     */
    public record Lease(int gatewayId, Duration duration)
    {
    }

    /**
     * Price indices, which are sent in FAST.
     *
     * @param isEnabled whether they are worked out and sent.
     * @param interval shortest time between two values.
     */
    public record Index(boolean isEnabled, Duration interval)
    {
    }

    /**
     * Counters of market makers' obligations.
     *
     * @param isEnabled whether they are kept and can be asked for.
     * @param http loopback address they are asked for at; port 0 takes a free one.
     */
    public record Obligations(boolean isEnabled, InetSocketAddress http)
    {
    }

    /**
     * Recording of feeds by the component that sends them.
     *
     * @param feeds names, beginnings of names, or group:port; none for no recording.
     * @param directory of the files.
     * @param fileBytes after which the next file is begun.
     * @param files kept of every feed; 0 keeps all.
     */
    public record Recording(List<String> feeds, Path directory, long fileBytes, int files)
    {
    }

    /**
     * Multicast groups of all protocols that are enabled.
     *
     * @return feeds, in the order of the configuration.
     */
    public List<Feed> feeds()
    {
        return allFeeds.stream().filter((feed) -> switch (feed.protocol())
        {
            case SIMBA -> true;
            case FAST -> null != fast && (index.isEnabled() || !feed.name().startsWith("fast.index."));
            case PITCH -> null != pitch;
        }).toList();
    }

    /**
     * Groups of the second line.
     *
     * @return one for each of {@link #feeds()}; none without a second line.
     */
    List<InetSocketAddress> secondAddresses()
    {
        return null == secondLine ? List.of() : feeds().stream().map(feed -> secondLine.endpoint(new MulticastEndpoint(
            feed.address().getAddress(), feed.address().getPort())).socketAddress()).toList();
    }

    /**
     * Protocols that are enabled and that no answer waits for.
     *
     * @return all but SIMBA, in the order of the configuration.
     */
    public Set<Protocol> others()
    {
        final Set<Protocol> others = new LinkedHashSet<>();
        feeds().forEach((feed) -> others.add(feed.protocol()));
        others.remove(Protocol.SIMBA);
        return others;
    }

    /**
     * Where a feed is sent to, by this process or another one.
     *
     * @param name such as {@code simba.orders-log.incremental-a}.
     * @return group and port.
     */
    public InetSocketAddress address(final String name)
    {
        return allFeeds.stream().filter((feed) -> feed.name().equals(name)).findFirst().orElseThrow().address();
    }
}
