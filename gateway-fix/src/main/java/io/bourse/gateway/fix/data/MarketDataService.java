// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixMessageHandler;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixReader;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * The data side of the gateway: instruments, states, books, requests for quotes, news. It follows the event stream
 * of each partition on its own, one transaction at a time: nothing of a transaction is sent, and no request is answered
 * with it, before its market data has been published or the bounded wait for that is over. Belongs to the gateway's
 * thread.
 */
public final class MarketDataService implements FixMessageHandler, AutoCloseable
{
    /** Version of the state in checkpoints. */
    public static final int STATE_VERSION = 1;
    /** Bytes unsent to a session above which its changes are netted instead of queued, unless configured otherwise. */
    public static final long DEFAULT_MAX_UNSENT_BYTES = 256 * 1024;
    /** Messages after which the orders have their turn again. */
    private static final int MESSAGE_LIMIT = 128;
    /** Requests of a session that wait for a transaction to become public; more are not read meanwhile. */
    private static final int WAITING_LIMIT = 64;

    /**
     * A partition.
     *
     * @param client of its engine.
     * @param days its checkpoints; null for none.
     */
    public record Source(EngineClient client, DayCheckpoints days)
    {
    }

    private record Waiting(FixSession session, Runnable request)
    {
    }

    /** The market of a partition, and its transaction that waits to become public. */
    private static final class Feed
    {
        private final DataMarket market;
        private final Source source;
        private final PublishedWatermark watermark;
        private final EventFollower follower;
        private boolean isHeld;
        private long heldSinceNs;
        private long end;

        private Feed(final Source source)
        {
            this.source = source;
            market = null == source.days ? new DataMarket() :
                source.days.restore(source.client, () -> new DataMarket().events).market();
            watermark = source.client.publishedWatermark();
            follower = source.client.follow(market.events.position().cursor(), market.events);
        }
    }

    private final CounterSet<DataCounter> counters = new CounterSet<>(DataCounter.class);
    private final List<Feed> feeds;
    private final DataMarkets markets;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Map<FixSession, Integer> waitingCounts = new HashMap<>();
    private final BookRequestHandler bookRequestHandler;
    private final SecurityListHandler securityListHandler;
    private final SecurityStatusHandler securityStatusHandler;
    private final SessionStatusHandler sessionStatusHandler;
    private final QuoteRequestHandler quoteRequestHandler;
    private final NewsRequestHandler newsRequestHandler;
    private final EpochNanoClock epochClock;
    private final NanoClock nanoClock;
    private final long publicFirstTimeoutNs;
    private boolean isLive;

    /**
     * Begins to follow the event streams, from the last trading session or from their start.
     *
     * @param sources partitions that are served, ascending.
     * @param partitionOf which of several has an instrument.
     * @param epochClock of the venue.
     * @param nanoClock for the bounded wait.
     * @param publicFirstTimeoutNs longest wait for the publisher of market data; 0: it is not waited for.
     * @param maxUnsentBytes of a session, above which its changes are netted instead of queued.
     */
    public MarketDataService(
        final List<Source> sources,
        final IntUnaryOperator partitionOf,
        final EpochNanoClock epochClock,
        final NanoClock nanoClock,
        final long publicFirstTimeoutNs,
        final long maxUnsentBytes)
    {
        final Map<Integer, DataMarket> byPartition = new HashMap<>();
        feeds = sources.stream().map(Feed::new).toList();
        feeds.forEach(feed -> byPartition.put(feed.source.client.partition(), feed.market));
        markets = new DataMarkets(feeds.stream().map(feed -> feed.market).toList(),
            instrumentId -> byPartition.get(partitionOf.applyAsInt(instrumentId)));
        this.epochClock = epochClock;
        this.nanoClock = nanoClock;
        this.publicFirstTimeoutNs = publicFirstTimeoutNs;
        bookRequestHandler = new BookRequestHandler(counters, maxUnsentBytes);
        securityListHandler = new SecurityListHandler(markets, counters, maxUnsentBytes);
        securityStatusHandler = new SecurityStatusHandler(markets, counters, maxUnsentBytes);
        sessionStatusHandler = new SessionStatusHandler(markets.first(), counters);
        quoteRequestHandler = new QuoteRequestHandler(counters, maxUnsentBytes);
        newsRequestHandler = new NewsRequestHandler(counters);
    }

    /**
     * Clients may come from now on. Before, there is no client that could see a transaction too early, so the
     * replay waits for no publisher.
     */
    public void accept()
    {
        isLive = true;
    }

    /**
     * Whether the gateway takes no orders yet, because it was activated: sessions are sent TradingSessionStatus.
     *
     * @param isNow whether it is so from now on.
     */
    public void activation(final boolean isNow)
    {
        sessionStatusHandler.activation(isNow);
    }

    private long messagesSent()
    {
        return counters.get(DataCounter.SNAPSHOTS) + counters.get(DataCounter.INCREMENTS) +
            counters.get(DataCounter.OTHERS);
    }

    /**
     * One duty cycle: takes transactions, sends of them what is public, goes on with what is on its way.
     *
     * @return work done.
     */
    public int doWork()
    {
        for (int i = 0; i < feeds.size(); i++)
        {
            if (null != feeds.get(i).source.days)
            {
                feeds.get(i).source.days.write();
            }
        }
        int work = 0;
        final long sentBefore = messagesSent();
        bookRequestHandler.begin();
        securityListHandler.begin();
        securityStatusHandler.begin();
        final int framesOfPoll = hasSubscribers() ? 1 : EventFollower.FRAMES_OF_TURN;
        while (work < EventFollower.FRAMES_OF_TURN && messagesSent() - sentBefore < MESSAGE_LIMIT)
        {
            if (!release())
            {
                return work;
            }
            final int frames = poll(framesOfPoll);
            if (0 == frames)
            {
                break;
            }
            work += frames;
        }
        return release() ? work + goOn() : work;
    }

    /** One transaction of each partition, when there are subscribers. */
    private int poll(final int frameLimit)
    {
        int frames = 0;
        for (int i = 0; i < feeds.size(); i++)
        {
            final Feed feed = feeds.get(i);
            frames += feed.follower.poll(frameLimit);
            if (feed.market.isPending())
            {
                feed.isHeld = true;
                feed.heldSinceNs = nanoClock.nanoTime();
            }
        }
        return frames;
    }

    private boolean isHeld()
    {
        for (int i = 0; i < feeds.size(); i++)
        {
            if (feeds.get(i).isHeld)
            {
                return true;
            }
        }
        return false;
    }

    /** They get each transaction by itself; without them several may be taken at once. */
    private boolean hasSubscribers()
    {
        return bookRequestHandler.hasSubscribers() || securityListHandler.hasSubscribers() ||
            securityStatusHandler.hasSubscribers() || sessionStatusHandler.hasSubscribers() ||
            quoteRequestHandler.hasSubscribers();
    }

    /** What is on its way goes on, while no transaction waits to become public. */
    private int goOn()
    {
        return bookRequestHandler.work() + securityListHandler.work() + securityStatusHandler.work();
    }

    /** Sends the current transactions that are public; false if there are others. */
    private boolean release()
    {
        boolean isReleased = false;
        for (int i = 0; i < feeds.size(); i++)
        {
            isReleased |= feeds.get(i).isHeld && release(feeds.get(i));
        }
        if (isHeld())
        {
            return false;
        }
        if (isReleased)
        {
            answer();
        }
        return true;
    }

    private boolean release(final Feed feed)
    {
        final DataMarket market = feed.market;
        if (isLive && 0 != publicFirstTimeoutNs && feed.watermark.get() < market.transactionCursor())
        {
            if (!isOverdue(feed))
            {
                return false;
            }
            counters.increment(DataCounter.LATE);
        }
        feed.isHeld = false;
        bookRequestHandler.publish(market);
        securityListHandler.publish(market);
        securityStatusHandler.publish(market);
        if (market == markets.first())
        {
            sessionStatusHandler.publish();
        }
        else
        {
            // Each partition has news that are not about an instrument.
            market.news.removeIf(item -> null == item.instrument());
        }
        quoteRequestHandler.publish(market.quoteRequests);
        newsRequestHandler.publish(market.news);
        market.settle();
        return true;
    }

    private void answer()
    {
        for (Waiting next = waiting.pollFirst(); null != next; next = waiting.pollFirst())
        {
            next.request.run();
        }
        waitingCounts.clear();
        // Also here: under load the next transaction waits already when the duty cycle ends.
        goOn();
    }

    /** By the age of the transaction, so that a missing publisher costs latency but no throughput. */
    private boolean isOverdue(final Feed feed)
    {
        final long publishedNs = feed.market.transactionPublishedNs();
        return 0 != publishedNs && epochClock.nanoTime() - publishedNs >= publicFirstTimeoutNs ||
            nanoClock.nanoTime() - feed.heldSinceNs >= publicFirstTimeoutNs;
    }

    /**
     * How far the event streams have been followed.
     *
     * @return sum of the positions in them, in bytes.
     */
    public long cursor()
    {
        return feeds.stream().mapToLong(feed -> feed.follower.cursor()).sum();
    }

    /**
     * Whether each event stream has been followed to where it ended when this was first asked. The gateway takes no
     * clients before.
     *
     * @return true from then on.
     */
    public boolean isCaughtUp()
    {
        boolean isCaughtUp = true;
        for (final Feed feed : feeds)
        {
            feed.end = 0 == feed.end ? feed.source.client.endCursor() : feed.end;
            isCaughtUp &= feed.follower.cursor() >= feed.end;
        }
        return isCaughtUp;
    }

    /**
     * What was done so far.
     *
     * @return live counters.
     */
    public CounterSet<DataCounter> counters()
    {
        return counters;
    }

    /**
     * Instruments whose books are subscribed to.
     *
     * @return count over all sessions.
     */
    public int subscriptions()
    {
        return bookRequestHandler.size();
    }

    @Override
    public boolean isHot(final char msgType)
    {
        return false;
    }

    @Override
    public boolean isPlain(final FixReader message)
    {
        return false;
    }

    /**
     * Whether messages of a type are served here.
     *
     * @param message as received.
     * @return true for MarketDataRequest, RFQRequest, and requests for lists and states.
     */
    public static boolean serves(final FixReader message)
    {
        final int type = message.find(35);
        return switch (message.character(type))
        {
            case 'V', 'x', 'e', 'g' -> true;
            default -> message.is(type, "AH");
        };
    }

    @Override
    public boolean onMessage(final FixSession session, final FixReader message, final long receivedNs)
    {
        final int type = message.find(35);
        final int tooLong = RequestLimits.tooLong(message);
        if (FixReader.NONE != tooLong)
        {
            BusinessReject.of(message, 0).send(session, BusinessReject.OTHER, "longer than " +
                RequestLimits.MAX_LENGTH + " characters: tag=" + tooLong);
            counters.increment(DataCounter.REJECTED);
            return true;
        }
        switch (message.character(type))
        {
            case 'V' -> take(
                session, BookRequest.read(message, markets), (r) -> bookRequestHandler.onRequest(session, r));
            case 'x' -> take(
                session, ListRequest.read(message, markets), (r) -> securityListHandler.onRequest(session, r));
            case 'e' -> take(
                session,
                StatusRequest.read(message, markets, 324),
                (r) -> securityStatusHandler.onRequest(session, r));
            case 'g' -> take(
                session,
                StatusRequest.read(message, markets, 335),
                (r) -> sessionStatusHandler.onRequest(session, r));
            default ->
            {
                return message.is(type, "AH") && onRfqRequest(session, message);
            }
        }
        return true;
    }

    private boolean onRfqRequest(final FixSession session, final FixReader message)
    {
        if (session.options().may(FixSessionOptions.Role.MARKET_DATA))
        {
            take(session, QuoteRequestHandler.Request.read(message, markets),
                (request) -> quoteRequestHandler.onRequest(session, request));
        }
        else
        {
            BusinessReject.of(message, 644)
                .send(session, BusinessReject.NOT_AUTHORIZED, "market data is not for this session");
            counters.increment(DataCounter.REJECTED);
        }
        return true;
    }

    @Override
    public boolean isHeld(final FixSession session)
    {
        return !waitingCounts.isEmpty() && waitingCounts.getOrDefault(session, 0) >= WAITING_LIMIT;
    }

    /** Requests wait while a transaction does: the books are ahead of what is public. */
    private <T> void take(final FixSession session, final T request, final Consumer<T> handler)
    {
        if (isHeld())
        {
            waitingCounts.merge(session, 1, Integer::sum);
            waiting.addLast(new Waiting(session, () -> handler.accept(request)));
        }
        else
        {
            handler.accept(request);
        }
    }

    @Override
    public void onLogon(final FixSession session)
    {
        newsRequestHandler.onLogon(session);
        sessionStatusHandler.onLogon(session);
    }

    @Override
    public void onLogout(final FixSession session)
    {
        newsRequestHandler.onLogout(session);
        waitingCounts.remove(session);
        waiting.removeIf((entry) -> entry.session == session);
        bookRequestHandler.onLogout(session);
        securityListHandler.onLogout(session);
        securityStatusHandler.onLogout(session);
        sessionStatusHandler.onLogout(session);
        quoteRequestHandler.onLogout(session);
    }

    @Override
    public void close()
    {
        feeds.forEach(feed -> feed.follower.close());
    }
}
