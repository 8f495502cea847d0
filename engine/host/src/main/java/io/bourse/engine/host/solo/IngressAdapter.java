// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.security.CommandGate;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Identification;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
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
 *
 * <p>The first message of a publication says who sends, see {@link Identification}. What a publication sends before it
 * has proven that, and what its principal may not send, is counted and dropped.
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
    private final CounterSet<EngineCounter> counters;
    private final CredentialStore credentials;
    private final long nonce;
    /** Who sends, by the correlation id of the image: another publication may choose the same session id. */
    private final Long2ObjectHashMap<Principal> senders = new Long2ObjectHashMap<>();

    /**
     * An adapter that knows no sender yet.
     *
     * @param subscription to the commands.
     * @param ring where they go.
     * @param counters to count in.
     * @param credentials of those who may send.
     * @param nonce that they are given.
     */
    IngressAdapter(
        final Subscription subscription,
        final CommandRing ring,
        final CounterSet<EngineCounter> counters,
        final CredentialStore credentials,
        final long nonce)
    {
        this.credentials = credentials;
        this.nonce = nonce;
        this.subscription = subscription;
        this.ring = ring;
        this.publisher = RingCommandPublisher.ofChecked(ring, counters);
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
        final Image image = (Image)header.context();
        final Principal sender = senders.get(image.correlationId());
        if (null == sender)
        {
            identify(image, buffer, offset, length);
            return Action.CONTINUE;
        }
        if (!CommandForm.isUnderstood(buffer, offset, length, FeatureLevels.HIGHEST))
        {
            counters.increment(EngineCounter.MALFORMED_COMMANDS);
            return Action.CONTINUE;
        }
        if (!CommandGate.admits(sender, buffer, offset))
        {
            counters.increment(EngineCounter.FORBIDDEN_COMMANDS);
            return Action.CONTINUE;
        }
        if (isOfFormerLife(buffer, offset, header.sessionId()))
        {
            counters.increment(EngineCounter.FORMER_LIFE_COMMANDS);
            return Action.CONTINUE;
        }
        return publisher.offer(buffer, offset, length) ? Action.CONTINUE : Action.ABORT;
    }

    private void identify(final Image image, final DirectBuffer buffer, final int offset, final int length)
    {
        final Principal sender = !Identification.isIdentification(buffer, offset, length) ? null :
            Identification.verify(credentials, nonce, image.sessionId(), buffer, offset, length);
        if (null == sender)
        {
            counters.increment(EngineCounter.UNAUTHENTICATED_COMMANDS);
            return;
        }
        // Those whose publications have gone; there is one for each start of a sender.
        senders.keySet().removeIf(correlationId -> isGone(correlationId));
        senders.put(image.correlationId(), sender);
    }

    private boolean isGone(final long correlationId)
    {
        for (int i = 0; i < subscription.imageCount(); i++)
        {
            if (correlationId == subscription.imageAtIndex(i).correlationId())
            {
                return false;
            }
        }
        return true;
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
