// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import java.nio.file.Path;

/**
 * A snapshot is whole but was not taken of the history beside it: put together from two copies, or left by hand.
 */
public final class ForeignSnapshotException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    /**
     * Names the snapshot.
     *
     * @param file of the snapshot.
     * @param facts a phrase with {@code key=value} facts.
     */
    ForeignSnapshotException(final Path file, final String facts)
    {
        super("FOREIGN_SNAPSHOT file=" + file + " " + facts);
    }
}
