// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tlschannel.HeapBufferAllocator;
import tlschannel.NeedsReadException;
import tlschannel.NeedsTaskException;
import tlschannel.NeedsWriteException;
import tlschannel.ServerTlsChannel;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Bytes under TLS. The handshake happens while the first bytes are awaited; its expensive part, signatures and the
 * check of certificates, runs on another thread, and meanwhile the selector waits for nothing of this connection.
 *
 * <p>A read may have to write first and a write to read: each waits for that alone, so that a client that does not do
 * its part never makes the duty cycle spin.
 *
 * <p>Whatever TLS throws at what a client has sent, unchecked or not, ends that client's connection and no other.
 */
final class TlsClientChannel implements ClientChannel
{
    private static final Logger LOGGER = LoggerFactory.getLogger(TlsClientChannel.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SocketChannel socket;
    private final ServerTlsChannel tls;
    private final SSLEngine engine;
    private final Executor tasks;
    private final TlsListener listener;
    private final ClientTrust trust;
    private final InetAddress source;
    private X509Certificate certificate;
    private volatile boolean isTaskRunning;
    private boolean isReadDue;
    private boolean isReadWaitingForSpace;
    private boolean isWriteWaitingForInput;
    private boolean hasOwnOutput;
    private boolean isOutputShut;
    private boolean isFailed;

    /**
     * A channel before its handshake.
     *
     * @param socket that does not block.
     * @param context keys and trust of the venue.
     * @param trust which certificates clients must show; null when they need none.
     * @param tasks runs the expensive parts of the handshake.
     * @param listener hears of the handshake, or of its failure.
     */
    TlsClientChannel(
        final SocketChannel socket,
        final SSLContext context,
        final ClientTrust trust,
        final Executor tasks,
        final TlsListener listener)
    {
        this.socket = socket;
        this.trust = trust;
        this.tasks = tasks;
        this.listener = listener;
        source = socket.socket().getInetAddress();
        engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setNeedClientAuth(null != trust);
        // Buffers are kept while the connection lives: nothing of our own is allocated for a message.
        tls = ServerTlsChannel.newBuilder(socket, context)
            .withEngineFactory((ignored) -> engine)
            .withSessionInitCallback(this::onHandshake)
            .withRunTasks(false)
            // On the heap: direct memory of short connections would pile up until the next collection.
            .withEncryptedBufferAllocator(new HeapBufferAllocator())
            .withReleaseBuffers(false)
            .withWaitForCloseConfirmation(false)
            .build();
    }

    private void onHandshake(final SSLSession session)
    {
        if (null != trust)
        {
            try
            {
                certificate = (X509Certificate)session.getPeerCertificates()[0];
                trust.requireUsable(certificate);
            }
            catch (final SSLPeerUnverifiedException | CertificateException ex)
            {
                throw new IllegalStateException(
                    ex.getMessage() + (null == certificate ? "" : ": subject=" + certificate.getSubjectX500Principal()),
                    ex);
            }
        }
        listener.onHandshake(source, certificate);
    }

    @Override
    public X509Certificate certificate()
    {
        return certificate;
    }

    @Override
    public int read(final ByteBuffer target) throws IOException
    {
        if (isOutputShut || isFailed)
        {
            // Still encrypted, and dropped by the caller.
            final int length = socket.read(target);
            isReadDue = length > 0;
            return length;
        }
        if (isTaskRunning)
        {
            return 0;
        }
        isReadDue = false;
        isReadWaitingForSpace = false;
        isWriteWaitingForInput = false;
        try
        {
            final int length = tls.read(target);
            // Another record may be inside already, and the socket would not say so.
            isReadDue = length > 0;
            return length;
        }
        catch (final NeedsReadException ex)
        {
            return 0;
        }
        catch (final NeedsWriteException ex)
        {
            isReadWaitingForSpace = true;
            return 0;
        }
        catch (final NeedsTaskException ex)
        {
            run(ex.getTask());
            return 0;
        }
        catch (final SSLException | RuntimeException | AssertionError ex)
        {
            fail(ex);
            return 0;
        }
    }

    @Override
    public int write(final ByteBuffer source) throws IOException
    {
        if (isTaskRunning || isWriteWaitingForInput || isOutputShut || isFailed)
        {
            return 0;
        }
        final int position = source.position();
        try
        {
            tls.write(source);
            hasOwnOutput = false;
        }
        catch (final NeedsReadException ex)
        {
            isWriteWaitingForInput = true;
        }
        catch (final NeedsWriteException ex)
        {
            // Some of it may have been taken all the same, and waits inside.
            hasOwnOutput = true;
        }
        catch (final NeedsTaskException ex)
        {
            run(ex.getTask());
        }
        catch (final SSLException | RuntimeException | AssertionError ex)
        {
            fail(ex);
        }
        return source.position() - position;
    }

    @Override
    public int interestOps(final boolean hasOutput)
    {
        if (isTaskRunning)
        {
            return 0;
        }
        if (isReadWaitingForSpace)
        {
            return SelectionKey.OP_WRITE;
        }
        return hasOutput && !isWriteWaitingForInput ?
            SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    @Override
    public void onWritable()
    {
        if (isReadWaitingForSpace)
        {
            isReadWaitingForSpace = false;
            isReadDue = true;
        }
    }

    @Override
    public boolean isReadDue()
    {
        return isReadDue && !isTaskRunning;
    }

    @Override
    public boolean hasOwnOutput()
    {
        return hasOwnOutput;
    }

    @Override
    public void flush() throws IOException
    {
        write(NOTHING);
    }

    @Override
    public boolean isFailed()
    {
        return isFailed;
    }

    @Override
    public void shutdownOutput() throws IOException
    {
        if (!isOutputShut)
        {
            isOutputShut = true;
            hasOwnOutput = false;
            if (!isFailed && !isTaskRunning)
            {
                sayGoodbye();
            }
            socket.shutdownOutput();
        }
    }

    @Override
    public boolean isOpen()
    {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }

    /** As much of close_notify as the socket takes: the client learns the end from TCP as well. */
    private void sayGoodbye()
    {
        try
        {
            tls.shutdown();
        }
        catch (final IOException | RuntimeException | AssertionError ex)
        {
            LOGGER.debug("a TLS connection ends without close_notify", ex);
        }
    }

    private void run(final Runnable task)
    {
        isReadDue = true;
        isTaskRunning = true;
        tasks.execute(() ->
        {
            try
            {
                task.run();
            }
            finally
            {
                isTaskRunning = false;
            }
        });
    }

    private void fail(final Throwable reason)
    {
        isFailed = true;
        // The caller ends the connection when it reads, also when a write has failed.
        isReadDue = true;
        isReadWaitingForSpace = false;
        hasOwnOutput = false;
        LOGGER.debug("a client failed at TLS", reason);
        listener.onFailure(source, String.valueOf(reason.getMessage()));
        try
        {
            // The alert that tells the client why; the library leaves it inside.
            final ByteBuffer alert = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(NOTHING, alert);
            socket.write(alert.flip());
        }
        catch (final IOException | RuntimeException | AssertionError ex)
        {
            LOGGER.debug("the alert of TLS could not be sent", ex);
        }
    }
}
