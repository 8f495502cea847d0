// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import org.agrona.collections.LongArrayList;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * What a gateway knows, all of it from the event stream: last sequences, orders, outcomes. It is gone when the gateway
 * dies and comes back by reading from the beginning.
 */
final class GatewayMemory extends SimulatedReader
{
    private static final int REMEMBERED_ORDERS = 12;

    /** A command on its way. */
    static final class Pending
    {
        private final Intent intent;
        private final long sequence;
        private boolean isSent;

        Pending(final Intent intent, final long sequence)
        {
            this.intent = intent;
            this.sequence = sequence;
        }

        Intent intent()
        {
            return intent;
        }

        byte[] command()
        {
            return intent.command(sequence);
        }

        boolean isSent()
        {
            return isSent;
        }

        void isSent(final boolean hasLeft)
        {
            isSent = hasLeft;
        }
    }

    /**
     * An answer that waits for the market data to leave.
     *
     * @param intent that is answered.
     * @param cursor of the outcome.
     * @param heldNs since when it waits.
     */
    record Answer(Intent intent, long cursor, long heldNs)
    {
    }

    private final int gatewayId;
    private final int firstSession;
    private final long epoch;
    private final Intents intents;
    private final SimulatedClock clock;
    private final long[] lastSequences;
    private final LongArrayList[] orders;
    private final List<Pending> pending = new ArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private boolean isConnected;

    /**
     * An empty memory.
     *
     * @param gateway it belongs to.
     * @param epoch of this life.
     * @param intents of all sessions.
     * @param clock of the gateway.
     */
    GatewayMemory(final SimulatedGateway gateway, final long epoch, final Intents intents, final SimulatedClock clock)
    {
        super("gateway-" + gateway.gatewayId() + "-" + epoch);
        gatewayId = gateway.gatewayId();
        firstSession = gateway.firstSession();
        this.epoch = epoch;
        this.intents = intents;
        this.clock = clock;
        lastSequences = new long[gateway.sessions()];
        orders = new LongArrayList[gateway.sessions()];
        for (int i = 0; i < orders.length; i++)
        {
            orders[i] = new LongArrayList();
        }
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        isConnected |= gatewayId == event.gatewayId() && epoch == event.epoch();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        remember(event.loginId(), event.orderId());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        remember(event.loginId(), event.orderId());
    }

    private void remember(final int loginId, final long orderId)
    {
        final int index = loginId - firstSession;
        if (index >= 0 && index < orders.length)
        {
            if (REMEMBERED_ORDERS == orders[index].size())
            {
                orders[index].removeAt(0);
            }
            orders[index].addLong(orderId);
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        super.onGroupEnd(group);
        if (gatewayId != group.gatewayId() || 0 == group.receivedNs() || isDuplicate())
        {
            return;
        }
        final int index = group.sessionId() - firstSession;
        lastSequences[index] = Math.max(lastSequences[index], group.sequence());
        final Intent intent = intents.get(group.receivedNs());
        intent.answered(group.cursor());
        pending.removeIf((command) -> command.intent == intent);
        answers.addLast(new Answer(intent, group.cursor(), clock.nanoTime()));
    }

    long nextSequence(final int sessionId)
    {
        return ++lastSequences[sessionId - firstSession];
    }

    LongArrayList orders(final int sessionId)
    {
        return orders[sessionId - firstSession];
    }

    /** Sequences begin again from one; a defect. */
    void forgetSequences()
    {
        Arrays.fill(lastSequences, 0);
    }

    List<Pending> pending()
    {
        return pending;
    }

    Deque<Answer> answers()
    {
        return answers;
    }

    /** True when everything that happened before this life was read. */
    boolean isConnected()
    {
        return isConnected;
    }

    long epoch()
    {
        return epoch;
    }
}
