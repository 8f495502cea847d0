// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.host.recording.HistoryClient;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static io.bourse.engine.host.execution.EngineCounter.PURGES_RUN;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A component that was away while the events after its checkpoint were archived and purged, with a real archive and
 * files so small that there are many.
 */
@Tag("venue")
class HistoryClientTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int PAIRS = 1_000;
    private static final long FAST = 1L << 30;
    private static final String COMPONENT = "away";

    private final RecordingListener expected = new RecordingListener();
    @TempDir
    private Path dir;
    private TestEngine engine;
    private EventFollower follower;
    private EngineClient client;
    private CheckpointStore store;
    private long sequence;

    /** Has two checkpoints when the first events are purged. */
    @BeforeEach
    void start()
    {
        engine = TestEngine.start(EngineProcess.purging(dir, FAST)).withDemoReferenceData();
        follower = engine.connect().follow(EngineClient.FROM_START, expected);
        client = new HistoryClient(engine.connect(), List.of(dir));
        store = new CheckpointStore(dir.resolve("checkpoints"), COMPONENT, 1, "");
        for (int i = 0; i < 2; i++)
        {
            trade();
            final Reader reader = new Reader();
            StreamHistory.read(client, reader);
            write(reader.position(), reader);
        }
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    @Test
    void shouldGoOnFromACheckpointThatWasArchivedOverTwoPurges()
    {
        final Reader kept = CheckpointedHistory.restore(client, store, Reader::new);
        final long cursor = kept.position().cursor();
        final int before = expected.transactions().size();
        assertEquals(expected.cursor(), cursor);
        purge(cursor);

        // Those who see live events alone have to read everything again, and cannot.
        assertEquals(0, CheckpointedHistory.restore(engine.connect(), store, Reader::new).position().cursor());
        final Reader reader = CheckpointedHistory.restore(client, store, Reader::new);
        assertEquals(kept.position(), reader.position());
        try (EventFollower away = client.follow(cursor, reader.listener()))
        {
            assertEquals(cursor, away.cursor());
            TestEngine.pollUntil(away, () -> away.cursor() >= expected.cursor());
            assertEquals(cursor, reader.firstPreviousCursor);
            assertEquals(expected.transactions().subList(before, expected.transactions().size()),
                reader.heard.transactions());
            trade();
            TestEngine.pollUntil(away, () -> away.cursor() >= expected.cursor());
            assertEquals(expected.transactions().subList(before, expected.transactions().size()),
                reader.heard.transactions());
        }
        final RecordingListener whole = new RecordingListener();
        StreamHistory.read(client, whole);
        assertEquals(expected.transactions(), whole.transactions());
        final RecordingListener files = new RecordingListener();
        assertEquals(expected.cursor(), ArchivedEvents.readAll(dir, files));
        assertEquals(expected.transactions(), files.transactions());
    }

    @Test
    void shouldRefuseACheckpointThatDisagreesWithTheArchive() throws IOException
    {
        final Reader kept = CheckpointedHistory.restore(client, store, Reader::new);
        final StreamPosition right = kept.position();
        purge(right.cursor());
        for (final StreamPosition wrong : List.of(
            new StreamPosition(0, right.previousCursor(), right.cursor(), right.rollingHash() ^ 1),
            new StreamPosition(0, right.previousCursor(), right.cursor() + 32, right.rollingHash())))
        {
            // The one before goes too.
            write(wrong, kept);
            write(wrong, kept);
            try (LogCapture log = new LogCapture())
            {
                final Reader rebuilt = CheckpointedHistory.restore(client, store, Reader::new);
                assertEquals(0, rebuilt.position().cursor());
                StreamHistory.readFrom(client, 0, rebuilt.listener());
                assertEquals(expected.transactions(), rebuilt.heard.transactions());
                assertEquals(2, log.messages().stream().filter(line -> line.contains("A checkpoint is refused") &&
                    line.contains("component=" + COMPONENT) && line.contains("it is of another event stream")).count(),
                    log.messages()::toString);
            }
        }
        final ArchivedSegment damaged = HistoryArchive.find(dir).segments().stream()
            .filter(segment -> ArchivedSegment.Stream.EVENTS == segment.stream()).toList().get(1);
        SoloSnapshotTest.flip(HistoryArchive.find(dir).file(damaged), damaged.bytes() / 2);
        final RecordingListener sound = new RecordingListener();
        final String refused =
            assertThrows(IllegalStateException.class, () -> StreamHistory.read(client, sound)).getMessage();
        assertTrue(refused.startsWith("archived events cannot be read on") && refused.contains(damaged.fileName()) &&
            refused.contains("cursor=" + sound.cursor()), refused);
        assertTrue(sound.cursor() > 0 && sound.cursor() <= damaged.from(), refused);
        final String unread = assertThrows(
            IllegalStateException.class, () -> ArchivedEvents.readAll(dir, new RecordingListener())).getMessage();
        assertTrue(unread.startsWith("recorded events cannot be read on") &&
            unread.contains("cursor=" + sound.cursor()), unread);
    }

    private void write(final StreamPosition position, final Reader reader)
    {
        final CheckpointState state = CheckpointState.writing(1);
        reader.state(state);
        store.write(List.of(position), state);
    }

    /** Two purges, after which the events at a cursor are archived. */
    private void purge(final long cursor)
    {
        final CounterSet<EngineCounter> counters = engine.engine().counters();
        for (int i = 0; i < 3; i++)
        {
            trade();
            final long before = counters.get(PURGES_RUN);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> counters.get(PURGES_RUN) > before);
        }
        final long start = RetentionView.of(dir, new RetentionOptions(2, 0, List.of()), Long.MAX_VALUE)
            .events().startPosition();
        assertTrue(start > cursor, () -> "cursor=" + cursor + " liveStart=" + start);
        catchUp();
    }

    private void trade()
    {
        final OrderSender sender =
            new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001").sequence(sequence);
        for (int i = 0; i < PAIRS; i++)
        {
            sender.newOrder(SI_ID, Side.SELL, PRICE, 2);
            sender.newOrder(SI_ID, Side.BUY, PRICE, 2);
        }
        sequence = sender.sequence();
        engine.operator().reportState();
        catchUp();
    }

    private void catchUp()
    {
        final long end = client.endCursor();
        TestEngine.pollUntil(follower, () -> follower.cursor() >= end);
    }

    /** Keeps where it is. */
    private static final class Reader extends CheckpointedListener
    {
        private final RecordingListener heard = new RecordingListener();
        private final EventListener listener = new EventListenerPair(heard, this);
        private long firstPreviousCursor = -1;

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            final long previousCursor = position().cursor();
            firstPreviousCursor = firstPreviousCursor < 0 ? previousCursor : firstPreviousCursor;
            super.onGroupEnd(group);
        }

        @Override
        public EventListener listener()
        {
            return listener;
        }

        @Override
        public void state(final CheckpointState state)
        {
            positionState(state);
        }
    }
}
