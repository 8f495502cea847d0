// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What is under way, compared with a plain map.
 */
class CommandsUnderWayTest
{
    private static final int LOGIN = 7;
    private static final int PARTITIONS = 3;
    private static final int ALL = (1 << PARTITIONS) - 1;

    private final CommandsUnderWay commands = new CommandsUnderWay(LOGIN);
    /** Partitions that have not decided, by sequence. */
    private final TreeMap<Long, Integer> plain = new TreeMap<>();
    private long last;

    private void send(final int partitions)
    {
        last++;
        commands.sent(last, partitions, Integer.bitCount(partitions) > 1 ? CommandsUnderWay.NO_REQUEST : 100 + last);
        if (0 != partitions)
        {
            plain.put(last, partitions);
        }
    }

    private void decide(final int partition, final long sequence)
    {
        commands.decided(partition, sequence);
        plain.replaceAll((each, open) -> each <= sequence ? open & ~(1 << partition) : open);
        plain.values().removeIf(open -> 0 == open);
    }

    private List<String> lose(final int partition)
    {
        final List<String> lost = new ArrayList<>();
        commands.lost(partition, (loginId, sequence, clOrdId) -> lost.add(loginId + ":" + sequence + ":" + clOrdId));
        return lost;
    }

    private long expected()
    {
        return plain.isEmpty() ? last : plain.firstKey() - 1;
    }

    @Test
    void shouldDecideUpToTheOldestThatAnyPartitionHas()
    {
        send(1);
        send(2);
        send(ALL);
        decide(1, 3);
        assertEquals(0, commands.decidedUpTo(2));
        decide(0, 1);
        assertEquals(2, commands.decidedUpTo(1));
        decide(0, 3);
        assertEquals(2, commands.decidedUpTo(3));
        decide(2, 3);
        assertEquals(3, commands.decidedUpTo(3));
        assertEquals(9, commands.decidedUpTo(9));
    }

    @Test
    void shouldNameTheRequestsThatAreLostWithAPartition()
    {
        send(1);
        send(2);
        send(ALL);
        send(2);
        send(0);
        assertEquals(List.of("7:2:102", "7:4:104"), lose(1));
        assertEquals(List.of(), lose(1));
        decide(0, 4);
        decide(2, 4);
        assertEquals(5, commands.decidedUpTo(4));
    }

    @Test
    void shouldDoAsAPlainMapDoes()
    {
        final long seed = ThreadLocalRandom.current().nextLong();
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            final int partition = random.nextInt(PARTITIONS);
            switch (random.nextInt(8))
            {
                case 0, 1, 2 -> send(1 << partition);
                case 3 -> send(random.nextInt(ALL + 1));
                case 4 ->
                {
                    if (0 == random.nextInt(20))
                    {
                        lose(partition);
                        plain.replaceAll((each, open) -> open & ~(1 << partition));
                        plain.values().removeIf(open -> 0 == open);
                    }
                }
                default -> decide(partition, last - random.nextInt(40));
            }
            assertEquals(expected(), commands.decidedUpTo(0), "seed=" + seed + " step=" + i);
        }
    }
}
