// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Distinguishes the directory of a copy from that of a venue: an engine that ran on a copy would end it as a copy.
 */
public final class BackupMark
{
    private static final String FILE_NAME = "backup.mark";

    private BackupMark()
    {
    }

    /**
     * Whether a directory is that of a copy.
     *
     * @param dataDir to look at.
     * @return true when it is one.
     */
    public static boolean isSet(final Path dataDir)
    {
        return Files.exists(dataDir.resolve(FILE_NAME));
    }

    /**
     * Marks a directory.
     *
     * @param dataDir to mark.
     */
    public static void set(final Path dataDir)
    {
        DiskAccess.run("cannot mark the directory of a backup: dataDir=" + dataDir, () ->
        {
            Files.writeString(dataDir.resolve(FILE_NAME),
                "A copy of a cluster. No engine runs here; see docs/backup.md.\n");
        });
    }

    /**
     * Makes it the directory of a venue.
     *
     * @param dataDir to take the mark from.
     */
    public static void remove(final Path dataDir)
    {
        DiskAccess.run("cannot remove the mark of a backup: dataDir=" + dataDir,
            () -> Files.deleteIfExists(dataDir.resolve(FILE_NAME)));
    }
}
