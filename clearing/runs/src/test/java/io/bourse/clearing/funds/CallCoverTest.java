// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.MarginCall;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** What comes in meets one call of a kind, also when that was judged before the others. */
class CallCoverTest
{
    private static CallCover cover(final List<MarginCall> calls, final List<Instruction> book)
    {
        return new CallCover(calls, book, List.of(), client -> client.substring(0, 2));
    }

    private static Instruction payIn(final long seq, final long amount, final long timeNs)
    {
        return new Instruction(
            seq, InstructionKind.PAY_IN, "AA01001", "", amount, "r" + seq, "tester", timeNs, "", "", null, null);
    }

    @Test
    void shouldNotCountAgainWhatAJudgedCallHasTaken()
    {
        final MarginCall judged = new MarginCall(1, "AA", CallKind.CASH, 100, 0, 50, 2);
        final MarginCall open = new MarginCall(2, "AA", CallKind.CASH, 60, 0, 90, 3);
        final MarginCall margin = new MarginCall(3, "AA", CallKind.MARGIN, 500, 0, 90, 3);
        final List<Instruction> book = List.of(payIn(3, 30, 10), payIn(4, 80, 20), payIn(5, 7, 60));
        final CallCover before = cover(List.of(judged, open, margin), book);
        assertEquals(List.of(100L, 17L), List.of(before.kopecks(judged), before.kopecks(open)));
        final MarginCall left = open.withSpent(before.spentKopecks(open, Set.of(1L)));
        assertEquals(Map.of(1L, 70L), left.spentKopecks());
        assertEquals(Map.of(), before.spentKopecks(margin, Set.of(1L)));
        final CallCover after = cover(List.of(left, margin), book);
        assertEquals(List.of(17L, 87L), List.of(after.kopecks(left), after.kopecks(margin)));
        assertEquals(43, after.askedKopecks("AA", CallKind.CASH));
    }

    @Test
    void shouldMeetCallsInTheirOrderWhicheverIsJudgedFirst()
    {
        for (int i = 0; i < 300; i++)
        {
            final long seed = 20_261_122_000L + i;
            new Days(new Random(seed), "seed=" + seed).go();
        }
    }

    /** Payments and runs in any order; what comes in is given to the first call that still wants it. */
    private static final class Days
    {
        private final Random random;
        private final String name;
        private final List<Instruction> book = new ArrayList<>();
        private final List<MarginCall> all = new ArrayList<>();
        private final Map<Long, Long> met = new TreeMap<>();
        private List<MarginCall> open = new ArrayList<>();
        private long nowNs;

        Days(final Random random, final String name)
        {
            this.random = random;
            this.name = name;
        }

        void go()
        {
            for (int step = 0; step < 40; step++)
            {
                nowNs += 10;
                if (0 == random.nextInt(3))
                {
                    run();
                }
                else
                {
                    pay(1 + random.nextInt(60));
                }
            }
        }

        private void pay(final long amount)
        {
            book.add(payIn(book.size() + 1L, amount, nowNs));
            long rest = amount;
            for (final MarginCall call : all)
            {
                final long before = met.getOrDefault(call.number(), 0L);
                final long takes = call.deadlineNs() >= nowNs ? Math.min(rest, call.kopecks() - before) : 0;
                met.put(call.number(), before + takes);
                rest -= takes;
            }
        }

        private void run()
        {
            final CallCover cover = cover(open, book);
            final Set<Long> judged = new TreeSet<>();
            for (final MarginCall call : open)
            {
                assertEquals(met.getOrDefault(call.number(), 0L), cover.kopecks(call), name + " " + call);
                if (call.deadlineNs() <= nowNs)
                {
                    judged.add(call.number());
                }
            }
            open = new ArrayList<>(open.stream().filter(call -> !judged.contains(call.number()))
                .map(call -> call.withSpent(cover.spentKopecks(call, judged))).toList());
            final MarginCall raised = new MarginCall(all.size() + 1L, "AA", CallKind.CASH, 1 + random.nextInt(100),
                nowNs, nowNs + 10L * random.nextInt(12), book.size());
            all.add(raised);
            open.add(raised);
        }
    }
}
