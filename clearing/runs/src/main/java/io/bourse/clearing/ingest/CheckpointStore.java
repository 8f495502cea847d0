// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Checkpoints of an ingest, three files each, named by their cursor: {@code .json} is written last and makes the other
 * two count.
 */
final class CheckpointStore
{
    private static final String DIRECTORY = "checkpoints";
    private static final String STATE = ".json";
    private static final String WINDOWS = ".windows";
    private static final String ORDERS = ".orders";
    private static final String EXPECTED = ".expected";
    private static final int KEPT_TIMED = 2;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
        .disable(MapperFeature.AUTO_DETECT_IS_GETTERS, MapperFeature.AUTO_DETECT_GETTERS)
        .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
        .build();

    private final Path directory;

    CheckpointStore(final Path ingestDirectory)
    {
        directory = ingestDirectory.resolve(DIRECTORY);
    }

    Path directory()
    {
        return directory;
    }

    private Path file(final long cursor, final String suffix)
    {
        return directory.resolve(String.format(Locale.ROOT, "%019d%s", cursor, suffix));
    }

    /** Cursors of all checkpoints, ascending. */
    List<Long> cursors() throws IOException
    {
        final List<Long> cursors = new ArrayList<>();
        if (Files.isDirectory(directory))
        {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + STATE))
            {
                for (final Path file : files)
                {
                    final String name = file.getFileName().toString();
                    cursors.add(Long.parseLong(name.substring(0, name.length() - STATE.length())));
                }
            }
        }
        Collections.sort(cursors);
        return cursors;
    }

    /** Cursor of the last checkpoint, -1 for none. */
    long latestCursor() throws IOException
    {
        final List<Long> cursors = cursors();
        return cursors.isEmpty() ? -1 : cursors.getLast();
    }

    boolean exists(final long cursor)
    {
        return Files.exists(file(cursor, STATE));
    }

    /** When a checkpoint was written, milliseconds since the Unix epoch; 0 when it is not there. */
    long writtenMs(final long cursor)
    {
        return file(cursor, STATE).toFile().lastModified();
    }

    /**
     * Reads a checkpoint.
     *
     * @throws InputCorruptException when it is not what its hash says.
     */
    Checkpoint read(final long cursor) throws IOException
    {
        return read(file(cursor, STATE), cursor);
    }

    private static Checkpoint read(final Path file, final long cursor) throws IOException
    {
        final Checkpoint checkpoint;
        try
        {
            checkpoint = MAPPER.readValue(Files.readAllBytes(file), Checkpoint.class);
        }
        catch (final JsonProcessingException ex)
        {
            throw new InputCorruptException("checkpoint cannot be read: file=" + file, ex);
        }
        if (!Checkpoint.FORMAT.equals(checkpoint.format()) || cursor != checkpoint.state().cursor() ||
            !hash(checkpoint.state()).equals(checkpoint.hash()))
        {
            throw new InputCorruptException("checkpoint is not what its hash says: file=" + file + " format=" +
                checkpoint.format() + " hash=" + checkpoint.hash());
        }
        return checkpoint;
    }

    static String hash(final Checkpoint.State state) throws IOException
    {
        return Digests.sha256Of(MAPPER.writeValueAsBytes(state));
    }

    byte[] windows(final Checkpoint checkpoint) throws IOException
    {
        return readBytes(file(checkpoint.state().cursor(), WINDOWS), checkpoint.state().windowsSha256());
    }

    byte[] orders(final Checkpoint checkpoint) throws IOException
    {
        return readBytes(file(checkpoint.state().cursor(), ORDERS), checkpoint.state().ordersSha256());
    }

    private static byte[] readBytes(final Path file, final String sha256) throws IOException
    {
        requireThere(file);
        return requireSame(file, Files.readAllBytes(file), sha256);
    }

    private static void requireThere(final Path file)
    {
        if (!Files.exists(file))
        {
            throw new InputCorruptException("a file of a checkpoint is missing: file=" + file);
        }
    }

    private static byte[] requireSame(final Path file, final byte[] bytes, final String sha256)
    {
        if (!sha256.equals(Digests.sha256Of(bytes)))
        {
            throw new InputCorruptException("a file of a checkpoint is not what its digest says: file=" + file);
        }
        return bytes;
    }

    /** The file of the live orders; it stays readable when the checkpoint is removed. */
    FileChannel openOrders(final long cursor) throws IOException
    {
        final Path file = file(cursor, ORDERS);
        requireThere(file);
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /** Live orders from a channel of {@link #openOrders}. */
    byte[] orders(final FileChannel channel, final Checkpoint checkpoint) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0)
        {
            continue;
        }
        return requireSame(
            file(checkpoint.state().cursor(), ORDERS), bytes.array(), checkpoint.state().ordersSha256());
    }

    /**
     * Writes a checkpoint. When one of the same place was written before, its hash must be the same.
     *
     * @throws InputCorruptException when it is not: the stream has another day than it had.
     */
    void write(final Checkpoint checkpoint, final byte[] windows, final byte[] orders) throws IOException
    {
        final long cursor = checkpoint.state().cursor();
        requireSame(checkpoint);
        DurableFile.write(file(cursor, WINDOWS), windows);
        DurableFile.write(file(cursor, ORDERS), orders);
        DurableFile.write(file(cursor, STATE), MAPPER.writeValueAsBytes(checkpoint));
        Files.deleteIfExists(file(cursor, EXPECTED));
    }

    private void requireSame(final Checkpoint checkpoint) throws IOException
    {
        final long cursor = checkpoint.state().cursor();
        for (final String suffix : List.of(STATE, EXPECTED))
        {
            final Path file = file(cursor, suffix);
            final Checkpoint before = Files.exists(file) ? tryRead(file, cursor) : null;
            if (null != before && !before.hash().equals(checkpoint.hash()))
            {
                throw new InputCorruptException("the event stream has another day than was ingested before, " +
                    "is this its directory: cursor=" + cursor + " file=" + file + " hash=" + checkpoint.hash() +
                    " before=" + before.hash());
            }
        }
    }

    /** Null when it is wrong, or not there any more. */
    Checkpoint tryRead(final long cursor) throws IOException
    {
        try
        {
            return tryRead(file(cursor, STATE), cursor);
        }
        catch (final NoSuchFileException ex)
        {
            return null;
        }
    }

    /** Null when it is the file that is wrong. */
    private static Checkpoint tryRead(final Path file, final long cursor) throws IOException
    {
        try
        {
            return read(file, cursor);
        }
        catch (final InputCorruptException ex)
        {
            return null;
        }
    }

    /** What was ingested once and has to be ingested again must come to the same: its hash is kept for that. */
    void setAside(final long cursor) throws IOException
    {
        final Path file = file(cursor, STATE);
        final Checkpoint checkpoint = tryRead(file, cursor);
        if (null != checkpoint && checkpoint.kind().isLasting())
        {
            DurableFile.write(file(cursor, EXPECTED), Files.readAllBytes(file));
        }
        delete(cursor);
    }

    /** Removes what is no longer needed: timed checkpoints but for the last ones. */
    void prune(final List<Long> timed) throws IOException
    {
        while (timed.size() > KEPT_TIMED)
        {
            delete(timed.removeFirst());
        }
    }

    void delete(final long cursor) throws IOException
    {
        // The state first: without it the others are nothing.
        Files.deleteIfExists(file(cursor, STATE));
        Files.deleteIfExists(file(cursor, WINDOWS));
        Files.deleteIfExists(file(cursor, ORDERS));
    }

    void create() throws IOException
    {
        DurableFile.createDirectories(directory);
    }
}
