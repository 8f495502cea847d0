// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class GatewayCommandsTest
{
    private final UnsafeBuffer command = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private boolean isTaking = true;
    private int offeredLength;
    private final GatewayCommands commands = new GatewayCommands((buffer, offset, length) ->
    {
        offeredLength = length;
        command.putBytes(0, buffer, offset, length);
        return isTaking;
    }, 3, 5);

    @Test
    void shouldSayThatAGatewayHasStarted()
    {
        assertTrue(commands.connect(77, 1_000));
        final ConnectGatewayDecoder decoder = new ConnectGatewayDecoder().wrapAndApplyHeader(command, 0, messageHeader);
        assertEquals("stamped=0 received=1000 sequence=0 login=0 gateway=3 partition=5", text(decoder.header()));
        assertEquals(77, decoder.epoch());
        assertEquals(MessageHeaderDecoder.ENCODED_LENGTH + ConnectGatewayDecoder.BLOCK_LENGTH, offeredLength);
    }

    @Test
    void shouldSayThatALoginHasAConnectionAndThatItHasLostIt()
    {
        assertTrue(commands.connectionChanged(9, 41, true, 2_000));
        assertEquals("stamped=0 received=2000 sequence=41 login=9 gateway=3 partition=5",
            text(new LoginConnectedDecoder().wrapAndApplyHeader(command, 0, messageHeader).header()));
        assertEquals(LoginConnectedDecoder.TEMPLATE_ID, messageHeader.templateId());
        assertTrue(commands.connectionChanged(9, 42, false, 3_000));
        final LoginDisconnectedDecoder disconnected =
            new LoginDisconnectedDecoder().wrapAndApplyHeader(command, 0, messageHeader);
        assertEquals("stamped=0 received=3000 sequence=42 login=9 gateway=3 partition=5", text(disconnected.header()));
        assertEquals(0, disconnected.lostGatewayId());
        assertEquals(LoginDisconnectedDecoder.TEMPLATE_ID, messageHeader.templateId());
        assertEquals(MessageHeaderDecoder.ENCODED_LENGTH + LoginDisconnectedDecoder.BLOCK_LENGTH, offeredLength);
    }

    @Test
    void shouldSayWhenTheEngineTakesNoMore()
    {
        isTaking = false;
        assertFalse(commands.connect(77, 0));
        assertFalse(commands.connectionChanged(9, 1, true, 0));
        assertFalse(commands.connectionChanged(9, 1, false, 0));
    }

    private static String text(final CommandHeaderDecoder header)
    {
        return "stamped=" + header.stampedNs() + " received=" + header.receivedNs() + " sequence=" +
            header.sequence() + " login=" + header.sessionId() + " gateway=" + header.gatewayId() + " partition=" +
            header.partition();
    }
}
