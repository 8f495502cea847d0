// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class SbeGatewayOptionsTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldNameTheOptionThatIsWrong()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            assertRefused(engine, "gatewayId=0 least=1 most=65000", (ctx) -> ctx.gatewayId(0));
            assertRefused(engine, "partition=3 least=0 most=0", (ctx) -> ctx.partition(3));
            assertServerRefused(engine, "maxConnections=0 min=1", (server) -> server.maxConnections(0));
            assertServerRefused(engine, "loginTimeoutNs=0 min=1", (server) -> server.loginTimeoutNs(0));
            assertRefused(engine, "publicFirstTimeoutNs=-1 least=0", (ctx) -> ctx.publicFirstTimeoutNs(-1));
            assertServerRefused(engine, "sendQueueLength=100 min=1024", (server) -> server.sendQueueLength(100));
            assertServerRefused(
                engine, "receiveBufferLength=100 least=1024", (server) -> server.receiveBufferLength(100));
            assertRefused(engine, "retransmitDelayNs=-1 least=0", (ctx) -> ctx.retransmitDelayNs(-1));
            assertRefused(engine, "maxIdsPerLogin=0 least=1", (ctx) -> ctx.maxIdsPerLogin(0));
            assertRefused(engine, "maxIds=0 least=1", (ctx) -> ctx.maxIds(0));
            assertRefused(engine, "answerSegmentLength=1024 least=65536", (ctx) -> ctx.answerSegmentLength(1024));
            assertRefused(engine, "multiple of 65536: answerSegmentLength=65537",
                (ctx) -> ctx.answerSegmentLength(65_537));
            assertTrue(assertThrows(IllegalArgumentException.class,
                () -> new SbeGateway(SbeGatewayOptions.builder().build(), null)).getMessage()
                .contains("engineClient=null"));
        }
    }

    @Test
    void shouldSayWhichAddressIsTaken() throws IOException
    {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            TestEngine engine = TestEngine.start(dir))
        {
            final InetSocketAddress address = new InetSocketAddress("127.0.0.1", taken.getLocalPort());
            final UncheckedIOException ex = assertThrows(UncheckedIOException.class, () -> new SbeGateway(
                SbeGatewayOptions.builder().bindAddress(address).build(), engine.connect()));
            assertEquals("the TWIME gateway cannot listen, choose another address: bindAddress=" + address,
                ex.getMessage());
        }
    }

    private static void assertRefused(
        final TestEngine engine, final String expected, final UnaryOperator<SbeGatewayOptionsBuilder> wrong)
    {
        final IllegalArgumentException ex = assertThrows(IllegalArgumentException.class,
            () -> new SbeGateway(wrong.apply(SbeGatewayOptions.builder()).build(), engine.connect()));
        assertTrue(ex.getMessage().contains(expected), ex.getMessage());
    }

    private static void assertServerRefused(
        final TestEngine engine, final String expected, final UnaryOperator<TcpServerOptionsBuilder> wrong)
    {
        assertRefused(engine, expected, (ctx) -> ctx.server(wrong.apply(SbeGatewayOptions.serverBuilder()).build()));
    }
}
