// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.RollingHash;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One move of instruments as this partition has it: its records until it ends, and for ever how it ended.
 */
final class Move
{
    final long moveId;
    MoveState state;
    int otherPartition;
    int count;
    long hash = RollingHash.INITIAL;
    /** As many as have to come, and their hash; 0 of a move that leaves, or has come without {@code BeginMove}. */
    int comingRecords;
    long comingHash;
    private List<byte[]> records = new ArrayList<>();
    /** Of orders of FIX logins; null when they have not been looked for. */
    private MovedNames names;

    Move(final long moveId, final MoveState state, final int otherPartition)
    {
        this.moveId = moveId;
        this.state = state;
        this.otherPartition = otherPartition;
    }

    boolean hasEnded()
    {
        return MoveState.DONE == state || MoveState.UNDONE == state;
    }

    List<byte[]> records()
    {
        return records;
    }

    /**
     * Adds the next record.
     *
     * @param bytes of it.
     * @return false when it is not the one that follows, or is damaged.
     */
    boolean add(final byte[] bytes)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final SnapshotRecord record = new SnapshotRecord();
        if (bytes.length < SnapshotRecord.CONTENTS_OFFSET)
        {
            return false;
        }
        record.wrap(buffer, 0, bytes.length);
        final long newHash = SnapshotRecord.hash(hash, buffer, 0, bytes.length);
        if (count != record.number() || newHash != record.hash())
        {
            return false;
        }
        records.add(bytes);
        count++;
        hash = newHash;
        return true;
    }

    boolean has(final int number, final byte[] bytes)
    {
        return number < records.size() && Arrays.equals(records.get(number), bytes);
    }

    /** Names of its orders, of which some may have to come yet. */
    MovedNames names(final Arrival arrival)
    {
        if (null == names)
        {
            names = arrival.names(this);
        }
        return names;
    }

    void end(final MoveState newState)
    {
        state = newState;
        records = List.of();
        names = null;
    }
}
