// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.SchemaCodec;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.gateway.sbe.wire.WireVersion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Fuzzing of the decoder: what comes after Establish may be anything. The seeds lie in the repository and are run as
 * they are first, then mutations of them: a few in a normal build, with {@code -Dbourse.fuzz.seconds=600} for as long
 * as that. An input that fails is printed; as a file beside the seeds it becomes one.
 */
@Tag("venue")
class DecoderFuzzTest
{
    private static final int HEADER_LENGTH = TwimeFrames.HEADER_LENGTH;
    private static final long LONG_RUN_S = Long.getLong("bourse.fuzz.seconds", 0);
    private static final int FRAMING_INPUTS = 20_000;
    private static final int VENUE_INPUTS = 600;
    private static final int WARM_UP_INPUTS = 100;
    private static final long MAX_DIRECT_GROWTH = 8 * 1024 * 1024;
    private static final long REPLACED_AND_CANCELLED = 1L << 20 | 1L << 21;
    private static final long MASS_CANCEL = 1L << 22;
    private static final Map<Integer, SchemaCodec> CODECS =
        Map.of(5, SchemaCodec.load(5), 6, SchemaCodec.load(6), 7, SchemaCodec.load(7));

    private static List<byte[]> seeds;
    private final Random random = random();
    private final long startNs = System.nanoTime();
    private final TreeMap<Long, Integer> answers = new TreeMap<>();
    private VenueFixture venue;
    private SchemaSession session;
    private SchemaCodec codec;
    private long lastProbe = 1L << 62;
    private int cancelledReplaces;
    private long repeated;

    @BeforeAll
    static void readSeeds() throws Exception
    {
        seeds = FuzzMutator.readSeeds(
            Path.of(DecoderFuzzTest.class.getResource("fuzz/versions.hex").toURI()).getParent());
        assertTrue(seeds.size() > 10);
    }

    /** However the network splits a stream, the same frames come out, and none that is malformed. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void shouldFindTheSameFramesHoweverTheStreamIsSplit() throws Exception
    {
        final FuzzMutator mutator = new FuzzMutator(seeds, random);
        final FrameReader reader = new FrameReader(1024, true);
        for (int i = 0; isToGoOn(i, FRAMING_INPUTS + seeds.size()); i++)
        {
            final byte[] input = i < seeds.size() ? seeds.get(i) : mutator.next();
            final WireVersion version = WireVersion.of(versionOf(input));
            final List<Integer> expected = templates(version.number(), input, input.length);
            final List<Integer> found = new ArrayList<>();
            reader.discard();
            reader.version(version);
            int offset = 0;
            boolean isMalformed = false;
            while (offset < input.length && !isMalformed)
            {
                final int end = Math.min(input.length, offset + 1 + random.nextInt(100));
                final ReadableByteChannel channel =
                    Channels.newChannel(new ByteArrayInputStream(input, offset, end - offset));
                offset = end;
                while (!isMalformed && reader.read(channel) > 0)
                {
                    int length = reader.next();
                    while (length > 0)
                    {
                        assertEquals(HEADER_LENGTH + TwimeFrames.clientBlockLength(reader.templateId()), length);
                        assertEquals(WireVersion.CURRENT, reader.buffer().getShort(reader.offset() + 6));
                        found.add(reader.templateId());
                        length = reader.next();
                    }
                    isMalformed = FrameReader.MALFORMED == length;
                }
            }
            assertEquals(expected, found, () -> "input=" + HexFormat.of().formatHex(input));
        }
    }

    /** Every well-formed request has exactly one answer, other sessions live on, and what was taken is given back. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void shouldAnswerEveryWellFormedRequestOnceAndSurviveTheRest(@TempDir final Path dir)
    {
        final FuzzMutator mutator = new FuzzMutator(seeds, random);
        venue = VenueFixture.start(dir, (ctx) -> ctx.reconnectIntervalNs(0));
        try (VenueFixture closing = venue)
        {
            final RawSession witness = closing.establish(TWBB1);
            long directBefore = 0;
            int inputs = 0;
            for (; isToGoOn(inputs, VENUE_INPUTS + seeds.size()); inputs++)
            {
                final byte[] input = inputs < seeds.size() ? seeds.get(inputs) : mutator.next();
                run(input);
                if (0 == inputs % 50)
                {
                    witness.cancel(inputs, 1, VenueFixture.SI, "BB01001");
                }
                if (WARM_UP_INPUTS == inputs)
                {
                    directBefore = directMemory();
                }
            }
            leave();
            venue.await("connections are given back", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            assertTrue(directMemory() - directBefore < MAX_DIRECT_GROWTH,
                "memory was not given back: before=" + directBefore + " after=" + directMemory());
            witness.newOrder(VenueFixture.sell(1, VenueFixture.PX, 1));
            venue.await("the witness is served",
                () -> witness.frames.stream().anyMatch((frame) -> frame.startsWith("NewOrder")));
            System.out.println("DecoderFuzzTest inputs=" + inputs + " " + venue.gateway().counters());
        }
    }

    private void run(final byte[] input)
    {
        final int version = versionOf(input);
        try
        {
            join(version);
            final int end = wellFormedEnd(version, input);
            final TreeMap<Long, Integer> requests = requests(version, input, end);
            answers.clear();
            cancelledReplaces = 0;
            sendInPieces(Arrays.copyOf(input, end));
            final boolean isAlive = awaitProbe();
            check(requests, isAlive);
            if (end < input.length)
            {
                sendInPieces(Arrays.copyOfRange(input, end, input.length));
                leave();
            }
            else if (!isAlive)
            {
                leave();
            }
        }
        catch (final RuntimeException | AssertionError ex)
        {
            throw new AssertionError("save this input as a seed: " + HexFormat.of().formatHex(input), ex);
        }
    }

    /** At most one answer each; exactly one each if the session has outlived them. */
    private void check(final Map<Long, Integer> requests, final boolean isAlive)
    {
        int missing = 0;
        for (final Map.Entry<Long, Integer> request : requests.entrySet())
        {
            final int answered = answers.getOrDefault(request.getKey(), 0);
            assertTrue(answered <= request.getValue(), "answered twice: clOrdId=" + request.getKey());
            missing += request.getValue() - answered;
        }
        answers.keySet().removeAll(requests.keySet());
        assertEquals(Map.of(), answers, "answers that nobody asked for");
        if (isAlive)
        {
            // A replace that found another rest is answered with the removal of the order, which names no request.
            assertEquals(cancelledReplaces, missing, () -> "requests without an answer: " + requests);
        }
    }

    private void join(final int version)
    {
        if (null != session && (session.isEnded() || codec != CODECS.get(version)))
        {
            leave();
        }
        if (null == session)
        {
            codec = CODECS.get(version);
            repeated = 0;
            session = new SchemaSession(venue.gateway().localAddress(), codec);
            session.establish(TWAA1);
            final List<String> ack = session.take(venue, 1);
            assertTrue(ack.getFirst().startsWith("EstablishmentAck"), ack::getFirst);
            // What the engine still had to say to the connection before comes to this one: it belongs to no input.
            assertTrue(awaitProbe(), "a new session has ended");
        }
    }

    private void leave()
    {
        if (null != session)
        {
            session.close();
            session = null;
            venue.await("the connection is gone", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        }
    }

    private void sendInPieces(final byte[] bytes)
    {
        int offset = 0;
        while (offset < bytes.length)
        {
            final int end = Math.min(bytes.length, offset + 1 + random.nextInt(400));
            if (!session.sendIfOpen(Arrays.copyOfRange(bytes, offset, end)))
            {
                return;
            }
            offset = end;
            venue.cycle();
        }
    }

    /** Removes all orders of the login; when that is answered, all before is. False when the session has ended. */
    private boolean awaitProbe()
    {
        final long probe = lastProbe++;
        session.sendIfOpen(codec.encode(
            "OrderMassCancelRequest", "ClOrdID", probe, "SecurityType", 7, "Side", 89, "Account", "%%%%%%%"));
        venue.await("answer to the probe", () -> session.isEnded() | takeAnswers(probe));
        return null != answers.remove(probe) && !session.isEnded();
    }

    private boolean takeAnswers(final long probe)
    {
        for (final byte[] frame : session.frames)
        {
            final String name = codec.messageOf(frame).name();
            if (repeated > 0 && TwimeFrames.isNumbered(FuzzMutator.u16(frame, 2)))
            {
                repeated--;
                continue;
            }
            switch (name)
            {
                case "Retransmission" -> repeated = codec.number(frame, "Count");
                case "FloodReject", "SessionReject", "BusinessMessageReject", "NewOrderSingleResponse",
                    "NewOrderIcebergResponse", "OrderReplaceResponse", "OrderMassCancelResponse" ->
                    answers.merge(codec.number(frame, "ClOrdID"), 1, Integer::sum);
                case "OrderCancelResponse" -> takeCancel(frame);
                default ->
                {
                    // Reports of trades, session messages and what is sent again.
                }
            }
        }
        session.frames.clear();
        return answers.containsKey(probe);
    }

    private void takeCancel(final byte[] frame)
    {
        final long clOrdId = codec.number(frame, "ClOrdID");
        final long flags = codec.number(frame, "Flags");
        if (0 != (flags & MASS_CANCEL))
        {
            return;
        }
        if (TwimeFrames.NULL_UINT64 != clOrdId)
        {
            answers.merge(clOrdId, 1, Integer::sum);
        }
        else if (REPLACED_AND_CANCELLED == (flags & REPLACED_AND_CANCELLED))
        {
            cancelledReplaces++;
        }
    }

    /** Where the frames end that leave a session alive: at Establish, Terminate, damage, or half a frame. */
    private static int wellFormedEnd(final int version, final byte[] input)
    {
        int offset = 0;
        while (isFrame(version, input, offset))
        {
            final int templateId = FuzzMutator.u16(input, offset + 2);
            if (EstablishDecoder.TEMPLATE_ID == templateId || TerminateDecoder.TEMPLATE_ID == templateId)
            {
                break;
            }
            offset += HEADER_LENGTH + FuzzMutator.u16(input, offset);
        }
        return offset;
    }

    private static boolean isFrame(final int version, final byte[] input, final int offset)
    {
        if (offset + HEADER_LENGTH > input.length)
        {
            return false;
        }
        final int blockLength = FuzzMutator.u16(input, offset);
        final int templateId = FuzzMutator.u16(input, offset + 2);
        return 19781 == FuzzMutator.u16(input, offset + 4) &&
            version == FuzzMutator.u16(input, offset + 6) &&
            TwimeFrames.UNKNOWN_TEMPLATE != TwimeFrames.clientBlockLength(templateId) &&
            CODECS.get(version).messages().stream()
                .anyMatch((m) -> m.templateId() == templateId && m.blockLength() == blockLength) &&
            offset + HEADER_LENGTH + blockLength <= input.length;
    }

    private static List<Integer> templates(final int version, final byte[] input, final int end)
    {
        final List<Integer> templates = new ArrayList<>();
        int offset = 0;
        while (offset < end && isFrame(version, input, offset))
        {
            templates.add(FuzzMutator.u16(input, offset + 2));
            offset += HEADER_LENGTH + FuzzMutator.u16(input, offset);
        }
        return templates;
    }

    private static TreeMap<Long, Integer> requests(final int version, final byte[] input, final int end)
    {
        final TreeMap<Long, Integer> requests = new TreeMap<>();
        int offset = 0;
        for (final int templateId : templates(version, input, end))
        {
            if (TwimeFrames.isNumbered(templateId))
            {
                requests.merge(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN)
                    .getLong(offset + HEADER_LENGTH), 1, Integer::sum);
            }
            offset += HEADER_LENGTH + FuzzMutator.u16(input, offset);
        }
        return requests;
    }

    /** The version of the first frame, if the venue speaks it. */
    private static int versionOf(final byte[] input)
    {
        final int version = input.length < HEADER_LENGTH ? WireVersion.CURRENT : FuzzMutator.u16(input, 6);
        return null == WireVersion.of(version) ? WireVersion.CURRENT : version;
    }

    private boolean isToGoOn(final int inputs, final int least)
    {
        return inputs < least || LONG_RUN_S > 0 && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LONG_RUN_S);
    }

    private static long directMemory()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter((pool) -> "direct".equals(pool.getName())).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }

    private static Random random()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("DecoderFuzzTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        return new Random(seed);
    }
}
