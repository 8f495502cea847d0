// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Random;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random bytes and damaged frames: connections may die of them, the gateway and the other sessions never.
 */
@Tag("venue")
class GarbageTest
{
    private static final int ROUNDS = 1_500;
    private static final int MAX_GARBAGE_LENGTH = 600;

    @TempDir
    private Path dir;

    @Test
    void shouldSurviveGarbage()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("GarbageTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        final Random random = new Random(seed);
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx.reconnectIntervalNs(0)))
        {
            final RawSession witness = venue.establish(TWBB1);
            for (int round = 0; round < ROUNDS; round++)
            {
                attack(venue, random);
                witness.newOrder(sell(round + 1, PX + VenueFixture.TICK * 1_000, 1));
                final int answers = round + 1;
                venue.await("the witness is served: seed=" + seed, () -> answers == witness.frames.stream()
                    .filter((frame) -> frame.startsWith("NewOrder")).count());
            }
            assertTrue(venue.count(GatewayCounter.MALFORMED_FRAMES) > 0);
        }
    }

    private static void attack(final VenueFixture venue, final Random random)
    {
        final RawSession attacker = venue.connect();
        if (random.nextBoolean())
        {
            attacker.establish(TWAA1, KEEPALIVE_MS);
        }
        final byte[] garbage;
        if (random.nextBoolean())
        {
            garbage = new byte[random.nextInt(MAX_GARBAGE_LENGTH)];
            random.nextBytes(garbage);
        }
        else
        {
            garbage = attacker.newOrderFrame(buy(random.nextLong(), random.nextLong(), random.nextInt()));
            garbage[random.nextInt(garbage.length)] = (byte)random.nextInt();
        }
        attacker.send(garbage);
        for (int i = random.nextInt(5); i >= 0; i--)
        {
            venue.cycle();
        }
        attacker.close();
        venue.forget(attacker);
        venue.await("the attacker is gone", () -> 1 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));
    }
}
