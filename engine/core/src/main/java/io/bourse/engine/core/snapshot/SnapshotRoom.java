// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;


/**
 * A room that writes itself into snapshots and reads itself back; beside {@code HashedState}, which only says whether
 * two rooms are equal. Whatever decides what a later command does and cannot be computed from other rooms is written,
 * in an order that does not depend on how the state came about; so a restored room writes the same bytes again.
 * <p>
 * The rooms are in the list of {@code CoreSnapshot}, each behind those that it needs for reading.
 */
public interface SnapshotRoom
{
    /**
     * Writes all records of this room.
     *
     * @param writer of the snapshot.
     */
    void writeTo(SnapshotWriter writer);

    /**
     * Enters what reads the records of this room. They come in the order in which they were written, checked and
     * complete, into a room without any state.
     *
     * @param table of all records.
     */
    void register(SnapshotTable table);
}
