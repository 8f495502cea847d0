// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.marketdata.publisher.fast.FastPublisher;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeed;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import io.bourse.testing.CorpusEvents;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * PITCH and FAST of a publisher that goes on from checkpoints say what those of one say that never stopped, wherever it
 * was stopped, and also when the newest checkpoint or all of them are damaged. The history is that of the corpus.
 */
@Tag("venue")
class OtherFeedsRestartTest
{
    private static final int ROUNDS = Integer.getInteger("bourse.rounds", 3);
    private static final int MAX_SEGMENT = 800;
    private static final int MAX_GAP = 20;
    private static final int LAST_LIFE = 50;
    private static final int DEPTH = 5;
    /** Templates of one byte, with its stop bit. */
    private static final String HEARTBEAT = HexFormat.of().toHexDigits((byte)(FastMessages.HEARTBEAT | 0x80));
    private static final String RESET = HexFormat.of().toHexDigits((byte)(FastMessages.SEQUENCE_RESET | 0x80));
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final long SNAPSHOT_CYCLE_NS = 1_000_000;
    private static final List<String> FEEDS = List.of("ORDERS-LOG", "FO-TRADES", "FO-BOOK-5", "FUT-INFO", "OPT-INFO");

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final String unit = Multicast.free();
    private final MulticastReceiver pitchReceiver = Multicast.open(unit);
    private final Map<String, MulticastReceiver> incrementals = new LinkedHashMap<>();
    private final Map<String, MulticastReceiver> snapshots = new LinkedHashMap<>();
    private final Map<String, FeedEndpoints> endpoints = new LinkedHashMap<>();
    private CorpusStream stream;
    private PublicMarket market;

    @TempDir
    private Path temporary;

    /** What subscribers got. */
    private static final class Wire
    {
        private final TreeMap<Long, String> pitch = new TreeMap<>();
        /** Messages of a feed without SendingTime; several of a number when days begin anew. */
        private final Map<String, List<String>> fast = new TreeMap<>();
        private final Map<String, List<String>> snapshots = new TreeMap<>();
        private String books = "";
    }

    OtherFeedsRestartTest()
    {
        for (final String feed : FEEDS)
        {
            final String incremental = Multicast.free();
            final String snapshot = Multicast.free();
            endpoints.put(feed, FeedEndpoints.of(incremental, null, snapshot, null));
            incrementals.put(feed, Multicast.open(incremental));
            snapshots.put(feed, Multicast.open(snapshot));
        }
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(incrementals.values());
        CloseHelper.closeAll(snapshots.values());
        CloseHelper.close(pitchReceiver);
    }

    @Test
    void shouldSayWhatAPublisherSaysThatNeverStopped() throws IOException
    {
        System.out.println("OtherFeedsRestartTest bourse.seed=" + seed);
        int fromCheckpoint = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final String facts = "seed=" + seed + " round=" + round;
            stream = new CorpusStream(CorpusEvents.FIRST, new Random(seed + round));
            final Wire expected = new Wire();
            live(Files.createDirectory(temporary.resolve("expected-" + round)), 0, stream.size(), expected);

            final Wire wire = new Wire();
            final Path dir = Files.createDirectory(temporary.resolve("round-" + round));
            int done = 0;
            while (done < stream.size())
            {
                // The engine went on while no publisher ran, but not in the end.
                final int gap = Math.min(random.nextInt(MAX_GAP), stream.size() - LAST_LIFE - done);
                final int history = 0 == done ? 0 : done + Math.max(0, gap);
                done = Math.min(stream.size(), history + 1 + random.nextInt(MAX_SEGMENT));
                fromCheckpoint += live(dir, history, done, wire) > 0 ? 1 : 0;
                CheckpointRestartTest.damage(dir.resolve("checkpoints"), random);
            }
            wire.pitch.forEach((number, message) ->
                assertEquals(expected.pitch.get(number), message, () -> facts + " number=" + number));
            assertEquals(expected.pitch.lastKey(), wire.pitch.lastKey(), facts);
            assertMost(expected.pitch.size(), wire.pitch.size(), facts);
            for (final String feed : FEEDS)
            {
                assertInOrder(expected.fast.get(feed), wire.fast.get(feed), facts + " feed=" + feed);
                assertEquals(expected.snapshots.get(feed), wire.snapshots.get(feed), facts + " feed=" + feed);
            }
            assertEquals(expected.books, wire.books, facts);
        }
        assertTrue(fromCheckpoint >= ROUNDS, "starts=" + fromCheckpoint + " seed=" + seed);
    }

    /** What happened while no publisher ran is not sent. */
    private static void assertMost(final int expected, final int found, final String facts)
    {
        assertTrue(expected > 100 && found * 10 > expected * 8, facts + " expected=" + expected + " found=" + found);
    }

    private static void assertInOrder(final List<String> expected, final List<String> found, final String facts)
    {
        int next = 0;
        for (final String message : found)
        {
            final int at = expected.subList(next, expected.size()).indexOf(message);
            assertTrue(at >= 0, () -> facts + " notSent=" + message);
            next += at + 1;
        }
        if (expected.size() > 1_000)
        {
            assertMost(expected.size(), found.size(), facts);
        }
    }

    /** What the gap server and the replays keep is there after a start from a checkpoint, as it was before. */
    @Test
    void shouldKeepWhatIsAskedForAgain() throws IOException
    {
        stream = new CorpusStream(CorpusEvents.FIRST, new Random(1));
        final int end = stream.size() - 1;
        final Path dir = Files.createDirectory(temporary.resolve("kept"));
        live(dir, 0, end, new Wire());
        final Map<String, List<String>> kept = kept(dir);
        assertTrue(sizes(kept).stream().allMatch((size) -> size > 5), sizes(kept).toString());
        assertTrue(live(dir, end, end, new Wire()) > 0);
        assertEquals(kept, kept(dir));

        for (final Path file : CheckpointRestartTest.files(dir.resolve("checkpoints")))
        {
            Files.delete(file);
        }
        assertEquals(0, live(dir, end, end, new Wire()));
        assertEquals(kept, kept(dir));
    }

    private static List<Integer> sizes(final Map<String, List<String>> kept)
    {
        return kept.values().stream().map(List::size).toList();
    }

    private static Map<String, List<String>> kept(final Path dir)
    {
        final Map<String, List<String>> kept = new TreeMap<>();
        final UnsafeBuffer message = new UnsafeBuffer(new byte[PacketHistory.MIN_CAPACITY]);
        for (final String name : List.of("pitch", "fast-orders-log", "fast-fo-trades"))
        {
            final List<String> messages = new ArrayList<>();
            try (PacketHistory history =
                PacketHistory.inFile(dir.resolve(name + ".packets"), PacketHistory.MIN_CAPACITY))
            {
                for (long i = history.firstMsgSeqNum(); 0 < i && i <= history.lastMsgSeqNum(); i++)
                {
                    final int length = history.copy(i, message, 0);
                    messages.add(name.equals("pitch") ? hex(message, 0, length) : withoutTime(message, 0, length));
                }
            }
            kept.put(name, messages);
        }
        return kept;
    }

    /**
     * What a former program has written is read: see {@link CheckpointRestartTest}, which also says how a file is made.
     */
    @ParameterizedTest
    @CsvSource("1, " + CorpusEvents.FIRST)
    void shouldReadWhatVersionHasWritten(final int version, final String entry) throws IOException
    {
        stream = new CorpusStream(entry, new Random(1));
        final Wire expected = new Wire();
        final Path dir = Files.createDirectory(temporary.resolve("expected"));
        live(dir, 0, stream.size(), expected);
        final Path former = CheckpointRestartTest.former(
            temporary.resolve("former"), "others", version, dir.resolve("checkpoints"));
        final Wire wire = new Wire();
        assertTrue(live(former, stream.size(), stream.size(), wire) > 0);
        assertEquals(expected.snapshots, wire.snapshots);
        assertEquals(expected.books, wire.books);
    }

    @Test
    void shouldHaveACheckpointOfThePresentVersion()
    {
        assertNotNull(getClass().getResource("others-checkpoint-" + MarketDataPublisher.STATE_VERSION));
    }

    /** A start from a checkpoint of other settings would number otherwise. */
    @Test
    void shouldNameSettingsThatItsStateDependsOn()
    {
        assertEquals(
            "fast=true/true/[5]/false/true/true maxPacketLength=1400 packingNs=100000 conflationNs=10000000 " +
            "pitch={} utcOffsetSeconds=10800", fastOptions(temporary).stateSettings() + ' ' +
            pitchOptions(temporary).stateSettings());
    }

    /** A publisher that dies without a farewell; gives back the cursor that it has gone on from. */
    private long live(final Path dir, final int history, final int end, final Wire wire) throws IOException
    {
        stream.end(history);
        stream.followedFrom.clear();
        try (MarketDataPublisher publisher = publisher(dir))
        {
            final long fromCursor = stream.followedFrom.getLast();
            while (!publisher.isLive())
            {
                publisher.doWork();
            }
            for (int count = history; count <= end; count++)
            {
                stream.end(count);
                publisher.doWork();
                if (random.nextInt(4) > 0)
                {
                    publisher.doWork();
                }
                receive(wire);
            }
            if (end == stream.size())
            {
                snapshots(publisher, wire);
            }
            wire.books = CheckpointRestartTest.books(market);
            assertEquals(0, publisher.checkpointCounters().get(CheckpointCounter.FAILED));
            return fromCursor;
        }
    }

    private MarketDataPublisher publisher(final Path dir)
    {
        return new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(stream)
            .movesWatermark(false)
            .checkpoints(new CheckpointStore(
                dir.resolve("checkpoints"), "others-0", MarketDataPublisher.STATE_VERSION, "test"))
            .checkpointIntervalBytes(1)
            .feeds(List.of(
                (made) ->
                {
                    market = made;
                    return new FastPublisher(fastOptions(dir), made);
                },
                (made) -> new PitchFeed(pitchOptions(dir))))
            .build());
    }

    private FastPublisherOptions fastOptions(final Path dir)
    {
        return FastPublisherOptions.builder()
            .ordersLog(endpoints.get("ORDERS-LOG"))
            .trades(endpoints.get("FO-TRADES"))
            .books(Map.of(DEPTH, endpoints.get("FO-BOOK-5")))
            .futInfo(endpoints.get("FUT-INFO"))
            .optInfo(endpoints.get("OPT-INFO"))
            .ordersLogReplay(ANY_PORT)
            .tradesReplay(ANY_PORT)
            .snapshotCycleNs(SNAPSHOT_CYCLE_NS)
            .infoCycleNs(SNAPSHOT_CYCLE_NS)
            .heartbeatIntervalNs(Long.MAX_VALUE)
            .historyLength(PacketHistory.MIN_CAPACITY)
            .directory(dir)
            .build();
    }

    private PitchFeedOptions pitchOptions(final Path dir)
    {
        return PitchFeedOptions.builder()
            .feedA(MulticastEndpoint.parse(unit))
            .feedB(null)
            .recovery(PitchRecoveryOptions.builder()
                .historyCapacity(PacketHistory.MIN_CAPACITY / PacketHistory.BYTES_PER_SLOT)
                .historyFile(dir.resolve("pitch.packets"))
                .build())
            .build();
    }

    private void receive(final Wire wire)
    {
        for (int length = pitchReceiver.receive(); length > 0; length = pitchReceiver.receive())
        {
            final DirectBuffer block = pitchReceiver.buffer();
            final long first = SequencedUnit.sequence(block, 0);
            int offset = SequencedUnit.HEADER_LENGTH;
            for (int i = 0; i < SequencedUnit.count(block, 0); i++)
            {
                final int messageLength = block.getByte(offset);
                wire.pitch.put(first + i, hex(block, offset, messageLength));
                offset += messageLength;
            }
        }
        incrementals.forEach((feed, receiver) ->
            receive(receiver, wire.fast.computeIfAbsent(feed, (key) -> new ArrayList<>())));
    }

    /** Heartbeats are left out: they come when a publisher has started, and take no number. */
    private static void receive(final MulticastReceiver receiver, final List<String> messages)
    {
        for (int length = receiver.receive(); length > 0; length = receiver.receive())
        {
            final String message = withoutTime(receiver.buffer(), FastMessages.PREAMBLE_LENGTH, length);
            if (!message.startsWith(HEARTBEAT))
            {
                messages.add(message);
            }
        }
    }

    /** One cycle of snapshots of each feed, from its first message to SequenceReset. */
    private void snapshots(final MarketDataPublisher publisher, final Wire wire)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        snapshots.forEach((feed, receiver) ->
        {
            while (receiver.receive() > 0)
            {
                // Older cycles.
            }
            final List<String> messages = new ArrayList<>();
            while (messages.stream().filter((message) -> message.startsWith(RESET)).count() < 2)
            {
                publisher.doWork();
                receive(receiver, messages);
                assertTrue(System.nanoTime() - deadlineNs < 0, feed);
            }
            final List<Integer> ends = IntStream.range(0, messages.size())
                .filter((i) -> messages.get(i).startsWith(RESET)).boxed().toList();
            wire.snapshots.put(feed, messages.subList(ends.get(0) + 1, ends.get(1)));
        });
        // What waited for a transaction that never came has left now.
        receive(wire);
    }

    /** Template and all that follows it but SendingTime. */
    private static String withoutTime(final DirectBuffer buffer, final int offset, final int length)
    {
        final int template = afterStop(buffer, offset);
        final int number = afterStop(buffer, template);
        final int time = afterStop(buffer, number);
        final int content = time + FastWriter.SENDING_TIME_LENGTH;
        return hex(buffer, template, time - template) + ' ' + hex(buffer, content, length - content);
    }

    private static int afterStop(final DirectBuffer buffer, final int offset)
    {
        int at = offset;
        while (buffer.getByte(at) >= 0)
        {
            at++;
        }
        return at + 1;
    }

    private static String hex(final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
