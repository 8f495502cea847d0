// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Identification;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says who sends at the ingress of a solo engine, on a publication of a test's own that nobody checks.
 */
public final class IngressSenders
{
    private IngressSenders()
    {
    }

    /** Offers the first message of a publication. */
    public static void identify(
        final Aeron aeron,
        final ExclusivePublication publication,
        final CredentialStore credentials,
        final Principal principal)
    {
        final DirectBuffer message =
            Identification.encode(credentials, principal, nonce(aeron), publication.sessionId());
        TestEngine.await("identified", () -> publication.offer(message, 0, message.capacity()) > 0);
    }

    /** What the engine gives to senders. */
    public static long nonce(final Aeron aeron)
    {
        final AtomicLong nonce = new AtomicLong();
        aeron.countersReader().forEach((counterId, typeId, keyBuffer, label) ->
        {
            if (EngineStreams.INGRESS_NONCE_TYPE_ID == typeId)
            {
                nonce.set(aeron.countersReader().getCounterValue(counterId));
            }
        });
        return nonce.get();
    }
}
