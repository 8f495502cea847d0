// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.nio.channels.SocketChannel;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
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
    private final ClientTrust trust;
    private final TlsListener listener;
    private final ExecutorService tasks;

    /**
     * Reads the keys.
     *
     * @param options of the port.
     * @param threadName of the thread that does the expensive parts of handshakes.
     * @param listener hears of handshakes and of clients that fail.
     * @throws IllegalArgumentException naming the file that cannot be used.
     */
    TlsPort(
        final TlsOptions options, final String threadName, final TlsListener listener)
    {
        this(options, startThread(threadName), listener);
    }

    /**
     * Reads the keys, for a port whose thread was started before.
     *
     * @param options of the port.
     * @param tasks of {@link #startThread}, closed with this port and when the keys cannot be read.
     * @param listener hears of handshakes and of clients that fail.
     * @throws IllegalArgumentException naming the file that cannot be used.
     */
    TlsPort(
        final TlsOptions options,
        final ExecutorService tasks,
        final TlsListener listener)
    {
        this.tasks = tasks;
        this.listener = listener;
        try
        {
            trust = options.newTrust();
            context = options.newContext(trust);
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
            socket, context, trust, this::execute, listener);
    }

    /** Reads revocation lists that have changed, on the thread of handshakes. */
    void refresh()
    {
        if (null != trust)
        {
            execute(trust::refresh);
        }
    }

    /** Whether a certificate that was trusted once has expired, or is on a revocation list now. */
    boolean isUsable(final X509Certificate certificate)
    {
        try
        {
            trust.requireUsable(certificate);
            return true;
        }
        catch (final CertificateException ignored)
        {
            // The caller says it.
            return false;
        }
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
