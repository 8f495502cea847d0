// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Marks by which archive and cluster parts know that another process runs on their directory.
 */
public final class ProcessMarks
{
    private ProcessMarks()
    {
    }

    /**
     * Removes them. The caller holds the directory's lock, so whatever a former process marked as its own is dead.
     *
     * @param dataDir of the engine, member or copy.
     */
    public static void remove(final Path dataDir)
    {
        for (final Path dir : List.of(EngineDirectories.archiveDir(dataDir), EngineDirectories.clusterDir(dataDir)))
        {
            final String failure = "cannot remove the marks of a former process: dir=" + dir;
            DiskAccess.list(failure, dir).stream()
                .filter(file -> file.getFileName().toString().contains("-mark"))
                .forEach(file -> DiskAccess.run(failure, () -> Files.delete(file)));
        }
    }
}
