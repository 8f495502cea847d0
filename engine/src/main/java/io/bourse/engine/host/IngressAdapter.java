// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.client.CommandFormat;
import io.bourse.engine.client.CommandPublisher;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;

/**
 * Takes the commands of other processes into the ring. When the ring is full their publications fill up too, and their
 * senders see it.
 */
final class IngressAdapter implements Agent, ControlledFragmentHandler
{
    private static final int FRAGMENT_LIMIT = 64;

    private final Subscription subscription;
    private final CommandRing ring;
    private final CommandPublisher publisher;
    private final EngineCounters counters;

    IngressAdapter(final Subscription subscription, final CommandRing ring, final EngineCounters counters)
    {
        this.subscription = subscription;
        this.ring = ring;
        this.publisher = new RingCommandPublisher(ring, counters);
        this.counters = counters;
    }

    @Override
    public int doWork()
    {
        return ring.isClosed() ? 0 : subscription.controlledPoll(this, FRAGMENT_LIMIT);
    }

    @Override
    public Action onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        if (ring.isClosed())
        {
            return Action.ABORT;
        }
        if (!CommandFormat.isValid(buffer, offset, length) || !CommandFormat.isKnownVersion(buffer, offset))
        {
            counters.malformedCommand();
            return Action.CONTINUE;
        }
        return publisher.offer(buffer, offset, length) ? Action.CONTINUE : Action.ABORT;
    }

    @Override
    public String roleName()
    {
        return "ingress";
    }
}
