// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealedChannel;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Gives the files of a process of a running venue to its backup, and says to the other site which term this is. Each
 * connection has a thread of its own, which reads files and positions and touches nothing else of the process.
 */
public final class SiteServer implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SiteServer.class);
    private static final int MOST_CONNECTIONS = 8;
    private static final int SILENCE_MS = 60_000;
    private static final int HANDSHAKE_MS = 5_000;

    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> handedOver = new CompletableFuture<>();
    private final ServerSocket listener;
    private final CredentialStore credentials;
    private final Principal principal;
    private final Path dataDir;
    private final Map<String, Path> elsewhere;
    private final Supplier<SitePositions> positions;
    /** Null of a gateway, which has no term. */
    private final LongConsumer onHigherTerm;
    private final Runnable onHandedOver;
    private volatile BooleanSupplier isConfirmed;
    private volatile SitePositions last;
    private volatile boolean isHeard;
    private volatile long heardNs = System.nanoTime();
    private volatile boolean isClosed;

    private SiteServer(
        final ServerSocket listener,
        final CredentialStore credentials,
        final Principal principal,
        final Path dataDir,
        final Map<String, Path> elsewhere,
        final Supplier<SitePositions> positions,
        final LongConsumer onHigherTerm,
        final Runnable onHandedOver)
    {
        this.listener = listener;
        this.credentials = credentials;
        this.principal = principal;
        this.dataDir = dataDir;
        this.elsewhere = elsewhere;
        this.positions = positions;
        this.onHigherTerm = onHigherTerm;
        this.onHandedOver = onHandedOver;
    }

    /**
     * Listens.
     *
     * @param address of this site.
     * @param credentials of the venue.
     * @param dataDir of the venue, locked by this process.
     * @param elsewhere files and directories that belong to the venue and are not there, by the names that they would
     *     have.
     * @param positions of the venue at the moment.
     * @param onHigherTerm hears the term of another venue, or of a copy of it, that is above this one's.
     * @param onHandedOver is run when another member hands the venue over; this is written down.
     * @return server, to be closed by the caller.
     * @throws IOException when the address cannot be used.
     */
    public static SiteServer open(
        final InetSocketAddress address,
        final CredentialStore credentials,
        final Path dataDir,
        final Map<String, Path> elsewhere,
        final Supplier<SitePositions> positions,
        final LongConsumer onHigherTerm,
        final Runnable onHandedOver) throws IOException
    {
        return open(address, credentials, Principal.BACKUP, dataDir, elsewhere, positions, onHigherTerm,
            onHandedOver);
    }

    /**
     * Listens for the backup in the process of a gateway, which needs no secret but its own.
     *
     * @param address on the machine of the gateway.
     * @param credentials of the venue.
     * @param gateway principal of the gateway.
     * @param dataDir of the gateway.
     * @param elsewhere files and directories that belong to the gateway and are not there, by the names that they
     *     would have.
     * @param positions up to where in the event stream its stores may have anything.
     * @return server, to be closed by the caller.
     * @throws IOException when the address cannot be used.
     */
    public static SiteServer openGateway(
        final InetSocketAddress address,
        final CredentialStore credentials,
        final Principal gateway,
        final Path dataDir,
        final Map<String, Path> elsewhere,
        final Supplier<SitePositions> positions) throws IOException
    {
        return open(address, credentials, gateway, dataDir, elsewhere, positions, null, null);
    }

    private static SiteServer open(
        final InetSocketAddress address,
        final CredentialStore credentials,
        final Principal principal,
        final Path dataDir,
        final Map<String, Path> elsewhere,
        final Supplier<SitePositions> positions,
        final LongConsumer onHigherTerm,
        final Runnable onHandedOver) throws IOException
    {
        final ServerSocket listener = new ServerSocket();
        try
        {
            listener.bind(address);
        }
        catch (final IOException ex)
        {
            CloseHelper.quietClose(listener);
            throw new IOException("the other site cannot be served at this address: address=" + address, ex);
        }
        final SiteServer server = new SiteServer(listener, credentials, principal, dataDir, elsewhere,
            positions, onHigherTerm, onHandedOver);
        Thread.ofPlatform().daemon().name("bourse-site").start(server::listen);
        return server;
    }

    /**
     * Where it listens.
     *
     * @return address with the port in use.
     */
    public InetSocketAddress address()
    {
        return (InetSocketAddress)listener.getLocalSocketAddress();
    }

    /**
     * Whether the backup, or the other site, has said anything to this server.
     *
     * @return false before the first time.
     */
    public boolean isHeard()
    {
        return isHeard;
    }

    /**
     * How long nothing was heard: what was said counts from when its connection began, so that it is no older.
     *
     * @return nanoseconds, since the start when nothing was ever heard.
     */
    public long silentNs()
    {
        return System.nanoTime() - heardNs;
    }

    private void listen()
    {
        while (!isClosed)
        {
            try
            {
                final Socket socket = listener.accept();
                // Closing may let in who has come before.
                if (isClosed || connections.size() >= MOST_CONNECTIONS)
                {
                    CloseHelper.quietClose(socket);
                    continue;
                }
                connections.add(socket);
                Thread.ofPlatform().daemon().name("bourse-site-connection").start(() -> serve(socket));
            }
            catch (final IOException ex)
            {
                if (!isClosed)
                {
                    LOGGER.warn("a connection of the other site was not taken: address={}", address(), ex);
                }
            }
        }
    }

    private void serve(final Socket socket)
    {
        final long beginNs = System.nanoTime();
        try
        {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(HANDSHAKE_MS);
            try (SealedChannel channel = SealedChannel.accept(socket, credentials, principal))
            {
                final long term = isGateway() ? SiteMessage.Hello.NO_TERM : SiteTerm.read(dataDir).term();
                final long theirs = SiteMessage.receive(channel, SiteMessage.Hello.class).term();
                heard(beginNs);
                new SiteMessage.Hello(term).send(channel);
                if (!isGateway() && theirs > term)
                {
                    onHigherTerm.accept(theirs);
                    return;
                }
                socket.setSoTimeout(SILENCE_MS);
                serve(channel);
            }
        }
        catch (final IOException | CredentialException ex)
        {
            // The other side has gone, or is a stranger.
            LOGGER.debug("a connection of the other site has ended: address={} reason={}",
                socket.getRemoteSocketAddress(), ex.getMessage());
        }
        catch (final RuntimeException ex)
        {
            LOGGER.error("the other site cannot be served: address={}", socket.getRemoteSocketAddress(), ex);
        }
        finally
        {
            CloseHelper.quietClose(socket);
            connections.remove(socket);
        }
    }

    private boolean isGateway()
    {
        return null == onHigherTerm;
    }

    private synchronized void heard(final long beginNs)
    {
        if (beginNs - heardNs > 0)
        {
            heardNs = beginNs;
        }
        isHeard = true;
    }

    private void serve(final SealedChannel channel) throws IOException
    {
        final VenueFiles files = new VenueFiles(dataDir, elsewhere);
        long batch = 0;
        long lastBatch = 0;
        while (!isClosed)
        {
            switch (SiteMessage.of(channel.receive()))
            {
                case final SiteMessage.Has has ->
                    files.has(has.name(), new VenueFiles.Known(has.length(), has.sums(), 0));
                case final SiteMessage.Ask ask ->
                {
                    if (lastBatch > 0 && ask.batch() >= lastBatch && ask.at().reach(last) && isLast() &&
                        isConfirmed.getAsBoolean() && isLast())
                    {
                        endHandOver(channel, ++batch);
                        continue;
                    }
                    final SitePositions end = last;
                    files.compare(null != end, new Sender(channel));
                    new SiteMessage.End(++batch, null == end ? positions.get() : end, false).send(channel);
                    lastBatch = null == end ? 0 : batch;
                }
                case final SiteMessage.HandOver handOver -> onHandOver(channel, handOver.term());
                case SiteMessage.Hello _, SiteMessage.Block _, SiteMessage.Length _, SiteMessage.Gone _,
                    SiteMessage.End _ -> throw new IOException("a backup says what only a venue may");
            }
        }
    }

    /** Deadlines and processes that have not been stopped may still make events: the backup has to have those too. */
    private boolean isLast()
    {
        final SitePositions now = positions.get();
        if (now.eventPosition() == last.eventPosition())
        {
            return true;
        }
        last = now.withSnapshot(last.snapshotPosition());
        return false;
    }

    /** Another member hands the venue over; this one is not to be part of a majority that goes on. */
    private void onHandOver(final SealedChannel channel, final long term) throws IOException
    {
        final SiteTerm own = SiteTerm.read(dataDir);
        if (isGateway() || own.term() != term)
        {
            throw new IOException("a venue of another term is handed over: term=" + own.term() + " otherTerm=" + term);
        }
        own.with(SiteTerm.State.HANDED_OVER).write(dataDir);
        try
        {
            new SiteMessage.HandOver(term).send(channel);
        }
        finally
        {
            onHandedOver.run();
        }
    }

    /** What is written down first is that no engine starts here any more. */
    private void endHandOver(final SealedChannel channel, final long batch) throws IOException
    {
        if (!isGateway())
        {
            SiteTerm.read(dataDir).with(SiteTerm.State.HANDED_OVER).write(dataDir);
        }
        try
        {
            new SiteMessage.End(batch, last, !isGateway()).send(channel);
        }
        finally
        {
            handedOver.complete(null);
        }
    }

    /**
     * Hands the venue over: waits until a backup has everything, then writes down that no engine starts here any more,
     * and tells the backup.
     *
     * @param end positions of the venue, after the last command and the last snapshot.
     * @param timeoutNs how long to wait in nanoseconds.
     * @param isConfirmed asked when the backup has everything: whether so many other members have written it down that
     *     those that have not are no majority.
     * @return false when no backup has everything in time, because commands still come or it does not follow, or when
     *     it was not confirmed.
     */
    public boolean handOver(final SitePositions end, final long timeoutNs, final BooleanSupplier isConfirmed)
    {
        this.isConfirmed = isConfirmed;
        last = end;
        try
        {
            handedOver.get(timeoutNs, TimeUnit.NANOSECONDS);
            return true;
        }
        catch (final TimeoutException ex)
        {
            return false;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return false;
        }
        catch (final ExecutionException ex)
        {
            throw new IllegalStateException("the venue cannot be handed over", ex);
        }
    }

    /**
     * Waits, at the end of a gateway, until a backup that is connected has everything.
     *
     * @param timeoutNs how long to wait in nanoseconds.
     * @return false when it does not have it in time.
     */
    public boolean awaitCopied(final long timeoutNs)
    {
        return connections.isEmpty() || handOver(positions.get(), timeoutNs, () -> true);
    }

    @Override
    public void close()
    {
        isClosed = true;
        CloseHelper.quietClose(listener);
        connections.forEach(CloseHelper::quietClose);
    }

    /** Sends changes as they are found. */
    private record Sender(SealedChannel channel) implements VenueFiles.Changes
    {
        @Override
        public void onBlock(final String name, final long offset, final byte[] bytes, final int length)
            throws IOException
        {
            new SiteMessage.Block(name, offset, Arrays.copyOf(bytes, length)).send(channel);
        }

        @Override
        public void onLength(final String name, final long length) throws IOException
        {
            new SiteMessage.Length(name, length).send(channel);
        }

        @Override
        public void onGone(final String name) throws IOException
        {
            new SiteMessage.Gone(name).send(channel);
        }
    }
}
