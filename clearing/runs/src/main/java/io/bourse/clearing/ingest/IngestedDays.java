// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.engine.client.checkpoint.StreamPosition;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Days as the checkpoints of an ingest have them. Reads files only.
 */
public final class IngestedDays
{
    private IngestedDays()
    {
    }

    /**
     * The day at the suspension of a run, or at any other checkpoint.
     *
     * @param directory of the ingest.
     * @param cutCursor of the run.
     * @return day, to be closed.
     * @throws PreconditionException when no checkpoint was taken there.
     * @throws InputCorruptException when the files are not what the checkpoint says.
     */
    public static IngestedDay open(final Path directory, final long cutCursor)
    {
        return open(directory, cutCursor, null);
    }

    static IngestedDay open(final Path directory, final long cutCursor, final RegisterCache cache)
    {
        final CheckpointStore store = new CheckpointStore(directory);
        if (!store.exists(cutCursor))
        {
            throw new PreconditionException("the ingest has no checkpoint there, let a tailer follow the stream: " +
                "directory=" + directory + " cursor=" + cutCursor);
        }
        try
        {
            return new IngestedDay(directory, store, store.read(cutCursor), cache);
        }
        catch (final IOException ex)
        {
            throw failed(directory, ex);
        }
    }

    /**
     * The day at the last checkpoint.
     *
     * @param directory of the ingest.
     * @return day, to be closed.
     * @throws PreconditionException when there is none.
     * @throws InputCorruptException when the files are not what the checkpoint says.
     */
    public static IngestedDay latest(final Path directory)
    {
        return latest(directory, null);
    }

    static IngestedDay latest(final Path directory, final RegisterCache cache)
    {
        final CheckpointStore store = new CheckpointStore(directory);
        return latest(directory, store, checkpoint -> new IngestedDay(directory, store, checkpoint, cache));
    }

    /** State of the last checkpoint. */
    static Checkpoint.State latestState(final Path directory)
    {
        return latest(directory, new CheckpointStore(directory), Checkpoint::state);
    }

    private static <T> T latest(final Path directory, final CheckpointStore store, final Reading<T> reading)
    {
        long gone = -1;
        while (true)
        {
            final long cursor = latestCursor(store);
            if (cursor < 0)
            {
                throw new PreconditionException("the ingest has no checkpoint, let a tailer follow the stream: " +
                    "directory=" + directory);
            }
            try
            {
                return reading.of(store.read(cursor));
            }
            catch (final NoSuchFileException | InputCorruptException ex)
            {
                // A tailer removes checkpoints when it has newer ones: look again, unless it is the same once more.
                if (cursor == gone || store.exists(cursor))
                {
                    throw ex instanceof final InputCorruptException corrupt ?
                        corrupt : failed(directory, (IOException)ex);
                }
                gone = cursor;
            }
            catch (final IOException ex)
            {
                throw failed(directory, ex);
            }
        }
    }

    /**
     * From where an ingest needs the event streams, its last session or cut being damaged.
     *
     * @param directory of the ingest.
     * @param partition whose stream it is.
     * @return place before the second last checkpoint that stays, in bytes; 0 when everything is needed.
     * @throws ClearingException when files cannot be read.
     */
    public static long neededCursor(final Path directory, final int partition)
    {
        final CheckpointStore store = new CheckpointStore(directory);
        try
        {
            int lasting = 0;
            for (final long cursor : store.cursors().reversed())
            {
                final Checkpoint checkpoint = store.tryRead(cursor);
                if (null != checkpoint && checkpoint.kind().isLasting() && 2 == ++lasting)
                {
                    final List<StreamPosition> partitions = checkpoint.state().partitions();
                    return null == partitions ? checkpoint.previousCursor() : partitions.stream()
                        .filter(position -> partition == position.partition())
                        .mapToLong(StreamPosition::previousCursor).findFirst().orElse(0);
                }
            }
            return 0;
        }
        catch (final IOException ex)
        {
            throw failed(directory, ex);
        }
    }

    static long latestCursor(final CheckpointStore store)
    {
        try
        {
            return store.latestCursor();
        }
        catch (final IOException ex)
        {
            throw failed(store.directory(), ex);
        }
    }

    /**
     * Where the streams of several partitions have been read to.
     *
     * @param directory of the ingest.
     * @return ascending by partition; empty when there is one.
     * @throws PreconditionException when there is no checkpoint.
     */
    public static List<StreamPosition> positions(final Path directory)
    {
        final List<StreamPosition> partitions = latestState(directory).partitions();
        return null == partitions ? List.of() : partitions;
    }

    /** Cut of a run as a checkpoint knows it; -1 when it does not, or was removed while it was looked at. */
    static long cutOf(final CheckpointStore store, final long cursor, final long runId)
    {
        try
        {
            return store.read(cursor).state().runs().stream()
                .filter(run -> runId == run.runId())
                .mapToLong(run -> run.cut().cursor())
                .findFirst()
                .orElse(-1);
        }
        catch (final NoSuchFileException ex)
        {
            return -1;
        }
        catch (final IOException ex)
        {
            throw failed(store.directory(), ex);
        }
    }

    private static ClearingException failed(final Path directory, final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "files of the ingest cannot be read: directory=" + directory + " reason=\"" + ex + "\"", ex);
    }

    private interface Reading<T>
    {
        T of(Checkpoint checkpoint) throws IOException;
    }
}
