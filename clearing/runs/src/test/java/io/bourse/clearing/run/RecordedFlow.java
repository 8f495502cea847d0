// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.RecordedDays.Kind;
import io.bourse.engine.testing.RecordedDays.Request;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of recorded days to the instruments of one partition, each order by a client that follows from its key. What
 * the partition has not answered when it is killed is sent to it once more: it decides what it has done already.
 */
final class RecordedFlow implements EventListener, AutoCloseable
{
    private static final int GATEWAY = 2;
    private static final int MAX_UNANSWERED = 64;

    private final List<String> accounts;
    private final Deque<Sent> waiting = new ArrayDeque<>();
    private final Deque<Sent> unanswered = new ArrayDeque<>();
    private final Map<Order, Long> orderIds = new HashMap<>();
    private final List<OrderSender> senders = new ArrayList<>();
    /** By session: the last sequence sent, and the last one answered. */
    private final long[] sequences;
    private final long[] answered;
    private EngineClient client;
    private EventFollower follower;
    private long cursor = -1;

    /** An order of a recorded day in one of the instruments that have it. */
    private record Order(int instrument, long key)
    {
    }

    /** A request with the session and, once it was sent, the sequence of its command. */
    private record Sent(int instrument, Request request, int sender, long sequence)
    {
    }

    RecordedFlow(final List<String> accounts)
    {
        this.accounts = accounts;
        sequences = new long[accounts.size()];
        answered = new long[accounts.size()];
    }

    /** Begins, or goes on after a restart of the partition. */
    void connect(final EngineClient partition)
    {
        client = partition;
        cursor = cursor < 0 ? partition.endCursor() : cursor;
        follower = partition.follow(cursor, this);
        // One publication: requests of different sessions keep their order.
        final CommandPublisher publisher = partition.newCommandPublisher(Principal.gateway(GATEWAY));
        final EngineClient one = new ForwardingEngineClient(partition)
        {
            @Override
            public CommandPublisher newCommandPublisher(final Principal sender)
            {
                return publisher;
            }
        };
        for (int i = 0; i < accounts.size(); i++)
        {
            senders.add(new OrderSender(one, GATEWAY, i + 1, accounts.get(i)));
        }
        unanswered.forEach(sent ->
        {
            senders.get(sent.sender()).sequence(sent.sequence() - 1);
            command(sent);
        });
        for (int i = 0; i < sequences.length; i++)
        {
            senders.get(i).sequence(sequences[i]);
        }
        sendWaiting();
    }

    /** The partition is gone; requests wait from now on. */
    void disconnect()
    {
        CloseHelper.quietClose(follower);
        client = null;
        senders.clear();
    }

    int unanswered()
    {
        return unanswered.size();
    }

    void send(final int instrument, final Request request)
    {
        waiting.add(new Sent(instrument, request, (int)((request.key() + instrument) % accounts.size()), 0));
        sendWaiting();
    }

    private void sendWaiting()
    {
        while (null != client && !waiting.isEmpty())
        {
            send(waiting.remove());
        }
    }

    private void send(final Sent sent)
    {
        final Request request = sent.request();
        switch (request.kind())
        {
            case PHASE ->
            {
                listen(0);
                try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
                {
                    new PhaseOperator(operator)
                        .changePhase(PhaseChangeSpec.ofInstrument(sent.instrument(), request.phase()));
                }
            }
            case REST, TAKE -> publish(sent);
            case CANCEL, SET_REST ->
            {
                final Order order = new Order(sent.instrument(), request.key());
                if (!orderIds.containsKey(order))
                {
                    listen(0);
                }
                if (orderIds.containsKey(order))
                {
                    publish(sent);
                }
            }
        }
    }

    private void publish(final Sent sent)
    {
        unanswered.add(new Sent(sent.instrument(), sent.request(), sent.sender(), ++sequences[sent.sender()]));
        command(unanswered.getLast());
        listen(MAX_UNANSWERED);
    }

    private void command(final Sent sent)
    {
        final Request request = sent.request();
        final OrderSender sender = senders.get(sent.sender());
        final Side side = request.isBuy() ? Side.BUY : Side.SELL;
        switch (request.kind())
        {
            case PHASE -> throw new IllegalArgumentException("no command of a session: " + request);
            case REST -> sender.newOrder(sent.instrument(), side, request.priceE5(), request.lots());
            case TAKE -> sender.newOrder(
                sent.instrument(), side, TimeInForce.IOC, request.priceE5(), request.lots());
            case CANCEL -> sender.cancel(sent.instrument(), orderId(sent));
            case SET_REST -> sender.replace(
                sent.instrument(), orderId(sent), request.priceE5(), request.lots(), ReplaceMode.SET_REST);
        }
    }

    private long orderId(final Sent sent)
    {
        return orderIds.get(new Order(sent.instrument(), sent.request().key()));
    }

    /** Waits until no more than so many requests are unanswered. */
    void listen(final int maxUnanswered)
    {
        TestEngine.pollUntil(follower, () -> unanswered.size() <= maxUnanswered);
    }

    /** Not of a command that was sent once more and had been executed. */
    private boolean isAnswer(final EventGroup group)
    {
        return GATEWAY == group.gatewayId() && group.sequence() > answered[group.sessionId() - 1];
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (isAnswer(group) && Kind.REST == unanswered.getFirst().request().kind())
        {
            final Sent sent = unanswered.getFirst();
            orderIds.put(new Order(sent.instrument(), sent.request().key()), event.orderId());
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        cursor = group.cursor();
        if (isAnswer(group))
        {
            answered[group.sessionId() - 1] = group.sequence();
            final Sent sent = unanswered.remove();
            if (sent.sequence() != group.sequence() || sent.sender() + 1 != group.sessionId())
            {
                throw new AssertionError("another answer than that of " + sent + ": session=" + group.sessionId() +
                    " sequence=" + group.sequence());
            }
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(follower);
    }
}
