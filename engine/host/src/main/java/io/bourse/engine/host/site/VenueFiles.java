// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.storage.DiskAccess;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * The files of a data directory that no engine makes by itself: runs of clearing, keys, message stores of FIX,
 * passwords. Some may lie elsewhere, such as those of a gateway in a process of its own, and have the names that they
 * would have here. Files are compared by blocks, so that of a long one only what is new is sent.
 */
final class VenueFiles
{
    /** Bytes of a block. */
    static final int BLOCK_LENGTH = 64 * 1024;

    /** What an engine, a component or a copy makes by itself, or what is of one process or place. */
    private static final Set<String> NOT_COPIED = Set.of("archive", "cluster", "checkpoints", "consumers", "driver",
        "marketdata", "twime", "timestamps", "owner.properties", "engine.lock", "engine.open", "engine-gaps.dat",
        "venue.json");
    private static final List<String> NOT_COPIED_BEGINNINGS =
        List.of("access-", "backup.", "component-", "driver-", "former-term-", "site.");
    /**
     * A store's marks and numbers are read before its messages: what a mark says is stored then stands in them. The
     * order of several partitions, and the checkpoints of it, are in that way, too: it is read last.
     */
    private static final Comparator<String> MARKS_FIRST =
        Comparator.comparing((String name) -> name.endsWith(PartitionsClient.ORDER_FILE))
        .thenComparing((name) -> name.endsWith(".log")).thenComparing(Comparator.naturalOrder());
    /** A mapped file may change for so long without a new time of change. */
    private static final long HOT_MS = 120_000;
    private static final int SMALL = 4 * 1024;

    private final Path root;
    private final Map<String, Path> elsewhere;
    private final Map<String, Known> known = new HashMap<>();

    /**
     * What the other side has of a file.
     *
     * @param length in bytes.
     * @param sums checksums of its blocks.
     * @param modifiedMs time of change when it was last compared; 0 when it was not yet.
     */
    record Known(long length, long[] sums, long modifiedMs)
    {
    }

    /** Hears of what has changed. */
    interface Changes
    {
        /** Bytes of a file from an offset on. */
        void onBlock(String name, long offset, byte[] bytes, int length) throws IOException;

        /** The length of a file. */
        void onLength(String name, long length) throws IOException;

        /** A file is no longer there. */
        void onGone(String name) throws IOException;
    }

    /**
     * Nothing is known of the other side yet.
     *
     * @param root data directory.
     * @param elsewhere where files and directories of the first level are that do not lie there, by name.
     */
    VenueFiles(final Path root, final Map<String, Path> elsewhere)
    {
        this.root = root;
        this.elsewhere = elsewhere;
    }

    /** What is there, with checksums. */
    static Map<String, Known> read(final Path root) throws IOException
    {
        final Map<String, Known> files = new TreeMap<>();
        final byte[] block = new byte[BLOCK_LENGTH];
        for (final String name : new VenueFiles(root, Map.of()).names())
        {
            try (FileChannel channel = FileChannel.open(root.resolve(name)))
            {
                final List<Long> sums = new ArrayList<>();
                long at = 0;
                for (int length = read(channel, block, at); length > 0; length = read(channel, block, at))
                {
                    sums.add(sum(block, length));
                    at += length;
                }
                files.put(name, new Known(at, sums.stream().mapToLong(Long::longValue).toArray(), 0));
            }
        }
        return files;
    }

    /** The other side has this. */
    void has(final String name, final Known file)
    {
        known.put(name, file);
    }

    /**
     * Compares all files with what the other side has, and takes it that it gets what has changed.
     *
     * @param isWhole whether to read also those files whose length and time of change are as before.
     * @param changes hears of each.
     */
    void compare(final boolean isWhole, final Changes changes) throws IOException
    {
        final List<String> names = names();
        final Set<String> gone = new HashSet<>(known.keySet());
        names.forEach(gone::remove);
        final byte[] block = new byte[BLOCK_LENGTH];
        for (final String name : names)
        {
            try
            {
                compare(name, isWhole, block, changes);
            }
            catch (final NoSuchFileException ex)
            {
                // It was removed in between: the next comparison says so.
                continue;
            }
        }
        for (final String name : gone)
        {
            known.remove(name);
            changes.onGone(name);
        }
    }

    private void compare(final String name, final boolean isWhole, final byte[] block, final Changes changes)
        throws IOException
    {
        final Path file = file(name);
        final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        final long modifiedMs = attributes.lastModifiedTime().toMillis();
        final Known before = known.get(name);
        if (null != before && !isWhole && before.modifiedMs == modifiedMs && before.length == attributes.size() &&
            attributes.size() > SMALL && System.currentTimeMillis() - modifiedMs > HOT_MS)
        {
            return;
        }
        final long end = attributes.size();
        final long[] former = null == before ? new long[0] : before.sums;
        final long[] sums = new long[Math.toIntExact((end + BLOCK_LENGTH - 1) / BLOCK_LENGTH)];
        long at = 0;
        try (FileChannel channel = FileChannel.open(file))
        {
            for (int i = 0; i < sums.length; i++)
            {
                final int length = read(channel, block, at);
                sums[i] = sum(block, length);
                if (length > 0 && (i >= former.length || former[i] != sums[i]))
                {
                    changes.onBlock(name, at, block, length);
                }
                at += length;
            }
        }
        if (null == before || before.length != at)
        {
            changes.onLength(name, at);
        }
        known.put(name, new Known(at, Arrays.copyOf(sums, sums.length), modifiedMs));
    }

    private List<String> names() throws IOException
    {
        final List<String> names = new ArrayList<>();
        for (final Path top : DiskAccess.list("cannot list the files of the venue: dir=" + root, root))
        {
            final String name = top.getFileName().toString();
            if (!NOT_COPIED.contains(name) && !name.endsWith(".lock") && !elsewhere.containsKey(name) &&
                NOT_COPIED_BEGINNINGS.stream().noneMatch(name::startsWith))
            {
                Files.walkFileTree(top, new Names(name, top, names));
            }
        }
        for (final Map.Entry<String, Path> other : elsewhere.entrySet())
        {
            Files.walkFileTree(other.getValue(), new Names(other.getKey(), other.getValue(), names));
        }
        names.sort(MARKS_FIRST);
        return names;
    }

    private Path file(final String name)
    {
        final String[] parts = name.split("/", 2);
        final Path top = elsewhere.getOrDefault(parts[0], root.resolve(parts[0]));
        return parts.length > 1 ? top.resolve(parts[1]) : top;
    }

    private static int read(final FileChannel channel, final byte[] block, final long position) throws IOException
    {
        final ByteBuffer buffer = ByteBuffer.wrap(block);
        int length = 0;
        while (buffer.hasRemaining() && length >= 0)
        {
            length = channel.read(buffer, position + buffer.position());
        }
        return buffer.position();
    }

    /** Two checksums: that both miss a change is as good as impossible. */
    private static long sum(final byte[] block, final int length)
    {
        final CRC32C first = new CRC32C();
        first.update(block, 0, length);
        final CRC32 second = new CRC32();
        second.update(block, 0, length);
        return first.getValue() << Integer.SIZE | second.getValue();
    }

    /** Files, and no links: they lead out of the directory. What vanishes meanwhile is passed over. */
    private static final class Names extends SimpleFileVisitor<Path>
    {
        private final String name;
        private final Path top;
        private final List<String> names;

        Names(final String name, final Path top, final List<String> names)
        {
            this.name = name;
            this.top = top;
            this.names = names;
        }

        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
        {
            if (attributes.isRegularFile())
            {
                names.add(file.equals(top) ? name : name + "/" + top.relativize(file));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException ex) throws IOException
        {
            if (ex instanceof NoSuchFileException)
            {
                return FileVisitResult.CONTINUE;
            }
            throw ex;
        }
    }
}
