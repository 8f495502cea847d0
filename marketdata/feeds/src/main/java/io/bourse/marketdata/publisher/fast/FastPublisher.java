// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairCounter;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.CheckpointedFeed;
import io.bourse.marketdata.publisher.FeedMark;
import io.bourse.marketdata.service.ServiceServer;
import io.bourse.marketdata.statistics.PriceIndices;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.agrona.CloseHelper;

/**
 * All SPECTRA FAST feeds of a partition, as one feed of its publisher.
 */
public final class FastPublisher implements CheckpointedFeed
{
    private static final int INDEX_HISTORY_LENGTH = 1024 * 1024;

    private final ArrayList<FastFeed> feeds = new ArrayList<>();
    private final ArrayList<FeedPair> pairs = new ArrayList<>();
    private final ArrayList<ServiceServer> replays = new ArrayList<>();
    private final ArrayList<String> replayNames = new ArrayList<>();
    private final FastPublisherOptions options;
    private final FeedPairOptions pairOptions;
    private long publishedCursor;
    private volatile boolean isLive;

    /**
     * Opens the sockets of all feeds that have endpoints.
     *
     * @param options of the publisher.
     * @param market that the transactions are of.
     * @throws java.io.UncheckedIOException when a socket cannot be opened.
     */
    public FastPublisher(final FastPublisherOptions options, final PublicMarket market)
    {
        this.options = options;
        pairOptions = new FeedPairOptions(
            options.interfaceName(), options.timeToLive(), options.isAFirst(), options.secondLine(),
            options.clock());
        try
        {
            open(market);
        }
        catch (final RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        for (int i = 0, size = feeds.size(); i < size; i++)
        {
            feeds.get(i).onTransaction(transaction);
        }
        // The order log is the first feed, if it is sent; those after it net changes and are not waited for.
        if (feeds.get(0).isSettled())
        {
            publishedCursor = transaction.cursor();
        }
    }

    @Override
    public void guard(final Runnable guard)
    {
        pairs.forEach(pair -> pair.guard(guard));
    }

    @Override
    public void goLive(final long nowNs)
    {
        for (final FastFeed feed : feeds)
        {
            feed.goLive(nowNs);
        }
        isLive = true;
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        int workCount = 0;
        for (int i = 0, size = feeds.size(); i < size; i++)
        {
            workCount += feeds.get(i).doWork(nowNs, isIdle);
        }
        for (int i = 0, size = replays.size(); i < size; i++)
        {
            workCount += replays.get(i).poll(nowNs);
        }
        return workCount;
    }

    @Override
    public int standBy(final long nowNs)
    {
        int workCount = 0;
        for (final ServiceServer replay : replays)
        {
            workCount += replay.standBy(nowNs);
        }
        return workCount;
    }

    @Override
    public boolean isAtRest()
    {
        return feeds.stream().allMatch(FastFeed::isSettled);
    }

    @Override
    public void state(final CheckpointState state, final PublicMarket market)
    {
        publishedCursor = state.number(publishedCursor);
        for (final FastFeed feed : feeds)
        {
            feed.state(state);
        }
    }

    @Override
    public long publishedCursor()
    {
        return publishedCursor;
    }

    @Override
    public long formerCursor()
    {
        return feeds.stream().mapToLong(feed -> feed.channel().formerCursor()).max().orElse(0);
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(replays);
        CloseHelper.quietCloseAll(feeds);
    }

    /**
     * Whether history has been read and packets are being sent.
     *
     * @return true once live; readable from any thread.
     */
    public boolean isLive()
    {
        return isLive;
    }

    /**
     * Names of the feeds.
     *
     * @return ORDERS-LOG, FO-TRADES and so on, those that are sent.
     */
    public List<String> feedNames()
    {
        return feeds.stream().map(FastFeed::name).toList();
    }

    /**
     * What a feed has sent.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<FastFeedCounter> counters(final String feedName)
    {
        return feed(feedName).channel().counters();
    }

    /**
     * Datagrams that a socket did not take.
     *
     * @return count over all feeds; readable from any thread.
     */
    public long sendFailures()
    {
        return feeds.stream().flatMap(feed -> Stream.of(feed.channel().feedPair(), feed.snapshots().feedPair()))
            .mapToLong(pair -> pair.counters().get(FeedPairCounter.FAILURES)).sum();
    }

    /**
     * Where the replay of a feed listens.
     *
     * @return address with the port in use, or null if it has no replay.
     */
    public InetSocketAddress replayAddress(final String feedName)
    {
        final int index = replayNames.indexOf(feedName);
        return index < 0 ? null : replays.get(index).localAddress();
    }

    private FastFeed feed(final String feedName)
    {
        return feeds.stream().filter(feed -> feed.name().equals(feedName)).findFirst().orElseThrow(() ->
            new IllegalArgumentException("No such FAST feed is sent: feed=" + feedName + " feeds=" + feedNames()));
    }

    private void open(final PublicMarket market)
    {
        final List<FeedType> feedTypes = new ArrayList<>();
        final int maxPacketLength = options.maxPacketLength();
        if (null != options.ordersLog())
        {
            final FastChannel channel = channel("orders-log", options.ordersLog(), null != options.ordersLogReplay());
            final FastFeed feed = open(
                channel, options.ordersLog(), options.snapshotCycleNs(), options.ordersLogReplay(), () ->
                new OrdersLogFeed(market, channel, maxPacketLength, options.packingNs()));
            feedTypes.add(new FeedType(feed.name(), FastWriter.NULL));
        }
        if (null != options.trades())
        {
            final FastChannel channel = channel("fo-trades", options.trades(), null != options.tradesReplay());
            final FastFeed feed = open(
                channel, options.trades(), options.snapshotCycleNs(), options.tradesReplay(), () ->
                new TradesFeed(market, channel, maxPacketLength, options.packingNs()));
            feedTypes.add(new FeedType(feed.name(), FastWriter.NULL));
        }
        for (final Map.Entry<Integer, FeedEndpoints> book : options.books().entrySet())
        {
            final int depth = book.getKey();
            final FastChannel channel = channel("fo-book-" + depth, book.getValue(), false);
            final FastFeed feed = open(channel, book.getValue(), options.snapshotCycleNs(), null, () ->
                new BookLevelsFeed(market, channel, depth, maxPacketLength, options.conflationNs()));
            feedTypes.add(new FeedType(feed.name(), depth));
        }
        openInstruments(market, options.futInfo(), false, feedTypes);
        openInstruments(market, options.optInfo(), true, feedTypes);
        if (null != options.index())
        {
            openIndex(market.statistics().indices());
        }
    }

    private void openInstruments(
        final PublicMarket market,
        final FeedEndpoints endpoints,
        final boolean isOptions,
        final List<FeedType> feedTypes)
    {
        if (null != endpoints)
        {
            final FastChannel channel = channel(isOptions ? "opt-info" : "fut-info", endpoints, false);
            open(channel, endpoints, options.infoCycleNs(), null, () ->
                new InstrumentsFeed(market, channel, isOptions, List.copyOf(feedTypes)));
        }
    }

    private void openIndex(final PriceIndices indices)
    {
        final PacketHistory history = null == options.indexReplay() ? null :
            PacketHistory.inMemory(Math.min(INDEX_HISTORY_LENGTH, options.historyLength()));
        // Without a mark: numbers of this feed do not follow from the event stream.
        final FastChannel channel = CountersFile.labelled("feed=index", () -> new FastChannel(
            pair(options.index().incrementalA(), options.index().incrementalB(), true), history, null,
            options.heartbeatIntervalNs()));
        indices.listener(open(channel, options.index(), options.snapshotCycleNs(), options.indexReplay(), () ->
            new IndexFeed(channel, indices, options.maxPacketLength())));
    }

    private FastChannel channel(final String name, final FeedEndpoints endpoints, final boolean isKept)
    {
        final FeedPair pair = pair(endpoints.incrementalA(), endpoints.incrementalB(), true);
        try
        {
            final PacketHistory history = isKept ? history(name) : null;
            final FeedMark mark = null == options.directory() ? null :
                new FeedMark(options.directory().resolve("fast-" + name + ".mark"));
            return CountersFile.labelled("feed=" + name, () ->
                new FastChannel(pair, history, mark, options.heartbeatIntervalNs()));
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(pair);
            throw ex;
        }
    }

    private PacketHistory history(final String name)
    {
        if (null == options.directory())
        {
            return PacketHistory.inMemory(options.historyLength());
        }
        return PacketHistory.inFile(options.directory().resolve("fast-" + name + ".packets"), options.historyLength());
    }

    private <T extends FastFeed> T open(
        final FastChannel channel,
        final FeedEndpoints endpoints,
        final long cycleNs,
        final InetSocketAddress replayAddress,
        final Supplier<T> factory)
    {
        final T feed;
        try
        {
            feed = factory.get();
            feeds.add(feed);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(channel);
            throw ex;
        }
        feed.snapshots(new FastSnapshots(
            pair(endpoints.snapshotA(), endpoints.snapshotB(), false), cycleNs, feed, channel.counters()));
        if (null != replayAddress)
        {
            replays.add(FastReplaySession.listen(
                feed.name(), replayAddress, channel.history(), options.securityLog()));
            replayNames.add(feed.name());
        }
        return feed;
    }

    private FeedPair pair(
        final MulticastEndpoint endpointA, final MulticastEndpoint endpointB, final boolean isStamped)
    {
        final FeedPair pair = new FeedPair(
            pairOptions, endpointA, endpointB, options.maxPacketLength(), isStamped);
        pairs.add(pair);
        return pair;
    }
}
