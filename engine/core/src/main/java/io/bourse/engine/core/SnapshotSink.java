// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import org.agrona.DirectBuffer;

/**
 * Takes the records of a snapshot, see {@link MatchingEngine#writeSnapshot}.
 */
@FunctionalInterface
public interface SnapshotSink
{
    /**
     * The next record; it is complete in itself and must be kept apart from the others, in this order.
     *
     * @param buffer that holds the record, valid only during this call.
     * @param offset of the record.
     * @param length of the record, at most {@link MatchingEngine#MAX_SNAPSHOT_RECORD_LENGTH}.
     */
    void onRecord(DirectBuffer buffer, int offset, int length);
}
