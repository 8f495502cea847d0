// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.recording.JournalInspector.Inspection;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A recording of many segment files, whose halves are read at the same time, is judged as if it were read from its
 * beginning to its end.
 */
@Tag("venue")
class JournalInspectorTest
{
    private static final int ORDERS = 6_000;
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;
    private RecordedStream events;
    private List<Long> frames;

    @BeforeEach
    void record()
    {
        try (TestEngine engine = TestEngine.start(EngineProcess.options(dir)).withDemoReferenceData())
        {
            final OrderSender sender = new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
            for (int i = 0; i < ORDERS; i++)
            {
                sender.newOrder(SI_ID, Side.SELL, PRICE, 2);
            }
            engine.operator().reportState();
        }
        events = DataDirs.recording(dir, EngineStreams.EVENTS_STREAM_ID);
        frames = DataDirs.framePositions(events);
        assertTrue(events.segmentFileCount() > 3, () -> "segmentFiles=" + events.segmentFileCount());
    }

    @Test
    void shouldFindTheEndAndTheLastFrame()
    {
        final RecordedEvents.Frame last = RecordedEvents.lastFrame(events, events.stopPosition());
        final EventGroupDecoder group = new EventGroupDecoder();
        group.wrapAndApplyHeader(new UnsafeBuffer(last.payload()), 0, new MessageHeaderDecoder());
        for (final RecordedStream recording : List.of(events, events.opened()))
        {
            assertEquals(new Inspection(recording, events.stopPosition(), group.commandPosition(),
                group.engineTimeNs(), TimeConfirmation.NONE, events.segmentFile(events.lastSegmentBase()), null),
                JournalInspector.inspect(recording, true));
        }
    }

    @Test
    void shouldNameTheFirstOfTwoDamagedFrames() throws IOException
    {
        // Backwards: each of them is before those that are damaged already.
        for (final int eighth : new int[]{7, 5, 4, 3, 1, 0})
        {
            final long position = frames.get(eighth * (frames.size() - 1) / 8);
            DataDirs.flip(events, position + EventGroupDecoder.BLOCK_LENGTH);
            for (final RecordedStream recording : List.of(events, events.opened()))
            {
                final JournalDamagedException refused = assertThrows(
                    JournalDamagedException.class, () -> JournalInspector.inspect(recording, true));
                assertEquals(position, refused.position());
                assertTrue(refused.reason().contains("checksum does not match"), refused::reason);
            }
        }
    }

    /** Segment files are made before they are written. */
    @Test
    void shouldEndWhereFilesAreEmpty() throws IOException
    {
        final long end = frames.get(frames.size() / 8);
        for (long base = 0; base <= events.lastSegmentBase(); base += events.segmentLength())
        {
            final long from = Math.max(base, end);
            if (from < base + events.segmentLength())
            {
                DataDirs.write(events, from, new byte[(int)(base + events.segmentLength() - from)]);
            }
        }
        final Inspection found = JournalInspector.inspect(events.opened(), true);
        assertEquals(end, found.endPosition());
        assertTrue(found.lastTimeNs() > 0);
        final JournalDamagedException refused =
            assertThrows(JournalDamagedException.class, () -> JournalInspector.inspect(events, true));
        assertEquals(end, refused.position());
    }

    @Test
    void shouldTakeFromTheFirstHalfWhatTheSecondOneLacks()
    {
        final TimeConfirmation early = new TimeConfirmation(1, 2);
        final TimeConfirmation late = new TimeConfirmation(3, 4);
        final Inspection first = new Inspection(events, 10, 5, 6, early, null, null);
        final Inspection empty = new Inspection(events, 20, 0, 0, TimeConfirmation.NONE, dir, "torn");
        assertEquals(new Inspection(events, 20, 5, 6, early, dir, "torn"), JournalInspector.joined(first, empty));
        final Inspection whole = new Inspection(events, 20, 7, 8, late, dir, null);
        assertEquals(whole, JournalInspector.joined(first, whole));
        assertFalse(JournalInspector.joined(first, whole).isTorn());
        assertNull(JournalInspector.joined(first, whole).tornReason());
    }
}
