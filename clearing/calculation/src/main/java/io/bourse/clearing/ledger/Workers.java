// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs independent tasks on a given number of threads and gives their results in the order of the tasks, so that
 * nothing depends on the number.
 */
public final class Workers
{
    private Workers()
    {
    }

    /**
     * Runs tasks to the end.
     *
     * @param threads 1 or more.
     * @param tasks that do not wait for each other; the first is begun first.
     * @param <T> result of a task.
     * @return results in the order of the tasks.
     * @throws RuntimeException of the first task that failed, after all have ended.
     */
    public static <T> List<T> run(final int threads, final List<? extends Callable<T>> tasks)
    {
        final List<T> results = new ArrayList<>(tasks.size());
        if (threads <= 1 || tasks.size() <= 1)
        {
            for (final Callable<T> task : tasks)
            {
                results.add(call(task));
            }
            return results;
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, tasks.size())))
        {
            final List<Future<T>> futures = new ArrayList<>(tasks.size());
            for (final Callable<T> task : tasks)
            {
                futures.add(executor.submit(() -> call(task)));
            }
            for (final Future<T> future : futures)
            {
                results.add(await(future, executor));
            }
        }
        return results;
    }

    /**
     * A task without a result.
     *
     * @param task that is run.
     * @return task for {@link #run}.
     */
    public static Callable<Void> task(final Runnable task)
    {
        return Executors.callable(task, null);
    }

    private static <T> T await(final Future<T> future, final ExecutorService executor)
    {
        try
        {
            return future.get();
        }
        catch (final ExecutionException ex)
        {
            executor.shutdownNow();
            throw unchecked(ex.getCause());
        }
        catch (final InterruptedException ex)
        {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while the tasks of a run were under way");
        }
    }

    private static <T> T call(final Callable<T> task)
    {
        try
        {
            return task.call();
        }
        catch (final Exception ex)
        {
            throw unchecked(ex);
        }
    }

    private static RuntimeException unchecked(final Throwable failure)
    {
        if (failure instanceof final Error error)
        {
            throw error;
        }
        if (failure instanceof final IOException ex)
        {
            return new UncheckedIOException(ex);
        }
        return failure instanceof final RuntimeException ex ? ex : new IllegalStateException("a task failed", failure);
    }
}
