// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.order.NarrowClient;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.LogonCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Session;
import quickfix.SessionID;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

@Tag("venue")
class FixCloseTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldTakeNoOrderWhenItHasFailed() throws IOException
    {
        final AtomicBoolean isBroken = new AtomicBoolean();
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect())
        {
            final FixGateway gateway = new FixGateway(
                FixGatewayOptions.builder().storeDirectory(directory.resolve("fix")).build(),
                new NarrowClient(client, () -> fail(isBroken)),
                LogonCheck.ACCEPT_ALL);
            Venue.await(() -> gateway.doWork() >= 0 && gateway.isAccepting(), "gateway does not come up");
            try (gateway; RawFix alpha = new RawFix(gateway.localAddress().getPort()))
            {
                alpha.send(RawFix.message("ALPHA", 1, "A|98=0|108=30"));
                Venue.await(() -> gateway.doWork() >= 0 && 1 == gateway.counters().get(FixCounter.LOGONS), "no logon");
                isBroken.set(true);
                alpha.send(RawFix.message("ALPHA", 2, "D" + ConformanceVenue.order("a1")));
                assertThrows(UncheckedIOException.class,
                    () -> Venue.await(() -> gateway.doWork() < 0, "the gateway does not fail"));
                isBroken.set(false);
                final long commands = gateway.counters().get(FixCounter.COMMANDS);
                alpha.send(RawFix.message("ALPHA", 3, "D" + ConformanceVenue.order("a2")));
                for (int i = 0; i < 1_000; i++)
                {
                    assertEquals(0, gateway.doWork());
                }
                assertFalse(gateway.isAccepting());
                assertEquals(commands, gateway.counters().get(FixCounter.COMMANDS));
            }
        }
    }

    private static boolean fail(final AtomicBoolean isBroken)
    {
        if (isBroken.get())
        {
            throw new UncheckedIOException(new IOException("as a full disk"));
        }
        return false;
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveBackAllSessionsWhenClosed()
    {
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect())
        {
            for (int i = 0; i < 6; i++)
            {
                venue.operator.login(10 + i, LoginProtocol.FIX, "MORE" + i, "CF01");
            }
            // Without a runner, whose interrupts would end any wait.
            final FixGateway gateway = new FixGateway(
                FixGatewayOptions.builder().storeDirectory(directory.resolve("fix")).build(),
                client,
                LogonCheck.ACCEPT_ALL);
            Venue.await(() -> gateway.doWork() >= 0 && gateway.isAccepting(), "gateway does not come up");
            gateway.close();
            assertNull(Session.lookupSession(new SessionID("FIX.4.4", "BOURSE", "MORE5")));
        }
    }
}
