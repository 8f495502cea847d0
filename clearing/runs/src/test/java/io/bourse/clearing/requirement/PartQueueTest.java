// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Parts are taken in their order, whichever is finished first. */
class PartQueueTest
{
    private static final int PARTS = 50;

    private final List<Integer> taken = new ArrayList<>();

    private PartQueue queue()
    {
        return new PartQueue(part -> taken.add(part.size));
    }

    private static RegisterPart part(final int number)
    {
        final RegisterPart part = new RegisterPart(1);
        part.size = number;
        return part;
    }

    @Test
    void shouldTakePartsInTheirOrderWhicheverIsFinishedFirst()
    {
        final long seed = System.nanoTime();
        final List<Integer> order = new ArrayList<>(IntStream.range(0, PARTS).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        final PartQueue queue = queue();
        order.forEach(index -> queue.finish(index, part(index)));
        assertEquals(IntStream.range(0, PARTS).boxed().toList(), taken, "seed=" + seed);
    }

    @Test
    void shouldTakeWhatIsThereAndNothingBehindAPartThatIsMissing()
    {
        final PartQueue queue = queue();
        queue.finish(0, part(0));
        queue.finish(2, part(2));
        queue.finish(3, part(3));
        assertEquals(List.of(0), taken);
        queue.finish(1, part(1));
        assertEquals(List.of(0, 1, 2, 3), taken);
    }

    @Test
    void shouldTakeNothingMoreBehindAPartThatCouldNotBeTaken()
    {
        final PartQueue queue = new PartQueue(part ->
        {
            taken.add(part.size);
            if (1 == part.size)
            {
                throw new IllegalStateException("full");
            }
        });
        queue.finish(0, part(0));
        assertThrows(IllegalStateException.class, () -> queue.finish(1, part(1)));
        queue.finish(2, part(2));
        assertEquals(List.of(0, 1), taken);
    }
}
