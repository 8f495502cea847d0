// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * Where each transaction of one member's event recording ends, and the hash over all bytes of events up to there.
 */
final class StreamDigest implements EventListener
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int FRAME_LIMIT = 256;

    private final LongArrayList cursors = new LongArrayList();
    private final LongArrayList hashes = new LongArrayList();
    private final String member;

    private StreamDigest(final String member)
    {
        this.member = member;
    }

    /** Reads the stream of one member, from its archive, to its end. */
    static StreamDigest read(final VenueDescriptor member)
    {
        final StreamDigest digest = new StreamDigest(member.aeronDirectory());
        final IdleStrategy idle = new BackoffIdleStrategy();
        try (EngineClient client = VenueEngine.connect(member);
            EventFollower follower = client.follow(EngineClient.FROM_START, digest))
        {
            final long end = client.endCursor();
            long deadlineNs = System.nanoTime() + LIMIT_NS;
            while (follower.cursor() < end)
            {
                final int work = follower.poll(FRAME_LIMIT);
                if (work > 0)
                {
                    deadlineNs = System.nanoTime() + LIMIT_NS;
                }
                else if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new DrillException("the event stream of a member stands still: member=" + digest.member +
                        " cursor=" + follower.cursor() + " end=" + end);
                }
                idle.idle(work);
            }
        }
        return digest;
    }

    int size()
    {
        return cursors.size();
    }

    /** Two members must hold the same up to the end of the shorter stream, and one of them no more than the other. */
    void assertSame(final StreamDigest other)
    {
        final int common = Math.min(size(), other.size());
        for (int i = 0; i < common; i++)
        {
            if (cursors.getLong(i) != other.cursors.getLong(i) || hashes.getLong(i) != other.hashes.getLong(i))
            {
                throw new DrillException("MEMBERS_DIFFER transaction=" + i + " member=" + member + " cursor=" +
                    cursors.getLong(i) + " other=" + other.member + " cursor=" + other.cursors.getLong(i));
            }
        }
        if (size() != other.size())
        {
            throw new DrillException("MEMBERS_END_APART member=" + member + " transactions=" + size() + " other=" +
                other.member + " transactions=" + other.size());
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        cursors.addLong(group.cursor());
        hashes.addLong(group.rollingHash());
    }
}
