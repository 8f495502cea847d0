// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * Lets one thread that serves several components sleep until any of their sockets has something to read, whichever
 * component it belongs to. It only wakes: components read by selectors of their own, as they do without it. Sockets are
 * added as they are opened and leave when they are closed.
 *
 * <p>Everything but {@link #wake()} belongs to the thread that sleeps.
 */
public final class SocketWatch implements AutoCloseable
{
    /** Busy turns after which closed sockets are let go: until then they keep their descriptors. */
    private static final int TURNS_BETWEEN_TIDYING = 4096;

    private final Consumer<SelectionKey> ignore = (key) ->
    {
        // The component that owns the socket will find it ready.
    };
    private final Selector selector;
    private volatile boolean isAsleep;
    private int turns;

    /**
     * Watches nothing yet.
     *
     * @throws UncheckedIOException when the system has no descriptor free.
     */
    public SocketWatch()
    {
        try
        {
            selector = Selector.open();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("no selector for the sockets of a thread: is the limit of open files " +
                "too low?", ex);
        }
    }

    /**
     * Watches a socket of a client from now on, for bytes to read.
     *
     * @param channel that does not block.
     * @throws ClosedChannelException when it is closed.
     */
    public void addConnection(final SelectableChannel channel) throws ClosedChannelException
    {
        channel.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Watches a listening socket from now on, for connections to accept.
     *
     * @param socket that accepts.
     * @throws IOException when it is closed.
     */
    void addListener(final ListeningSocket socket) throws IOException
    {
        socket.register(selector, null);
    }

    /**
     * Whether no socket was added.
     *
     * @return true when only {@link #wake()} and time would end a sleep.
     */
    public boolean isEmpty()
    {
        return selector.keys().isEmpty();
    }

    /**
     * Sleeps until a socket is ready, {@link #wake()} is called, or the time is over.
     *
     * @param timeoutMs longest sleep in milliseconds, from 1.
     * @return sockets that are ready.
     */
    public int await(final long timeoutMs)
    {
        isAsleep = true;
        try
        {
            return selector.select(ignore, timeoutMs);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the sockets of a thread can be watched no longer", ex);
        }
        finally
        {
            isAsleep = false;
        }
    }

    /** One turn without a sleep. */
    public void onBusyTurn()
    {
        if (++turns >= TURNS_BETWEEN_TIDYING)
        {
            turns = 0;
            tidy();
        }
    }

    private void tidy()
    {
        try
        {
            selector.selectNow(ignore);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the sockets of a thread can be watched no longer", ex);
        }
    }

    /**
     * Ends the sleep, from any thread. Costs one look when the thread is awake. One that is just falling asleep may be
     * missed: it sleeps for its timeout then.
     */
    public void wake()
    {
        if (isAsleep)
        {
            isAsleep = false;
            selector.wakeup();
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(selector);
    }
}
