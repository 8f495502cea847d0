// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

/**
 * The directory against segments that are lists: which segments there are, how long they are, and what is in them.
 */
class ExtendibleTableTest
{
    private static final int HALF = ExtendibleTable.MAX_SEGMENT_LENGTH / 2;

    @Test
    void shouldGrowASegmentToItsLongestThenSplitIt()
    {
        final Hashes table = new Hashes(4, 0);
        final long[] ends = {0, 1, 2, 3};
        for (int i = 0; i < 2; i++)
        {
            table.add(ends[i] << 62);
        }
        assertEquals("{4=1}", table.lengths());
        table.add(ends[2] << 62);
        assertEquals("{8=1}", table.lengths());
        for (int i = 3; i < HALF; i++)
        {
            table.add(ends[i & 3] << 62);
        }
        assertEquals("{1024=1}", table.lengths());
        table.add(ends[0] << 62);
        assertEquals("{1024=2}", table.lengths());
        assertEquals(2, table.directory.length);
    }

    @Test
    void shouldSplitUntilThereIsSpaceWhenHashesBeginAlike()
    {
        final Hashes table = new Hashes(4, 0);
        for (int i = 0; i < HALF + 1; i++)
        {
            table.add((5L << 61) + ((long)i << 51));
        }
        // 1 01 ..., all of them; the next two bits differ.
        assertEquals(16, table.directory.length);
        assertEquals("{1024=5}", table.lengths());
        for (int i = 0; i < HALF + 1; i++)
        {
            table.add((1L << 61) + ((long)i << 51));
        }
        assertEquals(16, table.directory.length);
        assertEquals("{1024=8}", table.lengths());
    }

    @Test
    void shouldGrowASegmentOfSeveralPlaces()
    {
        final Hashes table = new Hashes(16, 2);
        for (int i = 0; i < HALF + 1; i++)
        {
            table.add((1L << 62) + ((long)i << 40));
        }
        assertEquals(true, table.directory.length > 4);
        for (int i = 0; i < 9; i++)
        {
            table.add((3L << 62) + ((long)(i & 3) << 58));
        }
        assertEquals(1, table.lengthsByCount().get(32));
        assertEquals(2, table.lengthsByCount().get(16));
    }

    @Test
    void shouldKeepEveryHashInItsSegment()
    {
        final SplittableRandom random = new SplittableRandom(11);
        for (final int depth : new int[]{0, 1, 3})
        {
            final Hashes table = new Hashes(8, depth);
            for (int i = 0; i < 20_000; i++)
            {
                table.add(random.nextLong() >> random.nextInt(4));
            }
            table.check(20_000);
        }
    }

    private static final class Slots
    {
        private final int length;
        private final List<Long> hashes = new ArrayList<>();

        Slots(final int length)
        {
            this.length = length;
        }
    }

    private static final class Hashes extends ExtendibleTable
    {
        private Object[] directory;

        Hashes(final int length, final int depth)
        {
            this(slots(length, 0), length);
            directory = slots(length, depth);
            use(directory, length, depth);
        }

        private Hashes(final Object[] first, final int length)
        {
            super(first, length);
        }

        void add(final long hash)
        {
            put(makeSpace(hash), hash);
        }

        private void put(final int place, final long hash)
        {
            final Slots slots = (Slots)directory[place];
            slots.hashes.add(hash);
            inserted(place);
            assertEquals(true, slots.hashes.size() * 2 <= slots.length, "half full");
        }

        private Set<Slots> segments()
        {
            final Set<Slots> segments = new LinkedHashSet<>();
            for (final Object slots : directory)
            {
                segments.add((Slots)slots);
            }
            return segments;
        }

        TreeMap<Integer, Integer> lengthsByCount()
        {
            final TreeMap<Integer, Integer> counts = new TreeMap<>();
            segments().forEach(slots -> counts.merge(slots.length, 1, Integer::sum));
            return counts;
        }

        String lengths()
        {
            return lengthsByCount().toString();
        }

        void check(final int size)
        {
            int count = 0;
            for (final Slots slots : segments())
            {
                assertEquals(true, slots.length <= MAX_SEGMENT_LENGTH);
                count += slots.hashes.size();
                for (final long hash : slots.hashes)
                {
                    assertSame(slots, directory[directoryIndex(hash)]);
                }
            }
            assertEquals(size, count);
        }

        @Override
        protected Object[] newDirectory(final int length)
        {
            directory = new Object[length];
            return directory;
        }

        @Override
        protected Object newSlots(final int length)
        {
            return new Slots(length);
        }

        @Override
        protected void insertAll(final Object slots)
        {
            for (final long hash : ((Slots)slots).hashes)
            {
                put(directoryIndex(hash), hash);
            }
        }

        private static Object[] slots(final int length, final int depth)
        {
            final Object[] all = new Object[1 << depth];
            Arrays.setAll(all, place -> new Slots(length));
            return all;
        }
    }
}
