// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static io.bourse.gateway.fix.session.FixCounter.CONNECTIONS;
import static io.bourse.gateway.fix.session.FixCounter.REFUSED_LOGONS;
import static io.bourse.gateway.fix.session.FixCounter.RESENT_MESSAGES;
import static io.bourse.gateway.fix.session.FixCounter.SLOW_CLIENTS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What clients do to a gateway on purpose or by accident: they stop reading, vanish, ask for everything again, come by
 * the hundreds. A session beside them trades on, and a client that comes back learns what became of its orders.
 */
@Tag("drill")
class FixDrillTest
{
    private static final int STORM = Integer.getInteger("fix.storm", 100_000);
    private static final int BATCH = 1_000;
    private static final int FEW_UNSENT_BYTES = 512 * 1024;
    private static final int MANY_UNSENT_BYTES = 64 * 1024 * 1024;

    @TempDir
    private Path directory;
    private Venue venue;
    private FixWire healthy;
    private long healthyOrders;

    private void start(final int unsentBytes) throws IOException
    {
        venue = new Venue(directory).options((options) -> options.server(
            FixGatewayOptions.serverBuilder().sendQueueLength(unsentBytes).maxConnections(100).build()));
        venue.operator.login(50, LoginProtocol.FIX, "HEALTHY", "CF01");
        venue.operator.state();
        venue.startGateway();
        healthy = new FixWire(venue.port(), "HEALTHY").answering();
        healthy.logOn();
    }

    @AfterEach
    void stop() throws IOException
    {
        healthy.close();
        venue.close();
    }

    @Test
    void shouldDisconnectAndKeepReportsWhenAClientStopsReading() throws IOException
    {
        start(FEW_UNSENT_BYTES);
        final int orders = 20_000;
        try (FixWire wire = new FixWire(venue.port(), "ALPHA"))
        {
            wire.socket().setReceiveBufferSize(4 * 1024);
            wire.logOn();
            final CompletableFuture<Void> sending = send(wire, orders);
            Venue.await(() -> venue.counters().get(SLOW_CLIENTS) > 0,
                "the client that does not read is not disconnected");
            sending.join();
            assertHealthy();
        }
        assertEquals(1, venue.counters().get(SLOW_CLIENTS));
        try (FixWire again = comeBack("ALPHA"))
        {
            final long last = again.nextIn() - 2;
            assertTrue(last > 1, "nothing was stored");
            again.send("2|7=2|16=0");
            assertResent(again, 2, last);
            assertHealthy();
        }
    }

    @Test
    void shouldGiveTheSessionBackWhenItsClientHasVanished() throws IOException
    {
        start(MANY_UNSENT_BYTES);
        try (FixWire vanished = new FixWire(venue.port(), "ALPHA"))
        {
            vanished.send("A|98=0|108=1|141=Y");
            vanished.expect("A");
            vanished.send("D" + ConformanceVenue.order("half-open"));
            vanished.expect("8");
            // From here on nothing is read or sent, and the connection stays open: as if the line was cut.
            try (FixWire again = comeBack("ALPHA"))
            {
                again.send("F|11=after|41=half-open|55=CHEAP-12.26|54=1|60=" + FixFrame.time(0));
                String message = again.receive();
                while (null != message && !"8".equals(FixWire.field(message, 35)))
                {
                    message = again.receive();
                }
                assertNotNull(message);
                assertEquals("4", FixWire.field(message, 150), message);
            }
        }
    }

    @Test
    void shouldServeOthersWhenAHundredThousandMessagesAreAskedForAgain() throws IOException
    {
        start(MANY_UNSENT_BYTES);
        try (FixWire wire = new FixWire(venue.port(), "ALPHA"))
        {
            wire.logOn();
            final CompletableFuture<Void> sending = send(wire, STORM);
            for (int i = 0; i < STORM; i++)
            {
                assertEquals("8", FixWire.field(wire.receive(), 150));
            }
            sending.join();
            wire.send("2|7=2|16=0");
            final CompletableFuture<Void> beside = CompletableFuture.runAsync(this::assertHealthyUnchecked);
            assertResent(wire, 2, STORM + 1L);
            beside.join();
            assertEquals(STORM, venue.counters().get(RESENT_MESSAGES));
            // Asked for again and again: what was asked for twice is sent once, so that it comes to an end.
            for (int i = 0; i < 50; i++)
            {
                wire.send("2|7=2|16=0");
            }
            wire.send("1|112=behind the storm");
            assertHealthy();
            String message = wire.receive();
            while (!"0".equals(FixWire.field(message, 35)))
            {
                assertEquals("Y", FixWire.field(message, 43), message);
                message = wire.receive();
            }
            assertEquals("behind the storm", FixWire.field(message, 112), message);
            assertHealthy();
        }
        try (FixWire again = comeBack("ALPHA"))
        {
            again.expectAlive();
        }
    }

    @Test
    void shouldServeOthersWhenLogonsComeByTheHundreds() throws IOException
    {
        start(MANY_UNSENT_BYTES);
        final List<FixWire> flood = new ArrayList<>();
        for (int i = 0; i < 400; i++)
        {
            try
            {
                final FixWire wire = new FixWire(venue.port(), i % 4 > 0 ? "NOBODY" : "HEALTHY");
                flood.add(wire);
                if (0 != i % 5)
                {
                    wire.send("A|98=0|108=30|141=Y");
                }
            }
            catch (final IOException e)
            {
                assertNotNull(e.getMessage());
            }
            if (0 == i % 10)
            {
                // Soon enough for its answer to who asks whether it is alive, for it is logged on for by others.
                assertHealthy();
            }
        }
        assertHealthy();
        for (final FixWire wire : flood)
        {
            wire.close();
        }
        try (FixWire alpha = comeBack("ALPHA"))
        {
            alpha.expectAlive();
        }
        assertTrue(venue.counters().get(REFUSED_LOGONS) > 0, venue.counters()::toString);
        assertTrue(venue.counters().get(CONNECTIONS) >= 2, venue.counters()::toString);
    }

    /** Orders that are refused, so that each has one report; sent as fast as the gateway takes them. */
    private static CompletableFuture<Void> send(final FixWire wire, final int count)
    {
        final String order = ConformanceVenue.order("x").replace("CHEAP-12.26", "NOTHING").replace("|11=x", "");
        final long first = wire.nextOut();
        wire.nextOut(first + count);
        return CompletableFuture.runAsync(() ->
        {
            try
            {
                final ByteArrayOutputStream batch = new ByteArrayOutputStream();
                for (int i = 0; i < count; i++)
                {
                    batch.writeBytes(new FixFrame(wire.name(), first + i, "D|11=s" + i + order).bytes());
                    if (0 == (i + 1) % BATCH || i + 1 == count)
                    {
                        wire.sendBytes(batch.toByteArray());
                        batch.reset();
                    }
                }
            }
            catch (final IOException e)
            {
                assertNotNull(e.getMessage()); // disconnected in the middle
            }
        });
    }

    /** Every number of a range comes once, in order, as a report of before or as part of a gap. */
    private static void assertResent(final FixWire wire, final long first, final long last) throws IOException
    {
        long next = first;
        while (next <= last)
        {
            final String message = wire.receive();
            assertNotNull(message, "closed in the middle of a resend: next=" + next);
            if (!"Y".equals(FixWire.field(message, 43)))
            {
                continue;
            }
            assertEquals(Long.toString(next), FixWire.field(message, 34), message);
            final String newSeqNo = FixWire.field(message, 36);
            next = null == newSeqNo ? next + 1 : Long.parseLong(newSeqNo);
        }
    }

    /** Opens the session again as soon as it is free, whatever numbers it has reached. */
    private FixWire comeBack(final String name)
    {
        final FixWire[] back = new FixWire[1];
        final long[] numbers = {1, 1};
        Venue.await(() ->
        {
            try
            {
                final FixWire wire = new FixWire(venue.port(), name);
                final String answer = wire.tryLogOn(numbers[0]);
                if (null != answer && "A".equals(FixWire.field(answer, 35)))
                {
                    back[0] = wire;
                    return true;
                }
                wire.close();
                if (null != answer)
                {
                    final String text = FixWire.field(answer, 58);
                    numbers[0] = Long.parseLong(text.replaceAll("\\D*expecting (\\d+).*", "$1"));
                }
                return false;
            }
            catch (final IOException e)
            {
                return false;
            }
        }, "the session cannot be opened again: " + name);
        return back[0];
    }

    private void assertHealthyUnchecked()
    {
        try
        {
            assertHealthy();
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(e);
        }
    }

    private void assertHealthy() throws IOException
    {
        healthy.send("D|11=ok" + ++healthyOrders + "|1=CF01ABC|55=DEAR-12.26|54=1|38=1|40=2|44=60|59=0|60=" +
            FixFrame.time(0));
        final String report = healthy.expect("8");
        assertEquals("0", FixWire.field(report, 150), report);
        healthy.expectAlive();
    }
}
