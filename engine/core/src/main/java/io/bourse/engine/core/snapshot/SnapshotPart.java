// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

/**
 * A part of the state that writes itself into snapshots and reads itself back; beside {@code HashedState}, which only
 * says whether two parts are equal. Whatever decides what a later command does and cannot be computed from other parts
 * is written, in an order that does not depend on how the state came about; so a restored part writes the same bytes
 * again.
 * <p>
 * The parts are in the list of {@code CoreAssembly}, each after those that it needs for reading.
 */
public interface SnapshotPart
{
    /**
     * Writes all records of this part.
     *
     * @param writer of the snapshot.
     */
    void writeTo(SnapshotWriter writer);

    /**
     * Enters what reads the records of this part. They come in the order in which they were written, checked and
     * complete, into a part without any state.
     *
     * @param table of all records.
     */
    void register(SnapshotTable table);
}
