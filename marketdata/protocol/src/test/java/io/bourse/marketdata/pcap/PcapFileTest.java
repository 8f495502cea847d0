// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("venue")
class PcapFileTest
{
    private static final int SOURCE = 127 << 24 | 1;
    private static final int GROUP = 239 << 24 | 195 << 16 | 1 << 8 | 129;
    private static final long TIME_NS = 1_795_000_000_123_456_789L;

    @TempDir
    private Path dir;

    /** A datagram as it was written or read. */
    private record Datagram(long timeNs, int source, int sourcePort, int group, int port, String payload)
    {
    }

    @Test
    void shouldReadWhatWasWrittenWhenManyDatagramsDoNotFitInMemoryAtOnce() throws IOException
    {
        final long seed = System.nanoTime();
        System.out.println("PcapFileTest seed=" + seed);
        final Random random = new Random(seed);
        final Path file = dir.resolve("many.pcap");
        final List<Datagram> expected = new ArrayList<>();
        try (PcapWriter writer = new PcapWriter(file))
        {
            for (int i = 0; i < 3_000; i++)
            {
                final byte[] payload = new byte[0 == i ? 65507 : random.nextInt(1_500)];
                random.nextBytes(payload);
                final int group = GROUP + random.nextInt(100);
                final int port = 1 + random.nextInt(65535);
                final int sourcePort = random.nextInt(65536);
                writer.append(TIME_NS + i, SOURCE, sourcePort, group, port, new UnsafeBuffer(payload), 0,
                    payload.length);
                expected.add(new Datagram(TIME_NS + i, SOURCE, sourcePort, group, port,
                    HexFormat.of().formatHex(payload)));
            }
            assertEquals(3_000, writer.recordCount());
            writer.flush();
            assertEquals(Files.size(file), writer.length());
        }
        try (PcapReader reader = new PcapReader(file))
        {
            assertEquals(expected, read(reader));
            assertNull(reader.problem());
            assertEquals(3_000, reader.recordCount());
        }
    }

    @Test
    void shouldWriteTheBytesOfAWireWhenADatagramGoesToAGroup() throws IOException
    {
        final Path file = dir.resolve("golden.pcap");
        try (PcapWriter writer = new PcapWriter(file))
        {
            writer.append(TIME_NS, SOURCE, 5, GROUP, 20081, new UnsafeBuffer("abc".getBytes(US_ASCII)), 0, 3);
        }
        // The checksums were worked out by hand: 0xFFFF minus the folded sum of the words.
        assertEquals(
            "4d3cb2a1" + "0200" + "0400" + "00000000" + "00000000" + "00000400" + "01000000" +
            "c086fd6a" + "15cd5b07" + "2d000000" + "2d000000" +
            "01005e430181" + "02007f000001" + "0800" +
            "4500001f" + "00004000" + "0111" + checksum(0x4500, 0x001f, 0, 0x4000, 0x0111, 0x7f00, 1, 0xefc3, 0x0181) +
            "7f000001" + "efc30181" +
            "0005" + "4e71" + "000b" + checksum(0x7f00, 1, 0xefc3, 0x0181, 17, 11, 5, 0x4e71, 11, 0x6162, 0x6300) +
            "616263",
            HexFormat.of().formatHex(Files.readAllBytes(file)));
    }

    @ParameterizedTest
    @CsvSource({
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 101, ''",
        "A1B2C3D4, BIG_ENDIAN,    1000, 101, ''",
        "A1B23C4D, BIG_ENDIAN,    1,    12,  ''",
        "A1B23C4D, LITTLE_ENDIAN, 1,    14,  ''",
        "A1B23C4D, LITTLE_ENDIAN, 1,    228, ''",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 0,   02000000",
        "A1B2C3D4, BIG_ENDIAN,    1000, 0,   00000002",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 108, 00000002",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 1,   000000000000000000000000" + "0800",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 1,   000000000000000000000000" + "81000064" + "0800",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 1,   000000000000000000000000" + "88a80064" + "81000064" + "0800",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 113, 0000000100060000000000000000" + "0800",
        "A1B2C3D4, LITTLE_ENDIAN, 1000, 276, 0800" + "000000000000000000000000000000000000"})
    void shouldReadADatagramWhateverHasCapturedIt(
        final String magic, final String byteOrder, final int nanosPerFraction, final int linkType, final String link)
        throws IOException
    {
        final ByteOrder order = "BIG_ENDIAN".equals(byteOrder) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        final byte[] linkHeader = HexFormat.of().parseHex(link);
        final byte[] ipPacket = ipPacket("payload");
        final ByteBuffer bytes = ByteBuffer.allocate(200).order(order);
        bytes.putInt((int)Long.parseLong(magic, 16)).putShort((short)2).putShort((short)4).putLong(0).putInt(65536)
            .putInt(linkType);
        bytes.putInt(0x9000_0000).putInt(999_999).putInt(linkHeader.length + ipPacket.length).putInt(9_999);
        bytes.put(linkHeader).put(ipPacket);
        final Path file = Files.write(dir.resolve("other.pcap"), Arrays.copyOf(bytes.array(), bytes.position()));

        try (PcapReader reader = new PcapReader(file))
        {
            assertEquals(
                List.of(new Datagram(0x9000_0000L * 1_000_000_000L + 999_999L * nanosPerFraction, SOURCE, 5, GROUP,
                    20081, HexFormat.of().formatHex("payload".getBytes(US_ASCII)))),
                read(reader));
            assertNull(reader.problem());
        }
    }

    @Test
    void shouldCountWhatIsNoDatagramAndGoOn() throws IOException
    {
        final Path file = dir.resolve("mixed.pcap");
        final byte[] frame = new byte[DatagramHeaders.LENGTH + 7];
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        buffer.putBytes(DatagramHeaders.LENGTH, "payload".getBytes(US_ASCII));
        DatagramHeaders.put(buffer, 0, 1, SOURCE, 5, GROUP, 20081, 7);
        try (PcapWriter writer = new PcapWriter(file))
        {
            writer.appendFrame(1, buffer, 0, frame.length);
            writer.appendFrame(2, changed(frame, 12, 0x86, 0xDD), 0, frame.length);
            writer.appendFrame(3, changed(frame, 23, 6), 0, frame.length);
            writer.appendFrame(4, changed(frame, 14, 0x65), 0, frame.length);
            writer.appendFrame(5, changed(frame, 20, 0x20, 0), 0, frame.length);
            writer.appendFrame(6, buffer, 0, frame.length - 1);
            writer.appendFrame(7, changed(frame, 38, 0, 7), 0, frame.length);
            writer.appendFrame(8, changed(frame, 38, 0, 17), 0, frame.length);
            writer.appendFrame(9, changed(frame, 14, 0x4F), 0, frame.length);
            writer.appendFrame(10, buffer, 0, 13);
            writer.appendFrame(11, buffer, 0, 0);
            writer.appendFrame(12, buffer, 0, 33);
            writer.appendFrame(13, buffer, 0, frame.length);
        }
        try (PcapReader reader = new PcapReader(file))
        {
            assertEquals(List.of(1L, 13L), read(reader).stream().map(Datagram::timeNs).toList());
            assertEquals(List.of(13L, 2L, 5L, 6L, 0L),
                List.of(reader.recordCount(), reader.datagramCount(), reader.cutCount(), reader.otherCount(), 0L));
            assertNull(reader.problem());
        }
    }

    @Test
    void shouldReadToTheLastWholeRecordAndSaySoWhenTheFileEndsAnywhere() throws IOException
    {
        final Path file = dir.resolve("whole.pcap");
        try (PcapWriter writer = new PcapWriter(file))
        {
            writer.append(1, SOURCE, 5, GROUP, 20081, new UnsafeBuffer(new byte[10]), 0, 10);
            writer.append(2, SOURCE, 5, GROUP, 20081, new UnsafeBuffer(new byte[10]), 0, 10);
        }
        final byte[] whole = Files.readAllBytes(file);
        final int recordLength = (whole.length - 24) / 2;
        for (int length = 0; length < whole.length; length++)
        {
            final Path part = Files.write(dir.resolve("part.pcap"), Arrays.copyOf(whole, length));
            if (length < 24)
            {
                assertThrows(IOException.class, () -> new PcapReader(part).close());
                continue;
            }
            try (PcapReader reader = new PcapReader(part))
            {
                final int records = (length - 24) / recordLength;
                assertEquals(records, read(reader).size(), "length=" + length);
                if (0 == (length - 24) % recordLength)
                {
                    assertNull(reader.problem());
                }
                else
                {
                    assertEquals("the file ends within a record: file=" + part + " offset=" +
                        (24 + records * recordLength), reader.problem());
                }
            }
        }
    }

    @Test
    void shouldSayWhatAFileIsWhenItCannotBeRead() throws IOException
    {
        final Path pcapng = Files.write(dir.resolve("a"), Arrays.copyOf(new byte[]{0x0A, 0x0D, 0x0D, 0x0A}, 100));
        final Path text = Files.writeString(dir.resolve("b"), "x".repeat(100));
        final Path damaged = dir.resolve("c");
        try (PcapWriter writer = new PcapWriter(damaged))
        {
            writer.append(1, SOURCE, 5, GROUP, 20081, new UnsafeBuffer(new byte[10]), 0, 10);
        }
        final byte[] bytes = Files.readAllBytes(damaged);
        bytes[24 + 8 + 3] = 1;
        Files.write(damaged, bytes);

        assertTrue(assertThrows(IOException.class, () -> new PcapReader(pcapng).close()).getMessage()
            .contains("editcap -F nsecpcap"));
        assertTrue(assertThrows(IOException.class, () -> new PcapReader(text).close()).getMessage()
            .contains("no capture file: file=" + text));
        try (PcapReader reader = new PcapReader(damaged))
        {
            assertFalse(reader.next());
            assertTrue(reader.problem().contains("damaged, no frame is that long: file=" + damaged + " offset=24"),
                reader.problem());
        }
    }

    @Test
    void shouldSurviveAnyBytes() throws IOException
    {
        final long seed = System.nanoTime();
        System.out.println("PcapFileTest seed=" + seed);
        final Random random = new Random(seed);
        final Path file = dir.resolve("random.pcap");
        try (PcapWriter writer = new PcapWriter(file))
        {
            writer.append(1, SOURCE, 5, GROUP, 20081, new UnsafeBuffer(new byte[60]), 0, 60);
            writer.append(2, SOURCE, 5, GROUP, 20081, new UnsafeBuffer(new byte[60]), 0, 60);
        }
        final byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < 2_000; i++)
        {
            final byte[] bytes = whole.clone();
            for (int k = 0; k < 4; k++)
            {
                bytes[24 + random.nextInt(bytes.length - 24)] = (byte)random.nextInt();
            }
            Files.write(file, bytes);
            try (PcapReader reader = new PcapReader(file))
            {
                for (final Datagram datagram : read(reader))
                {
                    assertTrue(datagram.payload().length() <= 2 * 60 + 2 * 20, datagram::toString);
                }
            }
        }
    }

    @Test
    void shouldAllocateNothingForARecordWhenWarm() throws IOException
    {
        final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[200]);
        final Path file = dir.resolve("warm.pcap");
        final int records = 3_000;
        try (PcapWriter writer = new PcapWriter(file))
        {
            long allocated = 0;
            for (int round = 0; round < 2; round++)
            {
                // The first round loads classes, and neither is as long as what is held in memory.
                final long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < records; i++)
                {
                    writer.append(i, SOURCE, 5, GROUP, 20081, payload, 0, 200);
                }
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
                writer.flush();
            }
            assertTrue(allocated < records, "bytes allocated by the writer: " + allocated);
        }
        try (PcapReader reader = new PcapReader(file))
        {
            for (int i = 0; i < records; i++)
            {
                assertTrue(reader.next());
            }
            final long before = threads.getCurrentThreadAllocatedBytes();
            int count = 0;
            while (reader.next())
            {
                count++;
            }
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < records, "bytes allocated by the reader: " + allocated);
            assertEquals(records, count);
        }
    }

    private static List<Datagram> read(final PcapReader reader) throws IOException
    {
        final List<Datagram> datagrams = new ArrayList<>();
        while (reader.next())
        {
            final byte[] payload = new byte[reader.length()];
            reader.buffer().getBytes(reader.offset(), payload);
            datagrams.add(new Datagram(reader.timeNs(), reader.sourceAddress(), reader.sourcePort(),
                reader.destinationAddress(), reader.destinationPort(), HexFormat.of().formatHex(payload)));
        }
        return datagrams;
    }

    private static byte[] ipPacket(final String payload)
    {
        final byte[] bytes = payload.getBytes(US_ASCII);
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[DatagramHeaders.LENGTH + bytes.length]);
        frame.putBytes(DatagramHeaders.LENGTH, bytes);
        DatagramHeaders.put(frame, 0, 1, SOURCE, 5, GROUP, 20081, bytes.length);
        return Arrays.copyOfRange(frame.byteArray(), DatagramHeaders.ETHERNET_LENGTH, frame.capacity());
    }

    private static UnsafeBuffer changed(final byte[] frame, final int offset, final int... values)
    {
        final byte[] copy = frame.clone();
        for (int i = 0; i < values.length; i++)
        {
            copy[offset + i] = (byte)values[i];
        }
        return new UnsafeBuffer(copy);
    }

    private static String checksum(final int... words)
    {
        int sum = 0;
        for (final int word : words)
        {
            sum += word;
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return String.format("%04x", ~sum & 0xFFFF);
    }
}
