// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.storage.DiskAccess;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files of a venue in the directory of a backup, for their owner alone. What changes is collected in a file first and
 * then applied: a process that dies within that leaves the file, and the next one applies it again.
 */
public final class FileCopy
{
    /** Name of the copied files of the process of the venue below the directory of the backup. */
    public static final String DIRECTORY = "files";

    private static final String OTHERS = DIRECTORY + "-";
    private static final String BATCH = "site.batch";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path root;
    private final Path batch;
    private final Path part;
    private DataOutputStream out;

    /**
     * The files of the process of the venue in the directory of a backup; a batch that is there is applied.
     *
     * @param backupDir of the backup.
     * @throws IOException when a file cannot be written.
     */
    public FileCopy(final Path backupDir) throws IOException
    {
        this(backupDir, FileOrigin.VENUE);
    }

    /** The files of an origin. */
    FileCopy(final Path backupDir, final String origin) throws IOException
    {
        final boolean isVenue = FileOrigin.VENUE.equals(origin);
        root = backupDir.resolve(isVenue ? DIRECTORY : OTHERS + origin);
        batch = backupDir.resolve(isVenue ? BATCH : BATCH + "." + origin);
        part = batch.resolveSibling(batch.getFileName() + ".part");
        OwnDirectory.make(root);
        if (Files.exists(batch))
        {
            apply();
        }
    }

    /**
     * All that was copied, of whichever processes it is or was; batches that are there are applied.
     *
     * @param backupDir of the backup, locked by this process.
     * @return directories of files by the name of their origin, that of the process of the venue first.
     * @throws IOException when a file cannot be read or written.
     */
    public static SequencedMap<String, Path> all(final Path backupDir) throws IOException
    {
        final SequencedMap<String, Path> all = new LinkedHashMap<>();
        all.put(FileOrigin.VENUE, new FileCopy(backupDir).root);
        for (final Path each : DiskAccess.list("cannot list what was copied: dir=" + backupDir, backupDir).stream()
            .filter((each) -> each.getFileName().toString().startsWith(OTHERS)).sorted().toList())
        {
            final String origin = each.getFileName().toString().substring(OTHERS.length());
            all.put(origin, new FileCopy(backupDir, origin).root);
        }
        return all;
    }

    /**
     * Whether files of a process were copied.
     *
     * @param backupDir of the backup.
     * @param origin name of another process than that of the venue.
     * @return false when there are none.
     */
    public static boolean has(final Path backupDir, final String origin)
    {
        return Files.isDirectory(backupDir.resolve(OTHERS + origin));
    }

    /**
     * Copies a file, or a directory with all that is in it, with times and permissions.
     *
     * @param from that is there.
     * @param to that is not there, or an empty directory.
     * @throws IOException when a file cannot be read or written.
     */
    public static void copyTree(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> tree = Files.walk(from))
        {
            for (final Path each : (Iterable<Path>)tree::iterator)
            {
                final Path target = to.resolve(from.relativize(each).toString());
                if (!Files.isDirectory(target))
                {
                    Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /**
     * Where they are.
     *
     * @return directory.
     */
    public Path root()
    {
        return root;
    }

    /** Adds a change to the batch. */
    void add(final SiteMessage change) throws IOException
    {
        if (null == out)
        {
            Files.deleteIfExists(part);
            out = new DataOutputStream(new BufferedOutputStream(
                Files.newOutputStream(Files.createFile(part, OWNER_FILE), StandardOpenOption.WRITE)));
        }
        final byte[] bytes = change.encoded();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Gives up a batch that has not come to its end. */
    void drop() throws IOException
    {
        if (null != out)
        {
            out.close();
            out = null;
            Files.deleteIfExists(part);
        }
    }

    /** The batch is whole. */
    void end() throws IOException
    {
        if (null == out)
        {
            return;
        }
        out.close();
        out = null;
        force(part);
        Files.move(part, batch, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        apply();
    }

    private void apply() throws IOException
    {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(batch))))
        {
            while (in.available() > 0)
            {
                apply(SiteMessage.of(in.readNBytes(in.readInt())));
            }
        }
        Files.delete(batch);
    }

    private void apply(final SiteMessage change) throws IOException
    {
        switch (change)
        {
            case final SiteMessage.Block block ->
            {
                try (FileChannel channel = open(block.name()))
                {
                    final ByteBuffer bytes = ByteBuffer.wrap(block.bytes());
                    while (bytes.hasRemaining())
                    {
                        channel.write(bytes, block.offset() + bytes.position());
                    }
                    channel.force(true);
                }
            }
            case final SiteMessage.Length length ->
            {
                try (FileChannel channel = open(length.name()))
                {
                    channel.truncate(length.length());
                    channel.force(true);
                }
            }
            case final SiteMessage.Gone gone -> Files.deleteIfExists(path(gone.name()));
            case SiteMessage.Hello _, SiteMessage.Has _, SiteMessage.Ask _, SiteMessage.End _, SiteMessage.HandOver _ ->
                throw new IOException("this is no change of a file: message=" + change);
        }
    }

    private FileChannel open(final String name) throws IOException
    {
        final Path file = path(name);
        Files.createDirectories(file.getParent(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS), OWNER_FILE);
    }

    private Path path(final String name) throws IOException
    {
        final Path file = root.resolve(name).normalize();
        if (!file.startsWith(root.normalize()) || file.equals(root.normalize()))
        {
            throw new IOException("the name of a file leads out of the copy: name=" + name);
        }
        return file;
    }

    private static void force(final Path file) throws IOException
    {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
        {
            channel.force(true);
        }
    }
}
