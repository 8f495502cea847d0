// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Serves SecurityStatusRequests: whether and how an instrument trades, and between which limits.
 */
final class SecurityStatusDesk
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
    private static final int MESSAGES_PER_CYCLE = 128;

    private final Subscriptions<StatusSubscription> subscriptions = new Subscriptions<>();
    /** Those that may have something to tell, requests that are answered once included. */
    private final List<StatusSubscription> ready = new ArrayList<>();
    private final FixWriter writer = new FixWriter();
    private final PublicMarket market;
    private final DataCounters counters;
    private final long maxUnsentBytes;
    private int knownInstruments;

    SecurityStatusDesk(final PublicMarket market, final DataCounters counters, final long maxUnsentBytes)
    {
        this.market = market;
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
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
        final String obstacle = isSubscription ? subscriptions.obstacle(session, request.id()) : busy(session);
        if (null != obstacle)
        {
            request.reject().send(session, BusinessReject.OTHER, obstacle);
            counters.onRejected();
        }
        else if (null == request.instrument() && !request.isAll())
        {
            session.sendVolatile(writer.begin("f")
                .text(324, request.id())
                .text(55, request.symbol())
                .number(326, UNKNOWN)
                .text(58, "unknown instrument"));
            counters.onRejected();
        }
        else
        {
            serve(session, request, isSubscription);
        }
    }

    private String busy(final FixSession session)
    {
        return ready.stream().filter((other) -> other.isOnce() && other.session() == session).count() <
            Subscriptions.MAX_PER_SESSION ? null : "too many requests wait";
    }

    private void serve(final FixSession session, final StatusRequest request, final boolean isSubscription)
    {
        final StatusSubscription subscription = new StatusSubscription(session, request);
        if (request.isAll())
        {
            market.instruments().forEach(subscription::add);
        }
        else
        {
            subscription.add(request.instrument());
        }
        if (isSubscription)
        {
            subscriptions.add(session, request.id(), subscription);
        }
        ready(subscription);
    }

    private void ready(final StatusSubscription subscription)
    {
        if (!subscription.isReady() && !subscription.isIdle())
        {
            subscription.ready(true);
            ready.add(subscription);
        }
    }

    /** The transaction in hand is public. */
    void publish()
    {
        for (final PublicInstrument instrument : market.touched())
        {
            for (final StatusSubscription.Item item : instrument.statusItems)
            {
                item.subscription.queue(item);
                ready(item.subscription);
            }
        }
        final List<PublicInstrument> instruments = market.instruments();
        if (knownInstruments < instruments.size())
        {
            for (final StatusSubscription subscription : subscriptions.all())
            {
                while (subscription.isAll() && subscription.size() < instruments.size())
                {
                    subscription.add(instruments.get(subscription.size()));
                }
                ready(subscription);
            }
            knownInstruments = instruments.size();
        }
    }

    /** Tells what there is to tell, while no transaction waits to become public. */
    int work()
    {
        int sent = 0;
        int kept = 0;
        for (int i = 0; i < ready.size(); i++)
        {
            final StatusSubscription subscription = ready.get(i);
            if (sent < MESSAGES_PER_CYCLE)
            {
                sent += work(subscription);
            }
            if (subscription.isIdle())
            {
                subscription.ready(false);
            }
            else
            {
                ready.set(kept++, subscription);
            }
        }
        while (ready.size() > kept)
        {
            ready.remove(ready.size() - 1);
        }
        return sent;
    }

    private int work(final StatusSubscription subscription)
    {
        int sent = 0;
        while (sent < MESSAGES_PER_CYCLE && subscription.session().unsentBytes() <= maxUnsentBytes)
        {
            final StatusSubscription.Item item = subscription.poll();
            if (null == item)
            {
                break;
            }
            if (tell(item))
            {
                sent++;
            }
        }
        return sent;
    }

    private boolean tell(final StatusSubscription.Item item)
    {
        final PublicInstrument instrument = item.instrument;
        final int status = status(market.state(), instrument);
        final String text = text(market.state(), instrument);
        if (item.isTold && status == item.status && text.equals(item.text) &&
            item.lowLimitE5 == instrument.lowLimitE5() && item.highLimitE5 == instrument.highLimitE5())
        {
            return false;
        }
        writer.begin("f").text(324, item.subscription.requestId());
        Instruments.write(writer, instrument);
        if (!instrument.terms().currency().isEmpty())
        {
            writer.text(15, instrument.terms().currency());
        }
        if (0 != market.sessionId())
        {
            writer.number(336, market.sessionId());
        }
        if (item.isTold)
        {
            writer.flag(325, true);
        }
        writer.number(326, status);
        price(332, instrument.values().priceE5(EntryType.HIGH));
        price(333, instrument.values().priceE5(EntryType.LOW));
        price(31, instrument.values().lastPriceE5());
        writer
            .timestamp(60, market.timeNs())
            .text(58, text)
            .price(1148, instrument.lowLimitE5())
            .price(1149, instrument.highLimitE5());
        item.isTold = true;
        item.status = status;
        item.text = text;
        item.lowLimitE5 = instrument.lowLimitE5();
        item.highLimitE5 = instrument.highLimitE5();
        item.subscription.session().sendVolatile(writer);
        counters.onOther();
        return true;
    }

    private void price(final int tag, final long priceE5)
    {
        if (DayValues.NONE != priceE5)
        {
            writer.price(tag, priceE5);
        }
    }

    /** SecurityTradingStatus(326). */
    private static int status(final PublicMarket.SessionState state, final PublicInstrument instrument)
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
                default -> NOT_AVAILABLE;
            };
        };
    }

    private static String text(final PublicMarket.SessionState state, final PublicInstrument instrument)
    {
        return PublicMarket.SessionState.OPEN == state ? instrument.phase().name() : state.name();
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session).forEach(StatusSubscription::end);
        for (final StatusSubscription subscription : ready)
        {
            if (subscription.isOnce() && subscription.session() == session)
            {
                subscription.end();
            }
        }
    }
}
