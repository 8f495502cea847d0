// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.operators.history.TradeHistory;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.recording.HistoryClient;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.retention.KeptRecording;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What commands of operators and the watch of gateways ask the event stream for is the same from a checkpoint as from
 * the beginning, also of events that were purged.
 */
@Tag("venue")
class VenueHistoryTest
{
    private static final RetentionOptions RETENTION = new RetentionOptions(2, 0, List.of());
    /** More than what one checkpoint is written after. */
    private static final long PART = 17L * 1024 * 1024;
    private static final long PRICE_E5 = 90_000_00000L;

    @TempDir
    private Path dir;
    private long sequence;

    @Test
    void shouldComeToTheSameFromCheckpointsAndFromArchivedEvents() throws IOException
    {
        try (TestEngine engine = TestEngine.start(TestEngine.options(dir)
            .retention(RETENTION).history(new HistoryOptions(dir.resolve(HistoryArchive.NAME), 1 << 30)));
            EngineClient client = new HistoryClient(engine.connect(), List.of(dir)))
        {
            final HistoryKeeper keeper = new HistoryKeeper(dir, engine::connect, 0);
            final SignedVenue venue = new SignedVenue(client);
            venue.found();
            final List<RecordedOperators.Change> changes = RecordedOperators.read(dir).changes();
            for (int part = 0; part < 3; part++)
            {
                trade(client);
                venue.reportState();
                // Without checkpoints; after the second snapshot the beginning is gone.
                final String whole = state(VenueHistory.read(part < 2 ? dir.resolve("none") : dir, client));
                // The venue is not started again, and gets no other command that reads history.
                assertEquals(1, keeper.doWork());
                assertEquals(Math.min(part + 1, 2), checkpoints("venue").size());
                assertEquals(0, keeper.doWork());
                assertEquals(whole, state(VenueHistory.read(dir, client)));
                venue.takeSnapshot();
            }
            keeper.close();
            assertEquals(0, keeper.doWork());
            TestEngine.await("purged", () -> 0 < events().startPosition());
            assertEquals(2, checkpoints("venue").size());
            assertEquals(2, checkpoints("recorded-operators").size());
            assertEquals(texts(changes), texts(RecordedOperators.read(dir).changes()));
            assertEquals(RecordedOperators.WHOLE, RecordedOperators.read(dir).knownSinceNs());

            purgeWhatIsHeld(engine, venue);
            final String expected = state(VenueHistory.read(dir, client));
            final TradeHistory first = VenueHistory.read(dir, client).trade(dir, client, 1);
            assertTrue(first.lines().getFirst().startsWith("trade      1 "), first.lines()::toString);
            Files.delete(checkpoints("venue").getFirst());
            Files.delete(checkpoints("recorded-operators").getFirst());
            try (LogCapture log = new LogCapture())
            {
                assertEquals(expected, state(VenueHistory.read(dir, client)));
                assertEquals(texts(changes), texts(RecordedOperators.read(dir).changes()));
                assertEquals(List.of(), log.messages());
            }
            for (final Path file : checkpoints("venue"))
            {
                // What it held is read again.
                final byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
                assertEquals(expected, state(VenueHistory.read(dir, client)));
            }
            checkpoints("recorded-operators").forEach((file) -> file.toFile().delete());
            RecordedOperators.keep(dir, (positions) -> { });
            assertEquals(texts(changes), texts(RecordedOperators.read(dir).changes()));

            // As after a former program, with venue.history.directory = none.
            Files.delete(dir.resolve("history.key"));
            assertEquals(expected, state(VenueHistory.keep(dir, client)));
            deleteSnapshots();
            assertEquals(expected, state(VenueHistory.read(dir, client)));
            checkpoints("venue").forEach((file) -> file.toFile().delete());
            final String refused =
                assertThrows(IllegalStateException.class, () -> VenueHistory.read(dir, client)).getMessage();
            assertTrue(refused.startsWith("the events at this cursor were purged"), refused);
        }
    }

    /** The events of the older checkpoints are archived then. */
    private void purgeWhatIsHeld(final TestEngine engine, final SignedVenue venue)
    {
        final ConsumerRegistry consumers = new ConsumerRegistry(dir);
        final long held = consumers.holds(List.of()).getFirst().cursor();
        consumers.remove("venue");
        for (int i = 0; i < 2; i++)
        {
            assertTrue(engine.engine().awaitSnapshotWritten(TestEngine.TIMEOUT_NS));
            venue.takeSnapshot();
        }
        TestEngine.await("purged", () -> held < events().startPosition());
    }

    private void trade(final EngineClient client)
    {
        final long end = client.endCursor() + PART;
        final OrderSender sender = new OrderSender(client, 1, DemoReferenceData.TWAA1_LOGIN_ID, "AA01001")
            .sequence(sequence);
        while (client.endCursor() < end)
        {
            for (int i = 0; i < 1_000; i++)
            {
                sender.newOrder(DemoReferenceData.SI_ID, Side.SELL, PRICE_E5, 1);
                sender.newOrder(DemoReferenceData.SI_ID, Side.BUY, PRICE_E5, 1);
            }
        }
        sequence = sender.sequence();
    }

    private void deleteSnapshots()
    {
        final SnapshotDirectory snapshots = new SnapshotDirectory(dir);
        snapshots.newestFirst().forEach(snapshots::delete);
    }

    private KeptRecording events()
    {
        return RetentionView.of(dir, RETENTION, Long.MAX_VALUE).events();
    }

    private List<Path> checkpoints(final String component) throws IOException
    {
        try (Stream<Path> files = Files.list(dir.resolve("checkpoints")))
        {
            return files.filter((file) -> file.getFileName().toString().startsWith(component + ".")).sorted()
                .toList().reversed();
        }
    }

    private static List<String> texts(final List<RecordedOperators.Change> changes)
    {
        return changes.stream().map((change) -> change.operator().name() + " " + change.operator().roles() + " " +
            change.operator().isActive() + " " + HexFormat.of().formatHex(change.operator().publicKey()) + " " +
            change.timeNs() + " " + change.frameSequence()).toList();
    }

    private static String state(final VenueHistory history)
    {
        final CheckpointState state = CheckpointState.writing(1);
        history.state(state);
        return HexFormat.of().formatHex(Arrays.copyOf(state.buffer().byteArray(), state.length()));
    }
}
