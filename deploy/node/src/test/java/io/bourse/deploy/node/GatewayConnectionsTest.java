// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Which logins the watch of gateways would report when a gateway is lost. */
class GatewayConnectionsTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LoginConnectionChangedEncoder.BLOCK_LENGTH]);
    private final GatewayWatch.Connections connections = new GatewayWatch.Connections();

    @Test
    void shouldKnowEveryGatewayOfALogin()
    {
        changed(1, 7, 1, 1L << 1);
        changed(3, 7, 1, 1L << 1 | 1L << 3);
        changed(3, 8, 1, 1L << 3);
        assertEquals("[7] [7, 8]", connections.logins(1) + " " + connections.logins(3));
        changed(1, 7, 0, 1L << 3);
        assertEquals("[] [7, 8]", connections.logins(1) + " " + connections.logins(3));
        // An operator says that gateway 3 is lost.
        changed(0, 7, 0, 0);
        assertEquals(List.of(8), connections.logins(3));
        assertEquals(Set.of(8), connections.logins());
    }

    /** Below feature level 12 the event has no gateways, and the last one that spoke has the login. */
    @Test
    void shouldKnowOneGatewayOfALoginInOlderHistories()
    {
        formerlyChanged(1, 7, 1);
        formerlyChanged(3, 7, 1);
        assertEquals("[] [7]", connections.logins(1) + " " + connections.logins(3));
        formerlyChanged(1, 7, 0);
        assertEquals(Set.of(), connections.logins());
    }

    private void formerlyChanged(final int gatewayId, final int loginId, final int connected)
    {
        // What is behind the block is another event's.
        new LoginConnectionChangedEncoder().wrap(buffer, 0).gateways(-1);
        deliver(gatewayId, loginId, connected, LoginConnectionChangedDecoder.gatewaysEncodingOffset());
    }

    private void changed(final int gatewayId, final int loginId, final int connected, final long gateways)
    {
        new LoginConnectionChangedEncoder().wrap(buffer, 0).gateways(gateways);
        deliver(gatewayId, loginId, connected, LoginConnectionChangedDecoder.BLOCK_LENGTH);
    }

    private void deliver(final int gatewayId, final int loginId, final int connected, final int blockLength)
    {
        new LoginConnectionChangedEncoder().wrap(buffer, 0).loginId(loginId).connected((short)connected);
        final EventGroup group = (EventGroup)Proxy.newProxyInstance(
            EventGroup.class.getClassLoader(), new Class<?>[]{EventGroup.class}, (proxy, method, args) ->
            {
                assertEquals("gatewayId", method.getName());
                return gatewayId;
            });
        connections.onLoginConnectionChanged(group, new LoginConnectionChangedDecoder().wrap(
            buffer, 0, blockLength, LoginConnectionChangedDecoder.SCHEMA_VERSION));
    }
}
