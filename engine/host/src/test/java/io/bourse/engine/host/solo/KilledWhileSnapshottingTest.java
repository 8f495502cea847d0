// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Random;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * kill -9 of an engine that takes one snapshot after the other under load, several lives in a row.
 */
@Tag("venue")
class KilledWhileSnapshottingTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;
    private static final int LIVES = 3;

    @TempDir
    private Path dir;

    @Test
    void shouldGoOnFromSnapshotsWhenKilledAtAnyMoment() throws Exception
    {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        RecordingListener former = new RecordingListener();
        for (int life = 0; life < LIVES; life++)
        {
            former = liveAndDie(life, random, former);
        }
        assertFalse(new SnapshotDirectory(dir).newestFirst().isEmpty());
        try (TestEngine engine = TestEngine.start(EngineProcess.options(dir)))
        {
            assertBegins(engine.collectToEnd(0), former);
        }
        try (OfflineVenue venue = OfflineVenue.open(dir, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(Verdict.WHOLE, found.verdict(), found.findings()::toString);
            assertEquals(0, found.replay().fromPosition());
        }
    }

    private RecordingListener liveAndDie(final int life, final Random random, final RecordingListener former)
        throws Exception
    {
        final RecordingListener seen = new RecordingListener();
        try (EngineProcess process = EngineProcess.start(dir);
            EngineClient client = AeronEngineClient.connect(
                AeronClientOptions.builder().aeronDirectoryName(process.aeronDirectoryName())
                .credentials(CredentialStore.in(dir))
                .build()))
        {
            try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
            {
                if (0 == life)
                {
                    DemoReferenceData.define(operator);
                }
                final Thread sender = Thread.ofPlatform().daemon().start(() -> sendUntilGone(client, life));
                final int snapshots = 1 + random.nextInt(6);
                for (int i = 0; i < snapshots; i++)
                {
                    operator.takeSnapshot();
                }
                final int wanted = former.transactions().size() + 100 + random.nextInt(900);
                try (EventFollower follower = client.follow(0, seen))
                {
                    TestEngine.pollUntil(follower, () -> seen.transactions().size() >= wanted);
                    // The last one is on its way when the process dies.
                    operator.takeSnapshot();
                    process.kill();
                }
                sender.interrupt();
                sender.join();
            }
        }
        assertBegins(seen, former);
        return seen;
    }

    private static void sendUntilGone(final EngineClient client, final int life)
    {
        final Random random = new Random(life);
        try
        {
            // Every life under sequences of its own.
            final OrderSender seller =
                new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(life * 1_000_000L);
            final OrderSender buyer =
                new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(life * 1_000_000L);
            for (int i = 0; i < 3_000 && !Thread.currentThread().isInterrupted(); i++)
            {
                seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(6) * TICK, 1 + random.nextInt(9));
                buyer.newOrder(SI_ID, Side.BUY, PRICE + (2 - random.nextInt(6)) * TICK, 1 + random.nextInt(9));
            }
        }
        catch (final IllegalStateException ex)
        {
            // The engine was killed under the sender, as planned.
            assertTrue(ex.getMessage().contains("engine"), ex.getMessage());
        }
    }

    private static void assertBegins(final RecordingListener whole, final RecordingListener beginning)
    {
        final int size = beginning.transactions().size();
        assertTrue(whole.transactions().size() >= size,
            "whole=" + whole.transactions().size() + " beginning=" + size);
        assertEquals(beginning.transactions(), whole.transactions().subList(0, size));
    }
}
