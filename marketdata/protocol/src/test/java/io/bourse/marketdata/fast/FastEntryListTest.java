// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FastEntryListTest
{
    private final FastEntryList entries = new FastEntryList();
    private final ArrayList<String> expected = new ArrayList<>();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final FastWriter message = new FastWriter();

    @Test
    void shouldFillAMessageUpToTheLastByte()
    {
        add(entries, 5, 10);
        assertEquals(List.of(2, 3, 3, 4, 5, 5), List.of(entries.fitting(0, 29), entries.fitting(0, 30),
            entries.fitting(0, 39), entries.fitting(1, 30), entries.fitting(2, 30), entries.fitting(3, 30)));
    }

    @Test
    void shouldSendAnEntryAloneWhenItIsLongerThanAMessage()
    {
        add(entries, 2, 50);
        assertEquals(1, entries.fitting(0, 49));
        assertEquals(2, entries.fitting(1, 0));
    }

    @Test
    void shouldPutAsManyEntriesIntoAMessageAsOneByteCounts()
    {
        add(entries, 200, 1);
        assertEquals(126, FastWriter.MAX_ENTRIES);
        assertEquals(List.of(126, 199, 200, 200),
            List.of(entries.fitting(0, 1000), entries.fitting(73, 1000), entries.fitting(74, 1000),
                entries.fitting(75, 1000)));
    }

    @Test
    void shouldKeepTheBytesOfEveryEntryWhenListsAreLongAndAppended()
    {
        final long seed = System.nanoTime();
        System.out.println("FastEntryListTest seed=" + seed);
        final Random random = new Random(seed);
        final FastEntryList unit = new FastEntryList();
        for (int round = 0; round < 4; round++)
        {
            entries.clear();
            expected.clear();
            for (int part = 0; part < 4; part++)
            {
                unit.clear();
                for (int i = random.nextInt(300); i > 0; i--)
                {
                    add(part % 2 == 0 ? unit : entries, 1, random.nextInt(20));
                }
                entries.append(unit);
            }
            assertEquals(expected.size(), entries.count(), "seed=" + seed);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[64]);
            for (int i = 0; i < expected.size(); i++)
            {
                entries.copyTo(i, copy, 7);
                assertEquals(expected.get(i), hex(copy.byteArray(), 7, entries.length(i, i + 1)), "seed=" + seed);
            }
            final int first = random.nextInt(expected.size());
            final int next = first + random.nextInt(expected.size() - first);
            entries.putTo(first, next, message.wrap(buffer, 5));
            assertEquals(String.join("", expected.subList(first, next)), written(), "seed=" + seed);
        }
    }

    @Test
    void shouldAppendToWhatIsThereWhenItOutgrowsItsTable()
    {
        final FastEntryList unit = new FastEntryList();
        add(entries, 200, 2);
        add(unit, 400, 3);
        entries.append(unit);
        assertEquals(600, entries.count());
        assertEquals(200 * 2 + 400 * 3, entries.length(0, 600));
        assertEquals(400, unit.count());
        entries.putTo(0, 600, message.wrap(buffer, 5));
        assertEquals(String.join("", expected), written());
    }

    @Test
    void shouldWriteASequenceWithItsCount()
    {
        add(entries, 2, 3);
        entries.putAll(message.wrap(buffer, 5));
        assertEquals("82" + expected.get(0) + expected.get(1), written());
        entries.putAllNullable(message.wrap(buffer, 5));
        assertEquals("83" + expected.get(0) + expected.get(1), written());
    }

    @Test
    void shouldLeaveAnOptionalSequenceOutWhenItIsEmpty()
    {
        entries.putAll(message.wrap(buffer, 5));
        assertEquals("80", written());
        entries.putAllNullable(message.wrap(buffer, 5));
        assertEquals("80", written());
        assertEquals(6, message.position());
    }

    private void add(final FastEntryList list, final int count, final int length)
    {
        for (int i = 0; i < count; i++)
        {
            final byte[] bytes = new byte[length];
            for (int k = 0; k < length; k++)
            {
                bytes[k] = (byte)(expected.size() + 31 * k);
            }
            final FastWriter writer = list.beginEntry();
            writer.putEncoded(new UnsafeBuffer(bytes), 0, length);
            list.endEntry();
            expected.add(HexFormat.of().formatHex(bytes));
        }
    }

    private String written()
    {
        final byte[] bytes = new byte[message.position()];
        buffer.getBytes(0, bytes);
        return hex(bytes, 5, message.position() - 5);
    }

    private static String hex(final byte[] bytes, final int offset, final int length)
    {
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }
}
