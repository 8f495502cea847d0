// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.files.OwnDirectory;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * In which order the transactions of several partitions were delivered: runs of transactions of one partition, each as
 * the partition (8 bytes) and the cursor after the last of them (8 bytes), little endian. The last run is written over
 * while it goes on. What is not right at the end of the file was never written to its end, and nothing was answered
 * that depends on it. What all checkpoints have passed is one run of each partition at the beginning.
 *
 * <p>First the runs that are there are read, then new ones are written. Not thread-safe.
 */
final class MergeLog implements AutoCloseable
{
    static final String FILE_NAME = PartitionsClient.ORDER_FILE;
    static final int RECORD_LENGTH = 2 * Long.BYTES;
    private static final int CHUNK_LENGTH = 4096 * RECORD_LENGTH;
    private static final int NONE = -1;
    private static final String DRAFT = FILE_NAME + ".tmp";

    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_LENGTH).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final ByteBuffer record = ByteBuffer.allocateDirect(RECORD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Path file;
    private final boolean isSynced;
    private final long[] cursors;
    private FileChannel channel;
    private long readPosition;
    private long writePosition;
    private boolean isReading = true;
    private int partition = NONE;
    private long cursor;
    private boolean isDirty;

    /**
     * Opens it.
     *
     * @param directory of this user alone, made if absent; of one gateway.
     * @param partitions numbers are below.
     * @param isSynced whether what is written has to survive a loss of power.
     * @throws UncheckedIOException when it cannot be opened.
     * @throws IllegalStateException when another gateway works with it.
     */
    MergeLog(final Path directory, final int partitions, final boolean isSynced)
    {
        this.isSynced = isSynced;
        file = directory.resolve(FILE_NAME);
        cursors = new long[partitions];
        FileChannel opened = null;
        try
        {
            OwnDirectory.make(directory);
            opened = open(file);
            lock(opened);
        }
        catch (final IOException ex)
        {
            CloseHelper.quietClose(opened);
            throw new UncheckedIOException("the order of the partitions' transactions cannot be kept: file=" + file,
                ex);
        }
        catch (final IllegalStateException ex)
        {
            CloseHelper.quietClose(opened);
            throw ex;
        }
        channel = opened;
    }

    private static FileChannel open(final Path file) throws IOException
    {
        return FileChannel.open(file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private void lock(final FileChannel opened) throws IOException
    {
        FileLock lock = null;
        try
        {
            lock = opened.tryLock();
        }
        catch (final OverlappingFileLockException ignored)
        {
            // A gateway of this process has it.
            lock = null;
        }
        if (null == lock)
        {
            throw new IllegalStateException("another gateway works with this directory: file=" + file);
        }
    }

    /**
     * How far the order goes that is kept in a directory, whether a gateway works with it or not.
     *
     * @param directory of a gateway.
     * @return cursor of each partition of which something was delivered; none when nothing was kept.
     * @throws IOException when it cannot be read.
     */
    static SortedMap<Integer, Long> end(final Path directory) throws IOException
    {
        final SortedMap<Integer, Long> end = new TreeMap<>();
        final Path file = directory.resolve(FILE_NAME);
        if (!Files.exists(file))
        {
            return end;
        }
        try (InputStream in = Files.newInputStream(file))
        {
            boolean isRight = true;
            ByteBuffer runs = ByteBuffer.wrap(in.readNBytes(CHUNK_LENGTH)).order(ByteOrder.LITTLE_ENDIAN);
            while (isRight && runs.remaining() >= RECORD_LENGTH)
            {
                final long ofPartition = runs.getLong();
                final long runCursor = runs.getLong();
                isRight = ofPartition >= 0 && ofPartition < PartitionsClient.NUMBERS &&
                    runCursor > end.getOrDefault((int)ofPartition, 0L);
                if (isRight)
                {
                    end.put((int)ofPartition, runCursor);
                }
                runs = runs.hasRemaining() ? runs :
                    ByteBuffer.wrap(in.readNBytes(CHUNK_LENGTH)).order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        return end;
    }

    /** Whether a gateway has it open. */
    static boolean isUsed(final Path directory) throws IOException
    {
        final Path file = directory.resolve(FILE_NAME);
        if (!Files.exists(file))
        {
            return false;
        }
        try (FileChannel asked = FileChannel.open(file, StandardOpenOption.WRITE); FileLock lock = asked.tryLock())
        {
            return null == lock;
        }
        catch (final OverlappingFileLockException ignored)
        {
            // A gateway of this process has it.
            return true;
        }
    }

    /**
     * Goes on to the next run that is there.
     *
     * @return false when there is none: from now on runs are written.
     */
    boolean next()
    {
        if (isReading && (chunk.remaining() >= RECORD_LENGTH || fill()))
        {
            final long readPartition = chunk.getLong();
            final long readCursor = chunk.getLong();
            if (readPartition >= 0 && readPartition < cursors.length && readCursor > cursors[(int)readPartition])
            {
                partition = (int)readPartition;
                cursor = readCursor;
                cursors[partition] = cursor;
                writePosition += RECORD_LENGTH;
                return true;
            }
        }
        if (isReading)
        {
            isReading = false;
            truncate();
        }
        return false;
    }

    private void truncate()
    {
        try
        {
            channel.truncate(writePosition);
        }
        catch (final IOException ex)
        {
            throw notWritten(ex);
        }
    }

    private boolean fill()
    {
        try
        {
            chunk.clear();
            while (chunk.hasRemaining() && channel.read(chunk, readPosition + chunk.position()) > 0)
            {
                continue;
            }
            readPosition += chunk.position();
            chunk.flip();
            return chunk.remaining() >= RECORD_LENGTH;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the order of the partitions' transactions cannot be read: file=" + file,
                ex);
        }
    }

    /** Partition of the current run. */
    int partition()
    {
        return partition;
    }

    /** Cursor after the current run. */
    long cursor()
    {
        return cursor;
    }

    /** A transaction of a partition is delivered. */
    void delivered(final int ofPartition, final long newCursor)
    {
        if (partition != ofPartition)
        {
            write();
            partition = ofPartition;
            writePosition += RECORD_LENGTH;
        }
        cursor = newCursor;
        isDirty = true;
    }

    /** What was delivered survives this process, or a loss of power. */
    void flush()
    {
        if (isDirty)
        {
            write();
            if (isSynced)
            {
                sync();
            }
        }
    }

    /**
     * Forgets in which order transactions were delivered that no checkpoint needs any more. Only when all runs were
     * read.
     *
     * @param passed cursors by partition, of one moment; 0 where nothing was delivered by then.
     * @throws UncheckedIOException when the file cannot be written anew.
     */
    void trim(final long[] passed)
    {
        flush();
        final Path draft = file.resolveSibling(DRAFT);
        FileChannel trimmed = null;
        try
        {
            final long begin = firstAfter(passed);
            if (begin <= (long)passed.length * RECORD_LENGTH)
            {
                return;
            }
            trimmed = open(draft);
            trimmed.truncate(0);
            lock(trimmed);
            chunk.clear();
            // The current run last: it goes on.
            for (int i = 1; i <= passed.length; i++)
            {
                final int each = (partition + i) % passed.length;
                if (passed[each] > 0)
                {
                    chunk.putLong(each).putLong(passed[each]);
                }
            }
            chunk.flip();
            final long kept = writePosition - begin;
            final long end = chunk.limit() + kept;
            while (chunk.hasRemaining())
            {
                trimmed.write(chunk);
            }
            for (long copied = 0; copied < kept;)
            {
                copied += channel.transferTo(begin + copied, kept - copied, trimmed);
            }
            trimmed.force(true);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            CloseHelper.quietClose(channel);
            channel = trimmed;
            trimmed = null;
            writePosition = end;
        }
        catch (final IOException ex)
        {
            throw notWritten(ex);
        }
        finally
        {
            CloseHelper.quietClose(trimmed);
        }
    }

    /** Where the first run begins that ends after the cursor of its partition. */
    private long firstAfter(final long[] passed) throws IOException
    {
        long position = 0;
        boolean isPassed = true;
        while (isPassed && position < writePosition)
        {
            chunk.clear();
            channel.read(chunk, position);
            chunk.flip();
            while (isPassed && chunk.remaining() >= RECORD_LENGTH && position < writePosition)
            {
                isPassed = chunk.getLong(chunk.position() + Long.BYTES) <= passed[(int)chunk.getLong(chunk.position())];
                chunk.position(chunk.position() + RECORD_LENGTH);
                position += isPassed ? RECORD_LENGTH : 0;
            }
        }
        return position;
    }

    private void write()
    {
        if (!isDirty)
        {
            return;
        }
        try
        {
            record.clear();
            record.putLong(partition).putLong(cursor).flip();
            final long position = writePosition - RECORD_LENGTH;
            while (record.hasRemaining())
            {
                channel.write(record, position + record.position());
            }
            isDirty = false;
        }
        catch (final IOException ex)
        {
            throw notWritten(ex);
        }
    }

    private void sync()
    {
        try
        {
            channel.force(false);
        }
        catch (final IOException ex)
        {
            throw notWritten(ex);
        }
    }

    private UncheckedIOException notWritten(final IOException ex)
    {
        return new UncheckedIOException("the order of the partitions' transactions cannot be written, the gateway " +
            "stops: free space, then start it again: file=" + file, ex);
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }

    @Override
    public String toString()
    {
        return "MergeLog{file=" + file + ", isReading=" + isReading + ", partition=" + partition + ", cursor=" +
            cursor + ", cursors=" + Arrays.toString(cursors) + '}';
    }
}
