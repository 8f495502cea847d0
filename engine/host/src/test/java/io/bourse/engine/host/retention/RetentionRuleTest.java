// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RetentionRuleTest
{
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final long NOW_NS = 1_000 * 24 * HOUR_NS;
    private static final KeptRecording JOURNAL = new KeptRecording(0, 0, 1_024, 4_096, 10);
    private static final KeptRecording EVENTS = new KeptRecording(1, 0, 1_024, 4_096, 20);

    @TempDir
    private Path dir;

    @Test
    void shouldKeepJournalFromTheOldestOfTheLastSnapshots()
    {
        final RetentionPlan plan = plan(options(2, 0), List.of(at(30_000, 1), at(21_000, 2), at(9_000, 3)), List.of());

        assertEquals(21_000, plan.base().journalPosition());
        // Whole files only.
        assertEquals(20_480, plan.journalStart());
        assertEquals(40_960, plan.eventsStart());
        assertEquals(List.of(at(9_000, 3)), plan.snapshots());
    }

    @Test
    void shouldRemoveNothingWhenThereAreTooFewSnapshots()
    {
        final RetentionPlan plan = plan(options(3, 0), List.of(at(30_000, 1), at(21_000, 2)), List.of());

        assertNull(plan.base());
        assertEquals(0, plan.journalStart());
        assertEquals(0, plan.eventsStart());
        assertEquals(List.of(), plan.snapshots());
    }

    @Test
    void shouldKeepWhatIsYoungerThanTheLeastAge()
    {
        final List<SnapshotHeader> snapshots =
            List.of(at(30_000, 1), at(25_000, 2), at(20_000, 5), at(15_000, 8), at(9_000, 9));

        assertEquals(15_000, plan(options(2, 6), snapshots, List.of()).base().journalPosition());
        assertNull(plan(options(2, 10), snapshots, List.of()).base());
    }

    @Test
    void shouldKeepEventsThatAnyConsumerNeeds()
    {
        final List<SnapshotHeader> snapshots = List.of(at(30_000, 1), at(21_000, 2));
        final ConsumerHold far = new ConsumerHold("far", 90_000, true);

        assertEquals(40_960, plan(options(2, 0), snapshots, List.of(far)).eventsStart());
        final RetentionPlan held =
            plan(options(2, 0), snapshots, List.of(far, new ConsumerHold("slow", 17_000, true)));
        assertEquals(16_384, held.eventsStart());
        assertEquals(20_480, held.journalStart());
        assertEquals("consumer slow needs events from 17000", held.reason());
        assertEquals(0, plan(options(2, 0), snapshots, List.of(new ConsumerHold("new", 0, false))).eventsStart());
    }

    @Test
    void shouldNeverGoBack()
    {
        final KeptRecording purged = new KeptRecording(1, 45_056, 1_024, 4_096, 9);
        final RetentionPlan plan = RetentionRule.plan(options(2, 0), List.of(at(30_000, 1), at(21_000, 2)),
            List.of(new ConsumerHold("late", 10, true)), JOURNAL, purged, NOW_NS);

        assertEquals(45_056, plan.eventsStart());
    }

    /** A snapshot an hour for five days, and nothing is old enough to go. */
    @Test
    void shouldThinOutAlsoWhileNothingIsOldEnough()
    {
        List<SnapshotHeader> kept = new ArrayList<>();
        for (int hour = 0; hour < 120; hour++)
        {
            final long nowNs = NOW_NS + hour * HOUR_NS;
            kept.addFirst(new SnapshotHeader(0, hour * 1_000L, hour * 2_000L, hour, nowNs, nowNs, hour));
            final RetentionPlan plan = RetentionRule.plan(
                options(2, 168), kept, List.of(), JOURNAL, EVENTS, nowNs);
            assertNull(plan.base());
            assertEquals(0, plan.journalStart() + plan.eventsStart());
            kept = new ArrayList<>(kept);
            kept.removeAll(plan.snapshots());
        }
        assertEquals(List.of(119L, 118L, 96L, 72L, 48L, 24L, 1L, 0L),
            kept.stream().map(SnapshotHeader::stateHash).toList());
    }

    /** A snapshot an hour for ten days: later purges must always find one that is just old enough. */
    @Test
    void shouldThinOutToOneSnapshotADay()
    {
        List<SnapshotHeader> kept = new ArrayList<>();
        for (int hour = 0; hour < 240; hour++)
        {
            final long nowNs = NOW_NS + hour * HOUR_NS;
            kept.addFirst(new SnapshotHeader(0, hour * 1_000L, hour * 2_000L, hour, nowNs, nowNs, hour));
            final RetentionPlan plan = RetentionRule.plan(
                options(2, 72), kept, List.of(), JOURNAL, EVENTS, nowNs);
            kept = new ArrayList<>(kept);
            kept.removeAll(plan.snapshots());
            if (hour >= 100)
            {
                assertTrue(plan.base().engineTimeNs() <= nowNs - 72 * HOUR_NS, "hour=" + hour);
                assertTrue(plan.base().engineTimeNs() > nowNs - 97 * HOUR_NS, "hour=" + hour);
            }
        }
        assertEquals(6, kept.size(), kept::toString);
    }

    @Test
    void shouldNeverRemoveWhatAnybodyNeeds()
    {
        final long seed = System.nanoTime();
        System.out.println("RetentionRuleTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++)
        {
            final RetentionOptions options = options(2 + random.nextInt(3), random.nextInt(50));
            final List<SnapshotHeader> snapshots = new ArrayList<>();
            long position = 0;
            final int count = random.nextInt(12);
            for (int i = 0; i < count; i++)
            {
                position += 1 + random.nextInt(20_000);
                snapshots.addFirst(at(position, (count - i) * (1 + random.nextInt(9))));
            }
            final List<ConsumerHold> holds = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--)
            {
                holds.add(new ConsumerHold("c" + i, random.nextInt(400_000), true));
            }
            assertKeepsWhatIsNeeded(options, snapshots, holds);
        }
    }

    private static void assertKeepsWhatIsNeeded(
        final RetentionOptions options, final List<SnapshotHeader> snapshots, final List<ConsumerHold> holds)
    {
        final RetentionPlan plan = plan(options, snapshots, holds);
        final String facts = options + " " + snapshots + " " + holds + " " + plan;
        assertEquals(0, plan.journalStart() % JOURNAL.segmentLength(), facts);
        assertEquals(0, plan.eventsStart() % EVENTS.segmentLength(), facts);
        assertTrue(holds.stream().allMatch(hold -> plan.eventsStart() <= hold.cursor()), facts);
        final List<SnapshotHeader> kept = new ArrayList<>(snapshots);
        kept.removeAll(plan.snapshots());
        if (null == plan.base())
        {
            assertEquals(0, plan.journalStart() + plan.eventsStart(), facts);
            assertTrue(snapshots.isEmpty() || kept.contains(snapshots.getLast()), facts);
            assertTrue(kept.containsAll(
                snapshots.subList(0, Math.min(snapshots.size(), options.snapshots()))), facts);
            return;
        }
        assertTrue(kept.contains(plan.base()), facts);
        assertTrue(kept.size() >= options.snapshots(), facts);
        assertTrue(kept.stream().allMatch(snapshot -> snapshot.journalPosition() >= plan.journalStart() &&
            snapshot.eventCursor() >= plan.eventsStart()), facts);
        assertTrue(snapshots.stream()
            .filter(snapshot -> snapshot.journalPosition() > plan.base().journalPosition())
            .skip(options.snapshots() - 1)
            .allMatch(snapshot -> snapshot.engineTimeNs() > NOW_NS - options.minAgeNs()), facts);
    }

    @Test
    void shouldNeedWhatThePartOfAConsumerNeedsThatIsFurthestBehind(@TempDir final Path data)
    {
        final ConsumerRegistry registry = new ConsumerRegistry(data);
        final ConsumerParts parts = new ConsumerParts(registry, "market-data");
        final Consumer<List<StreamPosition>> one = parts.part();
        final Consumer<List<StreamPosition>> other = parts.part();
        assertEquals(0, registry.sinceMs("market-data"));
        one.accept(List.of(new StreamPosition(0, 640, 704, 1)));
        assertEquals(List.of(new ConsumerHold("market-data", 0, true)), registry.holds(List.of("market-data")));
        other.accept(List.of(new StreamPosition(0, 320, 384, 1)));
        assertEquals(List.of(new ConsumerHold("market-data", 320, true)), registry.holds(List.of("market-data")));
        assertTrue(registry.sinceMs("market-data") > 0);
        one.accept(List.of());
        assertEquals(List.of(new ConsumerHold("market-data", 0, true)), registry.holds(List.of("market-data")));
    }

    @Test
    void shouldRememberWhatConsumersNeed() throws IOException
    {
        final ConsumerRegistry registry = new ConsumerRegistry(dir);
        assertEquals(List.of(new ConsumerHold("fix", 0, false)), registry.holds(List.of("fix")));

        registry.hold("fix", 4_711);
        registry.hold("drop-copy", 10);
        registry.hold("drop-copy", 20);
        Files.writeString(dir.resolve("consumers").resolve("odd"), "no number");

        assertEquals(
            List.of(new ConsumerHold("clearing", 0, false), new ConsumerHold("drop-copy", 20, true),
                new ConsumerHold("fix", 4_711, true), new ConsumerHold("odd", 0, true)),
            new ConsumerRegistry(dir).holds(List.of("fix", "clearing")));
        registry.remove("odd");
        registry.remove("drop-copy");
        assertEquals(List.of(new ConsumerHold("fix", 4_711, true)), registry.holds(List.of()));
    }

    @Test
    void shouldRefuseRulesThatCouldLoseTheVenue()
    {
        assertThrows(IllegalArgumentException.class, () -> new RetentionOptions(1, 0, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new RetentionOptions(2, -1, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new RetentionOptions(2, 0, List.of("../fix")));
        assertThrows(IllegalArgumentException.class, () -> new ConsumerRegistry(dir).hold("fix", -1));
    }

    private static RetentionOptions options(final int snapshots, final int minAgeHours)
    {
        return new RetentionOptions(snapshots, minAgeHours * HOUR_NS, List.of());
    }

    private static SnapshotHeader at(final long journalPosition, final int hoursAgo)
    {
        final long timeNs = NOW_NS - hoursAgo * HOUR_NS;
        return new SnapshotHeader(
            0, journalPosition, 2 * journalPosition, journalPosition / 100, timeNs, timeNs, journalPosition);
    }

    private static RetentionPlan plan(
        final RetentionOptions options, final List<SnapshotHeader> snapshots, final List<ConsumerHold> holds)
    {
        return RetentionRule.plan(options, snapshots, holds, JOURNAL, EVENTS, NOW_NS);
    }
}
