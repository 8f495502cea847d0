// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Writes snapshots on a thread of its own. The thread that has the core only copies records into chunks; it waits, and
 * not for long, only when the disk takes them more slowly than they come and all chunks are full. Methods are for that
 * thread unless they say otherwise.
 */
public final class BackgroundSnapshotWriter implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(BackgroundSnapshotWriter.class);
    private static final int CHUNK_LENGTH = 1024 * 1024;
    private static final int CHUNKS = 64;
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LAST_TIMEOUT_MS = 1_000;

    private final ArrayBlockingQueue<Task> tasks = new ArrayBlockingQueue<>(CHUNKS + 2);
    private final ArrayBlockingQueue<ByteBuffer> emptyChunks = new ArrayBlockingQueue<>(CHUNKS);
    private final Path directory;
    private final SnapshotListener listener;
    private final Thread thread;
    private final long maxWaitNs;
    private ByteBuffer chunk;
    private int chunkCount;
    private long waitedNs;
    private volatile boolean isBusy;
    private volatile boolean isWorking;
    private volatile boolean isAborted;
    private volatile Throwable abortCause;

    /** A step of writing: a header begins, no chunk completes, no header and no chunk gives up. */
    private record Task(SnapshotHeader header, ByteBuffer chunk, boolean isEnd)
    {
    }

    /**
     * A writer whose thread runs at once.
     *
     * @param dataDir of the venue.
     * @param maxWaitNs longest time that one snapshot may wait for the disk while the matcher stands, in nanoseconds.
     * @param name of the thread.
     * @param listener receives the outcome of every snapshot.
     */
    public BackgroundSnapshotWriter(
        final Path dataDir, final long maxWaitNs, final String name, final SnapshotListener listener)
    {
        directory = new SnapshotDirectory(dataDir).path();
        this.maxWaitNs = maxWaitNs;
        this.listener = listener;
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /**
     * Whether the snapshot before is still being written; another one cannot begin then.
     *
     * @return true until its file is complete or given up. May be asked on any thread.
     */
    public boolean isBusy()
    {
        return isBusy;
    }

    /**
     * Waits until the snapshot is complete or given up that is being written, if there is one. For any thread.
     *
     * @param timeoutNs how long to wait, in nanoseconds.
     * @return false when it is still being written then, or the thread was interrupted.
     */
    public boolean awaitWritten(final long timeoutNs)
    {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        try
        {
            while ((isBusy || isWorking) && thread.isAlive() && System.nanoTime() - deadlineNs < 0)
            {
                thread.join(1);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        return !isBusy && !isWorking;
    }

    /**
     * Begins a snapshot.
     *
     * @param newHeader of the file.
     */
    public void begin(final SnapshotHeader newHeader)
    {
        if (isBusy)
        {
            throw new IllegalStateException("the snapshot before is still being written: journalPosition=" +
                newHeader.journalPosition());
        }
        isBusy = true;
        isAborted = false;
        abortCause = null;
        waitedNs = 0;
        chunkCount = 0;
        chunk = null;
        tasks.add(new Task(newHeader, null, false));
    }

    /**
     * Takes a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @param length of the record.
     * @param progress what to do while waiting; false ends the wait.
     * @throws IllegalStateException when the disk did not take it in time; the snapshot must be given up.
     */
    public void append(
        final DirectBuffer buffer, final int offset, final int length, final BooleanSupplier progress)
    {
        if (null != chunk && chunk.remaining() < SnapshotFormat.RECORD_PREFIX_LENGTH + length)
        {
            hand(progress);
        }
        if (null == chunk)
        {
            chunk = nextChunk(progress);
        }
        chunk.putInt(length).putInt(0);
        buffer.getBytes(offset, chunk, length);
    }

    /**
     * All records were taken; the rest is done on the writer's thread.
     *
     * @param progress what to do while waiting; false ends the wait.
     */
    public void complete(final BooleanSupplier progress)
    {
        hand(progress);
        tasks.add(new Task(null, null, true));
    }

    /**
     * Gives the snapshot up that was begun.
     *
     * @param cause why.
     */
    public void abort(final Throwable cause)
    {
        abortCause = cause;
        chunk = null;
        tasks.add(new Task(null, null, false));
    }

    private void hand(final BooleanSupplier progress)
    {
        if (null != chunk)
        {
            // There are never more chunks than places in the queue.
            tasks.add(new Task(null, chunk.flip(), false));
            chunk = null;
            // Other work of this thread gets a turn once a chunk, also when there is nothing to wait for.
            if (!progress.getAsBoolean())
            {
                throw new IllegalStateException("the engine is being stopped");
            }
        }
    }

    private ByteBuffer nextChunk(final BooleanSupplier progress)
    {
        ByteBuffer next = emptyChunks.poll();
        if (null == next && chunkCount < CHUNKS)
        {
            chunkCount++;
            return ByteBuffer.allocateDirect(CHUNK_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        }
        final long beganNs = System.nanoTime();
        while (null == next)
        {
            final long nowNs = System.nanoTime();
            if (waitedNs + nowNs - beganNs > maxWaitNs || isAborted || !progress.getAsBoolean())
            {
                throw new IllegalStateException("the disk does not take the snapshot in time, or the engine is" +
                    " being stopped: waitedNs=" + (waitedNs + nowNs - beganNs) + " maxWaitNs=" + maxWaitNs +
                    " directory=" + directory);
            }
            next = emptyChunks.poll();
        }
        waitedNs += System.nanoTime() - beganNs;
        return next.clear();
    }

    private void run()
    {
        try
        {
            while (true)
            {
                final SnapshotHeader ofFile = tasks.take().header();
                isWorking = true;
                writeOne(ofFile);
                isWorking = false;
            }
        }
        catch (final InterruptedException ex)
        {
            isBusy = false;
            isWorking = false;
        }
    }

    private void writeOne(final SnapshotHeader ofFile) throws InterruptedException
    {
        Throwable failure = null;
        SnapshotFile.Contents contents = null;
        boolean isEnd = false;
        boolean isGivenUp = false;
        try (SnapshotFileWriter file = new SnapshotFileWriter(directory, ofFile))
        {
            while (!isEnd && !isGivenUp)
            {
                final Task task = tasks.take();
                isEnd = task.isEnd();
                isGivenUp = !isEnd && null == task.chunk();
                if (null != task.chunk())
                {
                    file.write(task.chunk());
                    emptyChunks.add(task.chunk());
                }
            }
            if (isEnd)
            {
                file.finish();
                listener.beforeName(ofFile);
                file.name();
                contents = new SnapshotFile.Contents(ofFile, file.records(), file.bytes());
            }
        }
        catch (final InterruptedException ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            // An error that ended this thread would silently end all snapshots.
            failure = ex;
        }
        finish(ofFile, contents, failure, isEnd || isGivenUp);
    }

    private void finish(
        final SnapshotHeader ofFile,
        final SnapshotFile.Contents contents,
        final Throwable failure,
        final boolean isAllTaken) throws InterruptedException
    {
        boolean isOver = isAllTaken;
        isAborted = isAborted || null != failure;
        while (!isOver)
        {
            final Task task = tasks.take();
            isOver = null == task.chunk();
            if (null != task.chunk())
            {
                BufferUtil.free(task.chunk());
            }
        }
        emptyChunks.forEach(BufferUtil::free);
        emptyChunks.clear();
        final Throwable cause = null == failure ? abortCause : failure;
        // The listener may ask for the next snapshot.
        isBusy = false;
        tell(ofFile, contents, cause);
    }

    private void tell(final SnapshotHeader ofFile, final SnapshotFile.Contents contents, final Throwable cause)
    {
        try
        {
            if (null != contents)
            {
                listener.onComplete(contents);
            }
            else
            {
                listener.onFailed(ofFile.journalPosition(), cause);
            }
        }
        catch (final Throwable ex)
        {
            LOGGER.error("a listener failed on the outcome of a snapshot, snapshots go on: journalPosition={}",
                ofFile.journalPosition(), ex);
        }
    }

    /** Lets the snapshot be completed that is being written, for a while. For any thread. */
    @Override
    public void close()
    {
        awaitWritten(CLOSE_TIMEOUT_NS);
        thread.interrupt();
        try
        {
            thread.join(LAST_TIMEOUT_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
