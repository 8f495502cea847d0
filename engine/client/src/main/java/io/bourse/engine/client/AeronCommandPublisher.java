// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.security.CommandGate;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Identification;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;

/**
 * Offers commands to an engine in another process.
 */
final class AeronCommandPublisher implements CommandPublisher
{
    private final ExclusivePublication publication;
    private final Principal sender;

    AeronCommandPublisher(final ExclusivePublication publication, final Principal sender)
    {
        this.sender = sender;
        this.publication = publication;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        CommandForm.check(buffer, offset, length);
        CommandGate.check(sender, buffer, offset);
        final long position = publication.offer(buffer, offset, length);
        if (position > 0)
        {
            return true;
        }
        if (Publication.BACK_PRESSURED == position || Publication.ADMIN_ACTION == position)
        {
            return false;
        }
        throw new IllegalStateException(
            "the engine is gone, connect again: result=" + Publication.errorString(position));
    }

    /** Says who sends, before anything else; false while the engine does not take it. */
    boolean identify(final CredentialStore credentials, final long nonce)
    {
        if (!publication.isConnected())
        {
            return false;
        }
        final DirectBuffer message = Identification.encode(credentials, sender, nonce, publication.sessionId());
        return publication.offer(message, 0, message.capacity()) > 0;
    }

    void close()
    {
        publication.close();
    }
}
