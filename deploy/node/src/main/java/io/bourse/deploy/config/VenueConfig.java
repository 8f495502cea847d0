// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.net.TlsOptions;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.sbe.SbeGatewayOptions;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The effective configuration of a venue. Keys and defaults stand in {@code bourse.conf}.
 *
 * @param dataDir where everything durable lives.
 * @param partition group of instruments served, from 0.
 * @param partitions of the venue.
 * @param markets that have them.
 * @param rebalances whether collateral is moved between them by what is used.
 * @param durability ram or disk (docs/operations.md).
 * @param minFreeBytes free space under the data directory below which the engine stops; 0 uses all there is.
 * @param referenceData folder of the reference tables, or {@code embedded}.
 * @param sessionId first trading session.
 * @param tradingDate YYYYMMDD of the first session.
 * @param host what runs the matcher.
 * @param engine thread of the solo host.
 * @param layout which threads there are.
 * @param twime binary order entry.
 * @param fix FIX order entry, drop copy and market data.
 * @param fixPasswords how passwords of FIX sessions are kept and checked.
 * @param marketData feeds and what else the market data component does.
 * @param snapshots snapshots of the core and how much history is kept.
 * @param clearing clearing services.
 * @param credentials secrets of those who connect to the engine.
 * @param timestamps time-stamp files.
 * @param operators people who operate it.
 * @param clock how stamps follow the wall clock.
 * @param metrics where {@code bourse metrics} listens.
 * @param console where {@code bourse console} listens.
 * @param standby whether a gateway in a process of its own waits until it is activated.
 * @param lowFrequency gateway for all of several partitions.
 * @param site where the other site and the backup are answered, and where the other site is.
 * @param access what of this can be changed while the venue runs.
 */
public record VenueConfig(
    Path dataDir,
    int partition,
    int partitions,
    Markets markets,
    boolean rebalances,
    String durability,
    long minFreeBytes,
    String referenceData,
    int sessionId,
    int tradingDate,
    Host host,
    Engine engine,
    ThreadLayout layout,
    SbeGatewayOptions twime,
    FixGatewayOptions fix,
    PasswordOptions fixPasswords,
    MarketDataConfig marketData,
    Snapshots snapshots,
    Clearing clearing,
    Path credentials,
    Timestamps timestamps,
    Operators operators,
    ClockOptions clock,
    MetricsOptions metrics,
    ConsoleOptions console,
    Standby standby,
    LowFrequency lowFrequency,
    Site site,
    AccessFile access)
{
    /** Value of {@code reference-data} that means the demo tables shipped with Bourse. */
    public static final String EMBEDDED = "embedded";

    /**
     * What runs the matcher.
     *
     * @param kind {@link #SOLO} or {@link #CLUSTER}.
     * @param members of the cluster.
     * @param memberId which of them this process is.
     * @param hosts names or addresses of the members, in order of their ids.
     * @param basePort first of four UDP ports per member; 0 takes free ones, for one member only.
     * @param hasBackup whether a backup must have come beyond what is deleted.
     * @param backupHost name or address of the host of the backup.
     * @param componentHost name or address of this machine when components on it follow members over the network;
     *     empty when they follow a member on this machine.
     */
    public record Host(
        String kind,
        int members,
        int memberId,
        List<String> hosts,
        int basePort,
        boolean hasBackup,
        String backupHost,
        String componentHost)
    {
        /** One engine in one process. */
        public static final String SOLO = "solo";
        /** A member of an Aeron Cluster. */
        public static final String CLUSTER = "cluster";
        private static final int PORTS_PER_MEMBER = 4;

        /**
         * Where the members are.
         *
         * @return one per member; none when a single member takes free ports of the loopback interface.
         */
        public List<MemberEndpoints> endpoints()
        {
            return 0 == basePort ? List.of() : MemberEndpoints.of(hosts, basePort);
        }

        /**
         * Where a backup is reached: the members answer it at this port, and ask it at the next one.
         *
         * @return first of two UDP ports after those of the members; 0 when they have no fixed ones.
         */
        public int backupPort()
        {
            return 0 == basePort ? 0 : basePort + PORTS_PER_MEMBER * members;
        }

        /**
         * Whether all members are side by side on one machine.
         *
         * @return false when others can reach them.
         */
        public boolean isOnLoopback()
        {
            return hosts.stream().allMatch(Host::isLoopback);
        }

        static boolean isLoopback(final String name)
        {
            return name.startsWith("127.") || "localhost".equals(name);
        }

        /**
         * Whether components follow members over the network.
         *
         * @return false when a member is on this machine.
         */
        public boolean isWithoutMember()
        {
            return !componentHost.isEmpty();
        }

        /**
         * Which of the two.
         *
         * @return true for a member of a cluster.
         */
        public boolean isCluster()
        {
            return CLUSTER.equals(kind);
        }
    }

    /**
     * A second site.
     *
     * @param address where the process of the venue answers it and the backup, not resolved; port 0 when it does not.
     * @param peer where the other site answers, not resolved; null when there is none.
     * @param gateways where FIX gateways in processes of their own give their files, not resolved.
     * @param gateway which of these a FIX gateway of this configuration is; null for none.
     * @param leaseNs how long the venue goes on without hearing of its backup, in nanoseconds; 0: for ever.
     * @param network what keeps others from reading log and events: {@link #WIREGUARD} or {@link #OWN}.
     */
    public record Site(
        InetSocketAddress address,
        InetSocketAddress peer,
        List<InetSocketAddress> gateways,
        InetSocketAddress gateway,
        long leaseNs,
        String network)
    {
        /** A tunnel that is looked for. */
        public static final String WIREGUARD = "wireguard";
        /** A line that encrypts by itself, or that no others can reach. */
        public static final String OWN = "own";

        /**
         * Whether the way to the other site is looked at.
         *
         * @return false when the operator answers for it.
         */
        public boolean isNetworkChecked()
        {
            return WIREGUARD.equals(network);
        }

        /**
         * Whether a backup gets files.
         *
         * @return false when nothing listens for it.
         */
        public boolean isServed()
        {
            return address.getPort() > 0;
        }
    }

    /**
     * The solo host's thread.
     *
     * @param ringSize commands that may wait before the sequencer, a power of two.
     * @param idle how threads wait for work: {@link #PARK}, {@link #YIELD} or {@link #SPIN}.
     * @param hasGapMeter whether the engine's thread writes down when it did not run; with {@link #SPIN} only.
     */
    public record Engine(int ringSize, String idle, boolean hasGapMeter)
    {
        /** Yields for a while, then parks ever longer. */
        public static final String PARK = "park";
        /** Gives way to other threads that want the core, and never sleeps. */
        public static final String YIELD = "yield";
        /** Never gives way. */
        public static final String SPIN = "spin";
    }

    /**
     * Snapshots of the core.
     *
     * @param interval from one to the next; zero for none.
     * @param isTakenAtStop whether the solo host takes one as the last command before it stops.
     * @param retention how much history is kept.
     * @param history where the rest is archived; null when it is purged without.
     */
    public record Snapshots(
        Duration interval, boolean isTakenAtStop, RetentionOptions retention, HistoryOptions history)
    {
    }

    /**
     * Clearing services.
     *
     * @param keysDir signing keys.
     * @param openingBalanceKopecks of every client register before its first evening run.
     * @param approvals when another person has to approve what a run does: none, exceptions or all.
     * @param margin file with the parameters of initial margin, {@code embedded}, or {@code none}.
     */
    public record Clearing(Path keysDir, long openingBalanceKopecks, String approvals, String margin)
    {
    }

    /**
     * Where a member answers the backup: member 0, with the process of the venue, at the address of the site, each
     * other one on its own machine, at a port as much higher as its number.
     *
     * @param memberId from 0.
     * @return not resolved.
     */
    public InetSocketAddress siteAddress(final int memberId)
    {
        final InetSocketAddress first = site.address();
        return 0 == memberId ? first :
            InetSocketAddress.createUnresolved(host.hosts().get(memberId), first.getPort() + memberId);
    }

    /**
     * Data directory of the whole venue.
     *
     * @return absolute; that of a venue of one partition is its own.
     */
    public Path venueDir()
    {
        final Path own = dataDir.toAbsolutePath().normalize();
        return 1 == partitions ? own : market().isEmpty() ? own.getParent() : own.getParent().getParent();
    }

    /**
     * The market of the partition.
     *
     * @return its code; empty when the venue is one market.
     */
    public String market()
    {
        return markets.of(partition);
    }

    /**
     * Partitions that are cleared together and share what members may use.
     *
     * @return those of the market, or all.
     */
    public List<Integer> together()
    {
        return markets.isEmpty() ? IntStream.range(0, partitions).boxed().toList() :
            markets.partitions().get(market());
    }

    /**
     * Whether it is the demo venue, whose operators' keys everybody has: its own tables, and no door to other machines.
     *
     * @return true if so.
     */
    public boolean isDemo()
    {
        return EMBEDDED.equals(referenceData) && twime.bindAddress().getAddress().isLoopbackAddress() &&
            fix.bindAddress().getAddress().isLoopbackAddress();
    }

    /**
     * People who operate the venue.
     *
     * @param founders whom a new venue begins with.
     * @param policy file that replaces values of {@code operators.conf}; empty for none.
     */
    public record Operators(List<Founder> founders, String policy)
    {
    }

    /**
     * An operator of a new venue.
     *
     * @param name in the register.
     * @param roles what the operator may do.
     * @param publicKey X.509 SubjectPublicKeyInfo, hexadecimal.
     */
    public record Founder(String name, Set<OperatorRole> roles, String publicKey)
    {
    }

    /**
     * What a gateway in a process of its own begins as.
     *
     * @param isEnabled whether it refuses clients until it is activated.
     * @param isAutomatic whether it activates itself at the end of the lease of the active gateway.
     * @param activationPhaseNs how long in nanoseconds it takes no orders when it was activated.
     */
    public record Standby(boolean isEnabled, boolean isAutomatic, long activationPhaseNs)
    {
    }

    /**
     * The gateways whose clients have one session for all partitions.
     *
     * @param isEnabled whether that of TWIME runs with the venue.
     * @param address where it listens.
     * @param recoveryAddress where sessions ask for messages again.
     * @param isFixEnabled whether that of FIX runs with the venue.
     * @param fixAddress where it listens.
     * @param fixTls where it listens under TLS; null unless FIX gateways of partitions do.
     * @param isFixOrderEntry whether its sessions may enter orders.
     * @param isFixMarketData whether it serves market data, and lists and states of instruments.
     * @param fixStores directory of its message stores.
     */
    public record LowFrequency(
        boolean isEnabled,
        InetSocketAddress address,
        InetSocketAddress recoveryAddress,
        boolean isFixEnabled,
        InetSocketAddress fixAddress,
        TlsOptions fixTls,
        boolean isFixOrderEntry,
        boolean isFixMarketData,
        Path fixStores)
    {
        /** Number of the gateway of TWIME. */
        public static final int GATEWAY_ID = 3;
        /** Number of the gateway of FIX. */
        public static final int FIX_GATEWAY_ID = 4;
        /** Of the component, its directory in that of the venue, and what it holds in history. */
        public static final String NAME = "low-frequency";
        /** The same of FIX. */
        public static final String FIX_NAME = "low-frequency-fix";
        /** Of both. */
        public static final List<String> NAMES = List.of(NAME, FIX_NAME);

        /**
         * Those that run with the venue.
         *
         * @return their names.
         */
        public List<String> running()
        {
            return NAMES.stream().filter(name -> NAME.equals(name) ? isEnabled : isFixEnabled).toList();
        }

        /**
         * Number of a gateway.
         *
         * @param name of it.
         * @return that of its commands.
         */
        public static int gatewayId(final String name)
        {
            return NAME.equals(name) ? GATEWAY_ID : FIX_GATEWAY_ID;
        }
    }

    /**
     * Time-stamp files.
     *
     * @param isEnabled whether they are written.
     * @param keepDays calendar days that they are kept.
     */
    public record Timestamps(boolean isEnabled, int keepDays)
    {
    }
}
