// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import java.nio.file.Path;

/**
 * Where history is archived before it is purged.
 *
 * @param directory of the archive.
 * @param bytesPerSecond most bytes that are read in a second, to compress them or to verify them.
 */
public record HistoryOptions(Path directory, long bytesPerSecond)
{
    /** Least of {@link #bytesPerSecond}. */
    public static final long BYTES_PER_SECOND_MIN = 64 * 1024;

    /** Checks. */
    public HistoryOptions
    {
        if (bytesPerSecond < BYTES_PER_SECOND_MIN)
        {
            throw new IllegalArgumentException("history must be archived faster than it comes: bytesPerSecond=" +
                bytesPerSecond + " least=" + BYTES_PER_SECOND_MIN);
        }
    }
}
