// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.field.Account;
import quickfix.field.ClOrdID;
import quickfix.field.OrdType;
import quickfix.field.OrderQty;
import quickfix.field.PossResend;
import quickfix.field.Price;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.TimeInForce;
import quickfix.field.TransactTime;
import quickfix.fix44.NewOrderSingle;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A firm that knows nothing but FIX: QuickFIX/J connects again and again, sends again what the venue asks for and asks
 * for what it missed itself. What is still without an answer then is sent once more with PossResend, under its own
 * ClOrdID. Every third order has a price off the tick and must be refused.
 */
final class LearningFixClient implements FixClientListener, AutoCloseable
{
    private static final String SYMBOL = "Si-12.26";
    private static final int REFUSED_OF = 3;
    private static final int DUPLICATE = 6;

    private final Map<String, List<String>> answers = new TreeMap<>();
    private final Set<String> unanswered = new TreeSet<>();
    private final Set<String> execIds = new TreeSet<>();
    private final List<String> unexpected = new ArrayList<>();
    private final Map<String, Long> acceptedMs = new TreeMap<>();
    private boolean mayRepeat;
    private final SessionID session;
    private final String account;
    private final FixClient client;
    private long lastId;

    LearningFixClient(final InetSocketAddress address, final String login, final String account)
    {
        this.account = account;
        session = new SessionID("FIX.4.4", login, FixClient.VENUE_COMP_ID);
        client = FixClient.connect(address.getHostString(), address.getPort(), login, this);
    }

    boolean isLoggedOn()
    {
        return client.isLoggedOn();
    }

    long lastId()
    {
        return lastId;
    }

    static boolean isRefused(final long id)
    {
        return 0 == id % REFUSED_OF;
    }

    static String name(final long id)
    {
        return "order-" + id;
    }

    /** Sends one new order; it goes out at the next logon when there is no connection. */
    void send()
    {
        final String name = name(++lastId);
        synchronized (this)
        {
            unanswered.add(name);
        }
        send(lastId, false);
    }

    /** Sends what has no answer once more. */
    void sendAgain()
    {
        final List<Long> ids = new ArrayList<>();
        synchronized (this)
        {
            for (long id = 1; id <= lastId; id++)
            {
                if (unanswered.contains(name(id)))
                {
                    ids.add(id);
                }
            }
        }
        ids.forEach((id) -> send(id, true));
    }

    private void send(final long id, final boolean again)
    {
        final NewOrderSingle order = new NewOrderSingle(
            new ClOrdID(name(id)), new Side(Side.BUY), new TransactTime(), new OrdType(OrdType.LIMIT));
        order.set(new Account(account));
        order.set(new Symbol(SYMBOL));
        order.set(new OrderQty(1));
        order.setString(Price.FIELD, isRefused(id) ? "90000.5" : "90000");
        order.set(new TimeInForce(TimeInForce.DAY));
        if (again)
        {
            order.getHeader().setField(new PossResend(true));
        }
        try
        {
            Session.sendToTarget(order, session);
        }
        catch (final SessionNotFound ex)
        {
            throw new AssertionError("the client has no session: " + session, ex);
        }
    }

    synchronized int unanswered()
    {
        return unanswered.size();
    }

    /** Whether the report of every order has come, and not only the news that it had been taken before. */
    synchronized boolean knowsAll()
    {
        for (long id = 1; id <= lastId; id++)
        {
            final List<String> received = answers.getOrDefault(name(id), List.of());
            if (!received.contains(isRefused(id) ? "refused" : "accepted"))
            {
                return false;
            }
        }
        return true;
    }

    /** What was said of each order; the news that it was known already is left out. */
    synchronized Map<String, List<String>> answers()
    {
        return new TreeMap<>(answers);
    }

    /** The venue goes on at another site from a copy, which may lack the last reports and their numbers. */
    synchronized void mayRepeat()
    {
        mayRepeat = true;
    }

    /** When the first acceptance of each order came. */
    synchronized Map<String, Long> acceptedMs()
    {
        return new TreeMap<>(acceptedMs);
    }

    synchronized List<String> unexpected()
    {
        return List.copyOf(unexpected);
    }

    @Override
    public synchronized void onExecution(final FixExecution report)
    {
        final boolean isKnownAlready = 'I' == report.execType() ||
            '8' == report.execType() && DUPLICATE == report.ordRejReason();
        unanswered.remove(report.clOrdId());
        if (isKnownAlready)
        {
            return;
        }
        final boolean isNew = execIds.add(report.execId());
        if (!isNew && report.isPossResend())
        {
            return;
        }
        if (!isNew && !mayRepeat)
        {
            unexpected.add("received twice: " + report);
        }
        switch (report.execType())
        {
            case '0' ->
            {
                answers.computeIfAbsent(report.clOrdId(), (key) -> new ArrayList<>()).add("accepted");
                acceptedMs.putIfAbsent(report.clOrdId(), System.currentTimeMillis());
            }
            case '8' -> answers.computeIfAbsent(report.clOrdId(), (key) -> new ArrayList<>()).add("refused");
            default -> unexpected.add(report.toString());
        }
    }

    @Override
    public synchronized void onCancelReject(final FixCancelReject reject)
    {
        unexpected.add(reject.toString());
    }

    @Override
    public synchronized void onReject(final Message reject)
    {
        unexpected.add(reject.toString());
    }

    @Override
    public void close()
    {
        client.close();
    }
}
