// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixGatewayOptionsBuilder;
import io.bourse.gateway.fix.session.LogonCheck;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FixGatewayOptionsTest
{
    @Test
    void shouldNameKeyAndValueWhenAnOptionIsWrong()
    {
        assertNames("storeDirectory=null", (options) -> options.storeDirectory(null));
        assertNames("gatewayId=0", (options) -> options.gatewayId(0));
        assertNames("gatewayId=65535", (options) -> options.gatewayId(65_535));
        assertNames("targetCompId=A B", (options) -> options.targetCompId("A B"));
        assertNames("minHeartbeatSeconds=0", (options) -> options.minHeartbeatSeconds(0));
        assertNames("maxHeartbeatSeconds=9 minHeartbeatSeconds=10",
            (options) -> options.minHeartbeatSeconds(10).maxHeartbeatSeconds(9));
        assertNames("publicFirstTimeoutNs=-1", (options) -> options.publicFirstTimeoutNs(-1));
        assertNames("sessions=null", (options) -> options.sessions(null));
        assertNames("endedOrdersPerLogin=0", (options) -> options.endedOrdersPerLogin(0));
        assertServerNames("loginTimeoutNs=5", (server) -> server.loginTimeoutNs(5));
        assertServerNames("slowPeerTimeoutNs=5", (server) -> server.slowPeerTimeoutNs(5));
        assertServerNames("maxConnections=0", (server) -> server.maxConnections(0));
        assertServerNames("sendQueueLength=2000", (server) -> server.sendQueueLength(2_000));
        assertServerNames("maxUnsentOfAll=16777215", (server) -> server.maxUnsentOfAll(16 * 1024 * 1024 - 1));
        assertServerNames("receiveBufferLength=1023", (server) -> server.receiveBufferLength(1_023));
        assertServerNames("growingFromLength=0", (server) -> server.growingFromLength(0));
    }

    @Test
    void shouldNameWhatIsMissing()
    {
        final EngineClient client = (EngineClient)Proxy.newProxyInstance(
            EngineClient.class.getClassLoader(), new Class<?>[]{EngineClient.class}, (proxy, method, given) -> null);
        assertMissing("engineClient=null", () -> new FixGateway(options().build(), null, LogonCheck.ACCEPT_ALL));
        assertMissing("logonCheck=null", () -> new FixGateway(options().build(), client, null));
        assertMissing("file=null", () -> PasswordOptions.builder().build());
    }

    private static void assertMissing(final String fact, final Executable wrong)
    {
        final Exception e = assertThrows(IllegalArgumentException.class, wrong);
        assertTrue(e.getMessage().contains(fact), e.getMessage());
    }

    private static FixGatewayOptionsBuilder options()
    {
        return FixGatewayOptions.builder().storeDirectory(Path.of("unused"));
    }

    private static void assertNames(final String fact, final UnaryOperator<FixGatewayOptionsBuilder> wrong)
    {
        final Exception e = assertThrows(IllegalArgumentException.class, () -> wrong.apply(options()).build());
        assertTrue(e.getMessage().contains(fact), e.getMessage());
    }

    private static void assertServerNames(final String fact, final UnaryOperator<TcpServerOptionsBuilder> wrong)
    {
        assertNames(fact, (options) -> options.server(wrong.apply(FixGatewayOptions.serverBuilder()).build()));
    }
}
