// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

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
 * Serves RFQRequests(AH): who subscribes gets every request for quotes in his instruments, whoever made it, as a
 * QuoteRequest(R) that does not say who.
 */
final class QuoteRequestDesk
{
    private static final int UNKNOWN_SYMBOL = 1;

    /**
     * A RFQRequest.
     *
     * @param id RFQReqID(644).
     * @param kind SubscriptionRequestType(263), subscribe if absent.
     * @param instruments asked for.
     * @param unknown name of one that there is not, empty if there are all.
     * @param reject how it is refused.
     */
    record Request(String id, char kind, Set<PublicInstrument> instruments, String unknown, BusinessReject reject)
    {
        static Request read(final FixReader message, final PublicMarket market)
        {
            final Set<PublicInstrument> instruments = new LinkedHashSet<>();
            final StringBuilder text = new StringBuilder();
            final int kind = message.find(263);
            Instruments.readGroup(message, market, instruments, text);
            return new Request(
                message.string(message.find(644)),
                FixReader.NONE == kind ? BookRequest.SUBSCRIBE : message.character(kind),
                instruments,
                text.toString(),
                BusinessReject.of(message, 644));
        }
    }

    private record Subscription(FixSession session, Request request)
    {
    }

    private final Subscriptions<Subscription> subscriptions = new Subscriptions<>(Subscriptions.MAX_PER_SESSION);
    /** Whom to tell of an instrument: each session once. */
    private final Map<PublicInstrument, Map<FixSession, Subscription>> byInstrument = new HashMap<>();
    private final FixWriter writer = new FixWriter();
    private final DataCounters counters;
    private final long maxUnsentBytes;

    QuoteRequestDesk(final DataCounters counters, final long maxUnsentBytes)
    {
        this.counters = counters;
        this.maxUnsentBytes = maxUnsentBytes;
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
            counters.onRejected();
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
                counters.onRejected();
            }
        }
        else
        {
            request.reject().send(session, BusinessReject.OTHER, "requests for quotes are not kept: subscribe");
            counters.onRejected();
        }
    }

    private String obstacle(final FixSession session, final Request request)
    {
        for (final PublicInstrument instrument : request.instruments())
        {
            final Subscription other = byInstrument.getOrDefault(instrument, Map.of()).get(session);
            if (null != other && !other.request.id().equals(request.id()))
            {
                return "told already of " + instrument.terms().symbol() + ": id=" + other.request.id();
            }
        }
        return subscriptions.obstacle(session, request.id());
    }

    private void add(final Subscription subscription)
    {
        subscriptions.add(subscription.session, subscription.request.id(), subscription);
        for (final PublicInstrument instrument : subscription.request.instruments())
        {
            byInstrument.computeIfAbsent(instrument, (key) -> new LinkedHashMap<>())
                .put(subscription.session, subscription);
        }
    }

    private void forget(final Subscription subscription)
    {
        for (final PublicInstrument instrument : subscription.request.instruments())
        {
            byInstrument.get(instrument).remove(subscription.session);
        }
    }

    /** The transaction in hand is public. */
    void publish(final List<PublicBooks.QuoteWish> wishes)
    {
        for (int i = 0; i < wishes.size(); i++)
        {
            // Of a copy: a session may end while it is told.
            for (final Subscription subscription : List.copyOf(
                byInstrument.getOrDefault(wishes.get(i).instrument(), Map.of()).values()))
            {
                if (subscription.session.unsentBytes() <= maxUnsentBytes)
                {
                    tell(subscription, wishes.get(i), i);
                }
            }
        }
    }

    private void tell(final Subscription subscription, final PublicBooks.QuoteWish wish, final int number)
    {
        writer.begin("R")
            .text(131, wish.position() + "-" + number)
            .text(644, subscription.request.id())
            .number(146, 1);
        Instruments.write(writer, wish.instrument());
        if (0 != wish.side())
        {
            writer.number(54, wish.side());
        }
        if (0 != wish.qtyLots())
        {
            writer.number(38, wish.qtyLots());
        }
        subscription.session.sendVolatile(writer);
        counters.onOther();
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session).forEach(this::forget);
    }
}
