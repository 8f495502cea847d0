// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixText;
import org.agrona.collections.LongHashSet;

import java.util.Arrays;

/**
 * The ids of the last requests of one login, so that one that comes again and says so is not executed again. Kept are
 * hashes of 64 bits under a secret of the process; takes no memory before the first.
 */
final class RequestIds
{
    private static final int INITIAL_CAPACITY = 64;

    private final int maxIds;
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
        final long hash = hash(kind, id);
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

    boolean contains(final OrderRequest.Kind kind, final FixText id)
    {
        return null != ids && ids.contains(hash(kind, id));
    }

    /** Orders, their cancels and replaces have one space of ids, every other kind has its own. */
    private static long hash(final OrderRequest.Kind kind, final FixText id)
    {
        return id.hash(switch (kind)
        {
            case NEW, CANCEL, REPLACE -> 1;
            case MASS_CANCEL -> 2;
            case MASS_QUOTE -> 3;
            case QUOTE_REQUEST -> 4;
        });
    }
}
