// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.EventGroupDecoder;
import org.agrona.BitUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A person with the disk of a venue changes one byte of a cleared day; the commands that verify it find the change.
 */
@Tag("venue")
class InsiderTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int CHANGES = 8;

    private final OrderAction action = new OrderAction();
    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    @TempDir
    private Path dir;
    private Path dataDir;
    private long lastKey;

    @Test
    void shouldFindAByteThatWasChanged() throws IOException
    {
        assertChangesAreFound("solo");
    }

    @Tag("drill")
    @Test
    void shouldFindAByteOfAMemberThatWasChanged() throws IOException
    {
        assertChangesAreFound("cluster");
    }

    private void assertChangesAreFound(final String host) throws IOException
    {
        dataDir = dir.resolve("data");
        clearADay(host);
        final List<Path> recordings = files("archive", name -> name.endsWith(".rec"));
        for (final Path recording : recordings)
        {
            // No checksum covers it; the first frame of a file begins at its beginning.
            final long flags = HeaderFlyweight.FLAGS_FIELD_OFFSET;
            assertTrue(isFound(recording, flags, 1 << 7, "verify-journal"), () -> "flags of " + recording);
        }
        assertFound(recordings, "verify-journal");
        // Checkpoints of the ingest are no results: one that does not fit its digest is not used, the day read again.
        final List<Path> results = files("clearing", name -> !name.endsWith(".lock"));
        results.removeIf(file -> file.toString().contains("checkpoints"));
        assertFound(results, "clearing", "verify", "--all");
    }

    @AfterEach
    void clean()
    {
        trader.close();
        VenueProcess.clean(dataDir);
    }

    private void clearADay(final String host) throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.host", host);
        try (Venue venue = Venue.start(VenueConfigLoader.load(null, options)))
        {
            trader.connect(VenueProcess.address(venue.descriptor().twime()));
            await(trader::isRecovered);
            trade();
            assertGood("clearing", "intraday");
            trade();
            assertGood("clearing", "evening");
            trader.close();
        }
        assertGood("verify-journal");
        assertGood("clearing", "verify", "--all");
    }

    private List<Path> files(final String directory, final Predicate<String> names) throws IOException
    {
        try (Stream<Path> walk = Files.walk(dataDir.resolve(directory)))
        {
            final List<Path> files = new ArrayList<>(walk.filter(Files::isRegularFile)
                .filter(file -> names.test(file.getFileName().toString())).sorted().toList());
            assertFalse(files.isEmpty(), directory);
            return files;
        }
    }

    private void assertFound(final List<Path> files, final String... command) throws IOException
    {
        final List<String> missed = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++)
        {
            final Path file = files.get(random.nextInt(files.size()));
            final byte[] bytes = Files.readAllBytes(file);
            final int length = usedLength(bytes);
            if (0 == length)
            {
                continue;
            }
            final int offset = random.nextInt(length);
            if (file.toString().endsWith(".rec") && isTimeOfPublication(bytes, offset))
            {
                continue;
            }
            final int bit = 1 << random.nextInt(8);
            if (!isFound(file, offset, bit, command))
            {
                missed.add(dataDir.relativize(file) + " offset=" + offset + " length=" + length + " bit=" + bit);
            }
        }
        assertEquals(List.of(), missed, "seed=" + seed);
    }

    private boolean isFound(final Path file, final long offset, final int bit, final String... command)
        throws IOException
    {
        flip(file, offset, bit);
        final VenueProcess.Result result = execute(command);
        flip(file, offset, bit);
        return 0 != result.exitCode();
    }

    /** Recordings are longer than what is in them: the rest is zeros. */
    private static int usedLength(final byte[] bytes)
    {
        int length = bytes.length;
        while (length > 0 && 0 == bytes[length - 1])
        {
            length--;
        }
        return length;
    }

    /** The one thing in a recording that nothing covers, see docs/recovery.md. */
    private static boolean isTimeOfPublication(final byte[] recording, final int offset)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(recording);
        int begin = 0;
        int end = begin;
        while (end <= offset)
        {
            begin = end;
            end += BitUtil.align(
                buffer.getInt(begin, ByteOrder.LITTLE_ENDIAN), FrameDescriptor.FRAME_ALIGNMENT);
        }
        final int field = begin + DataHeaderFlyweight.RESERVED_VALUE_OFFSET;
        return offset >= field && offset < field + Long.BYTES && EventGroupDecoder.TEMPLATE_ID ==
            buffer.getShort(begin + DataHeaderFlyweight.HEADER_LENGTH + 2, ByteOrder.LITTLE_ENDIAN);
    }

    private static void flip(final Path file, final long offset, final int bit) throws IOException
    {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw"))
        {
            bytes.seek(offset);
            final int value = bytes.read();
            bytes.seek(offset);
            bytes.write(value ^ bit);
        }
    }

    private void trade()
    {
        for (int i = 0; i < 20; i++)
        {
            action.instrumentId = INSTRUMENT_ID;
            action.newOrder(++lastKey, 0 == (i & 1), PRICE_E5, 1 + (i & 3), false);
            assertTrue(trader.send(action));
            await(() -> 0 == trader.outstanding());
        }
    }

    private void assertGood(final String... command)
    {
        final VenueProcess.Result result = execute(command);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private VenueProcess.Result execute(final String... command)
    {
        final List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return VenueProcess.execute(arguments.toArray(String[]::new));
    }

    private void await(final BooleanSupplier condition)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "the venue does not answer");
            idle.idle(trader.poll());
        }
    }
}
