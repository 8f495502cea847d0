// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Serves RFQRequests(AH): a subscriber gets every request for quotes in its instruments, from any source, as a
 * QuoteRequest(R) that does not name the source.
 */
final class QuoteRequestHandler
{
    private static final int UNKNOWN_SYMBOL = 1;

    /**
     * A RFQRequest.
     *
     * @param id RFQReqID(644).
     * @param kind SubscriptionRequestType(263), subscribe if absent.
     * @param listings asked for.
     * @param unknown name of one that there is not, empty if there are all.
     * @param reject how it is refused.
     */
    record Request(String id, char kind, Set<Listing> listings, String unknown, BusinessReject reject)
    {
        static Request read(final FixReader message, final DataMarkets markets)
        {
            final Set<Listing> listings = new LinkedHashSet<>();
            final StringBuilder text = new StringBuilder();
            final int kind = message.find(263);
            Instruments.readGroup(message, markets, listings, text);
            return new Request(
                message.string(message.find(644)),
                FixReader.NONE == kind ? BookRequest.SUBSCRIBE : message.character(kind),
                listings,
                text.toString(),
                BusinessReject.of(message, 644));
        }
    }

    private record Subscription(FixSession session, Request request)
    {
    }

    private final Subscriptions<Subscription> subscriptions = new Subscriptions<>(Subscriptions.MAX_PER_SESSION);
    /** Subscribers of an instrument: each session once. */
    private final Map<Listing, Map<FixSession, Subscription>> byListing = new HashMap<>();
    private final FixWriter writer = new FixWriter();
    private final CounterSet<DataCounter> counters;
    private final long maxUnsentBytes;

    QuoteRequestHandler(final CounterSet<DataCounter> counters, final long maxUnsentBytes)
    {
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
    }

    boolean hasSubscribers()
    {
        return !subscriptions.all.isEmpty();
    }

    void onRequest(final FixSession session, final Request request)
    {
        if (BookRequest.UNSUBSCRIBE == request.kind())
        {
            final Subscription ended = subscriptions.remove(session, request.id());
            if (null != ended)
            {
                forget(ended);
            }
        }
        else if (!request.unknown().isEmpty())
        {
            session.send(writer.begin("AG")
                .text(131, request.id())
                .text(644, request.id())
                .number(658, UNKNOWN_SYMBOL)
                .number(146, 1)
                .text(55, "[N/A]")
                .text(58, request.unknown()));
            counters.increment(DataCounter.REJECTED);
        }
        else if (BookRequest.SUBSCRIBE == request.kind())
        {
            final String obstacle = obstacle(session, request);
            if (null == obstacle)
            {
                add(new Subscription(session, request));
            }
            else
            {
                request.reject().send(session, BusinessReject.OTHER, obstacle);
                counters.increment(DataCounter.REJECTED);
            }
        }
        else
        {
            request.reject().send(session, BusinessReject.OTHER, "requests for quotes are not kept: subscribe");
            counters.increment(DataCounter.REJECTED);
        }
    }

    private String obstacle(final FixSession session, final Request request)
    {
        for (final Listing listing : request.listings())
        {
            final Subscription other = byListing.getOrDefault(listing, Map.of()).get(session);
            if (null != other && !other.request.id().equals(request.id()))
            {
                return "subscribed already to " + listing.instrument.symbol() + ": id=" + other.request.id();
            }
        }
        return subscriptions.obstacle(session, request.id());
    }

    private void add(final Subscription subscription)
    {
        subscriptions.add(subscription.session, subscription.request.id(), subscription);
        for (final Listing listing : subscription.request.listings())
        {
            byListing.computeIfAbsent(listing, (key) -> new LinkedHashMap<>())
                .put(subscription.session, subscription);
        }
    }

    private void forget(final Subscription subscription)
    {
        for (final Listing listing : subscription.request.listings())
        {
            byListing.get(listing).remove(subscription.session);
        }
    }

    /** The transaction in hand is public. */
    void publish(final List<DataMarket.QuoteRequest> requests)
    {
        for (int i = 0; i < requests.size(); i++)
        {
            // A copy: a session may end during the send.
            for (final Subscription subscription : List.copyOf(
                byListing.getOrDefault(requests.get(i).listing(), Map.of()).values()))
            {
                if (subscription.session.unsentBytes() <= maxUnsentBytes)
                {
                    tell(subscription, requests.get(i), i);
                }
            }
        }
    }

    private void tell(final Subscription subscription, final DataMarket.QuoteRequest quoted, final int number)
    {
        writer.begin("R")
            .text(131, quoted.position() + "-" + number)
            .text(644, subscription.request.id())
            .number(146, 1);
        Instruments.write(writer, quoted.listing().instrument);
        if (0 != quoted.side())
        {
            writer.number(54, quoted.side());
        }
        if (0 != quoted.qtyLots())
        {
            writer.number(38, quoted.qtyLots());
        }
        subscription.session.sendVolatile(writer);
        counters.increment(DataCounter.OTHERS);
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session).forEach(this::forget);
    }
}
