// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * The market data section of the configuration: every feed with its addresses. Keys and defaults stand in
 * {@code bourse.conf} under {@code venue.marketdata}.
 *
 * @param networkInterface name of the interface the groups live on.
 * @param timeToLive of the datagrams; 0 stays on this machine.
 * @param sides which of A and B this process sends.
 * @param heartbeat silence after which a feed says that it lives.
 * @param historyBytes of sent packets that each feed with a replay keeps.
 * @param simba order log and instruments in SBE.
 * @param fast order log, trades, aggregated books, instruments and index in FAST.
 * @param pitch order log in PITCH.
 * @param index price indices.
 * @param obligations counters of market makers.
 * @param recording of feeds to capture files.
 */
public record MarketDataConfig(
    String networkInterface,
    int timeToLive,
    Sides sides,
    Duration heartbeat,
    long historyBytes,
    Simba simba,
    Fast fast,
    Pitch pitch,
    Index index,
    Obligations obligations,
    Recording recording)
{
    /** Which of the two lines of every feed a process sends. */
    public enum Sides
    {
        /** A only. */
        A,
        /** B only. */
        B,
        /** Both. */
        BOTH;

        /**
         * Whether line A is sent.
         *
         * @return true unless B alone is.
         */
        public boolean hasA()
        {
            return B != this;
        }

        /**
         * Whether line B is sent.
         *
         * @return true unless A alone is.
         */
        public boolean hasB()
        {
            return A != this;
        }
    }

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
     * The two lines of a feed.
     *
     * @param name such as {@code simba.orders-log.incremental}.
     * @param protocol of its packets.
     * @param a group and port of line A.
     * @param b group and port of line B.
     */
    public record Pair(String name, Protocol protocol, InetSocketAddress a, InetSocketAddress b)
    {
        private void addTo(final List<Feed> feeds)
        {
            feeds.add(new Feed(name + "-a", protocol, a));
            feeds.add(new Feed(name + "-b", protocol, b));
        }
    }

    /**
     * A feed of changes and the snapshots to join it by.
     *
     * @param incremental every change once.
     * @param snapshot the whole again and again.
     */
    public record BookFeeds(Pair incremental, Pair snapshot)
    {
        private void addTo(final List<Feed> feeds)
        {
            incremental.addTo(feeds);
            snapshot.addTo(feeds);
        }
    }

    /**
     * Instruments and what changes about them.
     *
     * @param replay all definitions again and again.
     * @param incremental every change once.
     */
    public record InfoFeeds(Pair replay, Pair incremental)
    {
        private void addTo(final List<Feed> feeds)
        {
            replay.addTo(feeds);
            incremental.addTo(feeds);
        }
    }

    /**
     * SIMBA, which is always sent: answers to orders wait for its order log.
     *
     * @param version in the message headers, 8 or 9.
     * @param snapshotCycle time one snapshot cycle over all instruments takes.
     * @param infoCycle time one cycle over all definitions takes.
     * @param ordersLog order log.
     * @param futInfo futures and their spreads.
     * @param optInfo options.
     * @param replay where missing packets are asked for over TCP; port 0 takes a free one.
     */
    public record Simba(
        int version,
        Duration snapshotCycle,
        Duration infoCycle,
        BookFeeds ordersLog,
        InfoFeeds futInfo,
        InfoFeeds optInfo,
        InetSocketAddress replay)
    {
        private void addTo(final List<Feed> feeds)
        {
            ordersLog.addTo(feeds);
            futInfo.addTo(feeds);
            optInfo.addTo(feeds);
        }
    }

    /**
     * FAST.
     *
     * @param isEnabled whether its feeds are sent.
     * @param snapshotCycle time one snapshot cycle over all instruments takes.
     * @param infoCycle time one cycle over all definitions takes.
     * @param conflation interval of the aggregated books under load; zero sends every change.
     * @param ordersLog order log.
     * @param foTrades trades and statistics.
     * @param books aggregated books by their depth in levels.
     * @param index index values.
     * @param futInfo futures and their spreads.
     * @param optInfo options.
     * @param ordersLogReplay where missing messages of the order log are asked for over TCP; port 0 takes a free one.
     * @param foTradesReplay the same for trades.
     * @param indexReplay the same for index values.
     */
    public record Fast(
        boolean isEnabled,
        Duration snapshotCycle,
        Duration infoCycle,
        Duration conflation,
        BookFeeds ordersLog,
        BookFeeds foTrades,
        SortedMap<Integer, BookFeeds> books,
        BookFeeds index,
        InfoFeeds futInfo,
        InfoFeeds optInfo,
        InetSocketAddress ordersLogReplay,
        InetSocketAddress foTradesReplay,
        InetSocketAddress indexReplay)
    {
        private void addTo(final List<Feed> feeds, final boolean hasIndex)
        {
            ordersLog.addTo(feeds);
            foTrades.addTo(feeds);
            books.values().forEach(book -> book.addTo(feeds));
            if (hasIndex)
            {
                index.addTo(feeds);
            }
            futInfo.addTo(feeds);
            optInfo.addTo(feeds);
        }
    }

    /**
     * PITCH.
     *
     * @param isEnabled whether its feed is sent.
     * @param unit of this partition.
     * @param gapResponse group that packets asked for again are sent to.
     * @param gapRequest where missing messages are asked for; port 0 takes a free one.
     * @param spin where a snapshot is asked for; port 0 takes a free one.
     * @param logins that may ask; empty for nobody: then there are no recovery servers.
     * @param quota of every login.
     */
    public record Pitch(
        boolean isEnabled,
        Pair unit,
        InetSocketAddress gapResponse,
        InetSocketAddress gapRequest,
        InetSocketAddress spin,
        List<PitchLogin> logins,
        PitchQuota quota)
    {
        /** Name of the feed of packets asked for again. */
        public static final String GAP_RESPONSE = "pitch.gap-response";

        private void addTo(final List<Feed> feeds)
        {
            unit.addTo(feeds);
            feeds.add(new Feed(GAP_RESPONSE, Protocol.PITCH, gapResponse));
        }
    }

    /**
     * Who may ask for missing PITCH messages.
     *
     * @param session SessionSubId, four characters.
     * @param user four characters.
     * @param password of up to ten characters.
     */
    public record PitchLogin(String session, String user, Supplier<char[]> password)
    {
    }

    /**
     * How much a PITCH login may ask for.
     *
     * @param messages in one request.
     * @param perSecond requests.
     * @param perMinute requests.
     * @param perDay requests.
     */
    public record PitchQuota(int messages, int perSecond, int perMinute, int perDay)
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
     * Recording of feeds by the room that sends them.
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
        final List<Feed> feeds = new ArrayList<>();
        simba.addTo(feeds);
        if (fast.isEnabled)
        {
            fast.addTo(feeds, index.isEnabled);
        }
        if (pitch.isEnabled)
        {
            pitch.addTo(feeds);
        }
        return feeds;
    }

    /**
     * Multicast groups of all protocols, sent or not.
     *
     * @return feeds, in the order of the configuration.
     */
    public List<Feed> allFeeds()
    {
        final List<Feed> feeds = new ArrayList<>();
        simba.addTo(feeds);
        fast.addTo(feeds, true);
        pitch.addTo(feeds);
        return feeds;
    }
}
