// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;

/**
 * Disk space for the numbered frames of all logins, allocated in chunks: what a night of messages needs costs files
 * and not heap. It is a projection of the event stream, filled again by every start of the gateway, so that nothing in
 * it has to survive: a start removes what earlier processes left behind.
 *
 * <pre>
 *   directory/answers-EPOCH/000000.log   chunk 0 | chunk 1 | ... of any login, in the order they were needed
 *   directory/answers-EPOCH/000001.log   ...
 * </pre>
 *
 * <p>A chunk is written with zeros before it is given out. That takes its blocks from the file system by an ordinary
 * write, which says so when the disk is full; a first touch through the mapping would end the process instead.
 */
final class AnswerLog implements AutoCloseable
{
    /** Bytes of a chunk. */
    static final int CHUNK_LENGTH = 64 * 1024;
    private static final Logger LOGGER = LoggerFactory.getLogger(AnswerLog.class);
    private static final String LIFE_PREFIX = "answers-";
    private static final String LOCK_FILE = "answers.lock";

    private final ArrayList<MappedByteBuffer> mappings = new ArrayList<>();
    private final ArrayList<UnsafeBuffer> segments = new ArrayList<>();
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_LENGTH);
    private final Path parent;
    final Path directory;
    private final FileChannel lock;
    private final boolean isParentOurs;
    private final int chunksPerSegment;
    private FileChannel lastSegment;
    private int chunkCount;
    private int writtenChunks;

    /**
     * An empty log.
     *
     * @param parent directory for the log of every life of the gateway; null: a temporary one.
     * @param segmentLength bytes of a file, a multiple of {@link #CHUNK_LENGTH}.
     * @param epoch of this life.
     * @throws UncheckedIOException when the directory cannot be made or cleared.
     * @throws IllegalStateException when another gateway works with it.
     */
    AnswerLog(final Path parent, final int segmentLength, final long epoch)
    {
        chunksPerSegment = segmentLength / CHUNK_LENGTH;
        isParentOurs = null == parent;
        FileChannel held = null;
        try
        {
            this.parent = isParentOurs ? Files.createTempDirectory("bourse-twime-") : Files.createDirectories(parent);
            held = lock(this.parent.resolve(LOCK_FILE));
            deleteFormerLives(this.parent);
            directory = Files.createDirectory(this.parent.resolve(LIFE_PREFIX + Long.toHexString(epoch)));
        }
        catch (final IOException ex)
        {
            // Or the next try of this process would take its own lock for another gateway's.
            CloseHelper.quietClose(held);
            throw new UncheckedIOException("the TWIME gateway cannot prepare the directory of its answers, make it " +
                "writable or name another one: answerLogDirectory=" + parent, ex);
        }
        lock = held;
    }

    /** Two gateways on one directory would each delete what the other must be able to repeat. */
    private static FileChannel lock(final Path file) throws IOException
    {
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try
        {
            lock = channel.tryLock();
        }
        catch (final OverlappingFileLockException ex)
        {
            LOGGER.debug("a gateway of this process has the lock", ex);
        }
        if (null == lock)
        {
            channel.close();
            throw new IllegalStateException("another TWIME gateway works with this directory of answers: file=" + file);
        }
        return channel;
    }

    private static void deleteFormerLives(final Path parent) throws IOException
    {
        try (DirectoryStream<Path> lives = Files.newDirectoryStream(parent, LIFE_PREFIX + "*"))
        {
            for (final Path life : lives)
            {
                IoUtil.delete(life.toFile(), false);
            }
        }
    }

    /**
     * Gives out the next chunk.
     *
     * @return its number.
     * @throws UncheckedIOException when the disk is full.
     */
    int takeChunk()
    {
        if (chunkCount == writtenChunks)
        {
            writeChunk();
        }
        return chunkCount++;
    }

    /** Takes all chunks back; their files are used again from the first one on. */
    void reset()
    {
        chunkCount = 0;
    }

    /** Where the bytes of a chunk are. */
    UnsafeBuffer buffer(final int chunk)
    {
        return segments.get(chunk / chunksPerSegment);
    }

    /** Where a chunk begins in its buffer. */
    int offset(final int chunk)
    {
        return chunk % chunksPerSegment * CHUNK_LENGTH;
    }

    /** Bytes taken from the disk. */
    long writtenLength()
    {
        return (long)writtenChunks * CHUNK_LENGTH;
    }

    private void writeChunk()
    {
        try
        {
            if (writtenChunks / chunksPerSegment == segments.size())
            {
                addSegment();
            }
            zeros.clear();
            long position = offset(writtenChunks);
            while (zeros.hasRemaining())
            {
                position += lastSegment.write(zeros, position);
            }
            writtenChunks++;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway has no space for the answers that it must be able to " +
                "repeat, it stops: free space or name another directory, then start it again: answerLogDirectory=" +
                directory + " writtenBytes=" + writtenLength(), ex);
        }
    }

    private void addSegment() throws IOException
    {
        CloseHelper.close(lastSegment);
        lastSegment = FileChannel.open(
            directory.resolve(String.format("%06d.log", segments.size())),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        final MappedByteBuffer mapping =
            lastSegment.map(FileChannel.MapMode.READ_WRITE, 0, (long)chunksPerSegment * CHUNK_LENGTH);
        mappings.add(mapping);
        segments.add(new UnsafeBuffer(mapping));
    }

    /** Removes everything; nothing may be read any more. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(lastSegment);
        segments.clear();
        mappings.forEach(BufferUtil::free);
        mappings.clear();
        IoUtil.delete((isParentOurs ? parent : directory).toFile(), true);
        CloseHelper.quietClose(lock);
    }
}
