// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.LogonCheck;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

@Tag("venue")
class FixLogonTest
{
    private static final long E5 = 100_000;

    @TempDir
    private Path directory;
    private Venue venue;

    @BeforeEach
    void start()
    {
        venue = new Venue(directory)
            .options((options) -> options.server(
                FixGatewayOptions.serverBuilder().loginTimeoutNs(TimeUnit.SECONDS.toNanos(2)).build()))
            .startGateway();
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldLogOnWhenLoginIsKnown()
    {
        venue.logOn("ALPHA");
        assertEquals(1, venue.counters().get(FixCounter.LOGONS));
        assertEquals(0, venue.counters().get(FixCounter.REFUSED_LOGONS));
    }

    @Test
    void shouldCloseConnectionWhenSenderIsNoFixLogin() throws IOException
    {
        for (final String sender : new String[]{"NOBODY", "TWIMER", "alpha"})
        {
            try (RawFix raw = new RawFix(venue.port()))
            {
                raw.send(RawFix.message(sender, 1, "A|98=0|108=30|141=Y"));
                assertTrue(raw.isClosedByOther());
            }
        }
        assertEquals(3, venue.counters().get(FixCounter.REFUSED_LOGONS));
        assertEquals(0, venue.counters().get(FixCounter.LOGONS));
    }

    @Test
    void shouldRefuseLogonWhenHeartbeatIsOutOfBounds() throws IOException
    {
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.send(RawFix.message("ALPHA", 1, "A|98=0|108=61|141=Y"));
            final String answer = raw.read("35=5");
            assertNotNull(answer);
            assertTrue(answer.contains("58=") && answer.contains("max=60 given=61"), answer);
            assertTrue(raw.isClosedByOther());
        }
        assertEquals(1, venue.counters().get(FixCounter.REFUSED_LOGONS));
        venue.logOn("ALPHA");
    }

    @Test
    void shouldCloseAndCountWhenBytesAreNotFix() throws IOException
    {
        final String[] beginnings = {"GET / HTTP/1.1\r\n\r\n", "8=FAX", "\0\0\0\0", "\r\n8=FIX.4.4"};
        for (final String garbage : beginnings)
        {
            try (RawFix raw = new RawFix(venue.port()))
            {
                raw.send(garbage.getBytes(StandardCharsets.ISO_8859_1));
                assertTrue(raw.isClosedByOther());
            }
        }
        assertEquals(beginnings.length, venue.counters().get(FixCounter.GARBAGE));
        venue.logOn("ALPHA");
    }

    @Test
    void shouldCloseWhenConnectionDoesNotLogOnInTime() throws IOException
    {
        try (RawFix silent = new RawFix(venue.port()); RawFix begun = new RawFix(venue.port()))
        {
            begun.send("8=FIX.4.4\0019=".getBytes(StandardCharsets.ISO_8859_1));
            assertTrue(silent.isClosedByOther());
            assertTrue(begun.isClosedByOther());
        }
        assertEquals(2, venue.counters().get(FixCounter.GARBAGE));
    }

    @Test
    void shouldCloseWhenBytesNeverMakeAMessage() throws IOException
    {
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.logOn("ALPHA");
            final byte[] block = "x".repeat(8 * 1024).getBytes(StandardCharsets.ISO_8859_1);
            raw.send("8=FIX.4.4\0019=900000000\001".getBytes(StandardCharsets.ISO_8859_1));
            assertThrows(IOException.class, () ->
            {
                for (int i = 0; i < 10_000; i++)
                {
                    raw.send(block);
                }
            });
        }
        assertTrue(venue.counters().get(FixCounter.GARBAGE) > 0);
    }

    @Test
    void shouldAskForTheMessageAgainWhenItCameDamaged() throws IOException
    {
        final String order = "D|11=r1|1=CF02XYZ|55=CHEAP-12.26|54=1|38=10|40=2|44=100|60=" + RawFix.now();
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.logOn("BETA");
            final byte[] damaged = RawFix.message("BETA", 2, order);
            damaged[damaged.length - 12] ^= 1;
            raw.send(damaged);
            raw.send(RawFix.message("BETA", 3, "0"));
            final String asked = raw.read("35=2|");
            assertNotNull(asked);
            assertTrue(asked.contains("|7=2|"), asked);
            assertEquals(new Operator.State(0, 0, 0), venue.operator.state());
            raw.send(RawFix.message("BETA", 2, order.replace("D|", "D|43=Y|122=" + RawFix.now() + "|")));
            final String report = raw.read("35=8|");
            assertNotNull(report);
            assertTrue(report.contains("|11=r1|") && report.contains("|150=0|"), report);
        }
    }

    @Test
    void shouldServeLoginWhenItIsDefinedWhileRunning()
    {
        venue.operator.login(4, LoginProtocol.FIX, "GAMMA", "CF01");
        final Trader gamma = venue.logOn("GAMMA");
        gamma.buy("g1", 1, 100 * E5);
        gamma.expect("0/0 g1 qty=1@100 leaves=1 cum=0 avg=0");
    }

    @Test
    void shouldKeepFirstSessionWhenASecondOneComes() throws IOException
    {
        final Trader alpha = venue.logOn("ALPHA");
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.send(RawFix.message("ALPHA", 1, "A|98=0|108=30"));
            assertTrue(raw.isClosedByOther());
        }
        alpha.buy("a1", 1, 100 * E5);
        alpha.expect("0/0 a1 qty=1@100 leaves=1 cum=0 avg=0");
    }

    @Test
    void shouldNameTheAddressWhenPortIsTaken() throws IOException
    {
        try (ServerSocket taken = new ServerSocket(0); EngineClient client = venue.engine.connect())
        {
            final FixGateway second = new FixGateway(
                FixGatewayOptions.builder()
                    .gatewayId(22)
                    .targetCompId("OTHER")
                    .bindAddress(new InetSocketAddress("127.0.0.1", taken.getLocalPort()))
                    .storeDirectory(directory.resolve("second"))
                    .build(),
                client,
                LogonCheck.ACCEPT_ALL);
            final IdleStrategy idle = YieldingIdleStrategy.INSTANCE;
            final Exception e = assertThrows(IllegalStateException.class, () ->
            {
                while (!second.isAccepting())
                {
                    idle.idle(second.doWork());
                }
            });
            assertTrue(e.getMessage().contains("127.0.0.1:" + taken.getLocalPort()), e.getMessage());
            assertThrows(IllegalStateException.class, second::localAddress);
            second.close();
        }
        assertNull(quickfix.Session.lookupSession(new quickfix.SessionID("FIX.4.4", "OTHER", "ALPHA")));
    }

    @Test
    void shouldNameTheAddressUnderTlsBeforeItTakesTheSessionsOfAnother() throws IOException
    {
        try (ServerSocket taken = new ServerSocket(0); EngineClient client = venue.engine.connect())
        {
            final FixGatewayOptions options = FixGatewayOptions.builder()
                .gatewayId(22)
                .targetCompId("OTHER")
                .bindAddress(new InetSocketAddress("127.0.0.1", 0))
                .storeDirectory(directory.resolve("second"))
                .server(FixGatewayOptions.serverBuilder()
                    .tls(new TlsOptions(new InetSocketAddress("127.0.0.1", taken.getLocalPort()),
                        directory.resolve("unread"), () -> new char[0], null))
                    .build())
                .build();
            try (FixGateway second = new FixGateway(options, client, LogonCheck.ACCEPT_ALL))
            {
                final Exception e = assertThrows(IllegalStateException.class, second::doWork);
                assertTrue(e.getMessage().contains("127.0.0.1:" + taken.getLocalPort()), e.getMessage());
            }
        }
    }
}
