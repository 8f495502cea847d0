// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static io.bourse.gateway.fix.session.FixCounter.GARBAGE;
import static io.bourse.gateway.fix.session.FixCounter.REFUSED_CONNECTIONS;
import static io.bourse.gateway.fix.session.FixCounter.REPLACED_CONNECTIONS;
import static io.bourse.gateway.fix.session.FixCounter.SLOW_CLIENTS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.gateway.fix.wire.FixWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that ask for much, read nothing, say nothing, or come in crowds.
 */
@Tag("venue")
class SessionLoadTest
{
    private static final String ORDER = "55=X|54=1|60=20261121-09:00:00|40=1|38=1|";
    private static final int STORM = 100_000;

    @TempDir
    private Path directory;
    private TransportRig rig;

    @BeforeEach
    void prepare()
    {
        rig = new TransportRig(directory);
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    @Test
    void shouldSendAHundredThousandMessagesAgainInChunks() throws IOException
    {
        rig.server.sendQueueLength(1024 * 1024);
        rig.start();
        store(STORM, "missed");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            final String logon = client.logOn("");
            assertEquals(STORM + 1, Integer.parseInt(TestFix.field(logon, 34)));
            // A storm of them: all but the first are covered by it.
            for (int i = 0; i < 50; i++)
            {
                client.send("2", "7=1|16=0|");
            }
            int next = 1;
            int fresh = 0;
            while (next <= STORM)
            {
                if (0 == next % 20_000)
                {
                    client.send("D", "11=live|" + ORDER);
                }
                final String message = client.read();
                assertNotNull(message, "closed at " + next);
                if ("Y".equals(TestFix.field(message, 43)))
                {
                    assertEquals(next, Integer.parseInt(TestFix.field(message, 34)));
                    assertEquals("missed" + next, TestFix.field(message, 148));
                    assertTrue(TestFix.field(message, 122).compareTo(TestFix.field(message, 52)) <= 0, message);
                    next++;
                }
                else if ("8".equals(TestFix.field(message, 35)))
                {
                    fresh++;
                    assertEquals(STORM + 1 + fresh, Integer.parseInt(TestFix.field(message, 34)));
                }
            }
            while (fresh < 4 + 1)
            {
                client.send("D", "11=last|" + ORDER);
                final String message = client.read();
                fresh += "8".equals(TestFix.field(message, 35)) && "".equals(TestFix.field(message, 43)) ? 1 : 0;
            }
        }
        assertEquals(0, rig.counters().get(SLOW_CLIENTS));
    }

    @Test
    void shouldSendAgainEvenWhenLittleMayBeUnsent() throws IOException
    {
        rig.server.sendQueueLength(64 * 1024);
        rig.start();
        final String text = "y".repeat(1_000);
        store(2_000, text);
        try (TestClient client = new TestClient(rig.port(), "ALPHA", 4096))
        {
            client.logOn("");
            client.send("2", "7=1|16=0|");
            for (int i = 1; i <= 2_000; i++)
            {
                assertEquals(text + i, TestFix.field(client.expect("B"), 148));
            }
        }
        assertEquals(0, rig.counters().get(SLOW_CLIENTS));
    }

    @Test
    void shouldGiveUpAClientThatDoesNotReadAndLoseNothing() throws IOException
    {
        rig.server.sendQueueLength(64 * 1024);
        rig.start();
        final int sent;
        try (TestClient client = new TestClient(rig.port(), "ALPHA", 4096))
        {
            client.logOn("");
            final AtomicLong count = new AtomicLong();
            final AtomicLong most = new AtomicLong();
            TransportRig.await(() ->
            {
                rig.run(() ->
                {
                    if (rig.session("ALPHA").isLoggedOn())
                    {
                        for (int i = 0; i < 100; i++)
                        {
                            rig.session("ALPHA").send(rig.text("unread" + count.incrementAndGet()));
                        }
                        most.set(Math.max(most.get(), rig.session("ALPHA").unsentBytes()));
                    }
                });
                return 1 == rig.counters().get(SLOW_CLIENTS);
            }, "a client that does not read is kept");
            sent = (int)count.get();
            assertTrue(most.get() <= 64 * 1024, "unsent=" + most.get());
            // It is counted first.
            TransportRig.await(() -> rig.seen.contains("-ALPHA"), "the session has not ended");
        }
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.next = 2;
            client.logOn("");
            client.send("2", "7=2|16=0|");
            for (int i = 1; i <= sent; i++)
            {
                assertEquals("unread" + i, TestFix.field(client.expect("B"), 148));
            }
        }
    }

    @Test
    void shouldTakeNoMoreFromAClientThatDoesNotReadAndGiveItUpAtLast() throws IOException
    {
        rig.server.slowPeerTimeoutNs(TimeUnit.SECONDS.toNanos(1));
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA", 4096))
        {
            client.logOn("");
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < 1_000; i++)
            {
                bytes.write(TestFix.message("ALPHA", client.next++, "D", "11=o" + i + "|" + ORDER));
            }
            assertThrows(IOException.class, () ->
            {
                // More than all buffers take: at some time it can write no more, and then it is closed.
                for (int i = 0; i < 10_000; i++)
                {
                    client.send(bytes.toByteArray());
                    bytes.reset();
                    for (int n = 0; n < 1_000; n++)
                    {
                        bytes.write(TestFix.message("ALPHA", client.next++, "D", "11=p" + n + "|" + ORDER));
                    }
                }
            });
            TransportRig.await(() -> 1 == rig.counters().get(SLOW_CLIENTS), "it is kept");
        }
    }

    @Test
    void shouldGiveUpTheSlowestWhenAllTogetherCostTooMuch() throws IOException
    {
        rig.server.sendQueueLength(1024 * 1024).maxUnsentOfAll(1024 * 1024);
        rig.start();
        try (TestClient slow = new TestClient(rig.port(), "ALPHA", 4096);
            TestClient slower = new TestClient(rig.port(), "BETA", 4096))
        {
            slow.logOn("");
            slower.logOn("");
            final String text = "y".repeat(1_000);
            TransportRig.await(() ->
            {
                rig.run(() ->
                {
                    if (rig.session("ALPHA").unsentBytes() < 400_000)
                    {
                        rig.session("ALPHA").send(rig.text(text));
                    }
                    rig.session("BETA").send(rig.text(text));
                    rig.session("BETA").send(rig.text(text));
                    rig.session("BETA").send(rig.text(text));
                });
                return 1 == rig.counters().get(SLOW_CLIENTS);
            }, "both are kept");
            rig.run(() -> assertTrue(rig.session("ALPHA").isLoggedOn()));
            rig.run(() -> assertTrue(!rig.session("BETA").isLoggedOn()));
        }
    }

    @Test
    void shouldServeWhoIsThereWhenACrowdComesWithoutLogon() throws IOException
    {
        rig.server.maxOutstanding(8).loginTimeoutNs(TimeUnit.SECONDS.toNanos(2));
        rig.start();
        final List<TestClient> crowd = new ArrayList<>();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            for (int i = 0; i < 60; i++)
            {
                crowd.add(new TestClient(rig.port(), "BETA"));
            }
            client.send("D", "11=ok|" + ORDER);
            assertEquals("ok", TestFix.field(client.expect("8"), 11));
            TransportRig.await(() -> rig.counters().get(REPLACED_CONNECTIONS) >= 52, "the crowd is let in");
            // They are closed when their time is over, and there is room again.
            TransportRig.await(() -> rig.counters().get(GARBAGE) >= 8, "the crowd stays");
            try (TestClient beta = new TestClient(rig.port(), "BETA"))
            {
                assertNotNull(beta.logOn(""));
            }
        }
        finally
        {
            for (final TestClient one : crowd)
            {
                one.close();
            }
        }
    }

    @Test
    void shouldCountConnectionsWhoseLogonWasRefusedAsWithoutLogon() throws IOException
    {
        rig.server.maxOutstandingPerAddress(4);
        rig.logonCheck = (request, answer) -> answer.refuse(7, "no");
        rig.start();
        final List<TestClient> crowd = new ArrayList<>();
        try
        {
            // None of them closes: every one keeps its place while its last words wait to be read.
            for (int i = 0; i < 40; i++)
            {
                final TestClient one = new TestClient(rig.port(), "ALPHA");
                crowd.add(one);
                one.send("A", "98=0|108=30|");
                one.read();
            }
            assertTrue(rig.counters().get(REFUSED_CONNECTIONS) > 0, "all found a place");
        }
        catch (final IOException ex)
        {
            TransportRig.await(() -> rig.counters().get(REFUSED_CONNECTIONS) > 0,
                "closed, but not for want of a place");
        }
        finally
        {
            for (final TestClient one : crowd)
            {
                one.close();
            }
        }
    }

    @Test
    void shouldEndASessionWhoseClientIsSilent() throws IOException
    {
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.send("A", "98=0|108=1|");
            client.expect("A");
            // As if the cable were cut: nothing comes from the client any more, not even the end of its stream.
            client.expect("1");
            assertTrue(client.isClosedByOther());
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "the end is not reported");
    }

    @Test
    void shouldFillTheGapsOfWhatWasNotStored() throws IOException
    {
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            rig.run(() ->
            {
                rig.session("ALPHA").send(rig.text("kept"));
                rig.session("ALPHA").sendVolatile(rig.text("a book"));
                rig.session("ALPHA").sendVolatile(rig.text("another book"));
                rig.session("ALPHA").send(rig.text("kept too"));
                rig.session("ALPHA").sendVolatile(rig.text("the last book"));
            });
            for (int i = 2; i <= 6; i++)
            {
                assertEquals(i, Integer.parseInt(TestFix.field(client.expect("B"), 34)));
            }
            client.send("2", "7=1|16=0|");
            assertEquals("1>2", gap(client));
            assertEquals("kept", TestFix.field(client.expect("B"), 148));
            assertEquals("3>5", gap(client));
            assertEquals("kept too", TestFix.field(client.expect("B"), 148));
            assertEquals("6>7", gap(client));
            client.send("2", "7=4|16=5|");
            assertEquals("4>5", gap(client));
            assertEquals("kept too", TestFix.field(client.expect("B"), 148));
        }
    }

    @Test
    void shouldKeepNumbersAndMessagesWhenRestarted() throws IOException
    {
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "11=o1|" + ORDER);
            client.expect("8");
            rig.stop();
            // Logout, and then the end.
            client.expect("5");
            assertTrue(client.isClosedByOther());
        }
        rig.start();
        rig.run(() -> rig.session("ALPHA").send(rig.text("while away")));
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.next = 3;
            assertEquals("5", TestFix.field(client.logOn(""), 34));
            client.send("2", "7=2|16=0|");
            assertEquals("o1", TestFix.field(client.expect("8"), 11));
            assertEquals("3>4", gap(client));
            assertEquals("while away", TestFix.field(client.expect("B"), 148));
            assertEquals("5>6", gap(client));
        }
    }

    @Test
    void shouldKeepABoundWhenAClientLeavesAGapAndGoesOn() throws IOException
    {
        leaveAGap("D", "11=queued|" + ORDER, BoundedMessageQueue.CAPACITY, BoundedMessageQueue.CAPACITY);
    }

    @Test
    void shouldKeepItsStackWhenHeartbeatsWaitBehindAGap() throws IOException
    {
        rig.sessionOptions = FixSessionOptions.builder().maxSessionMessagesPerSecond(0).build();
        leaveAGap("0", "", BoundedMessageQueue.ADMIN_CAPACITY, 0);
    }

    private void leaveAGap(final String type, final String body, final int capacity, final int answers)
        throws IOException
    {
        rig.start();
        final int last = capacity + 3_000;
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            for (int number = 3; number <= last; number++)
            {
                client.send(TestFix.message("ALPHA", number, type, body));
            }
            assertEquals("2", TestFix.field(client.expect("2"), 7));
            client.send(TestFix.message("ALPHA", 2, "D", "43=Y|122=" + TestFix.now() + "|11=first|" + ORDER));
            assertEquals("first", TestFix.field(client.expect("8"), 11));
            for (int i = 0; i < answers; i++)
            {
                assertEquals("queued", TestFix.field(client.expect("8"), 11));
            }
            // What had no place is asked for again when the next message comes.
            client.send(TestFix.message("ALPHA", last + 1, "D", "11=late|" + ORDER));
            assertEquals(capacity + 3, Integer.parseInt(TestFix.field(client.expect("2"), 7)));
            client.send(TestFix.message("ALPHA", capacity + 3, "4",
                "43=Y|122=" + TestFix.now() + "|123=Y|36=" + (last + 1) + "|"));
            assertEquals("late", TestFix.field(client.expect("8"), 11));
        }
    }

    private static String gap(final TestClient client) throws IOException
    {
        final String gap = client.expect("4");
        assertEquals("Y", TestFix.field(gap, 43));
        assertEquals("Y", TestFix.field(gap, 123));
        return TestFix.field(gap, 34) + ">" + TestFix.field(gap, 36);
    }

    private void store(final int count, final String text)
    {
        for (int i = 0; i < count; i += 1000)
        {
            final int begin = i;
            rig.run(() ->
            {
                final FixWriter writer = new FixWriter();
                for (int n = begin + 1; n <= begin + 1000; n++)
                {
                    writer.begin("B").text(148, text + n);
                    rig.session("ALPHA").send(writer);
                }
            });
        }
    }
}
