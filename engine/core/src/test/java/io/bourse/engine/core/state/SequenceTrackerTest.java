// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.SnapshotRecords;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.snapshot.SequencesDecoder;
import org.junit.jupiter.api.Test;

/**
 * Which commands of a session are new.
 */
class SequenceTrackerTest
{
    /** More sessions than the table holds at first. */
    private static final int SESSIONS = 5_000;

    private final SequenceTracker tracker = new SequenceTracker();

    @Test
    void shouldTakeASequenceOnceAndNoEarlierOne()
    {
        assertTrue(tracker.accept(1, 2, 5));
        assertFalse(tracker.accept(1, 2, 5));
        assertFalse(tracker.accept(1, 2, 4));
        assertTrue(tracker.accept(1, 2, 6));
        assertTrue(tracker.accept(2, 2, 5));
        assertTrue(tracker.accept(1, -2, 5));
        assertFalse(tracker.accept(1, 2, -7));
        assertEquals(3, tracker.size());
    }

    @Test
    void shouldTakeCommandsWithoutASequenceAgainAndAgain()
    {
        assertTrue(tracker.accept(1, 2, 0));
        assertTrue(tracker.accept(1, 2, 0));
        assertEquals(0, tracker.size());
        assertTrue(tracker.accept(1, 2, 1));
    }

    @Test
    void shouldKeepMoreSessionsThanFitAtFirst()
    {
        for (int i = 0; i < SESSIONS; i++)
        {
            assertTrue(tracker.accept(3, i, i + 1L));
        }
        for (int i = 0; i < SESSIONS; i++)
        {
            assertFalse(tracker.accept(3, i, i + 1L));
        }
        assertEquals(SESSIONS, tracker.size());
    }

    /** A record that is full is not followed by an empty one. */
    @Test
    void shouldWriteAsManyRecordsAsEntriesNeed()
    {
        final int fit = SnapshotWriter.entriesPerRecord(
            SequencesDecoder.BLOCK_LENGTH, SequencesDecoder.EntriesDecoder.sbeBlockLength());
        for (int sessions = 0; sessions <= 2 * fit + 1; sessions++)
        {
            final SnapshotRecords snapshot = new SnapshotRecords();
            tracker.writeTo(new SnapshotWriter(snapshot));
            assertEquals((sessions + fit - 1) / fit, snapshot.records.size());
            tracker.accept(3, sessions, 1);
        }
    }
}
