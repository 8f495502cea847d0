// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.Agent;

/**
 * Takes the commands of other processes into the ring. When the ring is full their publications fill up too, and their
 * senders see it.
 *
 * <p>A gateway that was killed may leave commands in its publication. When its successor has said
 * {@code ConnectGateway}, what the former publication still holds is dropped: the successor has replayed the events up
 * to there, takes them for lost, and gives their sequences to commands of its own. That goes for {@code ConnectGateway}
 * too: one that comes late, or again, from a publication that was replaced would make the successor the former one.
 */
final class IngressAdapter implements Agent, ControlledFragmentHandler
{
    private static final int FRAGMENT_LIMIT = 64;
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final int OPERATOR_GATEWAY_ID = 0;

    /** Session of the publication of each gateway's latest life. */
    private final Long2LongHashMap latestLives = new Long2LongHashMap(UNKNOWN);
    /** Gateway and publication of the lives before; one for each start of a gateway. */
    private final LongHashSet formerLives = new LongHashSet();
    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private final CommandHeaderDecoder commandHeader = new CommandHeaderDecoder();
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
        if (!CommandForm.isUnderstood(buffer, offset, length, FeatureLevels.HIGHEST))
        {
            counters.malformedCommand();
            return Action.CONTINUE;
        }
        if (isOfFormerLife(buffer, offset, header.sessionId()))
        {
            counters.formerLifeCommand();
            return Action.CONTINUE;
        }
        return publisher.offer(buffer, offset, length) ? Action.CONTINUE : Action.ABORT;
    }

    private boolean isOfFormerLife(final DirectBuffer buffer, final int offset, final int publicationSessionId)
    {
        final int gatewayId =
            commandHeader.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH).gatewayId();
        if (OPERATOR_GATEWAY_ID == gatewayId)
        {
            return false;
        }
        final long latest = latestLives.get(gatewayId);
        if (ConnectGatewayDecoder.TEMPLATE_ID != messageHeader.wrap(buffer, offset).templateId())
        {
            return UNKNOWN != latest && publicationSessionId != latest;
        }
        if (formerLives.contains(life(gatewayId, publicationSessionId)))
        {
            return true;
        }
        if (UNKNOWN != latest && publicationSessionId != latest)
        {
            formerLives.add(life(gatewayId, (int)latest));
        }
        latestLives.put(gatewayId, publicationSessionId);
        return false;
    }

    private static long life(final int gatewayId, final int publicationSessionId)
    {
        return (long)gatewayId << Integer.SIZE | publicationSessionId & 0xFFFF_FFFFL;
    }

    @Override
    public String roleName()
    {
        return "ingress";
    }
}
