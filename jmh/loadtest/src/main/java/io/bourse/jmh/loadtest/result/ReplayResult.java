// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

/**
 * A replay of what a stage has recorded.
 *
 * @param what was replayed.
 * @param commands in the journal.
 * @param liveHash state hash of the venue that traded.
 * @param replayHash state hash that the replay came to.
 * @param seconds it took.
 */
public record ReplayResult(
    String what,
    long commands,
    String liveHash,
    String replayHash,
    double seconds)
{
    /**
     * Whether the replay came to the same.
     *
     * @return true when the hashes are equal.
     */
    public boolean isSame()
    {
        return liveHash.equals(replayHash);
    }
}
