// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves MarketDataRequests: snapshots, and subscriptions that get every transaction as one message, or, while their
 * client reads too slowly, as many transactions as have come together netted into one. First snapshots go out over as
 * many duty cycles as they need.
 */
final class BookRequestHandler
{
    /** About as many snapshots of small books, or one of a large one, in a duty cycle. */
    private static final int UNITS_PER_CYCLE = 256;
    private static final int UNITS_PER_MESSAGE = 4;
    private static final int ENTRIES_PER_UNIT = 8;
    /** Snapshots after which the next request has its turn. */
    private static final int SNAPSHOTS_PER_TURN = 8;

    private final DataPace pace = new DataPace(UNITS_PER_CYCLE);
    /** Requests that are answered once are among them until they are answered. */
    private final Map<FixSession, Map<String, BookSubscription>> subscriptions = new HashMap<>();
    /** Those that have snapshots to send and a client that reads. */
    private final ArrayDeque<BookSubscription> jobs = new ArrayDeque<>();
    private final List<BookSubscription> due = new ArrayList<>();
    private final List<BookSubscription> late = new ArrayList<>();
    private final MarketDataEncoder encoder = new MarketDataEncoder();
    private final CounterSet<DataCounter> counters;
    private final long maxUnsentBytes;

    BookRequestHandler(final CounterSet<DataCounter> counters, final long maxUnsentBytes)
    {
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
    }

    boolean hasSubscribers()
    {
        return !subscriptions.isEmpty();
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
        else if (isBehind(session))
        {
            reject(session, request, '2', "snapshots asked for before wait to be read");
        }
        else
        {
            serve(session, request);
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

    /** Whether an answer stopped half way, because the client does not read. */
    private boolean isBehind(final FixSession session)
    {
        for (final BookSubscription subscription : of(session).values())
        {
            if (subscription.isLate && subscription.hasUnsent())
            {
                return true;
            }
        }
        return false;
    }

    private void serve(final FixSession session, final BookRequest request)
    {
        final int quota = session.options().marketDataQuota();
        int used = 0;
        for (final BookSubscription other : of(session).values())
        {
            used += other.request.listings().size();
        }
        if (used + request.listings().size() > quota)
        {
            reject(session, request, '2', "quota of subscriptions: used=" + used + " wanted=" +
                request.listings().size() + " quota=" + quota);
            return;
        }
        final BookSubscription subscription = new BookSubscription(session, request);
        subscriptions.computeIfAbsent(session, (key) -> new HashMap<>()).put(request.id(), subscription);
        jobs.addLast(subscription);
        tellSnapshots();
    }

    /** Sends snapshots, a few of each request in turn, as many as fit into the duty cycle. */
    private int tellSnapshots()
    {
        int work = 0;
        while (pace.isLeft() && !jobs.isEmpty())
        {
            final BookSubscription subscription = jobs.pollFirst();
            if (!subscription.isEnded() && !subscription.isLate)
            {
                tellSnapshots(subscription);
                work++;
            }
        }
        return work;
    }

    private void tellSnapshots(final BookSubscription subscription)
    {
        for (int i = 0; i < SNAPSHOTS_PER_TURN && pace.isLeft() && subscription.hasUnsent(); i++)
        {
            if (subscription.session.unsentBytes() > maxUnsentBytes)
            {
                subscription.isLate = true;
                late.add(subscription);
                return;
            }
            final InstrumentView view = subscription.startNext();
            view.describe();
            pace.spend(UNITS_PER_MESSAGE + view.changes.size() / ENTRIES_PER_UNIT);
            snapshot(subscription.session, subscription.request, view.listing, view.changes);
            if (subscription.isEnded())
            {
                return;
            }
        }
        if (subscription.hasUnsent())
        {
            jobs.addLast(subscription);
        }
        else if (subscription.isOnce())
        {
            of(subscription.session).remove(subscription.request.id());
            subscription.end();
        }
    }

    private Map<String, BookSubscription> of(final FixSession session)
    {
        final Map<String, BookSubscription> found = subscriptions.get(session);
        return null == found ? new HashMap<>() : found;
    }

    private void snapshot(
        final FixSession session,
        final BookRequest request,
        final Listing listing,
        final Changes entries)
    {
        encoder.snapshot(session, request, listing, entries);
        counters.increment(DataCounter.SNAPSHOTS);
    }

    private void reject(final FixSession session, final BookRequest request, final char reason, final String text)
    {
        encoder.reject(session, request, reason, text);
        counters.increment(DataCounter.REJECTED);
    }

    /** The current transaction of a market is published: every subscriber gets its part of it. */
    void publish(final DataMarket market)
    {
        for (int i = 0; i < market.touched.size(); i++)
        {
            final Listing listing = market.touched.get(i);
            if (!listing.bookItems.isEmpty())
            {
                advance(listing);
            }
        }
        for (int i = 0; i < due.size(); i++)
        {
            send(due.get(i));
        }
        due.clear();
    }

    private void advance(final Listing listing)
    {
        final List<BookSubscription.Item> items = listing.bookItems;
        for (int i = 0; i < items.size(); i++)
        {
            final BookSubscription.Item item = items.get(i);
            final BookSubscription subscription = item.subscription;
            if (!subscription.isLate && subscription.session.unsentBytes() > maxUnsentBytes)
            {
                subscription.isLate = true;
                late.add(subscription);
            }
            if (subscription.isLate)
            {
                if (null == item.own)
                {
                    item.own = item.shared.copy();
                }
                counters.increment(DataCounter.CONFLATED);
            }
            else
            {
                if (subscription.dueItems.isEmpty())
                {
                    due.add(subscription);
                }
                subscription.dueItems.add(item);
            }
        }
        for (int i = 0; i < listing.views.size(); i++)
        {
            listing.views.get(i).advance();
        }
    }

    private void send(final BookSubscription subscription)
    {
        final List<BookSubscription.Item> items = subscription.dueItems;
        if (subscription.isEnded())
        {
            items.clear();
            return;
        }
        final BookRequest request = subscription.request;
        if (request.isFullRefresh())
        {
            for (int i = 0; i < items.size(); i++)
            {
                final BookSubscription.Item item = items.get(i);
                if (0 != item.changes().count(request.mask()))
                {
                    final InstrumentView view = new InstrumentView(item.listing, request.depth());
                    view.describe();
                    snapshot(subscription.session, request, item.listing, view.changes);
                }
            }
        }
        else if (encoder.increment(subscription.session, request, items))
        {
            counters.increment(DataCounter.INCREMENTS);
        }
        items.clear();
    }

    /** The next duty cycle begins. */
    void begin()
    {
        pace.begin();
    }

    /**
     * Brings up to date who reads again and goes on with snapshots, while no transaction waits to become public.
     *
     * @return number of subscriptions worked on.
     */
    int work()
    {
        int work = 0;
        for (int i = late.size() - 1; i >= 0 && pace.isLeft(); i--)
        {
            // A subscription whose session ends meanwhile leaves the list.
            final BookSubscription subscription = i < late.size() ? late.get(i) : null;
            if (null != subscription && subscription.isEnded())
            {
                late.remove(i);
            }
            else if (null != subscription && subscription.session.unsentBytes() <= maxUnsentBytes / 2)
            {
                late.remove(i);
                catchUp(subscription);
                work++;
            }
        }
        return work + tellSnapshots();
    }

    private void catchUp(final BookSubscription subscription)
    {
        subscription.isLate = false;
        for (final BookSubscription.Item item : subscription.items)
        {
            if (null != item.own)
            {
                item.own.catchUp();
                pace.spend(1 + item.own.changes.size() / ENTRIES_PER_UNIT);
                subscription.dueItems.add(item);
            }
        }
        pace.spend(UNITS_PER_MESSAGE);
        send(subscription);
        for (final BookSubscription.Item item : subscription.items)
        {
            item.own = null;
        }
        if (!subscription.isEnded() && subscription.hasUnsent())
        {
            jobs.addLast(subscription);
        }
    }

    /** The session has ended, and its subscriptions with it. */
    void onLogout(final FixSession session)
    {
        final Map<String, BookSubscription> ended = subscriptions.remove(session);
        if (null != ended)
        {
            ended.values().forEach(BookSubscription::end);
        }
        jobs.removeIf(BookSubscription::isEnded);
        late.removeIf(BookSubscription::isEnded);
    }

    /** Number of instruments subscribed to, over all sessions. */
    int size()
    {
        return subscriptions.values().stream().flatMap((map) -> map.values().stream())
            .filter((subscription) -> !subscription.isOnce())
            .mapToInt((subscription) -> subscription.request.listings().size()).sum();
    }
}
