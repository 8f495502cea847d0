// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacketHistoryTest
{
    private static final int CAPACITY = PacketHistory.MIN_CAPACITY;

    @TempDir
    private Path dir;

    @Test
    void shouldKeepNothingBeforeTheFirstPacket()
    {
        try (PacketHistory history = PacketHistory.inMemory(CAPACITY))
        {
            assertEquals("0..0 0 0", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum() + ' ' +
                history.length(0) + ' ' + history.copy(1, new UnsafeBuffer(new byte[16]), 0));
        }
    }

    @Test
    void shouldKeepTheLatestPacketsByteByByteWhenPacketsAreOfAllLengths()
    {
        try (PacketHistory history = PacketHistory.inMemory(CAPACITY))
        {
            compareWithQueue(history, 1, 1472);
            history.clear();
            compareWithQueue(history, 1_000_000, 40);
        }
    }

    @Test
    void shouldBeBoundedByPlacesWhenPacketsAreShort()
    {
        try (PacketHistory history = PacketHistory.inMemory(CAPACITY))
        {
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[]{1});
            for (int i = 1; i <= 5000; i++)
            {
                history.append(i, packet, 0, 1);
            }
            assertEquals(5000 - CAPACITY / 64 + 1, history.firstMsgSeqNum());
            assertEquals(1, history.length(history.firstMsgSeqNum()));
            assertEquals(0, history.length(history.firstMsgSeqNum() - 1));
            assertEquals(0, history.length(5001));
        }
    }

    @Test
    void shouldDropWhatWasBeforeWhenNumbersDoNotGoOn()
    {
        try (PacketHistory history = PacketHistory.inMemory(CAPACITY))
        {
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[64]);
            history.append(7, packet, 0, 64);
            history.append(8, packet, 0, 63);
            assertEquals("7..8", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
            history.append(1, packet, 0, 62);
            assertEquals("1..1", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
            history.append(1, packet, 0, 61);
            assertEquals("1..1", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
            assertEquals(61, history.length(1));
        }
    }

    @Test
    void shouldFindPacketsOfAFormerLifeWhenMapped()
    {
        final Path path = dir.resolve("history");
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[1000]);
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY))
        {
            for (int i = 1; i <= 100; i++)
            {
                packet.putInt(0, i);
                history.append(i, packet, 0, 500 + i);
            }
        }
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY))
        {
            assertEquals(100, history.lastMsgSeqNum());
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[1000]);
            for (int i = (int)history.firstMsgSeqNum(); i <= 100; i++)
            {
                assertEquals(500 + i, history.copy(i, copy, 0));
                assertEquals(i, copy.getInt(0));
            }
            packet.putInt(0, 101);
            history.append(101, packet, 0, 601);
            assertEquals(601, history.copy(101, copy, 0));
            assertEquals(600, history.copy(100, copy, 0));
        }
    }

    @Test
    void shouldDropTheNewestAndGoOnBehindTheRest(@TempDir final Path dir)
    {
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[100]);
        final Path path = dir.resolve("history");
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY))
        {
            for (int i = 5; i <= 9; i++)
            {
                packet.setMemory(0, 100, (byte)i);
                history.append(i, packet, 0, 90 + i);
            }
            history.dropAfter(10);
            history.dropAfter(4);
            assertEquals("5..9", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
            history.goOnAfter(7);
            assertEquals("5..7", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
        }
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY))
        {
            assertEquals("5..7", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
            packet.setMemory(0, 100, (byte)80);
            history.append(8, packet, 0, 60);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[100]);
            assertEquals(97, history.copy(7, copy, 0));
            assertEquals("7 7", copy.getByte(0) + " " + copy.getByte(96));
            assertEquals(60, history.copy(8, copy, 0));
            assertEquals("80 80 7", copy.getByte(0) + " " + copy.getByte(59) + ' ' + copy.getByte(60));
            assertEquals("5..8", history.firstMsgSeqNum() + ".." + history.lastMsgSeqNum());
        }
    }

    @Test
    void shouldStartEmptyWhenTheFileIsNotAHistoryOfThisSize() throws IOException
    {
        final Path path = dir.resolve("history");
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY))
        {
            history.append(1, new UnsafeBuffer(new byte[10]), 0, 10);
        }
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY * 2))
        {
            assertEquals(0, history.lastMsgSeqNum());
            history.append(5, new UnsafeBuffer(new byte[10]), 0, 10);
        }
        final byte[] bytes = Files.readAllBytes(path);
        // The length of the packet in the index.
        Arrays.fill(bytes, 64 + 5 * 16 + 8, 64 + 5 * 16 + 12, (byte)0xFF);
        Files.write(path, bytes);
        try (PacketHistory history = PacketHistory.inFile(path, CAPACITY * 2))
        {
            assertEquals(0, history.lastMsgSeqNum());
        }
    }

    @Test
    void shouldNotAllocateOnceItIsMade()
    {
        try (PacketHistory history = PacketHistory.inMemory(CAPACITY))
        {
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[1400]);
            final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
            final long thread = Thread.currentThread().threadId();
            long before = 0;
            for (int i = 1; i <= 30_000; i++)
            {
                if (20_000 == i)
                {
                    before = threads.getThreadAllocatedBytes(thread);
                }
                history.append(i, packet, 0, 100 + i % 1300);
                history.copy(i - 1, packet, 0);
            }
            assertEquals(0, (threads.getThreadAllocatedBytes(thread) - before) / 10_000);
        }
    }

    @Test
    void shouldRefuseACapacityThatIsNoPowerOfTwo()
    {
        assertEquals(
            List.of(PacketHistory.MIN_CAPACITY, 65_536, 131_072, 1 << 30), List.of(PacketHistory.capacityFor(0),
            PacketHistory.capacityFor(131_071), PacketHistory.capacityFor(131_072),
            PacketHistory.capacityFor(Long.MAX_VALUE)));
        assertThrows(IllegalArgumentException.class, () -> PacketHistory.inMemory(CAPACITY + 1));
        assertThrows(IllegalArgumentException.class, () -> PacketHistory.inMemory(CAPACITY / 2));
    }

    private static void compareWithQueue(final PacketHistory history, final long first, final int maxLength)
    {
        final long seed = System.nanoTime();
        System.out.println("PacketHistoryTest seed=" + seed);
        final Random random = new Random(seed);
        final ArrayDeque<byte[]> packets = new ArrayDeque<>();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[2048]);
        long bytes = 0;
        for (int i = 0; i < 4000; i++)
        {
            final byte[] packet = new byte[1 + random.nextInt(maxLength)];
            random.nextBytes(packet);
            history.append(first + i, new UnsafeBuffer(packet), 0, packet.length);
            packets.addLast(packet);
            bytes += packet.length;
            while (bytes > CAPACITY || packets.size() > CAPACITY / 64)
            {
                bytes -= packets.removeFirst().length;
            }
            assertEquals(first + i, history.lastMsgSeqNum());
            assertEquals(first + i - packets.size() + 1, history.firstMsgSeqNum(), "seed=" + seed);
            if (0 == i % 100)
            {
                long msgSeqNum = history.firstMsgSeqNum();
                for (final byte[] expected : packets)
                {
                    final int length = history.copy(msgSeqNum, copy, 3);
                    assertEquals(
                        new UnsafeBuffer(expected), new UnsafeBuffer(copy, 3, length), "seed=" + seed);
                    msgSeqNum++;
                }
            }
        }
    }
}
