// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HeapBudgetTest
{
    private static final long MIB = 1024 * 1024;
    private static final VenueLimitsSpec DEFAULTS =
        new VenueLimitsSpec(200_000, 50_000, 500_000, 10_000, 2_000, 1_000_000);

    private final VenueConfig demo = VenueConfigLoader.load(null, Map.of());
    private final VenueConfig own = VenueConfigLoader.load(null, Map.of("venue.reference-data", "/reference"));

    @Test
    void shouldReckonWithEverythingThatIsLimited()
    {
        final long core = 64 * MIB + 131_072 * 80 +
            200_000 * 420 + 500_000 * 160 + 10_000 * 1_600 + 2_000 * 400 + 1_000_000 * 90;
        assertEquals(core, new HeapBudget(own, false, 0, 0).heap().neededBytes(DEFAULTS));
        assertEquals(core + 200_000 * 600 + 10_000 * 4_096 + 2 * 20_000 * 1_000 + 5_000_000 * 32,
            new HeapBudget(own, true, 2, 0).heap().neededBytes(DEFAULTS));
    }

    /** The parallel collector keeps a part of what -Xmx says to itself. */
    @Test
    void shouldFitByDefaultIntoOneGibibyteAndTheDemoIntoHalf()
    {
        assertDoesNotThrow(() -> new HeapBudget(own, true, 2, 910 * MIB).requireLimits(DEFAULTS));
        final VenueLimitsSpec ofDemo = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120).capacity();
        assertTrue(new HeapBudget(demo, true, 2, 0).heap().neededBytes(ofDemo) <= 455 * MIB * 3 / 4);
    }

    @Test
    void shouldRefuseAHeapThatIsTooSmallWithTheFactsAndWhatToChange()
    {
        final String message = assertThrows(ConfigurationException.class,
            () -> new HeapBudget(own, true, 2, 512 * MIB).requireLimits(DEFAULTS)).getMessage();
        for (final String fact : new String[]{
            "neededMiB=", "usableMiB=384", "maxHeapMiB=512", "twimeIds=5000000", "liveOrders=200000", "-Xmx",
            "capacity.csv", "bourse capacity set", "venue.twime.ids"})
        {
            assertTrue(message.contains(fact), () -> fact + " in " + message);
        }
    }

    @Test
    void shouldRefuseAHistoryThatHoldsMoreThanTheHeapBeforeItRunsOut()
    {
        final VenueLimitsSpec held = new VenueLimitsSpec(500_000, 0, 100, 100, 100, 1_000_000);
        assertDoesNotThrow(() -> new HeapBudget(own, true, 2, 910 * MIB).requireHeld(held));
        final String message = assertThrows(ConfigurationException.class,
            () -> new HeapBudget(own, true, 2, 455 * MIB).requireHeld(held)).getMessage();
        assertTrue(message.contains("what the history of the venue holds does not fit into the heap; give it more" +
            " with BOURSE_JAVA_OPTS=-Xmx960m: neededMiB=636 usableMiB=341 maxHeapMiB=455 liveOrders=500000"), message);
        assertDoesNotThrow(() -> new HeapBudget(demo, true, 2, 455 * MIB).requireHeld(held));
    }

    @Test
    void shouldRefuseHigherLimitsWithWhichTheVenueCouldNotStartAgain()
    {
        final HeapLimits heap = new HeapBudget(own, true, 2, 910 * MIB).heap();
        final VenueLimitsSpec more = new VenueLimitsSpec(600_000, 50_000, 500_000, 10_000, 2_000, 1_000_000);
        final long needed = heap.neededBytes(more);
        final String refusal = heap.refusal(DEFAULTS, more);
        assertTrue(refusal.contains("would not start again; nothing was changed; start it first with" +
            " BOURSE_JAVA_OPTS=-Xmx1600m, or set lower limits: neededBytes=" + needed + " usableBytes=" +
            heap.usableBytes() + " maxHeapBytes=" + 910 * MIB), refusal);
        // What the parallel collector leaves of -Xmx1600m suffices.
        assertNull(new HeapBudget(own, true, 2, 1600 * MIB / 9 * 8).heap().refusal(DEFAULTS, more));
        assertNull(heap.refusal(VenueLimitsSpec.NONE, DEFAULTS));
        assertNull(heap.refusal(DEFAULTS, VenueLimitsSpec.NONE));
        // Lower ones help, however little.
        assertNull(new HeapBudget(own, true, 2, 64 * MIB).heap().refusal(more, DEFAULTS));
        assertNotNull(heap.refusal(DEFAULTS, new VenueLimitsSpec(Long.MAX_VALUE, 0, Long.MAX_VALUE, Long.MAX_VALUE,
            Long.MAX_VALUE, Long.MAX_VALUE)));
        assertTrue(new HeapBudget(demo, true, 2, 64 * MIB).heap().refusal(VenueLimitsSpec.NONE, more)
            .contains("heap of the venue; start it first"));
    }

    @Test
    void shouldWarnTheDemoOnlyAndNotReckonWithNoLimits()
    {
        assertDoesNotThrow(() -> new HeapBudget(demo, true, 2, 64 * MIB).requireLimits(DEFAULTS));
        assertDoesNotThrow(() -> new HeapBudget(own, true, 2, 64 * MIB).requireLimits(VenueLimitsSpec.NONE));
    }

    @Test
    void shouldRefuseIdsThatDoNotFitIntoTheHeapOfAGateway()
    {
        assertDoesNotThrow(() -> new HeapBudget(own, false, 0, 384 * MIB).requireIds());
        assertThrows(ConfigurationException.class, () -> new HeapBudget(own, false, 0, 256 * MIB).requireIds());
    }
}
