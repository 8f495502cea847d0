// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.HeldTransaction;
import org.agrona.CloseHelper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Follows the event streams of several partitions in one order, which depends on the streams alone: transactions by
 * engine time, then by partition. What all partitions do together (a session, a date, a suspension, the end of a run)
 * is delivered when all have done it, one after the other: a partition that has done it waits with what it does next.
 * So a suspension has before it what each partition did before its own, and nothing else.
 *
 * <p>A partition whose stream is silent may be at any time: it is asked with an {@code AdvanceTime}, which changes
 * nothing, when another has to wait for it with more than such an answer. Else there would be no end of answers.
 */
final class UnionFollower implements EventFollower
{
    /** Between two questions while nothing waits for the union. */
    private static final long QUIET_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Between two questions while a run does. */
    private static final long AWAITED_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final List<Member> members = new ArrayList<>();
    private final EventDispatcher dispatcher;
    private final LongConsumer onTogether;
    private long intervalNs = QUIET_INTERVAL_NS;
    private boolean isEndAwaited;
    private long cursor;

    /**
     * Begins.
     *
     * @param partitions ascending.
     * @param positions of a checkpoint, one for each; null for the beginning.
     * @param listener of the transactions; sees cursors of the union.
     * @param onTogether receives the last engine time of what all partitions do together, before it is delivered.
     */
    UnionFollower(
        final List<EngineClient> partitions,
        final List<StreamPosition> positions,
        final EventListener listener,
        final LongConsumer onTogether)
    {
        dispatcher = new EventDispatcher(listener);
        this.onTogether = onTogether;
        for (int i = 0; i < partitions.size(); i++)
        {
            final long from = null == positions ? EngineClient.FROM_START : positions.get(i).cursor();
            members.add(new Member(partitions.get(i), from));
            cursor += from;
        }
    }

    /**
     * How silent partitions are asked.
     *
     * @param isAwaited more often: a run waits for what comes.
     * @param isEnd for the sake of any transaction: the run waits for the end of the streams.
     */
    void setAwaited(final boolean isAwaited, final boolean isEnd)
    {
        intervalNs = isAwaited ? AWAITED_INTERVAL_NS : QUIET_INTERVAL_NS;
        isEndAwaited = isEnd;
    }

    @Override
    public int poll(final int frameLimit)
    {
        int transactions = 0;
        int taken = 1;
        while (transactions < frameLimit && taken > 0)
        {
            taken = deliverNext();
            transactions += taken;
        }
        return transactions;
    }

    private int deliverNext()
    {
        Member next = null;
        boolean areTogether = true;
        for (final Member member : members)
        {
            final boolean isHeld = member.hold();
            areTogether &= isHeld && null != member.what();
            if (isHeld && null == member.what() && (null == next || member.head.engineTimeNs() <
                next.head.engineTimeNs()))
            {
                next = member;
            }
        }
        if (areTogether)
        {
            return deliverTogether();
        }
        if (null == next || mayComeBefore(next))
        {
            return 0;
        }
        deliver(next);
        return 1;
    }

    /** Asks all silent partitions that may have an earlier transaction. */
    private boolean mayComeBefore(final Member next)
    {
        boolean mayCome = false;
        for (final Member member : members)
        {
            if (!member.isHeld && member.mayComeBefore(next))
            {
                mayCome = true;
                if (isEndAwaited || next.hasMore())
                {
                    member.question.ask(intervalNs);
                }
            }
        }
        return mayCome;
    }

    private int deliverTogether()
    {
        if (members.stream().map(Together::what).distinct().count() > 1)
        {
            throw new IllegalStateException("partitions of a market do different things where they do the same; " +
                "give each the commands that it lacks: " + waiting());
        }
        onTogether.accept(members.stream().mapToLong(member -> member.head.engineTimeNs()).max().orElseThrow());
        members.stream().sorted(Comparator.comparingLong(member -> member.head.engineTimeNs())).forEach(this::deliver);
        return members.size();
    }

    private void deliver(final Member member)
    {
        cursor += member.head.cursor() - member.cursor;
        member.cursor = member.head.cursor();
        member.isHeld = false;
        member.head.deliver(dispatcher, cursor);
    }

    /**
     * Whether the union has got to a vector, or as far as it can: what all partitions do together waits for those that
     * have not done it.
     *
     * @param cursors by partition.
     */
    boolean hasReached(final long[] cursors)
    {
        for (int i = 0; i < cursors.length; i++)
        {
            final Member member = members.get(i);
            if (member.cursor < cursors[i] && (!member.isHeld || null == member.what()))
            {
                return false;
            }
        }
        return true;
    }

    /** What each partition waits with or has got to. */
    String waiting()
    {
        return members.stream()
            .map(member -> "partition=" + member.client.partition() + " cursor=" + member.cursor + " next=" +
                (!member.isHeld ? "none" : null == member.what() ? "a transaction" : member.what()))
            .collect(Collectors.joining(", "));
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    @Override
    public void close()
    {
        members.forEach(member -> CloseHelper.quietClose(member.follower));
    }

    /** One partition, and its next transaction. */
    private final class Member extends Together
    {
        private final EngineClient client;
        private final HeldTransaction head = new HeldTransaction();
        private final EventFollower follower;
        private final TimeQuestion question;
        /** After the last transaction delivered. */
        private long cursor;
        private boolean isHeld;
        private long lastTimeNs;

        Member(final EngineClient client, final long fromCursor)
        {
            this.client = client;
            cursor = fromCursor;
            question = new TimeQuestion(client);
            follower = client.follow(fromCursor, this);
        }

        boolean hold()
        {
            while (!isHeld && follower.poll(1) > 0)
            {
                continue;
            }
            return isHeld;
        }

        /** Whether there is more than that time went on. */
        boolean hasMore()
        {
            return !head.isEmpty() || client.endCursor() > head.cursor();
        }

        /** Time never goes back in a stream; at the same time the lower partition comes first. */
        boolean mayComeBefore(final Member next)
        {
            return lastTimeNs < next.head.engineTimeNs() ||
                lastTimeNs == next.head.engineTimeNs() && client.partition() < next.client.partition();
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            head.hold(group);
            lastTimeNs = group.engineTimeNs();
            isHeld = true;
        }
    }
}
