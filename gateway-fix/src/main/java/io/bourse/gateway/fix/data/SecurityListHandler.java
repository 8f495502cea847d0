// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Serves SecurityListRequests: lists in fragments that go out as fast as the client reads them, and, for who
 * subscribes, every instrument that is defined or changes later.
 */
final class SecurityListHandler
{
    /** Instruments in one message. */
    static final int FRAGMENT_SIZE = 50;
    /** In a duty cycle; a walk over so many instruments that are not listed counts as one. */
    private static final int FRAGMENTS_PER_CYCLE = 8;
    private static final int WALK_SIZE = 1_000;
    private static final int MAX_JOBS_PER_SESSION = 8;
    private static final int MAX_SUBSCRIPTIONS = 16;
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int NOTHING_FOUND = 2;
    private static final int TEMPORARILY_UNAVAILABLE = 4;

    private static final class Subscription
    {
        private final FixSession session;
        private final ListRequest request;
        private final Set<Listing> changed = new LinkedHashSet<>();
        private boolean isBusy;

        private Subscription(final FixSession session, final ListRequest request)
        {
            this.session = session;
            this.request = request;
        }
    }

    /** A list on its way. */
    private static final class Job
    {
        private final FixSession session;
        private final String requestId;
        private final String responseId;
        private final ListRequest request;
        private final Subscription subscription;
        /** Null until they have been looked for. */
        private List<Listing> listings;
        private int next;
        private boolean isEnded;

        private Job(
            final FixSession session,
            final ListRequest request,
            final String responseId,
            final List<Listing> listings,
            final Subscription subscription)
        {
            this.session = session;
            this.request = request;
            requestId = request.id();
            this.responseId = responseId;
            this.listings = listings;
            this.subscription = subscription;
        }
    }

    private final Subscriptions<Subscription> subscriptions = new Subscriptions<>(MAX_SUBSCRIPTIONS);
    private final ArrayDeque<Job> jobs = new ArrayDeque<>();
    private final DataPace pace = new DataPace(FRAGMENTS_PER_CYCLE);
    private final FixWriter writer = new FixWriter();
    private final DataMarkets markets;
    private final CounterSet<DataCounter> counters;
    private final long maxUnsentBytes;
    private long responses;
    private boolean isChangeDue;

    SecurityListHandler(final DataMarkets markets, final CounterSet<DataCounter> counters, final long maxUnsentBytes)
    {
        this.markets = markets;
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
    }

    boolean hasSubscribers()
    {
        return !subscriptions.all.isEmpty();
    }

    void onRequest(final FixSession session, final ListRequest request)
    {
        if (BookRequest.UNSUBSCRIBE == request.kind())
        {
            subscriptions.remove(session, request.id());
            return;
        }
        final boolean isSubscription = BookRequest.SUBSCRIBE == request.kind();
        final String obstacle = isSubscription ? subscriptions.obstacle(session, request.id()) : null;
        if (null != obstacle)
        {
            request.reject().send(session, BusinessReject.OTHER, obstacle);
            counters.increment(DataCounter.REJECTED);
        }
        else if (!request.isSupported())
        {
            refuse(session, request.id(), INVALID);
        }
        else if (jobs.stream().filter((job) -> job.session == session).count() >= MAX_JOBS_PER_SESSION)
        {
            refuse(session, request.id(), TEMPORARILY_UNAVAILABLE);
        }
        else
        {
            serve(session, request, isSubscription);
        }
    }

    private void serve(final FixSession session, final ListRequest request, final boolean isSubscription)
    {
        Subscription subscription = null;
        if (isSubscription)
        {
            subscription = new Subscription(session, request);
            subscriptions.add(session, request.id(), subscription);
        }
        if (request.isVain(markets))
        {
            refuse(session, request.id(), NOTHING_FOUND);
        }
        else
        {
            begin(session, request, null, subscription);
        }
    }

    private void begin(
        final FixSession session,
        final ListRequest request,
        final List<Listing> listings,
        final Subscription subscription)
    {
        if (null != subscription)
        {
            subscription.isBusy = true;
        }
        jobs.add(new Job(session, request, nextResponseId(), listings, subscription));
    }

    private String nextResponseId()
    {
        return "L" + ++responses;
    }

    private void refuse(final FixSession session, final String requestId, final int result)
    {
        session.sendVolatile(writer.begin("y")
            .text(320, requestId)
            .text(322, nextResponseId())
            .number(560, result)
            .number(393, 0)
            .flag(893, true));
        counters.increment(DataCounter.REJECTED);
    }

    /** The transaction in hand of a market is public. */
    void publish(final DataMarket market)
    {
        if (subscriptions.all.isEmpty())
        {
            return;
        }
        for (final Listing listing : market.touched)
        {
            if (listing.isReferenceChanged() && markets.isHere(listing))
            {
                for (final Subscription subscription : subscriptions.all)
                {
                    if (subscription.request.matches(listing))
                    {
                        subscription.changed.add(listing);
                        isChangeDue = true;
                    }
                }
            }
        }
    }

    /** The next duty cycle begins. */
    void begin()
    {
        pace.begin();
    }

    /** Sends what there is to send, a fragment of each list in turn, while no transaction waits to become public. */
    int work()
    {
        if (isChangeDue)
        {
            beginChanges();
        }
        int work = 0;
        for (int i = jobs.size(); i > 0 && pace.isLeft() && !jobs.isEmpty(); i--)
        {
            final Job job = jobs.pollFirst();
            if (job.session.unsentBytes() <= maxUnsentBytes)
            {
                work(job);
                work++;
            }
            if (!isDone(job))
            {
                jobs.addLast(job);
            }
        }
        return work;
    }

    private void work(final Job job)
    {
        if (null == job.listings)
        {
            pace.spend(markets.listings().size() / WALK_SIZE);
            job.listings = new ArrayList<>();
            for (final Listing listing : markets.listings())
            {
                if (job.request.matches(listing) && markets.isHere(listing))
                {
                    job.listings.add(listing);
                }
            }
        }
        pace.spend(1);
        if (job.listings.isEmpty())
        {
            refuse(job.session, job.requestId, NOTHING_FOUND);
        }
        else
        {
            fragment(job);
        }
    }

    private void beginChanges()
    {
        isChangeDue = false;
        for (final Subscription subscription : subscriptions.all)
        {
            if (subscription.isBusy)
            {
                isChangeDue |= !subscription.changed.isEmpty();
            }
            else if (!subscription.changed.isEmpty())
            {
                final List<Listing> changed = List.copyOf(subscription.changed);
                subscription.changed.clear();
                begin(subscription.session, subscription.request, changed, subscription);
            }
        }
    }

    private static boolean isDone(final Job job)
    {
        final boolean isDone = job.isEnded || null != job.listings && job.next == job.listings.size();
        if (isDone && null != job.subscription)
        {
            job.subscription.isBusy = false;
        }
        return isDone;
    }

    private void fragment(final Job job)
    {
        final int end = Math.min(job.listings.size(), job.next + FRAGMENT_SIZE);
        writer.begin("y")
            .text(320, job.requestId)
            .text(322, job.responseId)
            .number(560, VALID)
            .number(393, job.listings.size())
            .flag(893, end == job.listings.size())
            .number(146, end - job.next);
        for (int i = job.next; i < end; i++)
        {
            final Listing listing = job.listings.get(i);
            SecurityEncoder.write(writer, listing.instrument, listing.market.sessionId());
        }
        job.next = end;
        job.session.sendVolatile(writer);
        counters.increment(DataCounter.OTHERS);
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session);
        for (final Job job : jobs)
        {
            job.isEnded |= job.session == session;
        }
        jobs.removeIf((job) -> job.isEnded);
    }
}
