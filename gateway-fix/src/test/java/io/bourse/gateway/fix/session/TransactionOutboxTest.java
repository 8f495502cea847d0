// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.client.PublishedWatermark;
import io.bourse.gateway.fix.session.store.LogCursor;
import io.bourse.gateway.fix.session.store.MessageLog;
import io.bourse.gateway.fix.session.store.SessionStore;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.testing.BareGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reports from the event stream to the stores: in order, when their market data is public, and once over many lives.
 */
class TransactionOutboxTest
{
    private static final long TIMEOUT_NS = 1_000;
    private static final int TRANSACTIONS = 400;

    @TempDir
    private Path directory;
    private final FixWriter writer = new FixWriter();
    private final Watermark watermark = new Watermark();
    private long nowNs;

    @Test
    void shouldHoldReportsUntilTheirMarketDataIsPublicOrTheWaitIsOver()
    {
        try (FixTransport transport = transport(directory))
        {
            transport.caughtUp(1, 0);
            transaction(transport, 10, 1_000, "a", "b");
            transaction(transport, 20, 2_000, "c");
            transaction(transport, 30, 3_000);
            assertEquals(0, transport.drain(0));
            watermark.cursor = 1_999;
            assertEquals(2, transport.drain(0));
            assertEquals(List.of("a", "b"), stored(transport));
            nowNs = TIMEOUT_NS - 1;
            assertEquals(0, transport.drain(nowNs));
            nowNs = TIMEOUT_NS;
            assertEquals(1, transport.drain(nowNs));
            assertEquals(List.of("a", "b", "c"), stored(transport));
            assertEquals(1, transport.counters().get(FixCounter.LATE_FOR_MARKET_DATA));
        }
    }

    @Test
    void shouldNotWaitForWhatIsReplayed()
    {
        try (FixTransport transport = transport(directory))
        {
            transaction(transport, 10, 1_000, "a");
            assertEquals(1, transport.drain(0));
            transport.caughtUp(20, 0);
            transaction(transport, 30, 3_000, "b");
            assertEquals(0, transport.drain(0));
        }
    }

    @Test
    void shouldRefuseStoresOfAnotherJournal()
    {
        try (FixTransport transport = transport(directory))
        {
            transaction(transport, 1_000, 1_000, "a");
            transport.drain(0);
        }
        try (FixTransport transport = transport(directory))
        {
            final Exception ex = assertThrows(IllegalStateException.class, () -> transport.caughtUp(999, 0));
            assertTrue(ex.getMessage().contains("handedPosition=1000 journalPosition=999"), ex.getMessage());
        }
    }

    @Test
    void shouldSaveTheWorkOfWhatEverybodyHas()
    {
        try (FixTransport transport = transport(directory))
        {
            transaction(transport, 10, 1_000, "a");
            transport.drain(0);
        }
        try (FixTransport transport = transport(directory))
        {
            transport.outbox().begin(new Group(10, 1_000), 10);
            assertFalse(transport.outbox().isWanted());
            transport.outbox().end();
            transport.outbox().begin(new Group(11, 1_100), 11);
            assertTrue(transport.outbox().isWanted());
            transport.outbox().end();
        }
    }

    /** Each life replays from the beginning and dies somewhere; the next one finds the files as they were then. */
    @Test
    void shouldStoreEveryReportOnceOverManyLives() throws IOException
    {
        final long seed = Long.getLong("outbox.seed", System.nanoTime());
        final Random random = new Random(seed);
        Path life = directory.resolve("life0");
        for (int n = 1; n <= 10; n++)
        {
            final Path grave = directory.resolve("life" + n);
            try (FixTransport transport = transport(life))
            {
                final int end = random.nextInt(TRANSACTIONS);
                final int barrier = random.nextInt(TRANSACTIONS);
                for (int i = 1; i <= end; i++)
                {
                    if (i == barrier)
                    {
                        watermark.cursor = 0;
                        transport.caughtUp(i * 10L - 5, 0);
                    }
                    work(transport, i);
                    if (0 == random.nextInt(3))
                    {
                        watermark.cursor = Math.max(0, i * 100L - random.nextInt(2_000));
                        transport.drain(nowNs);
                    }
                }
                if (random.nextBoolean())
                {
                    transport.drain(nowNs);
                }
                bury(life, grave);
            }
            catch (final IllegalStateException ex)
            {
                // The barrier lies before what a former life has stored: no journal goes backwards.
                assertTrue(ex.getMessage().contains("another journal"), "seed=" + seed);
                bury(life, grave);
            }
            life = grave;
        }
        try (FixTransport transport = transport(life))
        {
            final List<String> expected = new ArrayList<>();
            for (int i = 1; i <= TRANSACTIONS; i++)
            {
                work(transport, i);
                transport.drain(nowNs);
                for (int k = 0; k < i % 4; k++)
                {
                    expected.add(i + "-" + k);
                }
            }
            transport.caughtUp(TRANSACTIONS * 10L + 5, 0);
            assertEquals(expected, stored(transport), "seed=" + seed);
        }
    }

    @Test
    void shouldKeepTheOrderWhenMoreWaitsThanEverBefore()
    {
        try (FixTransport transport = transport(directory))
        {
            transport.caughtUp(1, 0);
            final List<String> expected = new ArrayList<>();
            final String padding = "x".repeat(500);
            for (int i = 1; i <= 3_000; i++)
            {
                transaction(transport, i * 10L, i * 100L, i + padding, "again" + i);
                expected.add(i + padding);
                expected.add("again" + i);
                watermark.cursor = i * 50L;
                transport.drain(0);
            }
            assertFalse(transport.isFull());
            watermark.cursor = Long.MAX_VALUE;
            transport.drain(0);
            assertEquals(expected, stored(transport));
        }
    }

    @Test
    void shouldLeaveWhatNoReplayRepeatsOutOfTheCount()
    {
        try (FixTransport transport = transport(directory))
        {
            final Group group = new Group(10, 1_000);
            transport.outbox().begin(group, group.commandPosition());
            transport.outbox().addUnrepeatable(transport.sessions().byLoginId(1), text("this life only"));
            transport.outbox().add(transport.sessions().byLoginId(1), text("first"));
            transport.outbox().end();
            transport.drain(0);
        }
        try (FixTransport transport = transport(directory))
        {
            // As if the mark were lost.
            final SessionStore store = ((FixSessionImpl)transport.sessions().byLoginId(1)).store;
            assertTrue(store.has(10, 1));
            assertFalse(store.has(10, 2));
            transport.caughtUp(11, 0);
            assertEquals(List.of("this life only", "first"), stored(transport));
        }
    }

    private void work(final FixTransport transport, final int i)
    {
        final String[] texts = new String[i % 4];
        for (int k = 0; k < texts.length; k++)
        {
            texts[k] = i + "-" + k;
        }
        transaction(transport, i * 10L, i * 100L, texts);
    }

    private void transaction(
        final FixTransport transport,
        final long position,
        final long cursor,
        final String... texts)
    {
        final Outbox outbox = transport.outbox();
        outbox.begin(new Group(position, cursor), position);
        if (outbox.isWanted())
        {
            for (final String text : texts)
            {
                outbox.add(transport.sessions().byLoginId(1), text(text));
            }
        }
        outbox.end();
    }

    private FixWriter text(final String text)
    {
        return writer.begin("8").text(58, text);
    }

    private FixTransport transport(final Path at)
    {
        final FixTransport transport = new FixTransport(
            FixGatewayOptions.builder()
                .storeDirectory(at)
                .publicFirstTimeoutNs(TIMEOUT_NS)
                .nanoClock(() -> nowNs)
                .build(),
            LogonCheck.ACCEPT_ALL,
            watermark,
            0);
        transport.sessions().define(1, "ALPHA", "CF01");
        return transport;
    }

    private static List<String> stored(final FixTransport transport)
    {
        final List<String> texts = new ArrayList<>();
        final MessageLog log = ((FixSessionImpl)transport.sessions().byLoginId(1)).store.log();
        final LogCursor cursor = new LogCursor();
        for (boolean isThere = log.seek(cursor, 1); isThere; isThere = log.next(cursor))
        {
            final byte[] body = new byte[cursor.bodyLength()];
            cursor.getBody(body);
            final String text = new String(body, StandardCharsets.ISO_8859_1);
            texts.add(text.substring(3, text.length() - 1));
            assertEquals(texts.size(), cursor.number);
        }
        return texts;
    }

    private static void bury(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Moved by the test. */
    private static final class Watermark implements PublishedWatermark
    {
        private long cursor;
        private long publishedNs;

        @Override
        public long get()
        {
            return cursor;
        }

        @Override
        public long publishedNs()
        {
            return publishedNs;
        }

        @Override
        public void advance(final long value, final long timeNs)
        {
            cursor = value;
            publishedNs = timeNs;
        }
    }

    /** A transaction of which only its places are known. */
    private record Group(long commandPosition, long cursor) implements BareGroup
    {
    }
}
