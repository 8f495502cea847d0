// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

import org.agrona.DirectBuffer;

/**
 * Takes the records of a snapshot.
 */
@FunctionalInterface
public interface SnapshotSink
{
    /** Longest record of a snapshot in bytes. */
    int MAX_RECORD_LENGTH = 8_000;

    /**
     * The next record; it is complete in itself and must be kept apart from the others, in this order.
     *
     * @param buffer that holds the record, valid only during this call.
     * @param offset of the record.
     * @param length of the record, at most {@link #MAX_RECORD_LENGTH}.
     */
    void onRecord(DirectBuffer buffer, int offset, int length);
}
