// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The order of transactions is read as it was written, up to where it was written.
 */
class MergeLogTest
{
    private static final int PARTITIONS = 3;

    @TempDir
    private Path dir;

    private MergeLog open()
    {
        return new MergeLog(dir, PARTITIONS, true);
    }

    private static List<String> runs(final MergeLog log)
    {
        final List<String> runs = new ArrayList<>();
        while (log.next())
        {
            runs.add(log.partition() + ":" + log.cursor());
        }
        return runs;
    }

    private List<String> runs()
    {
        try (MergeLog log = open())
        {
            return runs(log);
        }
    }

    /** Two processes of a gateway, the second of which goes on with the last run of the first. */
    private void write()
    {
        try (MergeLog log = open())
        {
            assertEquals(List.of(), runs(log));
            log.delivered(1, 32);
            log.delivered(1, 64);
            log.flush();
            log.delivered(1, 96);
            log.delivered(0, 32);
            log.delivered(2, 160);
            log.flush();
        }
        try (MergeLog log = open())
        {
            assertEquals(List.of("1:96", "0:32", "2:160"), runs(log));
            log.delivered(2, 192);
            log.flush();
            log.delivered(1, 128);
            log.flush();
            log.delivered(0, 64);
        }
    }

    @Test
    void shouldReadTheRunsThatWereWritten()
    {
        write();
        assertEquals(Map.of(0, 32L, 1, 128L, 2, 192L), PartitionsClient.deliveredUpTo(dir));
        assertEquals(List.of("1:96", "0:32", "2:192", "1:128"), runs());
        assertEquals(Map.of(), PartitionsClient.deliveredUpTo(dir.resolve("none")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 15, 16, 17})
    void shouldEndWhereItWasCutAndGoOnFromThere(final int missing) throws IOException
    {
        write();
        final Path file = dir.resolve(MergeLog.FILE_NAME);
        final byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - missing));
        final List<String> left = missing <= MergeLog.RECORD_LENGTH ?
            List.of("1:96", "0:32", "2:192") : List.of("1:96", "0:32");
        try (MergeLog log = open())
        {
            assertEquals(left, runs(log));
            log.delivered(0, 96);
            log.flush();
        }
        final List<String> after = new ArrayList<>(left);
        if (left.getLast().startsWith("0:"))
        {
            after.removeLast();
        }
        after.add("0:96");
        assertEquals(after, runs());
    }

    @Test
    void shouldForgetTheOrderOfWhatCheckpointsHavePassed() throws IOException
    {
        final int count = 30_000;
        final List<String> expected = new ArrayList<>(List.of("2:32000", "1:32000"));
        try (MergeLog log = open())
        {
            assertEquals(List.of(), runs(log));
            for (int i = 1; i <= count; i++)
            {
                log.delivered(1 + i % 2, 32L * i);
            }
            log.trim(new long[]{0, 32_000, 32_000});
            // The run goes on, others follow.
            log.delivered(1 + count % 2, 32L * count + 32);
            log.delivered(0, 32);
            log.flush();
            assertTrue(assertThrows(IllegalStateException.class, this::open).getMessage()
                .startsWith("another gateway works with this directory: file="));
        }
        assertFalse(PartitionsClient.isUsed(dir));
        for (int i = 1_001; i < count; i++)
        {
            expected.add(1 + i % 2 + ":" + 32L * i);
        }
        expected.addAll(List.of("1:" + (32L * count + 32), "0:32"));
        assertEquals(expected, runs());
        try (MergeLog log = open())
        {
            runs(log);
            log.trim(new long[]{32, 32L * count + 32, 32L * count - 32});
            log.delivered(2, 32L * count);
            log.flush();
        }
        assertEquals(List.of("1:" + (32L * count + 32), "2:" + (32L * count - 32), "0:32", "2:" + 32L * count), runs());
        assertEquals(4 * MergeLog.RECORD_LENGTH, Files.size(dir.resolve(MergeLog.FILE_NAME)));
        try (Stream<Path> files = Files.list(dir))
        {
            assertEquals(1, files.count());
        }
    }

    @Test
    void shouldTakeNothingThatNoGatewayWrote() throws IOException
    {
        write();
        final Path file = dir.resolve(MergeLog.FILE_NAME);
        Files.write(file, new byte[MergeLog.RECORD_LENGTH], StandardOpenOption.APPEND);
        Files.write(file, Files.readAllBytes(file), StandardOpenOption.APPEND);
        assertEquals(Map.of(0, 32L, 1, 128L, 2, 192L), PartitionsClient.deliveredUpTo(dir));
        assertEquals(List.of("1:96", "0:32", "2:192", "1:128"), runs());
        assertEquals(4 * MergeLog.RECORD_LENGTH, Files.size(file));
    }

    @Test
    void shouldReadMoreThanItReadsAtOnce()
    {
        final int count = 10_000;
        try (MergeLog log = open())
        {
            assertEquals(List.of(), runs(log));
            for (int i = 1; i <= count; i++)
            {
                log.delivered(i % PARTITIONS, 32L * i);
            }
            log.flush();
        }
        assertEquals(32L * count, PartitionsClient.deliveredUpTo(dir).get(count % PARTITIONS));
        final List<String> runs = runs();
        assertEquals(count, runs.size());
        assertEquals(count % PARTITIONS + ":" + 32L * count, runs.getLast());
    }

    @Test
    void shouldBelongToOneGateway()
    {
        assertFalse(PartitionsClient.isUsed(dir));
        try (MergeLog ignored = open())
        {
            assertTrue(PartitionsClient.isUsed(dir));
            assertTrue(assertThrows(IllegalStateException.class, this::open).getMessage()
                .startsWith("another gateway works with this directory: file="));
        }
    }
}
