// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import java.io.IOException;

/**
 * Receives the outcome of snapshots, on the thread that writes them. Apart from {@link #beforeName} it throws nothing.
 */
public interface SnapshotListener
{
    /**
     * All of a snapshot is written, but it has no name yet. What it rests on must be on the disk before it gets one.
     *
     * @param header of the snapshot.
     * @throws IOException when that cannot be; the snapshot fails then.
     */
    void beforeName(SnapshotHeader header) throws IOException;

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
