// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.site.FileOrigin;
import io.bourse.engine.host.site.SiteFollower;
import io.bourse.engine.host.site.SitePositions;
import io.bourse.engine.host.site.SiteServer;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.fix.FixGateway;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The part of a process of a venue that knows of another site: it gives files to the backup, hands the venue over when
 * it was asked to, and ends the process when the other site has taken over, or may have.
 */
public final class SecondSite
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SecondSite.class);
    private static final String REQUEST = "site.hand-over";
    private static final String HEARD = "site.heard";
    private static final String FIRST_MEMBER = "site.member-0";
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long HAND_OVER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long COPY_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Name, among the files of a venue, of the stores of the gateway that serves all partitions over FIX. */
    public static final String STORES_OF_ALL = VenueConfig.LowFrequency.FIX_NAME + ".stores";

    private SecondSite()
    {
    }

    /**
     * Refuses to start a venue that the other site has taken over from; this is written down.
     *
     * @param config of the venue.
     * @throws IllegalStateException when it must not start.
     */
    static void requireToStart(final VenueConfig config)
    {
        final SiteTerm own = SiteTerm.read(config.dataDir());
        final OptionalLong theirs = termOfPeer(config, own.term());
        if (theirs.isPresent() && theirs.getAsLong() > own.term())
        {
            throw depose(config.dataDir(), theirs.getAsLong());
        }
    }

    /**
     * Refuses to copy a venue that is not the one that was copied before. The directory of a venue that the other site
     * has taken over from is marked as such: a backup sets it aside.
     *
     * @param config of the venue that is copied, with the directory of the backup.
     * @throws IllegalStateException when it must not be copied here.
     */
    static void requireToFollow(final VenueConfig config)
    {
        final Path dataDir = config.dataDir();
        final SiteTerm own = SiteTerm.read(dataDir);
        final OptionalLong theirs = termOfMembers(config, own.term());
        if (theirs.isEmpty())
        {
            return;
        }
        if (BackupMark.isSet(dataDir))
        {
            SiteFollower.requireSameTerm(dataDir, theirs.getAsLong());
        }
        else if (theirs.getAsLong() > own.term() && SiteTerm.State.VENUE == own.state() && Files.exists(
            EngineDirectories.archiveDir(dataDir)))
        {
            LOGGER.warn(depose(dataDir, theirs.getAsLong()).getMessage());
        }
    }

    /** Which term the venue at the other site is of; empty when none answers there. */
    private static OptionalLong termOfPeer(final VenueConfig config, final long ownTerm)
    {
        final InetSocketAddress peer = config.site().peer();
        return null == peer ? OptionalLong.empty() : SiteFollower.termOf(peer, credentials(config), ownTerm);
    }

    /**
     * Who of the other site answers.
     *
     * @param config of this site's venue.
     * @param members where the members answered their backup, HOST:PORT by name.
     * @param ownTerm of this site.
     * @return terms by the name of the member; of who answers at the configured address of the other site and is none
     *     of these, {@code peer}.
     */
    public static SortedMap<String, Long> answering(
        final VenueConfig config, final Map<String, String> members, final long ownTerm)
    {
        final Map<InetSocketAddress, String> names = new LinkedHashMap<>();
        names.put(config.site().peer(), "peer");
        members.forEach((name, address) ->
        {
            final int colon = address.lastIndexOf(':');
            names.put(InetSocketAddress.createUnresolved(
                address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))), name);
        });
        final SortedMap<String, Long> answering = new TreeMap<>();
        names.forEach((address, name) -> SiteFollower.termOf(address, credentials(config), ownTerm)
            .ifPresent((term) -> answering.put(name, term)));
        return answering;
    }

    /** The highest that a member says; empty when none answers. */
    private static OptionalLong termOfMembers(final VenueConfig config, final long ownTerm)
    {
        return IntStream.range(0, config.host().members())
            .mapToObj((memberId) -> SiteFollower.termOf(config.siteAddress(memberId), credentials(config), ownTerm))
            .flatMapToLong(OptionalLong::stream).max();
    }

    /**
     * A member that has got everything from the others is of their term.
     *
     * @param config of the member.
     */
    static void takeTerm(final VenueConfig config)
    {
        final SiteTerm own = SiteTerm.read(config.dataDir());
        final OptionalLong theirs =
            config.site().isServed() ? termOfMembers(config, SiteTerm.FIRST.term()) : OptionalLong.empty();
        if (theirs.isPresent() && theirs.getAsLong() > own.term())
        {
            new SiteTerm(theirs.getAsLong(), SiteTerm.State.VENUE, 0, 0).write(config.dataDir());
        }
    }

    /**
     * Processes that give their files to the backup.
     *
     * @param config of the venue.
     * @return that of the venue first; none without a second site.
     */
    static List<FileOrigin> origins(final VenueConfig config)
    {
        return !config.site().isServed() ? List.of() : Stream.concat(
            IntStream.range(0, config.host().members())
                .mapToObj((memberId) -> FileOrigin.member(memberId, config.siteAddress(memberId))),
            config.site().gateways().stream()
                .map((gateway) -> FileOrigin.gateway(config.fix().gatewayId(), gateway))).toList();
    }

    private static CredentialStore credentials(final VenueConfig config)
    {
        return CredentialStore.at(config.credentials());
    }

    private static IllegalStateException depose(final Path dataDir, final long term)
    {
        final SiteTerm own = SiteTerm.read(dataDir);
        if (Files.isDirectory(dataDir))
        {
            own.with(SiteTerm.State.DEPOSED).write(dataDir);
        }
        return new IllegalStateException("the other site has taken over from this venue, which must not run any more;" +
            " let `bourse backup` follow the other site: dataDir=" + dataDir + " term=" + own.term() + " otherTerm=" +
            term);
    }

    /** What runs beside the engine, opened before everything that sends commands. */
    static void open(final VenueConfig config, final VenueEngine engine, final NodeParts parts)
    {
        if (null != config.site().peer())
        {
            parts.runWatch(new PeerWatch(config, parts));
        }
        if (!config.site().isServed())
        {
            return;
        }
        final SiteServer server = parts.opened(serve(config, engine, parts));
        request(config.dataDir(), false);
        writeFirstMember(config);
        parts.opened(new HandOver(config, engine, parts, server));
        parts.runWatch(new RequestWatch(config.dataDir().resolve(REQUEST), parts));
        if (config.site().leaseNs() > 0)
        {
            final LeaseWatch lease = new LeaseWatch(config, server, parts);
            parts.runWatch(lease);
            parts.await("the backup, see venue.site.lease", lease::isGiven, () -> false);
        }
    }

    /** Who hands over another member asks there whether member 0, which has the gateways, lives. */
    private static void writeFirstMember(final VenueConfig config)
    {
        final Path file = config.dataDir().resolve(FIRST_MEMBER);
        final InetSocketAddress first = config.siteAddress(0);
        DiskAccess.run("cannot write down where member 0 answers: file=" + file, () -> DiskAccess.replace(file,
            file.resolveSibling(FIRST_MEMBER + ".draft"), first.getHostString() + ":" + first.getPort()));
    }

    /**
     * Whether member 0 of a venue answers its backup and the other members.
     *
     * @param dataDir of another member, which runs.
     * @param credentials of the venue.
     * @return false when it does not.
     * @throws IllegalStateException when the member serves no other site.
     */
    public static boolean isFirstMemberThere(final Path dataDir, final CredentialStore credentials)
    {
        final Path file = dataDir.resolve(FIRST_MEMBER);
        if (!Files.exists(file))
        {
            throw new IllegalStateException("this member serves no other site, see venue.site.port: dataDir=" +
                dataDir);
        }
        final String address = DiskAccess.get("where member 0 answers cannot be read: file=" + file,
            () -> Files.readString(file));
        final int colon = address.lastIndexOf(':');
        return SiteFollower.termOf(InetSocketAddress.createUnresolved(address.substring(0, colon),
            Integer.parseInt(address.substring(colon + 1))), credentials, SiteTerm.read(dataDir).term()).isPresent();
    }

    /**
     * Files and directories that a venue needs at the other site, and that do not lie in its data directory: those of a
     * gateway in a process of its own, on the same machine, and what several partitions share, which is of the first
     * one, of several markets each market's runs of clearing of the first one of the market. Of the gateways that serve
     * all partitions, the order that their numbers come from, its checkpoints and the stores are shared.
     *
     * @param config of the venue.
     * @return where each is, by the name that it would have in the data directory.
     */
    public static Map<String, Path> elsewhere(final VenueConfig config)
    {
        final Map<String, Path> all = new TreeMap<>(Map.of("fix", config.fix().storeDirectory()));
        final Path dataDir = config.dataDir().toAbsolutePath().normalize();
        if (1 == config.partitions() || 0 == config.partition())
        {
            all.put("fix-passwords", config.fixPasswords().file());
            all.put("access.conf", config.access().file());
        }
        if (config.partitions() > 1)
        {
            final Path keys = config.clearing().keysDir().toAbsolutePath().normalize();
            if (0 == config.partition() && keys.startsWith(config.venueDir()))
            {
                all.put("keys", keys);
            }
            if (servesAll(config))
            {
                all.put(STORES_OF_ALL, config.lowFrequency().fixStores());
                all.put(VenueConfig.LowFrequency.NAME + ".checkpoints",
                    gateway(config, VenueConfig.LowFrequency.NAME).resolve("twime").resolve("checkpoints"));
                VenueConfig.LowFrequency.NAMES.forEach((name) -> all.put(name + "." + PartitionsClient.ORDER_FILE,
                    gateway(config, name).resolve(PartitionsClient.ORDER_FILE)));
            }
            if (config.together().getFirst() == config.partition())
            {
                all.put("clearing", VenueClearing.baseDir(dataDir.getParent()));
            }
        }
        all.values().removeIf((path) -> path.toAbsolutePath().normalize().startsWith(dataDir));
        return all;
    }

    /** Whether the files of gateways of all partitions are of this one. */
    private static boolean servesAll(final VenueConfig config)
    {
        return 0 == config.partition() && config.partitions() > 1 && config.markets().isEmpty();
    }

    private static Path gateway(final VenueConfig config, final String name)
    {
        return Partitions.lowFrequency(config.venueDir(), name);
    }

    /**
     * How far the venue is: read after the files, so that they know no more. What a gateway of all partitions keeps is
     * of the events of each of them.
     */
    private static SitePositions positions(final VenueConfig config, final VenueEngine engine)
    {
        final SortedMap<Integer, Long> others = new TreeMap<>();
        if (servesAll(config))
        {
            VenueConfig.LowFrequency.NAMES.forEach((name) -> PartitionsClient.deliveredUpTo(gateway(config, name))
                .forEach((partition, cursor) -> others.merge(partition, cursor, Math::max)));
            others.remove(config.partition());
        }
        final SitePositions own = engine.positions();
        return new SitePositions(own.logPosition(), own.eventPosition(), own.snapshotPosition(), others);
    }

    private static SiteServer serve(final VenueConfig config, final VenueEngine engine, final NodeParts parts)
    {
        return serve(config.siteAddress(config.host().memberId()), (address) ->
            SiteServer.open(address, credentials(config), config.dataDir(), elsewhere(config),
                () -> positions(config, engine), (term) -> parts.onFailure(depose(config.dataDir(), term)), () ->
                {
                    LOGGER.warn("another member hands this venue over to the other site, and this one ends:" +
                        " dataDir={}", config.dataDir());
                    parts.stop().complete(null);
                }));
    }

    /**
     * Gives the files of a FIX gateway in a process of its own to the backup, where the configuration says so. Opened
     * before the gateway runs: it is closed after it, and waits then until the backup has everything.
     */
    static void open(
        final VenueConfig config, final FixGateway gateway, final BooleanSupplier isStopping, final NodeParts parts)
    {
        if (null == config.site().gateway())
        {
            return;
        }
        final SiteServer server = parts.opened(serve(config.site().gateway(), (address) ->
            SiteServer.openGateway(address, credentials(config), Principal.gateway(config.fix().gatewayId()),
                config.dataDir(), elsewhere(config), () -> new SitePositions(0, gateway.passedCursor(), -1))));
        parts.opened(() ->
        {
            if (isStopping.getAsBoolean() && !server.awaitCopied(COPY_TIMEOUT_NS))
            {
                LOGGER.warn("the backup has not got the last of the files of this gateway in time: dataDir={}",
                    config.dataDir());
            }
        });
    }

    private static SiteServer serve(final InetSocketAddress address, final Opening opening)
    {
        try
        {
            return opening.open(new InetSocketAddress(address.getHostString(), address.getPort()));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex.getMessage(), ex);
        }
    }

    /** Makes a server that listens. */
    private interface Opening
    {
        SiteServer open(InetSocketAddress address) throws IOException;
    }

    /**
     * Asks the process of a venue to stop and to hand it over, or no longer to do so.
     *
     * @param dataDir of the venue.
     * @param isWanted whether it is to be handed over.
     */
    public static void request(final Path dataDir, final boolean isWanted)
    {
        final Path file = dataDir.resolve(REQUEST);
        try
        {
            Files.deleteIfExists(file);
            if (isWanted)
            {
                Files.createFile(file);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the venue cannot be asked to hand over: file=" + file, ex);
        }
    }

    /**
     * Hands the venue over at its end, if that was asked for: after everything that sends commands is closed, and
     * before the engine is.
     */
    private record HandOver(VenueConfig config, VenueEngine engine, NodeParts parts, SiteServer server)
        implements AutoCloseable
    {
        @Override
        public void close()
        {
            if (!Files.exists(config.dataDir().resolve(REQUEST)) || parts.failure().isDone())
            {
                return;
            }
            try
            {
                final long snapshot = LastSnapshot.take(engine, config.partition());
                final SitePositions end = positions(config, engine).withSnapshot(snapshot);
                LOGGER.info("the venue is handed over: end={}", end);
                // Filled by the thread of the backup's connection, which may still ask when the time is over.
                final SortedSet<Integer> others = new ConcurrentSkipListSet<>();
                if (!server.handOver(end, HAND_OVER_TIMEOUT_NS, () -> isConfirmed(others)))
                {
                    LOGGER.warn("the venue was not handed over, it may be started again: no backup has everything" +
                        " in time, commands have still come, or too few members have written it down; those that" +
                        " have need `bourse hand-over --take-back`: end={} members={}", end, others);
                }
            }
            catch (final RuntimeException ex)
            {
                LOGGER.warn("the venue was not handed over, it may be started again: reason=\"{}\"", ex.getMessage());
            }
            finally
            {
                request(config.dataDir(), false);
            }
        }

        /** Members that do not know of it, one that comes back among them, must not be a majority. */
        private boolean isConfirmed(final SortedSet<Integer> others)
        {
            final long term = SiteTerm.read(config.dataDir()).term();
            final int members = config.host().members();
            IntStream.range(0, members).filter((memberId) -> config.host().memberId() != memberId)
                .filter((memberId) -> !others.contains(memberId))
                .filter((memberId) -> SiteFollower.handOver(config.siteAddress(memberId), credentials(config), term))
                .forEach(others::add);
            return others.size() + 1 > members / 2;
        }
    }

    /**
     * Ends a venue that does not hear of its backup any more: what it did from then on, the other site could do too. It
     * holds once a backup was there, also for later lives.
     */
    private static final class LeaseWatch implements Agent
    {
        private final Path file;
        private final long leaseNs;
        private final SiteServer server;
        private final NodeParts parts;
        private volatile boolean isFollowed;

        LeaseWatch(final VenueConfig config, final SiteServer server, final NodeParts parts)
        {
            file = config.dataDir().resolve(HEARD);
            leaseNs = config.site().leaseNs();
            this.server = server;
            this.parts = parts;
            isFollowed = Files.exists(file);
        }

        /** Whether components may start: the backup is there, or none ever was. */
        boolean isGiven()
        {
            return server.isHeard() || !isFollowed;
        }

        @Override
        public int doWork()
        {
            if (!isFollowed && server.isHeard())
            {
                DiskAccess.run("cannot write down that a backup was there: file=" + file, () ->
                {
                    Files.createFile(file);
                    DiskAccess.force(file.getParent());
                });
                isFollowed = true;
            }
            if (isFollowed && server.silentNs() > leaseNs)
            {
                parts.onFailure(new IllegalStateException("the venue has not heard of its backup for the time of" +
                    " venue.site.lease, and the other site may take over; start the backup, then the venue, or set" +
                    " the lease to 0 if the other site has not taken over: silentMs=" +
                    TimeUnit.NANOSECONDS.toMillis(server.silentNs())));
            }
            return 0;
        }

        @Override
        public String roleName()
        {
            return "site-lease-watch";
        }
    }

    /** Stops the process when it is asked to hand over. */
    private record RequestWatch(Path file, NodeParts parts) implements Agent
    {
        @Override
        public int doWork()
        {
            return Files.exists(file) && parts.stop().complete(null) ? 1 : 0;
        }

        @Override
        public String roleName()
        {
            return "hand-over-watch";
        }
    }

    /** Asks the other site again and again. */
    private static final class PeerWatch implements Agent
    {
        private final VenueConfig config;
        private final NodeParts parts;
        private final long term;
        private long dueNs = System.nanoTime();

        PeerWatch(final VenueConfig config, final NodeParts parts)
        {
            this.config = config;
            this.parts = parts;
            term = SiteTerm.read(config.dataDir()).term();
        }

        @Override
        public int doWork()
        {
            if (System.nanoTime() - dueNs < 0)
            {
                return 0;
            }
            final OptionalLong theirs = termOfPeer(config, term);
            if (theirs.isPresent() && theirs.getAsLong() > term)
            {
                parts.onFailure(depose(config.dataDir(), theirs.getAsLong()));
            }
            dueNs = System.nanoTime() + LOOK_INTERVAL_NS;
            return 1;
        }

        @Override
        public String roleName()
        {
            return "site-watch";
        }
    }
}
