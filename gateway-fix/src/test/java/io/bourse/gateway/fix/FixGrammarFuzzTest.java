// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static io.bourse.gateway.fix.session.FixCounter.GARBAGE;
import static io.bourse.gateway.fix.session.FixCounter.GARBLED_MESSAGES;
import static io.bourse.gateway.fix.session.FixCounter.REFUSALS;
import static io.bourse.gateway.fix.session.FixCounter.SESSION_REJECTS;
import static io.bourse.gateway.fix.session.FixCounter.UNSUPPORTED_MESSAGES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Sessions that say what is almost FIX. The gateway lives on, a session beside them notices nothing, every session can
 * be opened again afterwards, memory does not grow, and what was refused has been counted. {@code -Dfuzz.seed=N}
 * repeats a run, {@code -Dfuzz.connections=N} makes it longer.
 */
@Tag("venue")
class FixGrammarFuzzTest
{
    private static final int CONNECTIONS = Integer.getInteger("fuzz.connections", 600);
    private static final int LOGINS = 6;
    private static final int MESSAGES = 25;
    private static final int LIVING_AT_ONCE = 4;
    private static final long ALLOWED_GROWTH = 48L << 20;

    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FixMutator mutator = new FixMutator(random);
    private final List<String> names = new ArrayList<>();
    private long healthyOrders;

    @TempDir
    private Path directory;

    @Test
    void shouldKeepServingWhenSessionsSayWhatIsAlmostFix() throws IOException
    {
        System.out.println("FixGrammarFuzzTest seed=" + seed);
        try (ConformanceVenue conformance = new ConformanceVenue(directory);
            FixWire healthy = conformance.logOn())
        {
            for (int i = 0; i < LOGINS; i++)
            {
                names.add(conformance.nextName());
            }
            attack(conformance.venue(), healthy, CONNECTIONS / 3);
            final long before = usedMemory();
            attack(conformance.venue(), healthy, CONNECTIONS - CONNECTIONS / 3);
            final long growth = usedMemory() - before;
            assertTrue(growth < ALLOWED_GROWTH, () -> "memory grows: growth=" + growth + " seed=" + seed);
            for (final String name : names)
            {
                openAgain(conformance.venue().port(), name);
            }
            assertCounted(conformance.venue().counters().toString(),
                conformance.venue().counters().get(GARBLED_MESSAGES),
                    conformance.venue().counters().get(SESSION_REJECTS),
                conformance.venue().counters().get(UNSUPPORTED_MESSAGES), conformance.venue().counters().get(REFUSALS),
                conformance.venue().counters().get(GARBAGE));
        }
    }

    private void attack(final Venue venue, final FixWire healthy, final int connections) throws IOException
    {
        final List<FixWire> living = new ArrayList<>();
        for (int i = 0; i < connections; i++)
        {
            if (living.size() >= LIVING_AT_ONCE)
            {
                living.remove(random.nextInt(living.size())).close();
            }
            final FixWire wire = new FixWire(venue.port(), names.get(random.nextInt(LOGINS)));
            living.add(wire);
            attack(wire);
            if (0 == i % 25)
            {
                assertHealthy(healthy);
            }
        }
        for (final FixWire wire : living)
        {
            wire.close();
        }
        assertHealthy(healthy);
    }

    private void attack(final FixWire wire)
    {
        try
        {
            if (random.nextInt(10) > 0)
            {
                wire.send("A|98=0|108=30" + (random.nextInt(5) > 0 ? "|141=Y" : ""));
            }
            for (int i = random.nextInt(MESSAGES); i > 0; i--)
            {
                final long sequence = random.nextInt(12) > 0 ? wire.nextOut() : random.nextInt(100);
                final byte[] bytes = random.nextInt(15) > 0 ? mutator.next(name(wire), sequence) : mutator.noise();
                wire.nextOut(wire.nextOut() + 1);
                inPieces(wire, bytes);
                wire.socket().getInputStream().skip(wire.socket().getInputStream().available());
            }
        }
        catch (final IOException e)
        {
            // The gateway may end the connection at any moment: that is its good right.
            assertNotNull(e.getMessage());
        }
    }

    private String name(final FixWire wire)
    {
        return random.nextInt(40) > 0 ? wire.name() : names.get(random.nextInt(LOGINS));
    }

    private void inPieces(final FixWire wire, final byte[] bytes) throws IOException
    {
        int at = 0;
        while (at < bytes.length)
        {
            final int length = random.nextInt(8) > 0 ? bytes.length - at : 1 + random.nextInt(bytes.length - at);
            wire.socket().getOutputStream().write(bytes, at, length);
            at += length;
        }
    }

    private void assertHealthy(final FixWire healthy) throws IOException
    {
        healthy.send("D|11=ok" + ++healthyOrders + "|1=CF01ABC|55=DEAR-12.26|54=1|38=1|40=2|44=60|59=0|60=" +
            FixFrame.time(0));
        final String report = healthy.expect("8");
        assertEquals("0", FixWire.field(report, 150), () -> report + " seed=" + seed);
        healthy.expectAlive();
    }

    private void openAgain(final int port, final String name)
    {
        Venue.await(() ->
        {
            try (FixWire wire = new FixWire(port, name))
            {
                wire.send("A|98=0|108=30|141=Y");
                final String answer = wire.receive();
                if (null == answer)
                {
                    return false;
                }
                wire.expectAlive();
                return true;
            }
            catch (final IOException e)
            {
                return false;
            }
        }, "the session is wedged: name=" + name + " seed=" + seed);
    }

    private void assertCounted(final String counters, final long... counts)
    {
        for (final long count : counts)
        {
            assertTrue(count > 0, () -> counters + " seed=" + seed);
        }
    }

    private static long usedMemory()
    {
        System.gc();
        final Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
