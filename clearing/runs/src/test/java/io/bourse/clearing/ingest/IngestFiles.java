// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What tests do to the files of an ingest. */
final class IngestFiles
{
    private IngestFiles()
    {
    }

    static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            files.forEach(file ->
            {
                try
                {
                    Files.copy(file, to.resolve(from.relativize(file).toString()));
                }
                catch (final IOException ex)
                {
                    throw new UncheckedIOException(ex);
                }
            });
        }
    }

    static void flipBit(final Path file, final long position)
    {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            final ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            one.put(0, (byte)(one.get(0) ^ 0x10)).flip();
            channel.write(one, position);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    static void cutOff(final Path file, final long bytes)
    {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
        {
            channel.truncate(channel.size() - bytes);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Takes a part out of a file. */
    static void cutOut(final Path file, final int from, final int length)
    {
        try
        {
            final byte[] bytes = Files.readAllBytes(file);
            final byte[] rest = new byte[bytes.length - length];
            System.arraycopy(bytes, 0, rest, 0, from);
            System.arraycopy(bytes, from + length, rest, from, rest.length - from);
            Files.write(file, rest);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Hashes of all lasting checkpoints, and of the last one. */
    static List<String> hashes(final Path directory) throws IOException
    {
        final CheckpointStore store = new CheckpointStore(directory);
        final List<String> hashes = new ArrayList<>();
        for (final long cursor : store.cursors())
        {
            final Checkpoint checkpoint = store.read(cursor);
            if (checkpoint.kind().isLasting() || cursor == store.latestCursor())
            {
                hashes.add(cursor + " " + checkpoint.hash());
            }
        }
        return hashes;
    }

    /** Checkpoints as they were before they had the place of their last transaction. */
    static void forgetPositions(final Path directory) throws IOException
    {
        final CheckpointStore store = new CheckpointStore(directory);
        for (final long cursor : store.cursors())
        {
            final Path file = store.directory().resolve(String.format("%019d.json", cursor));
            Files.writeString(file, Files.readString(file).replaceFirst("\"previousCursor\":[0-9]+,", ""));
        }
    }

    static Path checkpoint(final Path directory, final String suffix)
    {
        try
        {
            final CheckpointStore store = new CheckpointStore(directory);
            return store.directory().resolve(String.format("%019d%s", store.latestCursor(), suffix));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
