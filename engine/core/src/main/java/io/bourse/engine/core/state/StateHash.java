// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.protocol.RollingHash;

import java.util.List;

/**
 * One number for everything the core holds, part by part in the order of their assembly; within a part what came first,
 * first. Two cores that processed the same commands have the same hash, and a refused command does not change it. The
 * event stream's own sequence and hash are not part of it: they are output, not state.
 */
public final class StateHash
{
    private final List<HashedState> parts;
    private long hash;

    public StateHash(final List<HashedState> parts)
    {
        this.parts = List.copyOf(parts);
    }

    /**
     * Computes the hash; takes time in proportion to the state.
     *
     * @param engineTimeNs the core's time, part of the state.
     * @return hash.
     */
    public long compute(final long engineTimeNs)
    {
        hash = RollingHash.INITIAL;
        add(engineTimeNs);
        for (int i = 0; i < parts.size(); i++)
        {
            parts.get(i).hashInto(this);
        }
        return hash;
    }

    public void add(final long value)
    {
        hash = RollingHash.update(hash, value);
    }

    public void add(final boolean value)
    {
        add(value ? 1 : 0);
    }

    public void add(final byte[] bytes)
    {
        for (final byte b : bytes)
        {
            add(b);
        }
    }

    public void add(final KeyTable table)
    {
        add(table.size());
        for (int i = 0; i < table.size(); i++)
        {
            add(table.keyAt(i));
        }
    }
}
