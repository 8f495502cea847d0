// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;

/**
 * Orders of some logins of one gateway, the first of them login 1, and how many of them the engine has answered.
 */
public abstract class AnsweredOrders implements EventListener, AutoCloseable
{
    private final OrderSender[] senders;
    private final EventFollower follower;
    private final int gatewayId;
    private long answered;

    protected AnsweredOrders(final EngineClient client, final int gatewayId, final String... accounts)
    {
        this.gatewayId = gatewayId;
        senders = new OrderSender[accounts.length];
        for (int i = 0; i < accounts.length; i++)
        {
            senders[i] = new OrderSender(client, gatewayId, i + 1, accounts[i]);
        }
        follower = client.follow(client.endCursor(), this);
    }

    /** Of a login, from 0. */
    protected final OrderSender sender(final int login)
    {
        return senders[login];
    }

    /** Waits until the engine has answered all but some commands. */
    public final void listen(final int maxUnanswered)
    {
        final long sent = sent();
        final long deadlineNs = System.nanoTime() + TestEngine.TIMEOUT_NS;
        while (sent - answered > maxUnanswered)
        {
            if (0 == follower.poll(64))
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("engine does not answer: sent=" + sent + " answered=" + answered);
            }
        }
        follower.poll(1);
    }

    private long sent()
    {
        long sent = 0;
        for (final OrderSender sender : senders)
        {
            sent += sender.sequence();
        }
        return sent;
    }

    @Override
    public final void onGroupEnd(final EventGroup group)
    {
        if (gatewayId == group.gatewayId())
        {
            answered++;
        }
    }

    @Override
    public final void close()
    {
        follower.close();
    }
}
