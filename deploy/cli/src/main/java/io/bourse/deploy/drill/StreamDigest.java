// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import org.agrona.collections.LongArrayList;

/**
 * Where each transaction of one member's event recording ends, and the hash over all bytes of events up to there.
 */
final class StreamDigest implements EventListener
{
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
        try (EngineClient client = VenueEngine.connect(member))
        {
            StreamHistory.read(client, client.endCursor(), StreamLedger.SILENCE_LIMIT_NS, digest);
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
