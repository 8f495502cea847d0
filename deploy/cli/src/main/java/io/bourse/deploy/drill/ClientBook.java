// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A client's own orders by its answers, the same for both protocols: made from the journal at the start and kept by
 * what comes. A request may be answered in a later connection or a later life of the client than the one that sent it.
 */
final class ClientBook
{
    private final Map<String, Sent> unanswered = new HashMap<>();
    private final Map<Long, Order> working = new TreeMap<>();
    private final Map<Long, Order> byFlowKey = new HashMap<>();
    private final List<String> contradictions = new ArrayList<>();
    private final SortedMap<Long, String> ahead = new TreeMap<>();
    private long lastWhole;
    private long lastNumber;
    private int outstanding;

    /** An order of this client. */
    static final class Order
    {
        final long flowKey;
        final int instrumentId;
        final boolean buy;
        final String account;
        String name;
        long orderId;
        long priceE5;
        long restLots;
        long executedLots;
        boolean isPending;

        private Order(final Request request)
        {
            flowKey = request.flowKey;
            instrumentId = request.instrumentId;
            buy = request.buy;
            account = request.account;
            name = request.name;
            priceE5 = request.priceE5;
            restLots = request.lots;
        }
    }

    /**
     * A request: a new order, or a change of one.
     *
     * @param number of it, from 1, over all lives of the client.
     * @param name by which the venue answers.
     * @param flowKey by which the flow knows the order.
     * @param instrumentId of the order.
     * @param buy side.
     * @param account of the order.
     * @param priceE5 price x 100 000.
     * @param lots quantity, what was executed included; 0 of a cancel.
     */
    record Request(
        long number, String name, long flowKey, int instrumentId, boolean buy, String account, long priceE5, long lots)
    {
        private String text(final long orderId)
        {
            return number + " " + flowKey + " " + instrumentId + " " + (buy ? 'B' : 'S') + " " + account + " " +
                priceE5 + " " + lots + " " + orderId;
        }

        private static Request parse(final String name, final String[] words)
        {
            return new Request(Long.parseLong(words[0]), name, Long.parseLong(words[1]), Integer.parseInt(words[2]),
                "B".equals(words[3]), words[4], Long.parseLong(words[5]), Long.parseLong(words[6]));
        }
    }

    private static final class Sent
    {
        private final Request request;
        private final Order order;
        private boolean isOfThisConnection;

        private Sent(final Request request, final Order order, final boolean isOfThisConnection)
        {
            this.request = request;
            this.order = order;
            this.isOfThisConnection = isOfThisConnection;
        }
    }

    /**
     * Takes in what an earlier life of the client sent and received.
     *
     * @param lines of its journal.
     * @param isNumbered whether keys of messages are numbers without holes; then they count, not the order of lines.
     */
    void replay(final List<ClientJournal.Line> lines, final boolean isNumbered)
    {
        for (final ClientJournal.Line line : lines)
        {
            switch (line.kind())
            {
                case ClientJournal.SENT ->
                {
                    final String[] words = line.text().split(" ");
                    add(Request.parse(line.key(), words), working.get(Long.parseLong(words[7])), false);
                }
                case ClientJournal.ANSWER ->
                {
                    if (isNumbered)
                    {
                        received(Long.parseLong(line.key()), line.text());
                    }
                    else
                    {
                        received(line.text());
                    }
                }
                case ClientJournal.REFUSED -> refused(line.key());
                default -> contradictions.add(line.text());
            }
        }
        // What the flow of an earlier life meant by its keys is forgotten with it.
        byFlowKey.clear();
        contradictions.clear();
    }

    /** Number of the next request; never one that was used before. */
    long nextNumber()
    {
        return lastNumber + 1;
    }

    /**
     * Writes a request down, before it is sent.
     *
     * @param request about to be sent.
     * @param order that it is to change; null for a new one.
     * @param journal to write to.
     */
    void sending(final Request request, final Order order, final ClientJournal journal)
    {
        journal.write(ClientJournal.SENT, request.name, request.text(null == order ? 0 : order.orderId));
        add(request, order, true);
    }

    private void add(final Request request, final Order order, final boolean isOfThisConnection)
    {
        lastNumber = Math.max(lastNumber, request.number);
        final Sent sent = new Sent(request, null == order ? new Order(request) : order, isOfThisConnection);
        sent.order.isPending = true;
        unanswered.put(request.name, sent);
        if (isOfThisConnection)
        {
            outstanding++;
        }
        if (null == order)
        {
            byFlowKey.put(request.flowKey, sent.order);
        }
    }

    /** What was sent through the former connection may still be answered, but is not waited for. */
    void onConnectionLost()
    {
        unanswered.values().forEach(sent ->
        {
            sent.isOfThisConnection = false;
            sent.order.isPending = false;
        });
        outstanding = 0;
    }

    /** Requests of this connection without an answer. */
    int outstanding()
    {
        return outstanding;
    }

    /** The order that the flow calls so, or null when it has ended, was refused, or belongs to an earlier life. */
    Order byFlowKey(final long flowKey)
    {
        return byFlowKey.get(flowKey);
    }

    /** Orders that the client believes to be working. */
    Collection<Order> working()
    {
        return working.values();
    }

    /** Contradictions since the last call. */
    List<String> takeContradictions()
    {
        final List<String> taken = List.copyOf(contradictions);
        contradictions.clear();
        return taken;
    }

    /** A request was refused. */
    void refused(final String name)
    {
        final Sent sent = answered(name);
        if (null != sent && 0 == sent.order.orderId)
        {
            byFlowKey.remove(sent.request.flowKey);
        }
    }

    /**
     * Takes in one line of {@link AnswerText} that has a number. What is ahead of a hole in the numbers is held until
     * the hole is filled: a live message may overtake one that was missed and is being sent again.
     *
     * @param number of the message, from 1, never the same twice.
     */
    void received(final long number, final String text)
    {
        ahead.put(number, text);
        for (String next = ahead.remove(lastWhole + 1); null != next; next = ahead.remove(lastWhole + 1))
        {
            lastWhole++;
            received(next);
        }
    }

    /** Number up to which nothing is missing. */
    long lastWhole()
    {
        return lastWhole;
    }

    /** Takes in one line of {@link AnswerText}. */
    void received(final String text)
    {
        final AnswerLine line = AnswerLine.parse(text);
        switch (line.kind())
        {
            case AnswerLine.ACCEPTED -> onAccepted(line, text);
            case AnswerLine.REPLACED -> onReplaced(line, text);
            case AnswerLine.CANCELLED ->
            {
                answered(line.name());
                end(line.orderId(), text);
            }
            case AnswerLine.EXECUTED -> onExecuted(line, text);
            default ->
            {
                // Of the session, not of an order.
            }
        }
    }

    private void onAccepted(final AnswerLine line, final String text)
    {
        final Sent sent = answered(line.name());
        if (null == sent)
        {
            contradictions.add("accepted without a request: " + text);
            return;
        }
        sent.order.orderId = line.orderId();
        sent.order.restLots = line.restLots();
        working.put(line.orderId(), sent.order);
    }

    private void onReplaced(final AnswerLine line, final String text)
    {
        final Sent sent = answered(line.name());
        if (null == sent)
        {
            contradictions.add("replaced without a request: " + text);
            return;
        }
        final Order order = sent.order;
        if (null == working.remove(order.orderId))
        {
            contradictions.add("replaced though not working: " + text);
        }
        order.name = line.name();
        order.orderId = line.orderId();
        order.priceE5 = line.priceE5();
        order.restLots = line.restLots();
        if (0 == line.restLots())
        {
            byFlowKey.remove(order.flowKey, order);
        }
        else
        {
            working.put(order.orderId, order);
        }
    }

    private void onExecuted(final AnswerLine line, final String text)
    {
        final Order order = working.get(line.orderId());
        if (null == order)
        {
            contradictions.add("executed though not working: " + text);
            return;
        }
        order.executedLots += line.lots();
        order.restLots = line.restLots();
        if (0 == line.restLots())
        {
            end(line.orderId(), text);
        }
    }

    private void end(final long orderId, final String text)
    {
        final Order order = working.remove(orderId);
        if (null == order)
        {
            contradictions.add("ended though not working: " + text);
            return;
        }
        byFlowKey.remove(order.flowKey, order);
    }

    private Sent answered(final String name)
    {
        final Sent sent = unanswered.remove(name);
        if (null != sent)
        {
            sent.order.isPending = false;
            outstanding -= sent.isOfThisConnection ? 1 : 0;
        }
        return sent;
    }
}
