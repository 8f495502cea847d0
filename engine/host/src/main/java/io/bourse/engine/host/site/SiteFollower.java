// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealedChannel;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Keeps the files of a process of a venue in the directory of its backup. A batch of changes is applied when log and
 * events have come as far as the process was when it had read the files: a message store never knows more than the
 * events.
 */
public final class SiteFollower implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SiteFollower.class);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String HANDED_OVER_BY = "site.handed-over-by";
    private static final int CONNECT_MS = 2_000;
    private static final int SILENCE_MS = 30_000;
    private static final long NEVER = -1;
    /** Longer than the copies of other partitions need normally. */
    private static final long OTHERS_NS = TimeUnit.SECONDS.toNanos(10);

    private final FileOrigin origin;
    private final CredentialStore credentials;
    private final Path backupDir;
    private final Supplier<SitePositions> positions;
    private final Predicate<Map<Integer, Long>> hasOthers;
    private final FileCopy copy;
    private volatile SealedChannel channel;
    private SiteMessage.End pending;
    private long pendingNs;
    private long askedMs;
    private long lastBatch;
    private long dueNs = System.nanoTime();
    private volatile long filesMs = NEVER;
    private volatile String problem = "these files have not been copied yet";
    private volatile boolean isClosed;

    /**
     * A copy that goes on with what the directory has.
     *
     * @param origin process whose files they are.
     * @param credentials of the venue.
     * @param backupDir of the backup, locked by this process.
     * @param positions how far log, events and snapshots of the copy are.
     * @param hasOthers whether the copies of other partitions have the events up to these cursors, and the commands of
     *     them.
     * @throws IOException when the directory cannot be used.
     */
    public SiteFollower(
        final FileOrigin origin,
        final CredentialStore credentials,
        final Path backupDir,
        final Supplier<SitePositions> positions,
        final Predicate<Map<Integer, Long>> hasOthers) throws IOException
    {
        this.origin = origin;
        this.credentials = credentials;
        this.backupDir = backupDir;
        this.positions = positions;
        this.hasOthers = hasOthers;
        copy = new FileCopy(backupDir, origin.name());
    }

    /**
     * Asks a venue which term it is of.
     *
     * @param venue where it listens for its backup and the other site.
     * @param credentials of the venue.
     * @param ownTerm what the asker is of; a venue that hears a higher one than its own ends.
     * @return empty when no venue answers there.
     * @throws CredentialException when the secret of the backup is not here.
     */
    public static OptionalLong termOf(
        final InetSocketAddress venue, final CredentialStore credentials, final long ownTerm)
    {
        return termOf(venue, credentials, ownTerm, SILENCE_MS);
    }

    static OptionalLong termOf(
        final InetSocketAddress venue, final CredentialStore credentials, final long ownTerm, final int silenceMs)
    {
        try (SealedChannel channel = connect(venue, credentials, Principal.BACKUP, silenceMs))
        {
            new SiteMessage.Hello(ownTerm).send(channel);
            return OptionalLong.of(SiteMessage.receive(channel, SiteMessage.Hello.class).term());
        }
        catch (final IOException ex)
        {
            LOGGER.debug("no venue answers: address={} reason={}", venue, ex.getMessage());
            return OptionalLong.empty();
        }
    }

    /**
     * Says to another member that this one hands the venue over: no engine starts there any more, and its process ends.
     *
     * @param member where it listens for its backup and the other site.
     * @param credentials of the venue.
     * @param term of the venue.
     * @return whether the member has written it down.
     * @throws CredentialException when the secret of the backup is not here.
     */
    public static boolean handOver(
        final InetSocketAddress member, final CredentialStore credentials, final long term)
    {
        try (SealedChannel channel = connect(member, credentials, Principal.BACKUP, SILENCE_MS))
        {
            new SiteMessage.Hello(term).send(channel);
            SiteMessage.receive(channel, SiteMessage.Hello.class);
            new SiteMessage.HandOver(term).send(channel);
            return term == SiteMessage.receive(channel, SiteMessage.HandOver.class).term();
        }
        catch (final IOException ex)
        {
            LOGGER.warn("a member does not know that the venue is handed over: address={} reason=\"{}\"", member,
                ex.getMessage());
            return false;
        }
    }

    /** The name is resolved at each attempt. */
    private static SealedChannel connect(
        final InetSocketAddress venue,
        final CredentialStore credentials,
        final Principal principal,
        final int silenceMs) throws IOException
    {
        final Socket socket = new Socket();
        boolean isConnected = false;
        try
        {
            socket.connect(new InetSocketAddress(venue.getHostString(), venue.getPort()), CONNECT_MS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(silenceMs);
            isConnected = true;
        }
        finally
        {
            if (!isConnected)
            {
                CloseHelper.quietClose(socket);
            }
        }
        return SealedChannel.connect(socket, credentials, principal);
    }

    @Override
    public int doWork() throws IOException
    {
        if (null != pending)
        {
            return hasAllOf(pending.at()) ? apply() : 0;
        }
        if (System.nanoTime() - dueNs < 0)
        {
            return 0;
        }
        try
        {
            if (null == channel)
            {
                open();
            }
            ask();
            return 1;
        }
        catch (final IOException | IllegalStateException ex)
        {
            drop(ex.getMessage());
            return 0;
        }
        finally
        {
            dueNs = System.nanoTime() + INTERVAL_NS;
        }
    }

    /** What is pending would know of events that may never be. */
    private boolean hasAllOf(final SitePositions at)
    {
        if (!positions.get().reach(at))
        {
            return false;
        }
        final boolean hasAll = at.others().isEmpty() || hasOthers.test(at.others());
        if (!hasAll && System.nanoTime() - pendingNs > OTHERS_NS)
        {
            problem = "they wait for the copies of other partitions: cursors=" + at.others();
        }
        return hasAll;
    }

    private void open() throws IOException
    {
        channel = connect(origin.address(), credentials, origin.principal(), SILENCE_MS);
        if (isClosed)
        {
            throw new IOException("the backup ends");
        }
        new SiteMessage.Hello(SiteTerm.read(backupDir).term()).send(channel);
        final long term = SiteMessage.receive(channel, SiteMessage.Hello.class).term();
        if (!FileOrigin.isGateway(origin.name()))
        {
            requireSameTerm(backupDir, term);
        }
        for (final Map.Entry<String, VenueFiles.Known> file : VenueFiles.read(copy.root()).entrySet())
        {
            final VenueFiles.Known known = file.getValue();
            new SiteMessage.Has(file.getKey(), known.length(),
                Arrays.copyOf(known.sums(), Math.min(known.sums().length, SiteMessage.MOST_SUMS))).send(channel);
        }
        lastBatch = 0;
        LOGGER.info("files are copied: origin={} address={} term={} backupDir={}", origin.name(), origin.address(),
            term, backupDir);
    }

    /**
     * Which member has handed the venue over.
     *
     * @param backupDir of a copy of a venue that was handed over.
     * @return name of the origin; {@link FileOrigin#VENUE} when a former version has copied it.
     */
    public static String handedOverBy(final Path backupDir)
    {
        final Path file = backupDir.resolve(HANDED_OVER_BY);
        return !Files.exists(file) ? FileOrigin.VENUE :
            DiskAccess.get("who has handed over cannot be read: file=" + file, () -> Files.readString(file));
    }

    /**
     * Refuses a venue whose term is not the one that was copied; a copy that has none yet takes it.
     *
     * @param backupDir of the copy.
     * @param term of the venue.
     * @throws IllegalStateException when it is another one.
     */
    public static synchronized void requireSameTerm(final Path backupDir, final long term)
    {
        final SiteTerm copied = SiteTerm.read(backupDir);
        if (copied.equals(SiteTerm.FIRST))
        {
            new SiteTerm(term, SiteTerm.State.VENUE, 0, 0).write(backupDir);
        }
        else if (copied.term() != term)
        {
            throw new IllegalStateException((term < copied.term() ? "this venue is of a former term than the copy," +
                " the other site has taken over from it" : "the venue is of a later term than the copy; move the" +
                " directory of the copy away and begin anew") + ": copiedTerm=" + copied.term() + " term=" + term +
                " backupDir=" + backupDir);
        }
    }

    private void ask() throws IOException
    {
        askedMs = System.currentTimeMillis();
        new SiteMessage.Ask(positions.get(), lastBatch).send(channel);
        while (null == pending)
        {
            final SiteMessage message = SiteMessage.of(channel.receive());
            if (message instanceof final SiteMessage.End end)
            {
                pending = end;
                pendingNs = System.nanoTime();
            }
            else
            {
                copy.add(message);
            }
        }
    }

    private int apply() throws IOException
    {
        copy.end();
        filesMs = askedMs;
        lastBatch = pending.batch();
        problem = "";
        if (pending.isHandedOver() && !FileOrigin.isGateway(origin.name()))
        {
            final Path file = backupDir.resolve(HANDED_OVER_BY);
            DiskAccess.replace(file, file.resolveSibling(HANDED_OVER_BY + ".draft"), origin.name());
            SiteTerm.read(backupDir).with(SiteTerm.State.HANDED_OVER).write(backupDir);
            LOGGER.info("the venue was handed over, nothing is missing: backupDir={} origin={} at={}", backupDir,
                origin.name(), pending.at());
        }
        pending = null;
        return 1;
    }

    private void drop(final String reason) throws IOException
    {
        if (!isClosed && !String.valueOf(reason).equals(problem))
        {
            LOGGER.info("files are not copied at the moment: origin={} address={} reason={}", origin.name(),
                origin.address(), reason);
        }
        problem = String.valueOf(reason);
        CloseHelper.quietClose(channel);
        channel = null;
        pending = null;
        copy.drop();
    }

    /**
     * Whose files they are.
     *
     * @return as given.
     */
    public FileOrigin origin()
    {
        return origin;
    }

    /**
     * When the files were last known to be whole.
     *
     * @return milliseconds since the Unix epoch, -1 when not in this life.
     */
    public long filesMs()
    {
        return filesMs;
    }

    /**
     * Why no files are copied.
     *
     * @return sentence, empty when they are.
     */
    public String problem()
    {
        return problem;
    }

    @Override
    public String roleName()
    {
        return "bourse-site-follower-" + origin.name();
    }

    /** Ends what waits for the venue; the agent is closed by its runner. */
    @Override
    public void close()
    {
        isClosed = true;
        CloseHelper.quietClose(channel);
    }
}
