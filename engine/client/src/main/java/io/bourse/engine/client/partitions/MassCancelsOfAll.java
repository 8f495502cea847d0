// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.protocol.EventGroup;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Mass cancels that all partitions execute, with one answer when all have. It depends on the events alone, in the order
 * of the client.
 */
public final class MassCancelsOfAll
{
    /** A mass cancel that some partitions have executed. */
    public static final class Request
    {
        private final int loginId;
        private final long sequence;
        private final long clOrdId;
        private final String clientRef;
        private int done;
        private int cancelledOrders;
        private boolean isExecuted;
        private int refusalCode;

        private Request(final EventGroup group, final long clOrdId)
        {
            loginId = group.sessionId();
            sequence = group.sequence();
            this.clOrdId = clOrdId;
            final byte[] text = new byte[group.clientRefLength()];
            group.clientRefBuffer().getBytes(group.clientRefOffset(), text);
            clientRef = new String(text, StandardCharsets.ISO_8859_1);
        }

        /**
         * Which login sent it.
         *
         * @return its id.
         */
        public int loginId()
        {
            return loginId;
        }

        /**
         * Id of the request.
         *
         * @return as in the command.
         */
        public long clOrdId()
        {
            return clOrdId;
        }

        /**
         * Reference of the client.
         *
         * @return as in the command.
         */
        public String clientRef()
        {
            return clientRef;
        }

        /**
         * Orders that all partitions have cancelled.
         *
         * @return count.
         */
        public int cancelledOrders()
        {
            return cancelledOrders;
        }

        /**
         * Why the last partition has refused it.
         *
         * @return code of the gateway.
         */
        public int refusalCode()
        {
            return refusalCode;
        }
    }

    /** Takes the answers. */
    public interface Answers
    {
        /**
         * All partitions have executed it, or some, and the others have refused it or never got it.
         *
         * @param request with the sum.
         */
        void onExecuted(Request request);

        /**
         * No partition has executed it.
         *
         * @param request with a code.
         */
        void onRefused(Request request);
    }

    private final Deque<Request> requests = new ArrayDeque<>();
    private final int partitions;
    private final Answers answers;

    /**
     * None is under way.
     *
     * @param partitions how many there are.
     * @param answers takes the answers.
     */
    public MassCancelsOfAll(final int partitions, final Answers answers)
    {
        this.partitions = partitions;
        this.answers = answers;
    }

    /** A trading date begins: what is awaited of the one before is not any longer. */
    public void beginDay()
    {
        requests.clear();
    }

    /**
     * A transaction of the gateway for a login begins.
     *
     * @param group that begins.
     */
    public void onOwn(final EventGroup group)
    {
        if (requests.isEmpty() || group.sequence() <= 0)
        {
            return;
        }
        // What this partition has not executed before, a gateway that has died had sent in vain.
        for (final Iterator<Request> each = requests.iterator(); each.hasNext();)
        {
            final Request request = each.next();
            if (request.loginId == group.sessionId() && request.sequence < group.sequence() &&
                isDone(request, group.partition()))
            {
                each.remove();
            }
        }
    }

    /**
     * A partition has executed one.
     *
     * @param group of the command.
     * @param clOrdId of the command.
     * @param cancelledOrders in this partition.
     */
    public void onExecuted(final EventGroup group, final long clOrdId, final int cancelledOrders)
    {
        final Request request = request(group, clOrdId);
        request.isExecuted = true;
        request.cancelledOrders += cancelledOrders;
        endIfDone(request, group.partition());
    }

    /**
     * A partition has refused one: that is the answer when all of them do.
     *
     * @param group of the command.
     * @param clOrdId of the command.
     * @param code of the gateway.
     */
    public void onRefused(final EventGroup group, final long clOrdId, final int code)
    {
        final Request request = request(group, clOrdId);
        request.refusalCode = code;
        endIfDone(request, group.partition());
    }

    private void endIfDone(final Request request, final int partition)
    {
        if (isDone(request, partition))
        {
            requests.remove(request);
        }
    }

    private boolean isDone(final Request request, final int partition)
    {
        request.done |= 1 << partition;
        final boolean isDone = Integer.bitCount(request.done) == partitions;
        if (isDone && request.isExecuted)
        {
            answers.onExecuted(request);
        }
        else if (isDone)
        {
            answers.onRefused(request);
        }
        return isDone;
    }

    private Request request(final EventGroup group, final long clOrdId)
    {
        for (final Request each : requests)
        {
            if (each.loginId == group.sessionId() && each.sequence == group.sequence())
            {
                return each;
            }
        }
        final Request first = new Request(group, clOrdId);
        requests.addLast(first);
        return first;
    }
}
