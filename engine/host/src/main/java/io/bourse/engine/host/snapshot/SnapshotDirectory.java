// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.bourse.engine.host.storage.DiskAccess;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The snapshots of one data directory: {@code DIR/snapshots/JOURNALPOSITION.snapshot}. A name ends with {@code .tmp} as
 * long as the file is being written, and with {@code .bad} once it was set aside.
 */
public final class SnapshotDirectory
{
    private static final String DIRECTORY = "snapshots";
    private static final String TEMPORARY = ".tmp";
    private static final String SET_ASIDE = ".bad";
    private static final Pattern NAME = Pattern.compile("([0-9]{19})\\.snapshot(\\.tmp)?");

    private final Path directory;

    /**
     * The directory of a venue; it need not exist.
     *
     * @param dataDir of the venue.
     */
    public SnapshotDirectory(final Path dataDir)
    {
        directory = dataDir.resolve(DIRECTORY);
    }

    /**
     * A file that has the name of a snapshot.
     *
     * @param file of the snapshot.
     * @param journalPosition of its name.
     */
    public record Entry(Path file, long journalPosition)
    {
    }

    /**
     * All files under the names of snapshots, good or bad.
     *
     * @return the newest first.
     */
    public List<Entry> newestFirst()
    {
        final List<Entry> entries = new ArrayList<>();
        for (final Path file : files())
        {
            final long position = positionOf(file);
            if (position >= 0 && !isTemporary(file))
            {
                entries.add(new Entry(file, position));
            }
        }
        entries.sort(Comparator.comparingLong(Entry::journalPosition).reversed());
        return entries;
    }

    /**
     * Removes the half-written files of a process that died. Only without a writer.
     *
     * @return number of files removed.
     */
    public int removeTemporaries()
    {
        int count = 0;
        for (final Path file : files())
        {
            if (positionOf(file) >= 0 && isTemporary(file))
            {
                remove(file);
                count++;
            }
        }
        return count;
    }

    /**
     * Deletes a snapshot that is not needed any more.
     *
     * @param entry to delete.
     */
    public void delete(final Entry entry)
    {
        remove(entry.file());
    }

    /**
     * Takes a file out of the list without deleting it.
     *
     * @param file that is bad.
     * @return where it is now.
     */
    public Path setAside(final Path file)
    {
        final Path aside = file.resolveSibling(file.getFileName() + SET_ASIDE);
        return DiskAccess.get("cannot set a snapshot aside: file=" + file, () ->
        {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            DiskAccess.force(directory);
            return aside;
        });
    }

    /**
     * Where the files are.
     *
     * @return directory.
     */
    public Path path()
    {
        return directory;
    }

    private List<Path> files()
    {
        return DiskAccess.list("cannot list the snapshots: directory=" + directory, directory);
    }

    private static void remove(final Path file)
    {
        DiskAccess.run("cannot remove a snapshot: file=" + file, () -> Files.deleteIfExists(file));
    }

    static String nameOf(final long journalPosition)
    {
        return String.format("%019d.snapshot", journalPosition);
    }

    static Path temporaryOf(final Path file)
    {
        return file.resolveSibling(file.getFileName() + TEMPORARY);
    }

    private static boolean isTemporary(final Path file)
    {
        return file.getFileName().toString().endsWith(TEMPORARY);
    }

    /** Position in the name of a file, -1 when it is not the name of a snapshot. */
    static long positionOf(final Path file)
    {
        final Matcher matcher = NAME.matcher(file.getFileName().toString());
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
    }
}
