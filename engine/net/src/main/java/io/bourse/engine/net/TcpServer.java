// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.CloseHelper;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.ArrayListUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * The sockets of one protocol, polled from a duty cycle: listens, accepts, reads and writes without blocking and
 * without a thread. A broken connection is that peer's affair and never disturbs the others.
 *
 * <p>A protocol extends it by a final class that runs the loop over its connections with the methods of this one:
 * {@link #select}, whose handler calls {@link #readable}; when {@link #mayBeReadDue()}, the connections of which
 * {@link TcpConnection#isReadDue()} says so; then for each connection what the protocol does, with
 * {@link TcpConnection#mayTake()} before each message, {@link TcpConnection#flush}, {@link TcpConnection#overdue} and
 * {@link #endTurn}; flush and end may be left out unless {@link TcpConnection#isTurnDue()}. So every call for a message
 * or a connection is of one class, however many protocols share the thread; what is overridden here is called when
 * connections come and go.
 *
 * @param <C> connections of the protocol.
 */
public abstract class TcpServer<C extends TcpConnection>
{
    /** Most bytes of {@link #refuse}. */
    public static final int MAX_REFUSAL_LENGTH = 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(TcpServer.class);
    /** Refused peers that still hear why; more are closed without a word. */
    private static final int MAX_REFUSED = 16;

    private record Listener(ListeningSocket socket, Object port)
    {
    }

    /** What this server hears of handshakes. */
    private final class Handshakes implements TlsListener
    {
        @Override
        public void onHandshake(final InetAddress source, final X509Certificate certificate)
        {
            TcpServer.this.onHandshake(source, certificate);
        }

        @Override
        public void onFailure(final InetAddress source, final String reason)
        {
            onTlsFailure(source, reason);
        }
    }

    private record Buffers(InputBuffer input, OutputBuffer output)
    {
    }

    private final ArrayList<C> connections = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    // Memory of closed connections, for the next ones: peers that come again and again must not be able to fill that
    // off the heap faster than it is collected.
    private final ArrayDeque<Buffers> freeBuffers = new ArrayDeque<>();
    private final TcpServerOptions options;
    private final TcpAdmission admission;
    private final Selector selector;
    private final ExecutorService tlsTasks;
    private TlsPort tls;
    private long unsent;
    private int refusedCount;
    private final TcpTurns turns = new TcpTurns();

    /**
     * A server that does not listen yet.
     *
     * @throws UncheckedIOException when no descriptor is free.
    */
    protected TcpServer(final TcpServerOptions options)
    {
        this.options = options;
        admission = new TcpAdmission(options);
        try
        {
            selector = Selector.open();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a TCP server cannot open a selector: name=" + options.name(), ex);
        }
        // Perhaps it listens when its duty cycle is bound to one processor already: the handshakes are not.
        tlsTasks = null == options.tls() ? null : TlsPort.startThread(options.name() + "-tls-handshakes");
    }

    /**
     * Binds a port whose connections are plain.
     *
     * @param address to listen on; port 0 takes a free one.
     * @param port what the protocol calls it; null when it has one only.
     * @throws IOException when the address is taken.
     * @throws RuntimeException when the address is none.
    */
    protected final void bind(final InetSocketAddress address, final Object port) throws IOException
    {
        listeners.add(new Listener(new ListeningSocket(address, options.backlog(), null), port));
    }

    /**
     * Binds the port under TLS of the options, if they have one.
     *
     * @param port what the protocol calls it; null when it has one only.
     * @throws IOException when the address is taken.
     * @throws RuntimeException when the address is none, or the keys cannot be used.
    */
    protected final void bindTls(final Object port) throws IOException
    {
        if (null != options.tls())
        {
            tls = new TlsPort(options.tls(), tlsTasks, new Handshakes());
            listeners.add(new Listener(new ListeningSocket(options.tls().address(), options.backlog(), tls), port));
        }
    }

    /**
     * Accepts on all ports from the next poll on.
     *
     * @throws UncheckedIOException when a port is closed.
    */
    public final void startAccepting()
    {
        for (final Listener listener : listeners)
        {
            try
            {
                listener.socket().register(selector, listener);
                if (null != options.socketWatch())
                {
                    options.socketWatch().addListener(listener.socket());
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("a TCP server cannot accept: name=" + options.name() + " address=" +
                    listener.socket().localAddress(), ex);
            }
        }
    }

    /**
     * Where a port listens.
     *
     * @param port what the protocol calls it.
     * @param isTls whether its connections are under TLS.
     * @return address with the real port, or null when there is no such port.
    */
    public final InetSocketAddress localAddress(final Object port, final boolean isTls)
    {
        for (final Listener listener : listeners)
        {
            if (port == listener.port() && isTls == listener.socket().isTls())
            {
                return listener.socket().localAddress();
            }
        }
        return null;
    }

    /**
     * Gives a new connection its protocol.
     *
     * @param accepted its socket and buffers.
     * @return connection over them.
    */
    protected abstract C newConnection(AcceptedSocket accepted);

    /**
     * What is known of an address before its connection is given a place; protocols that have logins with sources say
     * it.
     *
     * @param address of a peer.
     * @return whether some login may come from there.
    */
    protected TcpSource sourceOf(final InetAddress address)
    {
        return TcpSource.OPEN;
    }

    /**
     * Whether another server serves, and this one lets no peer in.
     *
     * @return false for servers that do not stand by for each other.
    */
    protected boolean isStandingBy()
    {
        return false;
    }

    /**
     * Last words to a peer that is not let in, for protocols that have some.
     *
     * @param refusal which limit was reached.
     * @param facts limit and value as key=value.
     * @param buffer to write to.
     * @param offset to write at.
     * @param timeNs of the poll.
     * @return length written, at most {@link #MAX_REFUSAL_LENGTH}; 0 to close without a word.
    */
    protected int refuse(
        final TcpRefusal refusal,
        final String facts,
        final MutableDirectBuffer buffer,
        final int offset,
        final long timeNs)
    {
        return 0;
    }

    /** A connection was let in, to be counted. */
    protected abstract void onAccepted();

    /**
     * A peer was not let in, to be counted.
     *
     * @param refusal which limit was reached; null when the socket failed or no descriptor is free.
     * @param source of the peer; null when the socket failed.
    */
    protected abstract void onRefused(TcpRefusal refusal, InetAddress source);

    /** The number of connections, or of those without a login, has changed. */
    protected void onCount()
    {
        // For protocols that have a counter of it.
    }

    /**
     * A handshake of TLS is done, to be counted.
     *
     * @param source of the peer.
     * @param certificate it has shown, which is trusted; null when none is asked for.
    */
    protected void onHandshake(final InetAddress source, final X509Certificate certificate)
    {
        // For protocols that have a counter of it.
    }

    /**
     * A peer broke the rules of TLS or has no valid certificate, to be counted.
     *
     * @param source of the peer.
     * @param reason as the library says it.
    */
    protected void onTlsFailure(final InetAddress source, final String reason)
    {
        // For protocols that have a counter of it.
    }

    /**
     * Looks at the sockets once: accepts, and calls the handler with every other key.
     *
     * @param handler of the protocol, always the same object: it calls {@link #readable}. Selecting by it and not by
     *     the set of selected keys allocates nothing.
     * @param timeNs of the poll.
     * @return keys that were ready.
    */
    protected final int select(final Consumer<SelectionKey> handler, final long timeNs)
    {
        turns.current++;
        turns.nowNs = timeNs;
        try
        {
            return selector.selectNow(handler);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("The selector of a TCP server failed: name=" + options.name(), ex);
        }
    }

    /**
     * What is to be done with a key that is ready.
     *
     * @param key given to the handler of {@link #select}.
     * @return the connection to read from; null when there is none, and this method has done what was to be done.
    */
    @SuppressWarnings("unchecked")
    protected final C readable(final SelectionKey key)
    {
        if (key.attachment() instanceof Listener listener)
        {
            acceptSome(listener);
            return null;
        }
        final C connection = (C)key.attachment();
        if (key.isValid() && key.isWritable())
        {
            connection.onWritable(turns.nowNs);
        }
        return key.isValid() && key.isReadable() ? connection : null;
    }

    /**
     * Whether connections may hold bytes that the selector knows nothing of: {@link TcpConnection#isReadDue()} says so.
     *
     * @return true with a port under TLS, or when a turn ended with input left.
    */
    protected final boolean mayBeReadDue()
    {
        return null != tls || turns.leftCount > 0;
    }

    /** Has revocation lists read again that have changed, on the thread of handshakes. */
    protected final void refreshRevocations()
    {
        if (null != tls)
        {
            tls.refresh();
        }
    }

    /**
     * Whether the certificate of a connection may still be used: it has not expired, and is on no revocation list.
     *
     * @param connection of a peer.
     * @return true also without a certificate.
    */
    protected final boolean isCertificateUsable(final C connection)
    {
        return null == connection.certificate() || tls.isUsable(connection.certificate());
    }

    /**
     * How many connections there are, those of refused peers included. They are visited from the last to the first,
     * because {@link #endTurn} removes.
     *
     * @return count.
    */
    protected final int size()
    {
        return connections.size();
    }

    /**
     * One connection.
     *
     * @param index from 0.
     * @return connection.
    */
    protected final C connection(final int index)
    {
        return connections.get(index);
    }

    /** Connections that have been let in and are open. */
    protected final int openCount()
    {
        return admission.count();
    }

    /** Those of them that have not logged in. */
    protected final int outstandingCount()
    {
        return admission.outstandingCount();
    }

    /**
     * The last of a connection's turn in a duty cycle: forgets it when it is closed, else sets in the selector what it
     * waits for.
     *
     * @param index of the connection.
     * @param connection at this index.
     * @return whether it is gone.
    */
    protected final boolean endTurn(final int index, final C connection)
    {
        if (connection.isClosed())
        {
            ArrayListUtil.fastUnorderedRemove(connections, index);
            forget(connection);
            return true;
        }
        if (connection.isOutstanding() && connection.isLoggedIn())
        {
            leaveOutstanding(connection);
            onCount();
        }
        unsent += connection.output().length();
        connection.updateInterest();
        connection.endTurn();
        return false;
    }

    /**
     * After the turns of all connections in a duty cycle: which one to give up because they hold too many bytes unsent.
     *
     * @return the connection with the most; null when they hold no more than they may.
    */
    protected final C slowestAboveLimit()
    {
        final long total = unsent;
        unsent = 0;
        if (total <= options.maxUnsentOfAll())
        {
            return null;
        }
        C slowest = connections.get(0);
        for (int i = 1; i < connections.size(); i++)
        {
            final C connection = connections.get(i);
            slowest = connection.output().length() > slowest.output().length() ? connection : slowest;
        }
        return slowest;
    }

    /** Closes the ports: no connection comes any more. */
    protected final void stopListening()
    {
        listeners.forEach((listener) -> CloseHelper.quietClose(listener.socket()));
    }

    /** Closes everything; the protocol has said its last words, as far as they can be said at once. */
    protected final void closeAll()
    {
        for (final C connection : connections)
        {
            connection.end(TcpCloseReason.SERVER_CLOSED);
        }
        connections.clear();
        stopListening();
        if (null != tlsTasks)
        {
            tlsTasks.shutdownNow();
        }
        CloseHelper.quietClose(selector);
    }

    // ------------------------------------------------ accepting ------------------------------------------------

    /** A few at a time: who is connected does not wait for all who come. */
    private void acceptSome(final Listener listener)
    {
        int left = options.acceptsPerPoll();
        while (left > 0 && accept(listener))
        {
            left--;
        }
    }

    private boolean accept(final Listener listener)
    {
        SocketChannel channel = null;
        try
        {
            channel = listener.socket().accept();
            if (null != channel)
            {
                onAccepted(channel, listener);
            }
            return null != channel;
        }
        catch (final IOException | RuntimeException ex)
        {
            // The peer was gone again, or no descriptor is free: the others must go on.
            onRefused(null, null);
            CloseHelper.quietClose(channel);
            LOGGER.debug("a connection could not be accepted: name={}", options.name(), ex);
            return false;
        }
    }

    private void onAccepted(final SocketChannel channel, final Listener listener) throws IOException
    {
        final InetSocketAddress remoteAddress = (InetSocketAddress)channel.getRemoteAddress();
        final InetAddress address = remoteAddress.getAddress();
        final TcpSource source = sourceOf(address);
        TcpRefusal refusal =
            isStandingBy() ? TcpRefusal.STANDING_BY : admission.check(address, source, turns.nowNs);
        if (null != refusal && options.isOutstandingReplaced() && giveWay(refusal, address, source))
        {
            refusal = admission.check(address, source, turns.nowNs);
        }
        if (null != refusal)
        {
            onRefused(refusal, address);
            if (TcpRefusal.UNKNOWN_SOURCE == refusal || refusedCount >= MAX_REFUSED)
            {
                channel.close();
                return;
            }
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (options.socketSendBufferLength() > 0)
        {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.socketSendBufferLength());
        }
        if (options.socketReceiveBufferLength() > 0)
        {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.socketReceiveBufferLength());
        }
        final Buffers pooled = freeBuffers.pollFirst();
        final Buffers buffers = null == pooled ? new Buffers(options.newInput(), options.newOutput()) : pooled;
        if (null != refusal && 0 == sayWhy(refusal, address, buffers.output()))
        {
            freeBuffers.addFirst(buffers);
            channel.close();
            return;
        }
        add(channel, remoteAddress, listener, buffers, null == refusal ? source : null);
    }

    private int sayWhy(final TcpRefusal refusal, final InetAddress address, final OutputBuffer output)
    {
        final int offset = output.reserve(MAX_REFUSAL_LENGTH, 0);
        final int length = refuse(refusal, admission.facts(refusal, address), output.buffer(), offset, turns.nowNs);
        output.commit(length);
        return length;
    }

    private void add(
        final SocketChannel channel,
        final InetSocketAddress remoteAddress,
        final Listener listener,
        final Buffers buffers,
        final TcpSource source) throws IOException
    {
        final boolean isRefused = null == source;
        final C connection = newConnection(new AcceptedSocket(
            options, listener.socket().channel(channel), remoteAddress, listener.port(), buffers.input(),
            buffers.output(), turns.nowNs, isRefused));
        connection.turns(turns);
        connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
        if (null != options.socketWatch())
        {
            options.socketWatch().addConnection(channel);
        }
        connections.add(connection);
        if (isRefused)
        {
            refusedCount++;
            connection.closeAfterFlush();
        }
        else
        {
            connection.member(TcpSource.MEMBER == source);
            admission.add(remoteAddress.getAddress(), source);
            onAccepted();
            onCount();
        }
    }

    /**
     * Ends the oldest connection without a login to make place for a new one: of the same address if that has no
     * connection left, else of the address that has most without a login. Those of members give way to members only,
     * and after all others.
    */
    private boolean giveWay(final TcpRefusal refusal, final InetAddress address, final TcpSource source)
    {
        final InetAddress own = AddressRange.source(address);
        C oldest = null;
        for (final C candidate : connections)
        {
            final boolean isFit = candidate.isOpen() && !candidate.isLoggedIn() && switch (refusal)
            {
                case TOO_MANY_OF_ADDRESS, TOO_MANY_OUTSTANDING_OF_ADDRESS ->
                    own.equals(AddressRange.source(candidate.address()));
                case TOO_MANY_CONNECTIONS, TOO_MANY_OUTSTANDING ->
                    TcpSource.MEMBER == source || !candidate.isMember();
                case TOO_MANY_TODAY, UNKNOWN_SOURCE, STANDING_BY -> false;
            };
            if (isFit && (null == oldest || isBefore(candidate, oldest)))
            {
                oldest = candidate;
            }
        }
        if (null == oldest)
        {
            return false;
        }
        oldest.end(TcpCloseReason.REPLACED);
        connections.remove(oldest);
        forget(oldest);
        return true;
    }

    private boolean isBefore(final C candidate, final C other)
    {
        if (candidate.isMember() != other.isMember())
        {
            return other.isMember();
        }
        final int more = admission.outstanding(candidate.address()) - admission.outstanding(other.address());
        return 0 < more || 0 == more && candidate.openedNs() < other.openedNs();
    }

    private void forget(final C connection)
    {
        connection.input().clear();
        connection.output().discard();
        freeBuffers.addFirst(new Buffers(connection.input(), connection.output()));
        if (connection.isRefused())
        {
            refusedCount--;
            return;
        }
        if (connection.isOutstanding())
        {
            leaveOutstanding(connection);
        }
        admission.remove(connection.address());
        onCount();
    }

    private void leaveOutstanding(final C connection)
    {
        connection.leaveOutstanding();
        admission.onLoggedIn(connection.address(), connection.isMember());
    }
}
