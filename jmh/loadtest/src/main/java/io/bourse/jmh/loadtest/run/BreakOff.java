// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What becomes of a test that is broken off, for instance by Ctrl-C: everything that it has started is ended, with what
 * that has started, and waited for; then its data is removed.
 */
final class BreakOff implements AutoCloseable
{
    private static final long END_SECONDS = 30;
    private static final int ROUNDS = 5;

    private final Runnable remove;
    private final Thread hook = new Thread(this::end, "break-off");
    private volatile boolean isBrokenOff;

    /**
     * From now on the end of this process is one of the test.
     *
     * @param remove removes the data of the test; called when no process is left that uses it.
     */
    BreakOff(final Runnable remove)
    {
        this.remove = remove;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Before something is started.
     *
     * @throws IOException when the test is being broken off.
     */
    void check() throws IOException
    {
        if (isBrokenOff)
        {
            throw new IOException("the test was broken off");
        }
    }

    private void end()
    {
        isBrokenOff = true;
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        // What was being started meanwhile is found in another round.
        for (int i = 0; i < ROUNDS && !left.isEmpty(); i++)
        {
            end(left);
            left = ProcessHandle.current().descendants().toList();
        }
        remove.run();
    }

    private static void end(final List<ProcessHandle> processes)
    {
        processes.forEach(ProcessHandle::destroyForcibly);
        try
        {
            CompletableFuture.allOf(processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .get(END_SECONDS, TimeUnit.SECONDS);
        }
        catch (final ExecutionException | TimeoutException ex)
        {
            System.err.println("processes of the test have not ended: pids=" +
                processes.stream().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).toList());
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    /** The test is over: the end of this process is nothing to it any more. */
    @Override
    public void close()
    {
        try
        {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // This process is ending: the hook runs or has run.
            isBrokenOff = true;
        }
    }
}
