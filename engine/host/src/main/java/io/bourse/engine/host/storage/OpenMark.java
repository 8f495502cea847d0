// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that stands in a data directory while an engine works on it, and stays when it did not end in good order.
 * Then the ends that the catalog names are not believed: an archive whose disk is full closes a recording in front of a
 * write that it could only half do, and good frames follow.
 */
public final class OpenMark
{
    public static final String FILE_NAME = "engine.open";

    private final Path file;
    private final boolean wasLeft;

    private OpenMark(final Path file, final boolean wasLeft)
    {
        this.file = file;
        this.wasLeft = wasLeft;
    }

    /**
     * Looks for a mark that was left.
     *
     * @param dataDir of the engine.
     * @return mark that is not set yet.
     */
    public static OpenMark look(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        return new OpenMark(file, Files.exists(file));
    }

    /** The recordings were found good and are about to be continued. */
    public void set()
    {
        DiskAccess.run("cannot write into the data directory: file=" + file,
            () -> Files.writeString(file, ProcessHandle.current().pid() + "\n", StandardCharsets.US_ASCII));
    }

    /** True when the engine before this one did not end in good order. */
    public boolean wasLeft()
    {
        return wasLeft;
    }

    /** Everything is recorded and about to be closed. */
    public void remove()
    {
        DiskAccess.run("cannot remove a file of the data directory: file=" + file, () -> Files.deleteIfExists(file));
    }
}
