// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * What the connections of a gateway's TLS port share: keys, and a thread for signatures and certificates, which take
 * milliseconds that the sessions must not wait for. One thread is also the limit of what a flood of handshakes takes.
 */
final class TlsPort implements AutoCloseable
{
    private final SSLContext context;
    private final boolean isClientCertificateRequired;
    private final Runnable onHandshake;
    private final Runnable onFailure;
    private final ExecutorService tasks;

    /**
     * Reads the keys.
     *
     * @param options of the port.
     * @param threadName of the thread that does the expensive parts of handshakes.
     * @param onHandshake called on the gateway's thread for each handshake that is done.
     * @param onFailure called on the gateway's thread once for each client that broke the rules of TLS or has no valid
     *     certificate.
     * @throws IllegalArgumentException naming the file that cannot be used.
     */
    TlsPort(
        final TlsOptions options, final String threadName, final Runnable onHandshake, final Runnable onFailure)
    {
        this(options, startThread(threadName), onHandshake, onFailure);
    }

    /**
     * Reads the keys, for a port whose thread was started before.
     *
     * @param options of the port.
     * @param tasks of {@link #startThread}, closed with this port and when the keys cannot be read.
     * @param onHandshake called on the gateway's thread for each handshake that is done.
     * @param onFailure called on the gateway's thread once for each client that broke the rules of TLS or has no valid
     *     certificate.
     * @throws IllegalArgumentException naming the file that cannot be used.
     */
    TlsPort(
        final TlsOptions options,
        final ExecutorService tasks,
        final Runnable onHandshake,
        final Runnable onFailure)
    {
        this.tasks = tasks;
        this.onHandshake = onHandshake;
        this.onFailure = onFailure;
        isClientCertificateRequired = options.isClientCertificateRequired();
        try
        {
            context = options.newContext();
        }
        catch (final RuntimeException ex)
        {
            tasks.shutdownNow();
            throw ex;
        }
    }

    /**
     * Starts the thread that does the expensive parts of handshakes. A thread inherits the processors of the one that
     * starts it, so a gateway calls this before its duty cycle is bound to one.
     *
     * @return the thread.
     */
    static ExecutorService startThread(final String threadName)
    {
        final ThreadPoolExecutor tasks = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), (task) -> Thread.ofPlatform().daemon().name(threadName).unstarted(task));
        tasks.prestartAllCoreThreads();
        return tasks;
    }

    /**
     * The bytes of a connection that came to this port.
     *
     * @param socket that does not block.
     * @return a channel before its handshake.
     */
    ClientChannel channel(final SocketChannel socket)
    {
        return new TlsClientChannel(
            socket, context, isClientCertificateRequired, this::execute, onHandshake, onFailure);
    }

    private void execute(final Runnable task)
    {
        try
        {
            tasks.execute(task);
        }
        catch (final RejectedExecutionException ignored)
        {
            // The gateway is closing, and all its connections with it.
        }
    }

    /** Ends the thread; handshakes that are not done never will be. The connections are the gateway's to close. */
    @Override
    public void close()
    {
        tasks.shutdownNow();
    }
}
