// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;

/** Dies instead of sending the n-th command of a kind. */
public final class DyingClient extends ForwardingClient
{
    private final int templateId;
    private int left;

    public DyingClient(final EngineClient client, final int templateId, final int nth)
    {
        super(client);
        this.templateId = templateId;
        this.left = nth;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        final CommandPublisher publisher = super.newCommandPublisher(sender);
        return (buffer, offset, length) ->
        {
            dieIfDue(buffer, offset);
            return publisher.offer(buffer, offset, length);
        };
    }

    private void dieIfDue(final DirectBuffer buffer, final int offset)
    {
        if (templateId == new MessageHeaderDecoder().wrap(buffer, offset).templateId() && 0 == --left)
        {
            throw new IllegalStateException("the process died: templateId=" + templateId);
        }
    }
}
