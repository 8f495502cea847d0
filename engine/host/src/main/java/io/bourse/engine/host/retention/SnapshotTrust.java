// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.host.recording.ForeignSnapshotException;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Which snapshots a purge may rest on: those that were read into a core. Each is read once; a purge looks again without
 * the others until all that it rests on are good.
 */
public final class SnapshotTrust
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SnapshotTrust.class);

    private final Set<Long> good = new HashSet<>();
    private final Set<Long> bad = new HashSet<>();

    /**
     * Reads those that were not read yet.
     *
     * @param files of the snapshots that a purge would rest on, by position.
     * @param read makes a core of the one at a position, and compares it with the recorded events.
     * @return true when all are good; false when one is not, and the purge must look again.
     */
    public boolean areGood(final Map<Long, Path> files, final LongConsumer read)
    {
        files.forEach((position, file) ->
        {
            if (!good.contains(position) && !bad.contains(position))
            {
                (isGood(position, file, read) ? good : bad).add(position);
            }
        });
        return good.containsAll(files.keySet());
    }

    /**
     * Whether a snapshot does not count.
     *
     * @param position of it.
     * @return true when it was read and is bad.
     */
    public boolean isBad(final long position)
    {
        return bad.contains(position);
    }

    private static boolean isGood(final long position, final Path file, final LongConsumer read)
    {
        try
        {
            read.accept(position);
            return true;
        }
        catch (final SnapshotFileException | SnapshotException | ForeignSnapshotException ex)
        {
            LOGGER.warn("snapshot does not count for a purge: file={} reason=\"{}\"", file, ex.getMessage());
            return false;
        }
    }
}
