// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Serves TradingSessionStatusRequests: whether the session is open, suspended by clearing, closed. A gateway that was
 * activated and takes no orders yet says that it is halted, also unasked.
 */
final class SessionStatusHandler
{
    /** TradSesStatus(340). */
    static final int UNKNOWN = 0;
    /** TradSesStatus(340). */
    static final int HALTED = 1;
    /** TradSesStatus(340). */
    static final int OPEN = 2;
    /** TradSesStatus(340). */
    static final int CLOSED = 3;
    /** TradSesStatus(340). */
    static final int PRE_OPEN = 4;
    /** TradSesStatus(340). */
    static final int PRE_CLOSE = 5;
    /** TradSesStatus(340). */
    static final int REJECTED = 6;
    private static final int MAX_SUBSCRIPTIONS = 16;
    private static final int ELECTRONIC = 1;
    private static final int UNKNOWN_SESSION = 1;

    private static final class Subscription
    {
        private final FixSession session;
        private final String requestId;
        private int status;
        private String text = "";
        private int sessionId;

        private Subscription(final FixSession session, final String requestId)
        {
            this.session = session;
            this.requestId = requestId;
        }
    }

    /** Sessions that wait for the end of the activation phase. */
    private final List<Subscription> announced = new ArrayList<>();
    private final Subscriptions<Subscription> subscriptions = new Subscriptions<>(MAX_SUBSCRIPTIONS);
    private final FixWriter writer = new FixWriter();
    private final DataMarket market;
    private final CounterSet<DataCounter> counters;
    private boolean isActivation;

    SessionStatusHandler(final DataMarket market, final CounterSet<DataCounter> counters)
    {
        this.market = market;
        this.counters = counters;
    }

    boolean hasSubscribers()
    {
        return !subscriptions.all.isEmpty();
    }

    void onRequest(final FixSession session, final StatusRequest request)
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
        else if (!request.sessionId().isEmpty() && !request.sessionId().equals(Integer.toString(market.sessionId())))
        {
            session.sendVolatile(writer.begin("h")
                .text(335, request.id())
                .text(336, request.sessionId())
                .number(340, REJECTED)
                .number(567, UNKNOWN_SESSION)
                .text(58, "the present TradingSessionID is " + market.sessionId()));
            counters.increment(DataCounter.REJECTED);
        }
        else
        {
            final Subscription subscription = new Subscription(session, request.id());
            send(subscription, false);
            if (isSubscription)
            {
                subscriptions.add(session, request.id(), subscription);
            }
        }
    }

    /** The transaction in hand is public. */
    void publish()
    {
        if (market.isChanged())
        {
            sendChanges();
        }
    }

    private void sendChanges()
    {
        for (int i = 0; i < subscriptions.all.size(); i++)
        {
            final Subscription subscription = subscriptions.all.get(i);
            if (subscription.status != status() || subscription.sessionId != market.sessionId() ||
                !subscription.text.equals(text()))
            {
                send(subscription, true);
            }
        }
    }

    /** While the phase lasts each session that enters orders is sent its beginning, and then its end. */
    void activation(final boolean isNow)
    {
        isActivation = isNow;
        sendChanges();
        announced.forEach((each) -> send(each, true));
        announced.clear();
    }

    void onLogon(final FixSession session)
    {
        if (isActivation && session.options().may(FixSessionOptions.Role.ORDER_ENTRY))
        {
            final Subscription subscription = new Subscription(session, null);
            announced.add(subscription);
            send(subscription, true);
        }
    }

    private void send(final Subscription subscription, final boolean isUpdate)
    {
        subscription.status = status();
        subscription.text = text();
        subscription.sessionId = market.sessionId();
        writer.begin("h");
        if (null != subscription.requestId)
        {
            writer.text(335, subscription.requestId);
        }
        writer.number(336, subscription.sessionId).number(338, ELECTRONIC);
        if (isUpdate)
        {
            writer.flag(325, true);
        }
        writer.number(340, subscription.status).text(58, subscription.text);
        subscription.session.sendVolatile(writer);
        counters.increment(DataCounter.OTHERS);
    }

    private int status()
    {
        return isActivation ? HALTED : switch (market.state())
        {
            case NONE -> UNKNOWN;
            case INTRADAY_CLEARING, INTRADAY_CLEARED, EVENING_CLEARING -> HALTED;
            case CLOSED -> CLOSED;
            case OPEN -> market.isPreOpen() ? PRE_OPEN : market.isPostTrade() ? PRE_CLOSE : OPEN;
        };
    }

    private String text()
    {
        return isActivation ? "ACTIVATION" : market.state().name();
    }

    void onLogout(final FixSession session)
    {
        subscriptions.remove(session);
        announced.removeIf((each) -> session == each.session);
    }
}
