// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Files of a directory that are written one after the other and may be read at once, while the disk takes those before.
 * Until {@link #sync} has returned, a loss of power may leave any of them cut: what says that they are good (a signed
 * manifest) is written after it.
 */
public final class UnsyncedFiles implements AutoCloseable
{
    private static final int THREADS = 8;

    private final Syncs syncs = new Syncs(THREADS);
    private final Path directory;

    /**
     * Files of a directory.
     *
     * @param directory that exists.
     */
    public UnsyncedFiles(final Path directory)
    {
        this.directory = directory;
    }

    /**
     * Where the files are.
     *
     * @return directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * Writes a file; any thread may. For who reads it, it is there completely or not at all.
     *
     * @param name of the file, to be created or replaced.
     * @param body writes the contents.
     * @throws IOException when writing fails; the file is then as it was.
     */
    public void write(final String name, final DurableFile.Body body) throws IOException
    {
        DurableFile.write(directory.resolve(name), body, channel -> syncs.begin(() ->
        {
            try (channel)
            {
                channel.force(true);
            }
            return null;
        }));
    }

    /**
     * Waits until the disk has all files and their names.
     *
     * @throws IOException when it did not take one.
     */
    public void sync() throws IOException
    {
        syncs.await();
        DurableFile.syncDirectory(directory);
    }

    /** Waits until no file is open. */
    @Override
    public void close()
    {
        syncs.close();
    }
}
