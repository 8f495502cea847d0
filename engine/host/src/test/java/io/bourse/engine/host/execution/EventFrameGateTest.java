// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.protocol.EventGroupEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SnapshotDueEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class EventFrameGateTest
{
    private static final int MAX_LENGTH = 40;

    @Test
    void shouldSayWhenOnlyTheStateHashDiffers()
    {
        final UnsafeBuffer recorded = snapshotDue(7, 1, 1_000);
        final UnsafeBuffer hashed = snapshotDue(8, 2, 1_000);
        final UnsafeBuffer other = snapshotDue(7, 1, 1_001);
        final UnsafeBuffer older = snapshotDue(8, 2, 1_000);
        final MessageHeaderEncoder header = new MessageHeaderEncoder().wrap(older, 0);
        header.version(MessageHeaderEncoder.SCHEMA_VERSION + 1);

        final String hash = explain(hashed, recorded);
        assertTrue(hash.contains("onlyStateHashDiffers=true"), hash);
        assertEquals("", explain(other, recorded));
        final String version = explain(recorded, older);
        assertTrue(version.contains("recordedVersion=" + (MessageHeaderEncoder.SCHEMA_VERSION + 1)), version);
    }

    private static String explain(final UnsafeBuffer replayed, final UnsafeBuffer recorded)
    {
        return FrameDifference.explain(replayed, 0, recorded, 0, replayed.capacity(), recorded.capacity());
    }

    private static UnsafeBuffer snapshotDue(final long stateHash, final long rollingHash, final long commandPosition)
    {
        final int eventOffset = MessageHeaderEncoder.ENCODED_LENGTH +
            EventGroupEncoder.BLOCK_LENGTH + EventGroupEncoder.clientRefHeaderLength();
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[
            eventOffset + MessageHeaderEncoder.ENCODED_LENGTH + SnapshotDueEncoder.BLOCK_LENGTH]);
        final EventGroupEncoder group =
            new EventGroupEncoder().wrapAndApplyHeader(frame, 0, new MessageHeaderEncoder());
        group.rollingHash(rollingHash).commandPosition(1_000).frameSequence(5).eventCount(1)
            .putClientRef(new byte[0], 0, 0);
        new SnapshotDueEncoder().wrapAndApplyHeader(frame, eventOffset, new MessageHeaderEncoder())
            .commandPosition(commandPosition).stateHash(stateHash);
        return frame;
    }

    @Test
    void shouldFindFirstDifferenceWhereverItIs()
    {
        final byte[] bytes = new byte[MAX_LENGTH + 3];
        new Random(5).nextBytes(bytes);
        for (int length = 0; length <= MAX_LENGTH; length++)
        {
            final UnsafeBuffer one = new UnsafeBuffer(bytes.clone());
            final UnsafeBuffer other = new UnsafeBuffer(new byte[MAX_LENGTH + 1]);
            other.putBytes(1, bytes, 3, length);
            assertEquals(-1, EventFrameGate.firstDifference(one, 3, other, 1, length), "length=" + length);
            for (int i = length - 1; i >= 0; i--)
            {
                // From the last one to the first: each is found although others follow.
                other.putByte(1 + i, (byte)~other.getByte(1 + i));
                assertEquals(i, EventFrameGate.firstDifference(one, 3, other, 1, length), "length=" + length);
            }
        }
    }
}
