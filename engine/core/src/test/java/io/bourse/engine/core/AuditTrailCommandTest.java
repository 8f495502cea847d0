// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;

import io.bourse.engine.protocol.FeatureLevels;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The head of clearing's audit trail in the history: it only grows, and snapshots keep it.
 */
class AuditTrailCommandTest
{
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final int DATE = 20_261_121;
    private static final long RUN = 2_026_112_101L;

    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.AUDITED);
        core.withMembers().open();
    }

    @Test
    void shouldTakeHeadsThatGrowAndTheSameOneAgain()
    {
        final long hash = core.stateHash();
        assertEquals(List.of(recorded(RUN, DATE, 10, 7)), record(RUN, DATE, 10, 7));
        assertNotEquals(hash, core.stateHash());
        assertEquals(List.of(recorded(RUN, DATE, 10, 7)), record(RUN, DATE, 10, 7));
        assertEquals(List.of(recorded(RUN + 1, DATE, 11, 8)), record(RUN + 1, DATE, 11, 8));
        // Reports of an earlier run are made again.
        assertEquals(List.of(recorded(RUN - 100, DATE - 1, 12, 9)), record(RUN - 100, DATE - 1, 12, 9));
    }

    @Test
    void shouldRefuseATrailThatIsShorterOrAnother()
    {
        record(RUN, DATE, 10, 7);
        final long hash = core.stateHash();
        assertEquals(List.of(REFUSED + "WRONG_STATE"), record(RUN, DATE, 9, 6));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), record(RUN, DATE, 10, 8));
        assertEquals(hash, core.stateHash());
    }

    @Test
    void shouldRefuseWhatNoRunCanHave()
    {
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), record(0, DATE, 10, 7));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), record(RUN, DATE, 0, 7));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), record(RUN, DATE, -1, 7));
        assertEquals(List.of(REFUSED + "NOT_A_TRADING_DATE"), record(RUN, 20_261_131, 10, 7));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), record(RUN, DATE + 1, 10, 7));
    }

    @Test
    void shouldTakeItFromClearingAlone()
    {
        for (final int sender : new int[]{0, CommandWriter.GATEWAY_ID})
        {
            assertEquals(List.of(REFUSED + "NO_RIGHT"),
                core.send(core.commands.auditTrail(sender, RUN, DATE, 10, 7)));
        }
    }

    @Test
    void shouldNotUnderstandTheCommandBeforeItsFeatureLevel()
    {
        final CoreFixture base = new CoreFixture().withMembers().open();
        assertEquals(
            List.of(REFUSED + "INVALID_FIELD"),
            base.send(base.commands.auditTrail(CommandWriter.CLEARING_ID, RUN, DATE, 10, 7)));
    }

    @Test
    void shouldKeepTheHeadInSnapshots()
    {
        final int without = SnapshotRecords.of(core.engine).records.size();
        record(RUN, DATE, 10, 7);
        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        assertEquals(without + 1, written.records.size());
        final MatchingEngine again = written.read((frameSequence, buffer, offset, length) ->
        {
        });
        assertSame(written, SnapshotRecords.of(again));
        core.followers.add(again);
        assertEquals(List.of(REFUSED + "WRONG_STATE"), record(RUN, DATE, 9, 6));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), record(RUN, DATE, 10, 8));
        assertEquals(List.of(recorded(RUN, DATE, 11, 8)), record(RUN, DATE, 11, 8));
        // With the hash of all events.
        assertSame(SnapshotRecords.of(core.engine), SnapshotRecords.of(again));
    }

    private static void assertSame(final SnapshotRecords one, final SnapshotRecords other)
    {
        assertEquals(one.records.size(), other.records.size());
        for (int i = 0; i < one.records.size(); i++)
        {
            assertArrayEquals(one.records.get(i), other.records.get(i));
        }
    }

    private List<String> record(final long runId, final int tradingDate, final long lines, final int digest)
    {
        return core.send(core.commands.auditTrail(CommandWriter.CLEARING_ID, runId, tradingDate, lines, digest));
    }

    private static String recorded(final long runId, final int tradingDate, final long lines, final int digest)
    {
        return "audit trail run=" + runId + " date=" + tradingDate + " lines=" + lines + " sha256=" + digest + ".." +
            digest;
    }
}
