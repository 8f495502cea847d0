// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves MarketDataRequests: snapshots, and subscriptions that get every transaction as one message, or, while their
 * client reads too slowly, as many transactions as have come together netted into one.
 */
final class BookDesk
{
    private final Map<FixSession, Map<String, BookSubscription>> subscriptions = new HashMap<>();
    private final List<BookSubscription> due = new ArrayList<>();
    private final List<BookSubscription> late = new ArrayList<>();
    private final MarketDataEncoder encoder = new MarketDataEncoder();
    private final PublicMarket market;
    private final DataCounters counters;
    private final long maxUnsentBytes;

    BookDesk(final PublicMarket market, final DataCounters counters, final long maxUnsentBytes)
    {
        this.market = market;
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
    }

    /** A request, while no transaction waits to become public. */
    void onRequest(final FixSession session, final BookRequest request)
    {
        if (!session.options().may(FixSessionOptions.Role.MARKET_DATA))
        {
            reject(session, request, '3', "market data is not for this session");
        }
        else if (0 != request.refusal())
        {
            reject(session, request, request.refusal(), request.text());
        }
        else if (BookRequest.UNSUBSCRIBE == request.kind())
        {
            unsubscribe(session, request);
        }
        else if (of(session).containsKey(request.id()))
        {
            reject(session, request, '1', "a subscription with this MDReqID goes on");
        }
        else if (session.unsentBytes() > maxUnsentBytes)
        {
            reject(session, request, '2', "too much waits to be read: unsentBytes=" + session.unsentBytes());
        }
        else if (BookRequest.SNAPSHOT == request.kind())
        {
            begin(new BookSubscription(session, request));
        }
        else
        {
            subscribe(session, request);
        }
    }

    private void unsubscribe(final FixSession session, final BookRequest request)
    {
        final BookSubscription subscription = of(session).remove(request.id());
        if (null == subscription)
        {
            reject(session, request, BookRequest.NO_REASON, "no subscription with this MDReqID goes on");
        }
        else
        {
            subscription.end();
        }
    }

    private void subscribe(final FixSession session, final BookRequest request)
    {
        final int quota = session.options().marketDataQuota();
        final int used = of(session).values().stream().mapToInt((other) -> other.items().size()).sum();
        if (used + request.instruments().size() > quota)
        {
            reject(session, request, '2', "quota of subscriptions: used=" + used + " wanted=" +
                request.instruments().size() + " quota=" + quota);
            return;
        }
        final BookSubscription subscription = new BookSubscription(session, request);
        subscriptions.computeIfAbsent(session, (key) -> new HashMap<>()).put(request.id(), subscription);
        begin(subscription);
    }

    private void begin(final BookSubscription subscription)
    {
        if (!tellSnapshots(subscription))
        {
            subscription.late(true);
            late.add(subscription);
        }
    }

    /** Sends the snapshots that are still to be sent, as many as the client reads; false if not all are sent. */
    private boolean tellSnapshots(final BookSubscription subscription)
    {
        BookSubscription.Item item = subscription.nextUntold();
        while (null != item)
        {
            if (subscription.session().unsentBytes() > maxUnsentBytes)
            {
                return false;
            }
            item.shared.describe();
            snapshot(subscription.session(), subscription.request(), item.instrument, item.shared.changes());
            subscription.told(item);
            item = subscription.nextUntold();
        }
        if (subscription.isOnce())
        {
            subscription.end();
        }
        return true;
    }

    private Map<String, BookSubscription> of(final FixSession session)
    {
        final Map<String, BookSubscription> found = subscriptions.get(session);
        return null == found ? new HashMap<>() : found;
    }

    private void snapshot(
        final FixSession session,
        final BookRequest request,
        final PublicInstrument instrument,
        final Changes entries)
    {
        encoder.snapshot(session, request, instrument, entries);
        counters.onSnapshot();
    }

    private void reject(final FixSession session, final BookRequest request, final char reason, final String text)
    {
        encoder.reject(session, request, reason, text);
        counters.onRejected();
    }

    /** The transaction in hand is public: every subscriber is told his part of it. */
    void publish()
    {
        for (int i = 0; i < market.touched().size(); i++)
        {
            final PublicInstrument instrument = market.touched().get(i);
            if (!instrument.bookItems.isEmpty())
            {
                advance(instrument);
            }
        }
        for (int i = 0; i < due.size(); i++)
        {
            send(due.get(i));
        }
        due.clear();
    }

    private void advance(final PublicInstrument instrument)
    {
        final List<BookSubscription.Item> items = instrument.bookItems;
        for (int i = 0; i < items.size(); i++)
        {
            final BookSubscription.Item item = items.get(i);
            final BookSubscription subscription = item.subscription;
            if (!subscription.isLate() && subscription.session().unsentBytes() > maxUnsentBytes)
            {
                subscription.late(true);
                late.add(subscription);
            }
            if (subscription.isLate())
            {
                if (null == item.own && item.isTold)
                {
                    item.own = item.shared.copy();
                }
                counters.onConflated();
            }
            else
            {
                if (subscription.dueItems().isEmpty())
                {
                    due.add(subscription);
                }
                subscription.dueItems().add(item);
            }
        }
        for (int i = 0; i < instrument.views.size(); i++)
        {
            instrument.views.get(i).advance();
        }
    }

    private void send(final BookSubscription subscription)
    {
        final List<BookSubscription.Item> items = subscription.dueItems();
        if (subscription.isEnded())
        {
            items.clear();
            return;
        }
        final BookRequest request = subscription.request();
        if (request.isFullRefresh())
        {
            for (int i = 0; i < items.size(); i++)
            {
                final BookSubscription.Item item = items.get(i);
                if (0 != item.changes().count(request.mask()))
                {
                    final InstrumentView view = new InstrumentView(item.instrument, request.depth());
                    view.describe();
                    snapshot(subscription.session(), request, item.instrument, view.changes());
                }
            }
        }
        else if (encoder.increment(subscription.session(), request, items))
        {
            counters.onIncrement();
        }
        items.clear();
    }

    /**
     * Brings up to date who reads again, while no transaction waits to become public.
     *
     * @return number of subscriptions brought up to date.
     */
    int catchUp()
    {
        int work = 0;
        for (int i = late.size() - 1; i >= 0; i--)
        {
            final BookSubscription subscription = late.get(i);
            if (subscription.isEnded())
            {
                late.remove(i);
            }
            else if (subscription.session().unsentBytes() <= maxUnsentBytes / 2)
            {
                if (tellSnapshots(subscription))
                {
                    late.remove(i);
                    catchUp(subscription);
                }
                work++;
            }
        }
        return work;
    }

    private void catchUp(final BookSubscription subscription)
    {
        subscription.late(false);
        for (final BookSubscription.Item item : subscription.items())
        {
            if (null != item.own)
            {
                item.own.catchUp();
                subscription.dueItems().add(item);
            }
        }
        send(subscription);
        for (final BookSubscription.Item item : subscription.items())
        {
            item.own = null;
        }
    }

    /** The session has ended, and its subscriptions with it. */
    void onLogout(final FixSession session)
    {
        for (final BookSubscription subscription : late)
        {
            if (subscription.isOnce() && !subscription.isEnded() && subscription.session() == session)
            {
                subscription.end();
            }
        }
        final Map<String, BookSubscription> ended = subscriptions.remove(session);
        if (null != ended)
        {
            ended.values().forEach(BookSubscription::end);
        }
    }

    /** Number of instruments subscribed to, over all sessions. */
    int size()
    {
        return subscriptions.values().stream().flatMap((map) -> map.values().stream())
            .mapToInt((subscription) -> subscription.items().size()).sum();
    }
}
