// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

/**
 * Last command processed of every (gateway, session): the exactly-once rule (DESIGN section 3, rule 9).
 */
final class SequenceTracker implements HashedState
{
    private static final int INITIAL_CAPACITY = 64;

    private final KeyTable keys = new KeyTable();
    private long[] lastSequences = new long[INITIAL_CAPACITY];

    /**
     * Notes a command unless it was there before.
     *
     * @param gatewayId of the command.
     * @param sessionId of the command.
     * @param sequence of the command; 0 is not deduplicated.
     * @return false when this or a later command of the session was already processed; nothing has changed then.
     */
    boolean accept(final int gatewayId, final int sessionId, final long sequence)
    {
        if (0 == sequence)
        {
            return true;
        }
        if (sequence < 0)
        {
            return false;
        }
        final int index = keys.indexOfOrAdd((long)gatewayId << 32 | (sessionId & 0xFFFF_FFFFL));
        if (index >= lastSequences.length)
        {
            lastSequences = Arrays.copyOf(lastSequences, lastSequences.length << 1);
        }
        if (sequence <= lastSequences[index])
        {
            return false;
        }
        lastSequences[index] = sequence;
        return true;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(keys.size());
        for (int i = 0; i < keys.size(); i++)
        {
            hash.add(keys.keyAt(i));
            hash.add(lastSequences[i]);
        }
    }
}
