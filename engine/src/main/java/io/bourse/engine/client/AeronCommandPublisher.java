// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.bourse.engine.protocol.CommandForm;
import org.agrona.DirectBuffer;

/**
 * Offers commands to an engine in another process.
 */
final class AeronCommandPublisher implements CommandPublisher
{
    private final ExclusivePublication publication;

    AeronCommandPublisher(final ExclusivePublication publication)
    {
        this.publication = publication;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        CommandForm.check(buffer, offset, length);
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

    boolean isConnected()
    {
        return publication.isConnected();
    }

    void close()
    {
        publication.close();
    }
}
