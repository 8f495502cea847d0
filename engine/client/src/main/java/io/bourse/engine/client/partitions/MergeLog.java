// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.files.OwnDirectory;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/**
 * In which order the transactions of several partitions were delivered: runs of transactions of one partition, each as
 * the partition (8 bytes) and the cursor after the last of them (8 bytes), little endian. The last run is written over
 * while it goes on. What is not right at the end of the file was never written to its end, and nothing was answered
 * that depends on it.
 *
 * <p>First the runs that are there are read, then new ones are written. Not thread-safe.
 */
final class MergeLog implements AutoCloseable
{
    static final String FILE_NAME = "merge.log";
    static final int RECORD_LENGTH = 2 * Long.BYTES;
    private static final int CHUNK_LENGTH = 4096 * RECORD_LENGTH;
    private static final int NONE = -1;

    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_LENGTH).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final ByteBuffer record = ByteBuffer.allocateDirect(RECORD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Path file;
    private final FileChannel channel;
    private final boolean isSynced;
    private final long[] cursors;
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
            opened = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
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
