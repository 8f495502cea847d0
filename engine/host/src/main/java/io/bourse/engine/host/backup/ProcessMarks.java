// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Marks by which archive and cluster parts know that another process runs on their directory.
 */
final class ProcessMarks
{
    private ProcessMarks()
    {
    }

    /** The caller holds the directory's lock, so whatever a former process marked as its own is dead. */
    static void remove(final Path dataDir)
    {
        for (final Path dir : List.of(BackupMedia.archiveDir(dataDir), BackupMedia.clusterDir(dataDir)))
        {
            if (!Files.isDirectory(dir))
            {
                continue;
            }
            try (Stream<Path> files = Files.list(dir))
            {
                for (final Path file : files.filter((path) -> path.getFileName().toString().contains("-mark")).toList())
                {
                    Files.delete(file);
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot remove the marks of a former process: dir=" + dir, ex);
            }
        }
    }
}
