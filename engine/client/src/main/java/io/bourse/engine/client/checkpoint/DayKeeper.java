// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import java.util.List;

/**
 * Keeps the state before the transaction that begins a day: a trading date or a trading session.
 */
public interface DayKeeper
{
    /**
     * Where the state is copied to.
     *
     * @return empty state, or null when this day is passed over.
     */
    CheckpointState begin();

    /**
     * The state that was copied is that of the beginning of a day.
     *
     * @param position of the transaction that begins it: a stream in which it is another one, or is not, is not that of
     *     the state. The state is that before it.
     */
    void keep(StreamPosition position);

    /**
     * The same of what follows several partitions.
     *
     * @param positions of each partition, ascending: of one the transaction that begins the day, of the others the last
     *     one before it.
     */
    default void keep(final List<StreamPosition> positions)
    {
        keep(positions.getFirst());
    }
}
