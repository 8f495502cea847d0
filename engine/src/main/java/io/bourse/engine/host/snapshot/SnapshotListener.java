// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

/**
 * Is told what became of snapshots, on the thread that writes them. It throws nothing.
 */
public interface SnapshotListener
{
    /**
     * A snapshot is under its name and on the disk.
     *
     * @param contents what was written.
     */
    void onComplete(SnapshotFile.Contents contents);

    /**
     * A snapshot was not written. The venue goes on.
     *
     * @param journalPosition where it was due.
     * @param cause of the failure.
     */
    void onFailed(long journalPosition, Throwable cause);
}
