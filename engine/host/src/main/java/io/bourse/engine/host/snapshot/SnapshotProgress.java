// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

/**
 * Receives the progress of snapshots.
 */
public interface SnapshotProgress
{
    /** Ignores all of it. */
    SnapshotProgress UNSEEN = new SnapshotProgress()
    {
        @Override
        public void completed(final long atPosition, final long recordCount, final long byteCount)
        {
            // Unseen.
        }

        @Override
        public void failed(final long atPosition)
        {
            // Unseen.
        }

        @Override
        public void paused(final long elapsedNs)
        {
            // Unseen.
        }
    };

    /**
     * A snapshot is complete.
     *
     * @param atPosition of the journal.
     * @param recordCount of the core; 0 when they are not counted.
     * @param byteCount in these records.
     */
    void completed(long atPosition, long recordCount, long byteCount);

    /**
     * A snapshot failed.
     *
     * @param atPosition of the journal.
     */
    void failed(long atPosition);

    /**
     * The core has been written.
     *
     * @param elapsedNs how long that took, in nanoseconds.
     */
    void paused(long elapsedNs);
}
