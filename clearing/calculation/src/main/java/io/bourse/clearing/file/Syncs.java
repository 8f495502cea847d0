// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Syncs of files that go on while something else is done: no file may be relied on before {@link #await} has returned.
 * Threads that do nothing but wait for the disk are many on purpose: it takes syncs that come together in one go.
 */
public final class Syncs implements AutoCloseable
{
    /** Open files that wait for a thread; who begins one more syncs it itself. */
    private static final int MAX_WAITING = 64;

    private final Queue<Future<Void>> begun = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor executor;

    /**
     * Syncs of some files.
     *
     * @param threads that wait for the disk, 1 or more.
     */
    public Syncs(final int threads)
    {
        executor = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING),
            Thread.ofPlatform().daemon().name("clearing-sync-", 0).factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    }

    /**
     * Begins a sync; any thread may.
     *
     * @param sync of a file.
     */
    public void begin(final Callable<Void> sync)
    {
        final FutureTask<Void> task = new FutureTask<>(sync);
        begun.add(task);
        executor.execute(task);
    }

    /**
     * Waits until the disk has everything that was begun.
     *
     * @throws IOException when it did not take one.
     */
    public void await() throws IOException
    {
        for (final Future<Void> sync : begun)
        {
            await(sync);
        }
    }

    private static void await(final Future<Void> sync) throws IOException
    {
        boolean isInterrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    sync.get();
                    return;
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
        }
        catch (final ExecutionException ex)
        {
            throw ex.getCause() instanceof final IOException failure ?
                failure : new IOException("a file did not get to the disk", ex.getCause());
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the disk too, whatever it says: files are not closed while they are synced. */
    @Override
    public void close()
    {
        executor.close();
    }
}
