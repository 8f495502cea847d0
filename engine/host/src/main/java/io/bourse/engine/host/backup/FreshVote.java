// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.cluster.NodeStateFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The file in which a member keeps what it has voted for. A member does not start on a log without one; a member made
 * from a copy gets a new one, which says that it has not voted.
 */
final class FreshVote
{
    private static final int SYNCED = 1;

    private FreshVote()
    {
    }

    /** Writes it, if there is none. */
    static void write(final Path clusterDir)
    {
        try (NodeStateFile file = new NodeStateFile(clusterDir.toFile(), true, SYNCED))
        {
            file.candidateTerm();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write the vote of a member: clusterDir=" + clusterDir, ex);
        }
    }
}
