// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.fix.field.FixText;
import org.agrona.collections.LongHashSet;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The ids of the last requests of one login, so that one that comes again and says so is not executed again. Kept are
 * hashes of 64 bits under a secret, which goes into checkpoints with them; takes no memory before the first.
 */
final class RequestIds
{
    private static final int INITIAL_CAPACITY = 64;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final int maxIds;
    private long seed = RANDOM.nextLong();
    private long factor = RANDOM.nextLong() | 1;
    private long[] ring = new long[0];
    private LongHashSet ids;
    private int count;
    private int oldest;

    RequestIds(final int maxIds)
    {
        this.maxIds = maxIds;
    }

    /** Remembers an id; the oldest is forgotten when there are too many. */
    void add(final OrderRequest.Kind kind, final FixText id)
    {
        if (null == ids)
        {
            ids = new LongHashSet(INITIAL_CAPACITY);
        }
        add(hash(kind, id));
    }

    private void add(final long hash)
    {
        if (!ids.add(hash))
        {
            return;
        }
        if (count == maxIds)
        {
            ids.remove(ring[oldest]);
            ring[oldest] = hash;
            oldest = oldest + 1 == maxIds ? 0 : oldest + 1;
            return;
        }
        if (count == ring.length)
        {
            ring = Arrays.copyOf(ring, Math.min(maxIds, Math.max(INITIAL_CAPACITY, 2 * count)));
        }
        ring[count++] = hash;
    }

    /** Writes all, oldest first; when they are read there are none yet. */
    void state(final CheckpointState state)
    {
        seed = state.number(seed);
        factor = state.number(factor);
        for (int i = 0, size = state.count(count); i < size; i++)
        {
            if (state.isReading())
            {
                ids = null == ids ? new LongHashSet(INITIAL_CAPACITY) : ids;
                add(state.number(0L));
            }
            else
            {
                state.number(ring[(oldest + i) % count]);
            }
        }
    }

    /** Bytes of the state. */
    int length()
    {
        return Long.BYTES * count;
    }

    boolean contains(final OrderRequest.Kind kind, final FixText id)
    {
        return null != ids && ids.contains(hash(kind, id));
    }

    /** Orders, their cancels and replaces have one space of ids, every other kind has its own. */
    private long hash(final OrderRequest.Kind kind, final FixText id)
    {
        return id.hash(switch (kind)
        {
            case NEW, CANCEL, REPLACE -> 1;
            case MASS_CANCEL -> 2;
            case MASS_QUOTE -> 3;
            case QUOTE_REQUEST -> 4;
        }, seed, factor);
    }
}
