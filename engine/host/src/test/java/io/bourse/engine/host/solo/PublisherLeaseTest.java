// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Publishers of one feed on a real engine, by a clock that only the test moves: what each of them does between two
 * moments, and when it does nothing, is the test's choice.
 */
@Tag("venue")
class PublisherLeaseTest
{
    private static final int GATEWAY_ID = 77;
    private static final long LEASE = 1_000;
    private static final int STEPS = 1_500;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final List<PublisherLease> leases = new ArrayList<>();
    private final Map<PublisherLease, EventFollower> followers = new HashMap<>();
    private TestEngine engine;
    private EngineClient client;
    private long nowNs;
    private long epochNs;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir);
        client = engine.connect();
    }

    @AfterEach
    void close()
    {
        followers.keySet().forEach(PublisherLease::onClose);
        CloseHelper.close(engine);
    }

    @Test
    void shouldHoldItAfterALeaseWithoutAnotherPublisherAndAsLongAsItIsAnswered()
    {
        final PublisherLease lease = lease();
        nowNs = LEASE - 1;
        settle(lease);
        assertFalse(lease.isHeld());
        nowNs = LEASE;
        await(lease, lease::isHeld);
        for (int i = 0; i < 10; i++)
        {
            nowNs += LEASE / 3;
            settle(lease);
            assertTrue(lease.isHeld());
        }
        assertFalse(lease.isLost());
    }

    @Test
    void shouldWaitAsLongAsAnotherPublisherHoldsIt()
    {
        final PublisherLease first = held();
        final PublisherLease second = lease();
        for (int i = 0; i < 10; i++)
        {
            nowNs += LEASE / 3;
            settle(first, second);
            assertTrue(first.isHeld());
            assertFalse(second.isHeld());
        }
    }

    @Test
    void shouldEndBeforeTheNextPublisherBeginsWhenItStandsStill()
    {
        final PublisherLease first = held();
        final PublisherLease second = lease();
        settle(first, second);
        nowNs += LEASE * 9 / 10 - 1;
        settle(second);
        assertTrue(first.isHeld());
        nowNs++;
        settle(second);
        assertFalse(first.isHeld());
        assertFalse(second.isHeld());
        nowNs += LEASE / 10;
        await(second, second::isHeld);

        // It goes on, and finds everything that it was answered in the meantime.
        settle(first, second);
        assertTrue(first.isLost());
        assertTrue(second.isHeld());
    }

    @Test
    void shouldNotBeGivenBackWhenNoOtherPublisherHasCome()
    {
        final PublisherLease lease = held();
        nowNs += LEASE;
        settle(lease);
        nowNs += LEASE;
        settle(lease);
        assertFalse(lease.isHeld());
        assertTrue(lease.isLost());
    }

    @Test
    void shouldHaveOnePublisherAtMostWhateverEachOfThemDoes()
    {
        final Random random = new Random(seed);
        final int[] held = new int[2];
        for (int i = 0; i < 4; i++)
        {
            leases.add(lease());
        }
        for (int step = 0; step < STEPS; step++)
        {
            nowNs += random.nextInt((int)LEASE / 8);
            // Each stands still for a while now and then.
            for (int i = 0; i < leases.size(); i++)
            {
                if (0 != (step / 40 * 7 + i) % 3)
                {
                    leases.get(i).doWork();
                }
                if (leases.get(i).isLost())
                {
                    leases.set(i, lease());
                }
            }
            engine.operator().reportState();
            final long holders = leases.stream().filter(PublisherLease::isHeld).count();
            assertTrue(holders <= 1, "holders=" + holders + " step=" + step + " seed=" + seed);
            held[(int)holders]++;
        }
        assertTrue(held[1] > STEPS / 10 && held[0] > 0, () -> "held=" + Arrays.toString(held) + " seed=" + seed);
    }

    private PublisherLease lease()
    {
        final List<EventFollower> own = new ArrayList<>();
        final PublisherLease lease = new PublisherLease(
            new Follows(client, own), GATEWAY_ID, LEASE, () -> ++epochNs, () -> nowNs);
        followers.put(lease, own.getFirst());
        return lease;
    }

    private PublisherLease held()
    {
        final PublisherLease lease = lease();
        nowNs += LEASE;
        await(lease, lease::isHeld);
        return lease;
    }

    private void await(final PublisherLease lease, final BooleanSupplier condition)
    {
        TestEngine.await("the lease is held", () ->
        {
            lease.doWork();
            return condition.getAsBoolean();
        });
    }

    /** Until all has been asked, and answered, that they ask at this moment. */
    private void settle(final PublisherLease... working)
    {
        for (int i = 0; i < 3; i++)
        {
            for (final PublisherLease lease : working)
            {
                lease.doWork();
            }
            // What they have sent is executed before this.
            engine.operator().reportState();
            final long endCursor = client.endCursor();
            for (final PublisherLease lease : working)
            {
                TestEngine.await("it has read everything", () ->
                {
                    lease.doWork();
                    return followers.get(lease).cursor() >= endCursor;
                });
            }
        }
    }

    /** The engine, as one publisher sees it. */
    private static final class Follows extends ForwardingEngineClient
    {
        private final List<EventFollower> followers;

        private Follows(final EngineClient engine, final List<EventFollower> followers)
        {
            super(engine);
            this.followers = followers;
        }

        @Override
        public EventFollower follow(final long fromCursor, final EventListener listener)
        {
            followers.add(super.follow(fromCursor, listener));
            return followers.getLast();
        }
    }
}
