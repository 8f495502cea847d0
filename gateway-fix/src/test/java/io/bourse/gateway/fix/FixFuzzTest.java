// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.gateway.fix.session.FixCounter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged and random bytes from many connections change nothing and do not disturb a session beside them. The seed is
 * in the message of a failure; {@code -Dfuzz.seed=N} repeats it.
 */
@Tag("venue")
class FixFuzzTest
{
    private static final int CONNECTIONS = 200;
    private static final String ORDER =
        "D|11=f1|1=CF01ABC|55=CHEAP-12.26|54=1|38=10|40=2|44=100|59=0|60=20261121-09:00:00";

    @TempDir
    private Path directory;

    @Test
    void shouldKeepServingWhenOthersSendGarbage() throws IOException
    {
        final long seed = Long.getLong("fuzz.seed", System.nanoTime());
        final Random random = new Random(seed);
        final String failed = "seed=" + seed;
        try (Venue venue = new Venue(directory).startGateway())
        {
            final Trader alpha = venue.logOn("ALPHA");
            for (int i = 0; i < CONNECTIONS; i++)
            {
                try (RawFix raw = new RawFix(venue.port()))
                {
                    attack(raw, random);
                }
                catch (final IOException e)
                {
                    // The gateway may close in the middle of an attack: that is its good right.
                    assertEquals(true, null != e.getMessage(), failed);
                }
                if (0 == i % 20)
                {
                    alpha.buy("ok" + i, 1, 10_000_000);
                    assertEquals("0/0 ok" + i + " qty=1@100 leaves=1 cum=0 avg=0", alpha.next(), failed);
                }
            }
            alpha.expectNothingMore();
            assertEquals(new Operator.State(CONNECTIONS / 20, 0, 0), venue.operator.state(), failed);
            assertEquals(CONNECTIONS / 20, venue.counters().get(FixCounter.COMMANDS), failed);
        }
    }

    private static void attack(final RawFix raw, final Random random) throws IOException
    {
        switch (random.nextInt(4))
        {
            case 0 -> raw.send(randomBytes(random, 1 + random.nextInt(2_000)));
            case 1 -> raw.send(damaged(RawFix.message("BETA", 1, "A|98=0|108=30|141=Y"), random));
            case 2 ->
            {
                raw.logOn("BETA");
                raw.send(randomBytes(random, 1 + random.nextInt(2_000)));
            }
            default ->
            {
                raw.logOn("BETA");
                raw.send(damaged(RawFix.message("BETA", 2, ORDER), random));
            }
        }
    }

    private static byte[] randomBytes(final Random random, final int length)
    {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** One byte of the body changed, so that the checksum is always wrong; sometimes cut as well. */
    private static byte[] damaged(final byte[] message, final Random random)
    {
        final int at = 20 + random.nextInt(message.length - 30);
        message[at] ^= (byte)(1 + random.nextInt(255));
        return random.nextBoolean() ? message : java.util.Arrays.copyOf(message, message.length - 8);
    }
}
