// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A component of the venue that runs on the engine's thread. It has its turn after the matcher and must never wait.
 * When it throws it has had its last turn; the engine goes on.
 */
final class HostedComponent implements AutoCloseable
{
    private static final long PARK_NS = 10_000;
    private static final long LEAVE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private enum State
    {
        STAYING, LEAVING, GONE
    }

    private final Agent component;
    private final ErrorHandler errorHandler;
    private final BooleanSupplier isThreadAlive;
    private final AtomicReference<State> state = new AtomicReference<>(State.STAYING);

    /**
     * One that has not had a turn yet.
     *
     * @param component to run and in the end to close on the engine's thread.
     * @param errorHandler receives what it throws.
     * @param isThreadAlive whether the engine's thread runs.
     */
    HostedComponent(final Agent component, final ErrorHandler errorHandler, final BooleanSupplier isThreadAlive)
    {
        this.component = component;
        this.errorHandler = errorHandler;
        this.isThreadAlive = isThreadAlive;
    }

    /** One turn, on the engine's thread. */
    int doWork()
    {
        final State now = state.get();
        if (State.STAYING == now)
        {
            return doComponentWork();
        }
        if (State.LEAVING == now)
        {
            leave();
        }
        return 0;
    }

    private int doComponentWork()
    {
        try
        {
            return component.doWork();
        }
        catch (final Throwable ex)
        {
            leave();
            errorHandler.onError(ex);
            return 0;
        }
    }

    private void leave()
    {
        state.set(State.LEAVING);
        try
        {
            component.onClose();
        }
        catch (final Throwable ex)
        {
            errorHandler.onError(ex);
        }
        finally
        {
            state.set(State.GONE);
        }
    }

    boolean isGone()
    {
        return State.GONE == state.get();
    }

    /** Ends the stay: the component is closed where it ran, or here when the engine's thread has ended before. */
    @Override
    public synchronized void close()
    {
        state.compareAndSet(State.STAYING, State.LEAVING);
        final long deadlineNs = System.nanoTime() + LEAVE_TIMEOUT_NS;
        while (!isGone() && isThreadAlive.getAsBoolean() && System.nanoTime() - deadlineNs < 0)
        {
            LockSupport.parkNanos(PARK_NS);
        }
        if (!isGone() && !isThreadAlive.getAsBoolean())
        {
            leave();
        }
    }
}
