// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves SecurityStatusRequests: whether and how an instrument trades, and between which limits.
 */
final class SecurityStatusHandler
{
    /** SecurityTradingStatus(326). */
    static final int TRADING_HALT = 2;
    /** SecurityTradingStatus(326). */
    static final int PRICE_INDICATION = 5;
    /** SecurityTradingStatus(326). */
    static final int READY_TO_TRADE = 17;
    /** SecurityTradingStatus(326). */
    static final int NOT_AVAILABLE = 18;
    /** SecurityTradingStatus(326). */
    static final int UNKNOWN = 20;
    /** SecurityTradingStatus(326). */
    static final int PRE_OPEN = 21;
    /** SecurityTradingStatus(326). */
    static final int OPENING_ROTATION = 22;
    /** Instruments looked at in a duty cycle, whether or not there is something to send of them. */
    private static final int INSTRUMENTS_PER_CYCLE = 128;
    /** Instruments after which the next request has its turn. */
    private static final int INSTRUMENTS_PER_TURN = 16;
    /** Requests of a session that are answered once and wait for that. */
    private static final int MAX_WAITING = 64;

    private final DataPace pace = new DataPace(INSTRUMENTS_PER_CYCLE);
    private final Subscriptions<StatusSubscription> subscriptions = new Subscriptions<>(Subscriptions.MAX_PER_SESSION);
    /** Requests that are answered once and are not answered yet. */
    private final Map<FixSession, List<StatusSubscription>> once = new HashMap<>();
    /** Those that may have something to send, requests that are answered once included. */
    private final ArrayDeque<StatusSubscription> ready = new ArrayDeque<>();
    private final FixWriter writer = new FixWriter();
    private final DataMarkets markets;
    private final CounterSet<DataCounter> counters;
    private final long maxUnsentBytes;
    private int knownInstruments;

    SecurityStatusHandler(final DataMarkets markets, final CounterSet<DataCounter> counters, final long maxUnsentBytes)
    {
        this.markets = markets;
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
    }

    boolean hasSubscribers()
    {
        return !subscriptions.all.isEmpty();
    }

    void onRequest(final FixSession session, final StatusRequest request)
    {
        if (BookRequest.UNSUBSCRIBE == request.kind())
        {
            final StatusSubscription ended = subscriptions.remove(session, request.id());
            if (null != ended)
            {
                ended.end();
            }
            return;
        }
        final boolean isSubscription = BookRequest.SUBSCRIBE == request.kind();
        final String obstacle = obstacle(session, request, isSubscription);
        if (null != obstacle)
        {
            request.reject().send(session, BusinessReject.OTHER, obstacle);
            counters.increment(DataCounter.REJECTED);
        }
        else if (null == request.listing() && !request.isAll())
        {
            session.sendVolatile(writer.begin("f")
                .text(324, request.id())
                .text(55, request.symbol())
                .number(326, UNKNOWN)
                .text(58, "unknown instrument"));
            counters.increment(DataCounter.REJECTED);
        }
        else
        {
            serve(session, request, isSubscription);
        }
    }

    private String obstacle(final FixSession session, final StatusRequest request, final boolean isSubscription)
    {
        if (request.isAll() && (isSubscription && goesOn(session) || waiting(session, true) > 0))
        {
            return "all instruments are subscribed already";
        }
        if (isSubscription)
        {
            return subscriptions.obstacle(session, request.id());
        }
        return waiting(session, false) < MAX_WAITING ? null : "too many requests wait";
    }

    private boolean goesOn(final FixSession session)
    {
        for (final StatusSubscription subscription : subscriptions.of(session))
        {
            if (subscription.isAll)
            {
                return true;
            }
        }
        return false;
    }

    /** Requests of a session that are answered once, and are not answered yet. */
    private int waiting(final FixSession session, final boolean isAll)
    {
        int count = 0;
        for (final StatusSubscription other : once.getOrDefault(session, List.of()))
        {
            count += !isAll || other.isAll ? 1 : 0;
        }
        return count;
    }

    private void serve(final FixSession session, final StatusRequest request, final boolean isSubscription)
    {
        final StatusSubscription subscription = new StatusSubscription(session, request, markets);
        if (isSubscription)
        {
            subscriptions.add(session, request.id(), subscription);
        }
        else
        {
            once.computeIfAbsent(session, (key) -> new ArrayList<>()).add(subscription);
        }
        ready(subscription);
    }

    private void ready(final StatusSubscription subscription)
    {
        if (!subscription.isReady && !subscription.isIdle())
        {
            subscription.isReady = true;
            ready.addLast(subscription);
        }
    }

    /** The transaction in hand of a market is public. */
    void publish(final DataMarket market)
    {
        for (final Listing listing : market.touched)
        {
            if (market.isStateChanged() || listing.isStatusChanged())
            {
                for (final StatusSubscription.Item item : listing.statusItems)
                {
                    item.subscription.queue(item);
                    ready(item.subscription);
                }
            }
        }
        if (knownInstruments < markets.listings().size())
        {
            subscriptions.all.forEach(this::ready);
            knownInstruments = markets.listings().size();
        }
    }

    /** The next duty cycle begins. */
    void begin()
    {
        pace.begin();
    }

    /**
     * Sends what there is to send, a few instruments of each request in turn, while no transaction waits to become
     * public.
     *
     * @return number of instruments looked at.
     */
    int work()
    {
        int work = 0;
        for (int i = ready.size(); i > 0 && pace.isLeft() && !ready.isEmpty(); i--)
        {
            final StatusSubscription subscription = ready.pollFirst();
            work += work(subscription);
            if (!subscription.isIdle())
            {
                ready.addLast(subscription);
                continue;
            }
            subscription.isReady = false;
            if (subscription.isOnce)
            {
                forget(subscription);
            }
        }
        return work;
    }

    private void forget(final StatusSubscription subscription)
    {
        final List<StatusSubscription> waiting = once.get(subscription.session);
        if (null != waiting)
        {
            waiting.remove(subscription);
            if (waiting.isEmpty())
            {
                once.remove(subscription.session);
            }
        }
    }

    private int work(final StatusSubscription subscription)
    {
        int work = 0;
        while (work < INSTRUMENTS_PER_TURN && pace.isLeft() &&
            subscription.session.unsentBytes() <= maxUnsentBytes)
        {
            final StatusSubscription.Item item = subscription.poll();
            if (null == item)
            {
                break;
            }
            pace.spend(1);
            work++;
            tell(item);
        }
        return work;
    }

    private void tell(final StatusSubscription.Item item)
    {
        if (!markets.isHere(item.listing))
        {
            return;
        }
        final PublicInstrument instrument = item.listing.instrument;
        final DataMarket market = item.listing.market;
        final int status = status(market.state(), instrument);
        final String text = text(market.state(), instrument);
        if (item.isSent && status == item.status && text.equals(item.text) &&
            item.lowLimitE5 == instrument.lowLimitE5() && item.highLimitE5 == instrument.highLimitE5())
        {
            return;
        }
        writer.begin("f").text(324, item.subscription.requestId);
        Instruments.write(writer, instrument);
        if (!instrument.currency().isEmpty())
        {
            writer.text(15, instrument.currency());
        }
        if (0 != market.sessionId())
        {
            writer.number(336, market.sessionId());
        }
        if (item.isSent)
        {
            writer.flag(325, true);
        }
        writer.number(326, status);
        if (item.subscription.session.options().may(FixSessionOptions.Role.MARKET_DATA))
        {
            price(332, instrument.statistics().highPriceE5());
            price(333, instrument.statistics().lowPriceE5());
            price(31, instrument.statistics().lastPriceE5());
        }
        writer
            .timestamp(60, market.timeNs())
            .text(58, text)
            .price(1148, instrument.lowLimitE5())
            .price(1149, instrument.highLimitE5());
        item.isSent = true;
        item.status = status;
        item.text = text;
        item.lowLimitE5 = instrument.lowLimitE5();
        item.highLimitE5 = instrument.highLimitE5();
        item.subscription.session.sendVolatile(writer);
        counters.increment(DataCounter.OTHERS);
    }

    private void price(final int tag, final long priceE5)
    {
        if (EntryType.NONE != priceE5)
        {
            writer.price(tag, priceE5);
        }
    }

    /** SecurityTradingStatus(326). */
    private static int status(final PublicSession.State state, final PublicInstrument instrument)
    {
        return switch (state)
        {
            case NONE, CLOSED, EVENING_CLEARING -> NOT_AVAILABLE;
            case INTRADAY_CLEARING, INTRADAY_CLEARED -> TRADING_HALT;
            case OPEN -> switch (instrument.phase())
            {
                case PRE_OPEN -> PRE_OPEN;
                case OPENING_AUCTION -> OPENING_ROTATION;
                case CONTINUOUS -> READY_TO_TRADE;
                case INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION -> PRICE_INDICATION;
                case HALTED -> TRADING_HALT;
                case CLOSED, POST_TRADE, NULL_VAL -> NOT_AVAILABLE;
            };
        };
    }

    private static String text(final PublicSession.State state, final PublicInstrument instrument)
    {
        return PublicSession.State.OPEN == state ? instrument.phase().name() : state.name();
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session).forEach(StatusSubscription::end);
        final List<StatusSubscription> waiting = once.remove(session);
        if (null != waiting)
        {
            waiting.forEach(StatusSubscription::end);
        }
        ready.removeIf(StatusSubscription::isEnded);
    }
}
