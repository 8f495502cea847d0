// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * An inspection of a recording, or of a part of it, on a thread of its own.
 */
final class ParallelInspection implements AutoCloseable
{
    private final FutureTask<JournalInspector.Inspection> task;
    private final Thread thread;

    /** Starts it. */
    ParallelInspection(final String name, final Supplier<JournalInspector.Inspection> inspection)
    {
        task = new FutureTask<>(inspection::get);
        thread = Thread.ofPlatform().name("bourse-inspect-" + name).daemon().start(task);
    }

    /** Waits for it; throws what it has thrown. */
    JournalInspector.Inspection await()
    {
        try
        {
            return task.get();
        }
        catch (final ExecutionException ex)
        {
            switch (ex.getCause())
            {
                case final RuntimeException cause -> throw cause;
                case final Error cause -> throw cause;
                default -> throw new IllegalStateException("cannot read a recording", ex.getCause());
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a recording was read", ex);
        }
    }

    /** Waits for its end, whatever it is: nothing else may touch the files while they are read. */
    @Override
    public void close()
    {
        boolean isInterrupted = false;
        while (thread.isAlive())
        {
            try
            {
                thread.join();
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }
}
