// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.nio.file.Path;

/**
 * Days as the checkpoints of an ingest have them. Reads files only.
 */
public final class IngestedDays
{
    private IngestedDays()
    {
    }

    /**
     * The day at the suspension of a run.
     *
     * @param directory of the ingest.
     * @param cutCursor of the run.
     * @return day, to be closed.
     * @throws io.bourse.clearing.PreconditionException when no checkpoint was taken there.
     * @throws io.bourse.clearing.InputCorruptException when the files are not what the checkpoint says.
     */
    public static IngestedDay open(final Path directory, final long cutCursor)
    {
        throw new UnsupportedOperationException("directory=" + directory + " cutCursor=" + cutCursor);
    }

    /**
     * The day at the last checkpoint.
     *
     * @param directory of the ingest.
     * @return day, to be closed.
     * @throws io.bourse.clearing.PreconditionException when there is none.
     * @throws io.bourse.clearing.InputCorruptException when the files are not what the checkpoint says.
     */
    public static IngestedDay latest(final Path directory)
    {
        throw new UnsupportedOperationException("directory=" + directory);
    }
}
