// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class DamagedJournalTest
{
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;
    private Path crashed;
    private RecordingListener before;
    private RecordedStream journal;
    private RecordedStream events;
    private List<Long> journalFrames;
    private List<Long> eventFrames;

    @BeforeEach
    void crashAnEngine() throws IOException
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = TestEngine.start(live).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
            final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
            for (int i = 0; i < 20; i++)
            {
                seller.newOrder(SI_ID, Side.SELL, PRICE, 3);
                buyer.newOrder(SI_ID, Side.BUY, PRICE, 2);
            }
            before = engine.collect(0, (listener) -> listener.count("ACCEPTED") == 40);
            TestEngine.await("recorded", () -> DataDirs.recording(live, EngineStreams.EVENTS_STREAM_ID) != null &&
                DataDirs.framePositions(DataDirs.recording(live, EngineStreams.EVENTS_STREAM_ID)).size() ==
                before.transactions().size() + 1);
            crashed = DataDirs.crashCopy(live, dir.resolve("crashed"));
        }
        journal = DataDirs.recording(crashed, EngineStreams.JOURNAL_STREAM_ID);
        events = DataDirs.recording(crashed, EngineStreams.EVENTS_STREAM_ID);
        journalFrames = DataDirs.framePositions(journal);
        eventFrames = DataDirs.framePositions(events);
    }

    @Test
    void shouldRecoverWhenNothingIsTorn()
    {
        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(crashed))
        {
            assertEquals(before.transactions(), engine.collectToEnd(0).transactions());
            assertEquals(List.of(), log.messages());
        }
    }

    @Test
    void shouldCutAndNameTornTailWhenCommandIsHalfWritten() throws IOException
    {
        final long end = last(journalFrames);
        DataDirs.halfFrame(journal, journalFrames.get(journalFrames.size() - 2), end, 64);

        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(crashed))
        {
            assertEquals(before.transactions(), engine.collectToEnd(0).transactions());
            assertEquals(1, log.messages().size(), log.messages().toString());
            final String message = log.messages().get(0);
            assertTrue(message.startsWith("WARN torn tail of the journal cut off: recordingId=" +
                journal.recordingId()), message);
            assertTrue(message.contains("position=" + end + " reason=checksum does not match"), message);
            assertTrue(message.contains("segmentFile=" + journal.segmentFile(0)), message);
            engine.operator().reportState();
        }
        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(crashed))
        {
            assertEquals(before.transactions().size() + 1, engine.collectToEnd(0).transactions().size());
            assertEquals(List.of(), log.messages());
        }
    }

    @Test
    void shouldGoOnBehindPaddingWhenCrashCameRightAfterIt() throws IOException
    {
        DataDirs.padding(journal, last(journalFrames));

        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(crashed))
        {
            assertEquals(before.transactions(), engine.collectToEnd(0).transactions());
            assertEquals(List.of(), log.messages());
            assertTrue(engine.operator().reportState().commandPosition() > TestEngine.TERM_LENGTH);
        }
        TestEngine.start(crashed).close();
    }

    @Test
    void shouldRefuseWhenSegmentFileIsMissing() throws IOException
    {
        Files.delete(journal.segmentFile(0));

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(0, refusal.position());
        assertTrue(refusal.reason().startsWith("it ends before commands whose events are recorded"),
            refusal.reason());
    }

    @Test
    void shouldPublishLostEventsAgainWhenEventStreamIsTorn() throws IOException
    {
        final long tornAt = eventFrames.get(eventFrames.size() - 4);
        DataDirs.write(events, tornAt + 40, new byte[(int)(last(eventFrames) - tornAt - 40)]);

        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(crashed))
        {
            assertEquals(before.transactions(), engine.collectToEnd(0).transactions());
            assertEquals(3, engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));
            assertEquals(1, log.messages().size(), log.messages().toString());
            assertTrue(log.messages().get(0).contains("event stream"), log.messages().get(0));
        }
    }

    @Test
    void shouldRefuseByNameWhenJournalIsDamagedInTheMiddle() throws IOException
    {
        final long damaged = journalFrames.get(journalFrames.size() / 2);
        DataDirs.flip(journal, damaged + 40);

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(journal.recordingId(), refusal.recordingId());
        assertEquals(journal.segmentFile(0), refusal.segmentFile());
        assertEquals(damaged, refusal.position());
        assertTrue(refusal.reason().startsWith("checksum does not match"), refusal.reason());
        assertTrue(refusal.getMessage().contains("position=" + damaged), refusal.getMessage());
    }

    @Test
    void shouldRefuseByNameWhenHeaderIsDamagedInTheMiddle() throws IOException
    {
        final long damaged = journalFrames.get(3);
        DataDirs.write(journal, damaged, new byte[4]);

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(damaged, refusal.position());
        assertTrue(refusal.reason().contains("nextGoodPosition=" + journalFrames.get(4)), refusal.reason());
    }

    @Test
    void shouldRefuseWhenTailHeldCommandsWhoseEventsAreRecorded() throws IOException
    {
        final long damaged = journalFrames.get(journalFrames.size() - 2);
        DataDirs.flip(journal, damaged + 40);

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(damaged, refusal.position());
        assertTrue(refusal.reason().contains("it ends before commands whose events are recorded"), refusal.reason());
    }

    @Test
    void shouldRefuseByNameWhenEventsAreDamagedInTheMiddle() throws IOException
    {
        DataDirs.flip(events, eventFrames.get(5) + 50);

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(eventFrames.get(5), refusal.position());
        assertEquals(events.recordingId(), refusal.recordingId());
    }

    @Test
    void shouldNameTheJournalWhenBothAreDamaged() throws IOException
    {
        DataDirs.flip(events, eventFrames.get(5) + 50);
        DataDirs.flip(journal, journalFrames.get(7) + 40);

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);

        assertEquals(journalFrames.get(7), refusal.position());
        assertEquals(journal.recordingId(), refusal.recordingId());
    }

    @Test
    void shouldRefuseDamageWhenRecordingWasClosedCleanly() throws IOException
    {
        final Path closed = dir.resolve("live");
        final RecordedStream recording = DataDirs.recording(closed, EngineStreams.JOURNAL_STREAM_ID);
        assertTrue(recording.isStopped());
        assertEquals(last(journalFrames), recording.stopPosition());
        DataDirs.flip(recording, journalFrames.get(journalFrames.size() - 2) + 40);

        final JournalDamagedException refusal =
            assertThrows(JournalDamagedException.class, () -> TestEngine.start(closed));

        assertTrue(refusal.reason().startsWith("it was closed cleanly at stopPosition=" + recording.stopPosition()),
            refusal.reason());
    }

    @Test
    void shouldNameDivergenceWhenRecordedEventsAreOthers() throws IOException
    {
        DataDirs.forge(events, eventFrames.get(20), 90);
        final String driver = EngineDirectories.aeronDirectoryName(crashed);
        final int threads = Thread.activeCount();

        final DivergenceException refusal = assertThrows(DivergenceException.class, this::startCrashed);

        assertEquals(eventFrames.get(21), refusal.position());
        assertTrue(refusal.getMessage().contains("frameSequence=21"), refusal.getMessage());
        assertFalse(Files.exists(Path.of(driver)), "the driver's directory is left behind: " + driver);
        TestEngine.await("threads ended", () -> Thread.activeCount() <= threads);
    }

    /** It has no effect any more, but its events are recorded. */
    @Test
    void shouldRefuseJournalWhenCommandWasGivenAnUnknownVersion() throws IOException
    {
        final int version = MessageHeaderDecoder.SCHEMA_VERSION;
        final int newer = version + 1;
        DataDirs.forge(
            journal, journalFrames.get(20), MessageHeaderDecoder.versionEncodingOffset(), version ^ newer);

        assertThrows(DivergenceException.class, this::startCrashed);
    }

    private void startCrashed()
    {
        TestEngine.start(crashed).close();
    }

    private static long last(final List<Long> positions)
    {
        return positions.get(positions.size() - 1);
    }
}
