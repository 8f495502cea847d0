// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.aeron.exceptions.AeronException;
import io.bourse.clearing.ClearingException;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tailer on a thread of its own: the service {@code bourse clearing tail}. It ends with its first error; started
 * again it goes on from the last checkpoint.
 */
public final class TailerService implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(TailerService.class);
    private static final long MIN_PARK_NS = 10_000;
    private static final long MAX_PARK_NS = 1_000_000;

    private final AgentRunner runner;
    private final Tailer tailer;
    private final Thread thread;
    private volatile Throwable failure;

    private TailerService(final IngestContext ctx)
    {
        tailer = new Tailer(ctx);
        final ErrorHandler onError = this::onError;
        runner = new AgentRunner(
            new BackoffIdleStrategy(1, 10, MIN_PARK_NS, MAX_PARK_NS), onError, null, new UntilError());
        thread = AgentRunner.startOnThread(runner);
    }

    /**
     * Starts following.
     *
     * @param ctx with directory and engine.
     * @return service, to be closed.
     * @throws io.bourse.clearing.PreconditionException when another tailer has the directory.
     */
    public static TailerService launch(final IngestContext ctx)
    {
        return new TailerService(ctx);
    }

    /** After an error the tables are not to be trusted any further than the last checkpoint: no more is written. */
    private void onError(final Throwable error)
    {
        if (null != failure)
        {
            return;
        }
        failure = error;
        // Of a stream that has ended, or a disk that is full, a sentence says all.
        final boolean isExplained = error instanceof ClearingException || error instanceof IllegalStateException ||
            error instanceof AeronException;
        LOGGER.error("the tailer of the ingest stops, start it again: reason=\"{}\"", error.toString(),
            isExplained ? null : error);
    }

    /** A runner goes on after an error: it ends, and closes the tailer, when its agent says so. */
    private final class UntilError implements Agent
    {
        @Override
        public int doWork()
        {
            if (null != failure)
            {
                throw new AgentTerminationException();
            }
            return tailer.doWork();
        }

        @Override
        public void onClose()
        {
            tailer.onClose();
        }

        @Override
        public String roleName()
        {
            return tailer.roleName();
        }
    }

    /**
     * Makes sure that the tailer follows still.
     *
     * @throws ClearingException when it ended with an error.
     */
    public void requireRunning()
    {
        if (null != failure)
        {
            await();
        }
    }

    /**
     * Waits until the tailer has ended.
     *
     * @throws ClearingException when it ended with an error.
     */
    public void await()
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof final ClearingException known)
        {
            throw known;
        }
        if (null != failure)
        {
            throw new ClearingException(ClearingException.EXIT_PRECONDITION,
                "the tailer of the ingest has stopped: reason=\"" + failure + "\"", failure);
        }
    }

    @Override
    public void close()
    {
        CloseHelper.close(runner);
    }
}
