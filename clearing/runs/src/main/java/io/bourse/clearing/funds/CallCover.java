// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.MarginCall;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What has come in for calls: money, and for margin the value of assets, less what went out, each after the run that
 * made the call and until its deadline. Of several calls of a kind to an account the earlier ones are met first: what
 * one of them takes meets no other, also after it was judged.
 */
public final class CallCover
{
    private final List<MarginCall> calls;
    private final List<Instruction> book;
    private final List<Asset> assets;
    private final Function<String, String> settlementAccountOf;
    private final Map<Place, Long> known = new HashMap<>();

    private record Place(int call, long upToSeq)
    {
    }

    /**
     * Cover of calls that are open.
     *
     * @param calls in the order in which they were made.
     * @param book all lines that count.
     * @param assets with their values.
     * @param settlementAccountOf settlement account of a register code.
     */
    public CallCover(
        final List<MarginCall> calls,
        final List<Instruction> book,
        final List<Asset> assets,
        final Function<String, String> settlementAccountOf)
    {
        this.calls = List.copyOf(calls);
        this.book = List.copyOf(book);
        this.assets = List.copyOf(assets);
        this.settlementAccountOf = settlementAccountOf;
    }

    /**
     * What has come in for a call.
     *
     * @param call one of them.
     * @return kopecks, from 0 to what was asked for.
     */
    public long kopecks(final MarginCall call)
    {
        return kopecks(calls.indexOf(call), Long.MAX_VALUE);
    }

    /**
     * What earlier calls have taken of what came in after a call, with those that were judged before.
     *
     * @param call one of them.
     * @param judged numbers of the calls that are judged now.
     * @return kopecks by number, for {@link MarginCall#withSpent}.
     */
    public SortedMap<Long, Long> spentKopecks(final MarginCall call, final Set<Long> judged)
    {
        final SortedMap<Long, Long> spent = new TreeMap<>(call.spentKopecks());
        final int number = calls.indexOf(call);
        for (int earlier = 0; earlier < number; earlier++)
        {
            final MarginCall other = calls.get(earlier);
            final long takes = judged.contains(other.number()) && isAlike(other, call) ?
                takes(earlier, call, Long.MAX_VALUE) : 0;
            if (0 != takes)
            {
                spent.put(other.number(), takes);
            }
        }
        return spent;
    }

    private static boolean isAlike(final MarginCall one, final MarginCall other)
    {
        return one.settlementAccount().equals(other.settlementAccount()) && one.kind() == other.kind();
    }

    /**
     * What open calls of a kind still ask an account for.
     *
     * @param settlementAccount code.
     * @param kind of the calls.
     * @return kopecks, from 0.
     */
    public long askedKopecks(final String settlementAccount, final CallKind kind)
    {
        long asked = 0;
        for (final MarginCall call : calls)
        {
            if (call.settlementAccount().equals(settlementAccount) && kind == call.kind())
            {
                asked = Math.addExact(asked, call.kopecks() - kopecks(call));
            }
        }
        return asked;
    }

    private long kopecks(final int number, final long upToSeq)
    {
        final Place place = new Place(number, upToSeq);
        final Long before = known.get(place);
        if (null != before)
        {
            return before;
        }
        final MarginCall call = calls.get(number);
        long kopecks = Math.subtractExact(received(call, upToSeq), spent(call, upToSeq));
        for (int earlier = 0; earlier < number; earlier++)
        {
            if (isAlike(calls.get(earlier), call))
            {
                kopecks = Math.subtractExact(kopecks, takes(earlier, call, upToSeq));
            }
        }
        kopecks = Math.clamp(kopecks, 0, call.kopecks());
        known.put(place, kopecks);
        return kopecks;
    }

    /** What an earlier call takes of what came in after a later one. */
    private long takes(final int earlier, final MarginCall later, final long upToSeq)
    {
        return kopecks(earlier, upToSeq) - kopecks(earlier, Math.min(upToSeq, later.takenSeq()));
    }

    /**
     * What calls that were judged have taken of what came in after a call, up to a line. What they took after that
     * line is known to the call that was made there.
     */
    private long spent(final MarginCall call, final long upToSeq)
    {
        final SortedMap<Long, Long> later = spentAfter(call, upToSeq);
        long spent = 0;
        for (final Map.Entry<Long, Long> judged : call.spentKopecks().entrySet())
        {
            spent = Math.addExact(spent, judged.getValue() - later.getOrDefault(judged.getKey(), 0L));
        }
        return spent;
    }

    private SortedMap<Long, Long> spentAfter(final MarginCall call, final long seq)
    {
        for (final MarginCall later : calls)
        {
            if (seq == later.takenSeq() && isAlike(later, call))
            {
                return later.spentKopecks();
            }
        }
        return Collections.emptySortedMap();
    }

    private long received(final MarginCall call, final long upToSeq)
    {
        long received = 0;
        for (final Instruction instruction : book)
        {
            // What is too much for a run is refused by the next one.
            final boolean isTaken = instruction.seq() > call.takenSeq() && instruction.seq() <= upToSeq &&
                instruction.timeNs() <= call.deadlineNs() && instruction.amount() <= Asset.MAX_AMOUNT;
            if (isTaken && call.settlementAccount().equals(settlementAccountOf.apply(instruction.client())))
            {
                final long value = instruction.kind().isMoney() ? instruction.amount() :
                    CallKind.MARGIN == call.kind() ? value(instruction) : 0;
                received = instruction.kind().isOut() ?
                    Math.subtractExact(received, value) : Math.addExact(received, value);
            }
        }
        return received;
    }

    private long value(final Instruction instruction)
    {
        final int place = FundsAccounts.place(assets, instruction.asset());
        return place < 0 || !assets.get(place).isInRange(instruction.amount()) ?
            0 : assets.get(place).valueKopecks(instruction.amount());
    }
}
