// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.marketdata.FeedGroups;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.simba.InstrumentGroup;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeed;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.testing.CorpusEvents;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Publishers that go on from checkpoints send what one sends that never stopped, wherever they were stopped, and also
 * when the newest checkpoint or all of them are damaged. The history is that of the corpus, with every event there is.
 */
class CheckpointRestartTest
{
    private static final int ROUNDS = Integer.getInteger("bourse.rounds", 4);
    private static final int FIRST_LIFE = 50;
    /** TransactTime 0, no session, EmptyBook after packet 0: the same every night. */
    private static final String NIGHTLY = "0000000000000000ffffffff04000400444d080000000000";
    private static final int HEARTBEAT_LENGTH = 32;
    private static final List<IndexSpec> INDICES = List.of(new IndexSpec(
        1, "ALL", "RUB", 20_260_101, 100_000, 1_000_000, 2, 0,
        List.of(new IndexMember(1, 1_000_000, 10_000), new IndexMember(2, 1_000_000, 5_000))));

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FeedGroups groups = new FeedGroups();
    private final String instrumentsA = Multicast.free();
    private final MulticastReceiver orders = Multicast.open(groups.endpoints()[0]);
    private final MulticastReceiver instruments = Multicast.open(instrumentsA);
    private CorpusStream stream;
    private PublicMarket market;

    @TempDir
    private Path temporary;

    /** What subscribers got. */
    private static final class Wire
    {
        /** Plain packets, and repeated ones that were not there. */
        private final List<String> orders = new ArrayList<>();
        /** By number. */
        private final Map<Long, String> instruments = new LinkedHashMap<>();
        private String statistics = "";
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(orders, instruments);
    }

    @Test
    void shouldSendWhatAPublisherSendsThatNeverStopped() throws IOException
    {
        System.out.println("CheckpointRestartTest bourse.seed=" + seed);
        int fromCheckpoint = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            stream = new CorpusStream(CorpusEvents.FIRST, new Random(seed + round));
            final Wire expected = new Wire();
            live(Files.createDirectory(temporary.resolve("expected-" + round)), 0, stream.size(), expected);
            assertTrue(expected.orders.size() > 200 && expected.instruments.size() > 50, () -> facts(expected));

            final Wire wire = new Wire();
            final Path dir = Files.createDirectory(temporary.resolve("round-" + round));
            int done = 0;
            while (done < stream.size())
            {
                // The engine went on while no publisher ran.
                final int history = 0 == done ? 0 : Math.min(stream.size(), done + random.nextInt(20));
                // The first life sends something: without a mark what waited is not sent by the next one.
                done = Math.min(stream.size(), history + (0 == done ? FIRST_LIFE : 1) + random.nextInt(800));
                fromCheckpoint += live(dir, history, done, wire) > 0 ? 1 : 0;
                damage(dir.resolve("checkpoints"), random);
            }
            assertSame(expected.orders, wire.orders, "seed=" + seed + " round=" + round);
            wire.instruments.forEach((number, packet) ->
                assertEquals(expected.instruments.get(number), packet, () -> "number=" + number + " seed=" + seed));
            assertEquals(expected.statistics, wire.statistics, "seed=" + seed + " round=" + round);
        }
        assertTrue(fromCheckpoint >= ROUNDS, "starts=" + fromCheckpoint + " seed=" + seed);
    }

    /** Another number than that of the checkpoint has left: only the whole stream says what it was. */
    @Test
    void shouldReadEverythingWhenTheMarkHasAnotherNumber() throws IOException
    {
        stream = new CorpusStream(CorpusEvents.FIRST, new Random(1));
        final Path dir = Files.createDirectory(temporary.resolve("marked"));
        final Wire wire = new Wire();
        assertEquals(0, live(dir, 0, stream.size() - 2, wire));
        assertTrue(live(dir, stream.size() - 1, stream.size() - 1, wire) > 0);
        try (FeedMark mark = new FeedMark(dir.resolve("mark")))
        {
            mark.put(1, mark.timeNs(), mark.number() + 1);
        }
        assertEquals(0, live(dir, stream.size(), stream.size(), wire));
    }

    /**
     * What a former program has written is read. For a new version of the state run with
     * {@code -Dbourse.checkpoint.write=FILE} and add the file as a resource; those that are there never change.
     */
    @ParameterizedTest
    @CsvSource("1, " + CorpusEvents.FIRST)
    void shouldReadWhatVersionHasWritten(final int version, final String entry) throws IOException
    {
        stream = new CorpusStream(entry, new Random(1));
        final Wire expected = new Wire();
        live(Files.createDirectory(temporary.resolve("expected")), 0, stream.size(), expected);

        final Path former = former(
            temporary.resolve("former"), "simba", version, temporary.resolve("expected").resolve("checkpoints"));
        final Wire wire = new Wire();
        assertTrue(live(former, stream.size(), stream.size(), wire) > 0);
        assertEquals(expected.statistics, wire.statistics);
    }

    /** A directory with the checkpoint that a version has written; writes a new one of those given when asked to. */
    static Path former(final Path dir, final String publisher, final int version, final Path present)
        throws IOException
    {
        final Path checkpoints = Files.createDirectories(dir.resolve("checkpoints"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        final Path file = checkpoints.resolve(publisher + "-0.0000000000000001.checkpoint");
        if (null != System.getProperty("bourse.checkpoint.write"))
        {
            Files.copy(files(present).getLast(), Path.of(System.getProperty("bourse.checkpoint.write")));
        }
        try (InputStream former =
            CheckpointRestartTest.class.getResourceAsStream(publisher + "-checkpoint-" + version))
        {
            Files.copy(former, file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return dir;
    }

    @Test
    void shouldHaveACheckpointOfThePresentVersion()
    {
        assertNotNull(getClass().getResource("simba-checkpoint-" + MarketDataPublisher.STATE_VERSION));
    }

    static List<Path> files(final Path checkpoints) throws IOException
    {
        try (Stream<Path> files = Files.list(checkpoints))
        {
            return files.sorted().toList();
        }
    }

    private static void assertSame(final List<String> expected, final List<String> found, final String facts)
    {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++)
        {
            assertEquals(expected.get(i), found.get(i), facts + " packet=" + i);
        }
        assertEquals(expected.size(), found.size(), facts);
    }

    private String facts(final Wire wire)
    {
        return "seed=" + seed + " orders=" + wire.orders.size() + " instruments=" + wire.instruments.size();
    }

    /** A publisher that dies without a farewell; gives back the cursor that it has gone on from. */
    private long live(final Path dir, final int history, final int end, final Wire wire) throws IOException
    {
        stream.end(history);
        stream.followedFrom.clear();
        try (PacketHistory packets = PacketHistory.inFile(dir.resolve("packets"), PacketHistory.MIN_CAPACITY);
            MarketDataPublisher publisher = publisher(dir, packets))
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
            wire.statistics = market.statistics().reports() + " " + market.statistics().indices().indices().stream()
                .map((index) -> index.valueE5() + "/" + index.highE5() + "/" + index.lowE5()).toList() + books(market);
            assertEquals(0, publisher.checkpointCounters().get(CheckpointCounter.FAILED));
            return fromCursor;
        }
    }

    static String books(final PublicMarket market)
    {
        final StringBuilder books = new StringBuilder();
        for (final PublicInstrument instrument : market.instruments())
        {
            books.append('\n').append(instrument.symbol()).append(instrument.legs().size()).append(instrument.phase());
            for (final boolean isBid : new boolean[]{true, false})
            {
                instrument.book().forEachOrder(isBid, (order) -> books.append(' ').append(order.orderId()).append('/')
                    .append(order.qtyLots()).append('@').append(order.priceE5()).append('/').append(order.mdFlags()));
            }
        }
        return books.toString();
    }

    private MarketDataPublisher publisher(final Path dir, final PacketHistory packets)
    {
        return new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(stream)
            .indices(INDICES)
            .movesWatermark(false)
            .checkpoints(new CheckpointStore(
                dir.resolve("checkpoints"), "simba-0", MarketDataPublisher.STATE_VERSION, "test"))
            .checkpointIntervalBytes(1)
            .feeds(List.of(
                (made) ->
                {
                    market = made;
                    return new SimbaOrderLog(groups.orderLogContext()
                        .markFile(dir.resolve("mark"))
                        .history(packets)
                        .heartbeatIntervalNs(Long.MAX_VALUE)
                        .burstTimeoutNs(Long.MAX_VALUE)
                        .build(), made);
                },
                (made) -> new SimbaInstrumentFeed(SimbaInstrumentFeedOptions.builder(InstrumentGroup.FUTURES)
                    .incrementalA(MulticastEndpoint.parse(instrumentsA))
                    .incrementalB(null)
                    .replayA(MulticastEndpoint.parse(Multicast.free()))
                    .replayB(null)
                    .build(), made)))
            .build());
    }

    private void receive(final Wire wire)
    {
        for (int length = orders.receive(); length > 0; length = orders.receive())
        {
            final int flags = SimbaPacketDescriptor.msgFlags(orders.buffer(), 0);
            if (0 != (flags & FLAG_INCREMENTAL))
            {
                final String packet = hex(orders, length);
                if (!packet.contains(NIGHTLY) && (0 == (flags & FLAG_POSS_DUP) || !wire.orders.contains(packet)))
                {
                    wire.orders.add(packet);
                }
            }
        }
        for (int length = instruments.receive(); length > 0; length = instruments.receive())
        {
            // A heartbeat repeats the number before it.
            final long number = SimbaPacketDescriptor.msgSeqNum(instruments.buffer(), 0);
            if (!wire.instruments.containsKey(number) && length > HEARTBEAT_LENGTH)
            {
                wire.instruments.put(number, hex(instruments, length));
            }
        }
    }

    /** Without SendingTime and PossDupFlag. */
    private static String hex(final MulticastReceiver receiver, final int length)
    {
        final byte[] bytes = new byte[length];
        receiver.buffer().getBytes(0, bytes);
        bytes[SimbaPacketDescriptor.MSG_FLAGS_OFFSET] &= (byte)~FLAG_POSS_DUP;
        for (int i = 0; i < Long.BYTES; i++)
        {
            bytes[SimbaPacketDescriptor.SENDING_TIME_OFFSET + i] = 0;
        }
        return HexFormat.of().formatHex(bytes);
    }

    /** Now and then the newest checkpoint, or both, have a byte that is another one. */
    static void damage(final Path checkpoints, final Random random) throws IOException
    {
        final List<Path> files = files(checkpoints);
        final int count = Math.min(files.size(), Math.max(0, random.nextInt(6) - 3));
        for (final Path file : files.subList(files.size() - count, files.size()))
        {
            final byte[] bytes = Files.readAllBytes(file);
            bytes[random.nextInt(bytes.length)] ^= (byte)(1 + random.nextInt(255));
            Files.write(file, bytes);
        }
    }
}
