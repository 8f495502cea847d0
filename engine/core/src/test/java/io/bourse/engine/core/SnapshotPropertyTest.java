// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.PlainOrderBook;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.snapshot.DeadlineKind;
import io.bourse.engine.protocol.snapshot.DeadlinesDecoder;
import io.bourse.engine.protocol.snapshot.FeatureLevelDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueKind;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.TradesDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Snapshot and tail are as good as the whole journal: at random cuts of a flow of every command there is, a core is
 * made of a snapshot; it writes that snapshot again, and from then on gives the same frames as the core that went on,
 * byte for byte, state reports included. With an odd seed the flow is at the highest feature level. The seed is in the
 * name or printed; run one again with {@code -Dbourse.seed=...}, longer with {@code -Dbourse.commands=...}.
 */
@Tag("venue")
class SnapshotPropertyTest
{
    private static final int COMMANDS = Integer.getInteger("bourse.commands", 60_000);
    private static final int MAX_TAIL = 1_000;
    private static final String[] FIRMS = {"AA01", "BB01", "AA02"};
    private static final String[] SETTLEMENT_ACCOUNTS = {"SETTLEMENT01", "SETTLEMENT02"};
    /** The others are rarely in use between two commands: see {@link SnapshotQueueTest}. */
    private static final EnumSet<OrderQueueKind> QUEUES = EnumSet.of(
        OrderQueueKind.BOOK,
        OrderQueueKind.TRIGGER_WAITING,
        OrderQueueKind.AUCTION,
        OrderQueueKind.DELAY_WAITING,
        OrderQueueKind.NEGOTIATED);
    private static final int LAST_TEMPLATE_ID = FeatureLevelDecoder.TEMPLATE_ID;
    private static final long MINUTE_NS = 60_000_000_000L;

    private final EnumSet<OrderQueueKind> queuesSeen = EnumSet.noneOf(OrderQueueKind.class);
    private final EnumSet<DeadlineKind> deadlinesSeen = EnumSet.noneOf(DeadlineKind.class);
    private final Set<Integer> recordsSeen = new HashSet<>();
    private CoreFixture core;
    private EventRecorder restoredEvents;
    private MatchingEngine restored;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldGoOnFromSnapshotWhenSeedIs(final long seed)
    {
        assertGoesOn(seed);
        assertAllSeen(seed);
    }

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = 20261121)
    void shouldGoOnFromSnapshotWhenSeedIsAnother(final long seed)
    {
        assertGoesOn(seed);
        assertAllSeen(seed);
    }

    @Test
    void shouldGoOnFromSnapshotWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("SnapshotPropertyTest bourse.seed=" + seed);
        assertGoesOn(seed);
    }

    private void assertGoesOn(final long seed)
    {
        final SplittableRandom random = new SplittableRandom(~seed);
        core = new CoreFixture().withMembers().open();
        core.returnsTexts = false;
        if (0 != (seed & 1))
        {
            core.raiseTo(FeatureLevels.HIGHEST);
        }
        final RandomVenueCommands commands = new RandomVenueCommands(seed, core);
        final LimitCommands limits = new LimitCommands(random);
        int nextCut = random.nextInt(MAX_TAIL);
        boolean isPlain = false;
        for (int i = 0; i < COMMANDS; i++)
        {
            final String at = "seed=" + seed + " command=" + i;
            if (i == nextCut)
            {
                isPlain = !isPlain;
                cut(at, isPlain);
                nextCut += 1 + random.nextInt(MAX_TAIL);
            }
            core.recorder.frames.clear();
            if (0 == random.nextInt(100))
            {
                limits.sendNext();
            }
            else
            {
                commands.sendNext();
            }
            if (0 == random.nextInt(500))
            {
                core.stateHash();
            }
            assertSameFrames(at);
        }
    }

    /** These seeds are known to bring everything about; another one need not. */
    private void assertAllSeen(final long seed)
    {
        assertTrue(queuesSeen.containsAll(QUEUES), () -> "queues=" + queuesSeen + " seed=" + seed);
        assertEquals(
            DeadlineKind.values().length - 1,
            deadlinesSeen.size(),
            () -> "deadlines=" + deadlinesSeen + " seed=" + seed);
        assertEquals(0 != (seed & 1), recordsSeen.contains(TradesDecoder.TEMPLATE_ID), "trades: seed=" + seed);
        for (int templateId = SnapshotBeginDecoder.TEMPLATE_ID; templateId <= LAST_TEMPLATE_ID; templateId++)
        {
            assertTrue(recordsSeen.contains(templateId), "no record: templateId=" + templateId + " seed=" + seed);
        }
    }

    /** What was restored before has come to the same state; a new core takes its place. */
    private void cut(final String at, final boolean isPlain)
    {
        final SnapshotRecords snapshot = SnapshotRecords.of(core.engine);
        if (null != restored)
        {
            assertSame(snapshot, SnapshotRecords.of(restored), at + " after a tail");
        }
        look(snapshot);
        restoredEvents = new EventRecorder();
        restoredEvents.frameSequence = core.recorder.frameSequence;
        restoredEvents.rollingHash = core.recorder.rollingHash;
        restored = isPlain ?
            snapshot.read(0, restoredEvents, PlainOrderBook::new) :
            snapshot.read(0, restoredEvents, FastOrderBook::new);
        assertSame(snapshot, SnapshotRecords.of(restored), at + " at once");
        assertEquals(core.engine.nextDeadlineNs(), restored.nextDeadlineNs(), at);
        assertEquals(core.engine.commandPosition(), restored.commandPosition(), at);
        assertEquals(core.engine.frameSequence(), restored.frameSequence(), at);
        assertEquals(core.engine.engineTimeNs(), restored.engineTimeNs(), at);
        core.followers.clear();
        core.followers.add(restored);
    }

    private void assertSameFrames(final String at)
    {
        if (null == restored)
        {
            return;
        }
        final int count = core.recorder.frames.size();
        assertEquals(count, restoredEvents.frames.size(), at);
        for (int i = 0; i < count; i++)
        {
            assertArrayEquals(core.recorder.frames.get(i), restoredEvents.frames.get(i), at);
        }
        restoredEvents.frames.clear();
        restoredEvents.events.clear();
        restoredEvents.clientRefs.clear();
    }

    private static void assertSame(final SnapshotRecords expected, final SnapshotRecords actual, final String at)
    {
        assertEquals(expected.records.size(), actual.records.size(), at);
        for (int i = 0; i < expected.records.size(); i++)
        {
            final int templateId = expected.templateId(i);
            assertArrayEquals(
                expected.records.get(i), actual.records.get(i), () -> at + " templateId=" + templateId);
        }
    }

    /** A cut that never met something proves nothing about it. */
    private void look(final SnapshotRecords snapshot)
    {
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final DeadlinesDecoder deadlines = new DeadlinesDecoder();
        final OrderQueueDecoder queue = new OrderQueueDecoder();
        for (int i = 0; i < snapshot.records.size(); i++)
        {
            final UnsafeBuffer record = new UnsafeBuffer(snapshot.records.get(i));
            recordsSeen.add(snapshot.templateId(i));
            if (DeadlinesDecoder.TEMPLATE_ID == snapshot.templateId(i))
            {
                deadlines.wrapAndApplyHeader(record, 0, header).entries()
                    .forEach(entry -> deadlinesSeen.add(entry.kind()));
            }
            else if (OrderQueueDecoder.TEMPLATE_ID == snapshot.templateId(i))
            {
                queuesSeen.add(queue.wrapAndApplyHeader(record, 0, header).kind());
            }
        }
    }

    /** Limits, settlement accounts and accounts of clients, which the flow leaves alone. */
    private final class LimitCommands
    {
        private final SplittableRandom random;
        private final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        private int accounts = 3;

        LimitCommands(final SplittableRandom random)
        {
            this.random = random;
            for (final String code : SETTLEMENT_ACCOUNTS)
            {
                core.send(risk.settlementAccount(code));
            }
        }

        void sendNext()
        {
            final String firm = FIRMS[random.nextInt(FIRMS.length)];
            final String settlementAccount = SETTLEMENT_ACCOUNTS[random.nextInt(2)];
            final int choice = random.nextInt(100);
            if (choice < 20)
            {
                core.send(risk.assign(firm, settlementAccount));
            }
            else if (choice < 40)
            {
                core.send(venue.collateral(
                    LimitLevel.SETTLEMENT_ACCOUNT, settlementAccount, 400_000 + random.nextInt(2_000_000)));
            }
            else if (choice < 60)
            {
                setRate(LimitLevel.LOGIN, Integer.toString(1 + random.nextInt(3)));
            }
            else if (choice < 80)
            {
                setRate(LimitLevel.BROKERAGE_FIRM, firm);
            }
            else if (choice < 95)
            {
                core.send(venue.calendar("INDEX", random.nextLong(), new long[]{core.timeNs + MINUTE_NS},
                    new Phase[]{Phase.CONTINUOUS}));
            }
            else
            {
                final int account = accounts++;
                final String code =
                    "AA01" + (char)('A' + account / 260) + (char)('A' + account / 10 % 26) + account % 10;
                core.send(risk.accounts(
                    account, random.nextInt(3), AccountCode.pack(code)));
            }
        }

        private void setRate(final LimitLevel level, final String code)
        {
            final int perSecond = random.nextInt(3) * 2_000;
            core.send(venue.limits(level, code, encoder -> encoder
                .maxPositionLots(random.nextInt(2) * 5_000)
                .maxOrdersPerSecond(perSecond)));
        }
    }
}
