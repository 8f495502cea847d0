// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.session.channel.ClientChannel;
import io.bourse.gateway.fix.session.channel.TlsClientChannel;
import io.bourse.gateway.fix.session.channel.TlsOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLContext;

/**
 * What the connections of the TLS port share: keys, and a thread for signatures and certificates, which take
 * milliseconds that the sessions must not wait for. One thread is also the limit of what a flood of handshakes takes.
 */
final class TlsPort implements AutoCloseable
{
    private final SSLContext context;
    private final boolean isClientCertificateRequired;
    private final FixCounters counters;
    private final ExecutorService tasks = Executors.newSingleThreadExecutor((task) ->
        Thread.ofPlatform().daemon().name("fix-tls-handshakes").unstarted(task));

    TlsPort(final TlsOptions options, final FixCounters counters)
    {
        context = options.newContext();
        isClientCertificateRequired = options.isClientCertificateRequired();
        this.counters = counters;
    }

    ClientChannel channel(final SocketChannel socket)
    {
        return new TlsClientChannel(socket, context, isClientCertificateRequired, this::execute, () ->
        {
        }, counters::onTlsFailure);
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

    @Override
    public void close()
    {
        tasks.shutdownNow();
    }
}
