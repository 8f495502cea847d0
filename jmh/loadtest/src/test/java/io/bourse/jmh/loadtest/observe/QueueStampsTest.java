// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.jmh.loadtest.result.QueuePath;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Packets of three whose way is known, 10 ms apart. */
final class QueueStampsTest
{
    private static final int MEMBER = 1;
    private static final int CLIENT = 2;
    private static final long US = 1_000;
    private static final long PACKET_NS = 10_000 * US;

    private final QueueStamps queue = new QueueStamps(PACKET_NS, 100 * PACKET_NS, 3, Set.of(CLIENT));

    private static AnswerStamps stamps(final int login, final long readUs, final long answeredUs)
    {
        final AnswerStamps stamps =
            new AnswerStamps().wrap(new UnsafeBuffer(new byte[AnswerStamps.LENGTH]), 0);
        final long readNs = readUs * US;
        return stamps.loginId(login).readNs(readNs).offeredNs(readNs + US).stampedNs(readNs + 2 * US)
            .publishedNs(readNs + 4 * US).eventsReadNs(readNs + 5 * US).writtenNs(answeredUs * US);
    }

    /** All come at once, and are answered one after the other, each 10 us later; the second is no market data. */
    private void packet(final long number, final int count)
    {
        final long atUs = number * PACKET_NS / US;
        for (int place = 0; place < count; place++)
        {
            queue.add(stamps(MEMBER, atUs + place, atUs + 20 + 10 * place), 1 == place ? 0 : (atUs + 6 + place) * US);
            queue.add(stamps(CLIENT, atUs + 1, atUs + 500), (atUs + 9) * US);
        }
    }

    @Test
    void shouldSayWhenEachPlaceOfAPacketPassesEachStamp()
    {
        packet(2, 3);
        packet(3, 3);
        // One of which a request is missing, and one outside the span.
        packet(4, 2);
        packet(200, 3);
        queue.endPacket();

        assertEquals(2, queue.packets());
        final Map<String, List<Long>> paths = new TreeMap<>();
        for (final QueuePath path : queue.paths())
        {
            paths.put(path.stamp(), path.medianNs().stream().map((ns) -> Math.round(ns / (double)US)).toList());
        }
        assertEquals(Set.copyOf(QueueStamps.STAMPS), paths.keySet());
        assertEquals(List.of(0L, 1L, 2L), paths.get("t3n"));
        assertEquals(List.of(2L, 3L, 4L), paths.get("t5"));
        assertEquals(List.of(6L, 8L), paths.get("t9"));
        assertEquals(List.of(20L, 30L, 40L), paths.get("t4"));

        final Map<String, Double> figures = new TreeMap<>();
        queue.put(figures);
        assertEquals(2, figures.get("packets"));
        assertEquals(1_000, figures.get("passedPerMs.t3n"), 10);
        assertEquals(500, figures.get("passedPerMs.t9"), 5);
        assertEquals(100, figures.get("passedPerMs.t4"), 1);
    }

    @Test
    void shouldHaveNoPathWhenNoPacketIsWhole()
    {
        packet(2, 2);
        queue.endPacket();
        assertEquals(List.of(), queue.paths());
        final Map<String, Double> figures = new TreeMap<>();
        queue.put(figures);
        assertEquals(Map.of("packets", 0.0), figures);
    }
}
