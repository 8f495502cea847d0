// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.config.VenueConfig.Clearing;
import io.bourse.deploy.config.VenueConfig.Engine;
import io.bourse.deploy.config.VenueConfig.Founder;
import io.bourse.deploy.config.VenueConfig.Host;
import io.bourse.deploy.config.VenueConfig.LowFrequency;
import io.bourse.deploy.config.VenueConfig.Operators;
import io.bourse.deploy.config.VenueConfig.Site;
import io.bourse.deploy.config.VenueConfig.Snapshots;
import io.bourse.deploy.config.VenueConfig.Standby;
import io.bourse.deploy.config.VenueConfig.Timestamps;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.security.CredentialStore;
import io.bourse.gateway.sbe.SbeGatewayOptions;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Reads a venue file over the defaults and checks every value before anything is started.
 */
public final class VenueConfigLoader
{
    private static final String ROOT = "venue.";
    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_MEMBERS = 9;
    private static final int MOST_SNAPSHOTS = 1_000;
    private static final int PORTS_PER_MEMBER = 4;
    private static final int HIGHEST_PARTITION = 255;
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    /** A backup says every second that it is there. */
    private static final Duration SHORTEST_SITE_LEASE = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofDays(7);
    private static final Duration LONGEST_AGE = Duration.ofDays(3_650);
    private static final Duration SHORTEST_STEP = Duration.ofMillis(10);
    private static final Duration SMALLEST_ERROR = Duration.ofNanos(100);
    private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

    private final Config config;
    private final SectionReader reader;

    private VenueConfigLoader(final Config config)
    {
        this.config = config;
        reader = new SectionReader(config, ROOT);
    }

    /**
     * Defaults with a file and single options over them.
     *
     * @param file venue file in HOCON; null for none.
     * @param overrides full key to value, stronger than the file; used by the command line.
     * @return checked configuration; of a venue of several partitions, that of the one that is named.
     * @throws ConfigurationException naming key, value and reason of the first thing that is wrong.
     */
    public static VenueConfig load(final Path file, final Map<String, ?> overrides)
    {
        final List<VenueConfig> partitions = loadAll(file, overrides);
        if (partitions.size() > 1)
        {
            throw new ConfigurationException(PartitionOptions.PARTITION, "", "must be given, by --partition N or in " +
                "the file: the venue has " + partitions.size() + " partitions");
        }
        return partitions.getFirst();
    }

    /**
     * The configuration of each partition.
     *
     * @param file venue file in HOCON; null for none.
     * @param overrides full key to value, stronger than the file; used by the command line.
     * @return checked configurations in order of the partitions; one when the venue has one, or one is named.
     * @throws ConfigurationException naming key, value and reason of the first thing that is wrong.
     */
    public static List<VenueConfig> loadAll(final Path file, final Map<String, ?> overrides)
    {
        return loadAll(file, overrides, null);
    }

    /** Of a low-frequency gateway, unless that is null. */
    private static List<VenueConfig> loadAll(
        final Path file, final Map<String, ?> overrides, final String lowFrequency)
    {
        final Config defaults = ConfigFactory.parseResources(
            VenueConfigLoader.class.getClassLoader(), "bourse.conf",
            ConfigParseOptions.defaults().setAllowMissing(false));
        final Config given = null == file ? ConfigFactory.empty() : parse(file);
        try
        {
            final Config override = ConfigFactory.parseMap(overrides, "command line");
            // What is not resolved cannot be asked for: the defaults of some keys refer to others.
            final Config known = defaults.resolve();
            refuseUnknownKeys(given, known);
            refuseUnknownKeys(override, known);
            final Config beneath = given.withFallback(defaults);
            final Config whole = ofMarkets(override.withFallback(beneath).resolve());
            // A section that is none is refused under its first key.
            new SectionReader(whole).text(PartitionOptions.DATA_DIR);
            final int count = new VenueConfigLoader(whole).partitions();
            if (1 == count)
            {
                return List.of(new AccessFile(
                    Path.of(new SectionReader(whole).text(AccessFile.KEY)), override, beneath).load());
            }
            final boolean isOne = override.hasPath(PartitionOptions.PARTITION) ||
                given.hasPath(PartitionOptions.PARTITION);
            final int named = new VenueConfigLoader(whole).partition();
            final List<VenueConfig> partitions = new ArrayList<>();
            for (int partition = isOne ? named : 0; partition < (isOne ? named + 1 : count); partition++)
            {
                partitions.add(new AccessFile(
                    Path.of(new SectionReader(whole).text(AccessFile.KEY)),
                    (null == lowFrequency ? PartitionOptions.place(whole, partition) :
                        PartitionOptions.lowFrequency(whole, lowFrequency))
                        .withFallback(override),
                    PartitionOptions.of(whole, override.withFallback(beneath), partition).withFallback(beneath))
                    .load());
            }
            requireOwnFeeds(partitions);
            return partitions;
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException("?", "", ex.getMessage());
        }
    }

    /**
     * The configuration of a low-frequency gateway, in a directory of its own.
     *
     * @param file venue file in HOCON; null for none.
     * @param overrides full key to value, stronger than the file; used by the command line.
     * @param name of the gateway.
     * @return checked configuration, otherwise that of partition 0.
     * @throws ConfigurationException naming key, value and reason of the first thing that is wrong.
     */
    public static VenueConfig loadLowFrequency(
        final Path file, final Map<String, ?> overrides, final String name)
    {
        final Map<String, Object> ofFirst = new HashMap<>(overrides);
        ofFirst.put(PartitionOptions.PARTITION, 0);
        final VenueConfig config = loadAll(file, ofFirst, name).getFirst();
        if (!config.lowFrequency().running().contains(name))
        {
            throw new ConfigurationException("venue." + enabledKey(name), "false", "the venue has no such gateway");
        }
        return config;
    }

    /** A port that two have is found when it is opened; two senders of one group are not. */
    private static void requireOwnFeeds(final List<VenueConfig> partitions)
    {
        final Map<InetSocketAddress, Integer> users = new HashMap<>();
        for (final VenueConfig partition : partitions)
        {
            partition.marketData().feeds().forEach(feed ->
                requireOwn(users, feed.address(), partition.partition(), feed.name()));
            partition.marketData().secondAddresses().forEach(address ->
                requireOwn(users, address, partition.partition(), "second-line"));
        }
    }

    private static void requireOwn(
        final Map<InetSocketAddress, Integer> users,
        final InetSocketAddress address,
        final int partition,
        final String name)
    {
        final Integer user = users.putIfAbsent(address, partition);
        if (null != user && user != partition)
        {
            throw new ConfigurationException(MarketDataLoader.ROOT + name,
                address.getAddress().getHostAddress() + ":" + address.getPort(),
                "partition " + partition + " and partition " + user + " would send there");
        }
    }

    /** Markets say how many partitions there are. */
    private static Config ofMarkets(final Config venue)
    {
        final Markets markets = Markets.of(venue);
        if (markets.isEmpty())
        {
            return venue;
        }
        final int count = venue.getInt(PartitionOptions.COUNT);
        if (1 != count && markets.count() != count || 1 == markets.count())
        {
            throw new ConfigurationException(Markets.SECTION, markets.partitions().toString(), "markets are of all " +
                "partitions, and of two at least: partitions=" + markets.count() + " " + PartitionOptions.COUNT + "=" +
                count);
        }
        return venue.withValue(PartitionOptions.COUNT, ConfigValueFactory.fromAnyRef(markets.count()));
    }

    private int partitions()
    {
        return integer("partitions.count", 1, PartitionOptions.MOST);
    }

    /** With several partitions, one of them; the only one may have any number. */
    private int partition()
    {
        return integer("partition", 0, 1 == partitions() ? HIGHEST_PARTITION : partitions() - 1);
    }

    /** Reads what has every key. */
    static VenueConfig read(final Config config)
    {
        return read(config, new AccessFile(
            Path.of(new SectionReader(config).text(AccessFile.KEY)), ConfigFactory.empty(), config));
    }

    static VenueConfig read(final Config config, final AccessFile access)
    {
        return new VenueConfigLoader(config).venue(access);
    }

    private static Config parse(final Path file)
    {
        if (!Files.isReadable(file))
        {
            throw new ConfigurationException("--config", file.toString(), "the file cannot be read");
        }
        try
        {
            return ConfigFactory.parseFile(file.toFile());
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException("--config", file.toString(), ex.getMessage());
        }
    }

    private static void refuseUnknownKeys(final Config given, final Config known)
    {
        for (final Map.Entry<String, ConfigValue> entry : given.entrySet())
        {
            final String ofVenue = PartitionOptions.ofVenue(entry.getKey());
            final String key = null == ofVenue ? entry.getKey() : ofVenue;
            if (!known.hasPath(key) && !AdmissionLoader.isKeyOfLogin(key) && !FixLoader.isKeyOfSession(key) &&
                !ThreadLayoutLoader.isKeyOfCore(key))
            {
                throw new ConfigurationException(
                    entry.getKey(), entry.getValue().unwrapped().toString(),
                    "there is no such option (" + entry.getValue().origin().description() + ")");
            }
        }
    }

    private VenueConfig venue(final AccessFile access)
    {
        final FixLoader fix = new FixLoader(config);
        return new VenueConfig(
            Path.of(reader.text("data-dir")),
            partition(),
            partitions(),
            Markets.of(config),
            reader.read("partitions.rebalance", Config::getBoolean),
            oneOf("durability", "ram", "disk"),
            notNegative("min-free", Config::getBytes),
            reader.text("reference-data"),
            integer("session-id", 1, Integer.MAX_VALUE),
            tradingDate(),
            host(),
            engine(),
            layout(),
            twime(),
            fix.gateway(listener("fix"), Path.of(reader.text("fix.stores")), shortWait("fix").toNanos(),
                leaseNs()),
            fix.passwords(),
            new MarketDataLoader(config).marketData(),
            snapshots(),
            new Clearing(
                Path.of(reader.text("clearing.keys-dir")),
                notNegative("clearing.opening-balance-kopecks", Config::getLong),
                oneOf("clearing.approvals", "none", "exceptions", "all"),
                reader.text("clearing.margin")),
            Path.of(reader.text("credentials")),
            timestamps(),
            new Operators(reader.read("operators.founders", Config::getConfigList).stream().map(this::founder).toList(),
                reader.read("operators.policy", Config::getString)),
            clock(),
            metrics(),
            console(),
            standby(),
            lowFrequency(),
            site(),
            access);
    }

    private Founder founder(final Config founder)
    {
        return reader.accepted("operators.founders", () ->
        {
            final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
            founder.getStringList("roles").forEach(role -> roles.add(OperatorRole.of(role)));
            return new Founder(founder.getString("name"), roles, founder.getString("public-key"));
        });
    }

    private Site site()
    {
        final String peer = reader.read("site.peer", Config::getString);
        final String gateway = reader.read("site.gateway", Config::getString);
        final Site site = new Site(InetSocketAddress.createUnresolved(
            reader.hostName("site.bind"), integer("site.port", 0, HIGHEST_PORT)), place("site.peer", peer),
            reader.read("site.gateways", Config::getStringList).stream()
                .map((each) -> place("site.gateways", each)).toList(), place("site.gateway", gateway),
            lease("site.lease", SHORTEST_SITE_LEASE), oneOf("site.network", Site.WIREGUARD, Site.OWN));
        reader.rejectIf(null != site.gateway() && !site.gateways().contains(site.gateway()), "site.gateway",
            "must be one of venue.site.gateways: the backup asks there");
        reader.rejectIf(site.address().getPort() + integer("cluster.members", 1, MOST_MEMBERS) - 1 > HIGHEST_PORT,
            "site.port", "must leave a port above it for each other member");
        final boolean isUsed = site.isServed() || null != site.peer();
        reader.rejectIf(isUsed && !Host.CLUSTER.equals(reader.text("host")), "site.port",
            "needs venue.host = cluster: the solo host has no backup");
        reader.rejectIf(isUsed && ownCredentials().equals(Path.of(reader.text("credentials"))), "credentials",
            "must be given outside of the data directory: both sites need the same ones");
        reader.rejectIf(site.leaseNs() > 0 && (!site.isServed() || 1 != integer("cluster.members", 1, MOST_MEMBERS)),
            "site.lease", "needs venue.site.port, and venue.cluster.members = 1: others would go on without member 0");
        return site;
    }

    private InetSocketAddress place(final String key, final String text)
    {
        if (text.isEmpty())
        {
            return null;
        }
        final int colon = text.lastIndexOf(':');
        reader.rejectIf(colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}"), key, "must be HOST:PORT");
        reader.requireHostName(key, text.substring(0, colon));
        return reader.accepted(key, () -> InetSocketAddress.createUnresolved(
            text.substring(0, colon), Integer.parseInt(text.substring(colon + 1))));
    }

    private Path ownCredentials()
    {
        return Path.of(reader.text("data-dir")).resolve(CredentialStore.DIRECTORY);
    }

    private Standby standby()
    {
        final Standby standby = new Standby(reader.read("standby.enabled", Config::getBoolean),
            reader.read("standby.automatic", Config::getBoolean), activationPhaseNs());
        reader.rejectIf(standby.isAutomatic() && 0 == leaseNs(), "standby.automatic",
            "needs venue.gateway-lease, the same for all processes of the venue");
        return standby;
    }

    private LowFrequency lowFrequency()
    {
        final LowFrequency gateways = new LowFrequency(reader.read("low-frequency.enabled", Config::getBoolean),
            new InetSocketAddress(reader.host("twime.bind"), integer("low-frequency.port", 0, HIGHEST_PORT)),
            new InetSocketAddress(reader.host("twime.bind"), integer("low-frequency.recovery-port", 0, HIGHEST_PORT)),
            reader.read("low-frequency.fix.enabled", Config::getBoolean),
            new InetSocketAddress(reader.host("fix.bind"), integer("low-frequency.fix.port", 0, HIGHEST_PORT)),
            lowFrequencyTls(integer("low-frequency.fix.tls-port", 0, HIGHEST_PORT)),
            reader.read("low-frequency.fix.order-entry", Config::getBoolean),
            reader.read("low-frequency.fix.market-data", Config::getBoolean),
            Path.of(reader.text("low-frequency.fix.stores")));
        gateways.running().forEach(this::requireSeveralPartitions);
        return gateways;
    }

    private TlsOptions lowFrequencyTls(final int port)
    {
        final TlsOptions tls = reader.tls("fix.tls");
        return null == tls ? null : new TlsOptions(new InetSocketAddress(tls.address().getAddress(), port),
            tls.keyStore(), tls.password(), tls.trustStore(), tls.revocationList());
    }

    private void requireSeveralPartitions(final String gateway)
    {
        final String key = enabledKey(gateway);
        reader.rejectIf(1 == partitions(), key, "needs venue.partitions.count of 2 or more: the gateway of one " +
            "partition is venue." + (LowFrequency.NAME.equals(gateway) ? "twime" : "fix"));
        reader.rejectIf(!Markets.of(config).isEmpty(), key,
            "is not for a venue with venue.markets: the sessions of markets begin and end at different times");
        reader.rejectIf(
            Host.CLUSTER.equals(reader.text("host")) && 1 != integer("cluster.members", 1, MOST_MEMBERS), key,
            "needs venue.host = solo, or a cluster of one member");
    }

    private static String enabledKey(final String gateway)
    {
        return LowFrequency.NAME.equals(gateway) ? "low-frequency.enabled" : "low-frequency.fix.enabled";
    }

    private long activationPhaseNs()
    {
        return reader.duration("standby.activation-phase", Duration.ZERO, Duration.ofHours(1)).toNanos();
    }

    private long leaseNs()
    {
        return lease("gateway-lease", SHORTEST_LEASE);
    }

    private long lease(final String key, final Duration shortest)
    {
        final Duration lease = reader.duration(key, Duration.ZERO, Duration.ofMinutes(10));
        reader.rejectIf(!lease.isZero() && lease.compareTo(shortest) < 0, key,
            "must be 0, or " + shortest.toSeconds() + " s at least");
        return lease.toNanos();
    }

    private MetricsOptions metrics()
    {
        final TlsOptions tls = reader.tls("metrics.tls");
        reader.rejectIf(null != tls && !tls.isClientCertificateRequired(), "metrics.tls.client-certificates",
            "must be required: there is no other authentication there");
        return new MetricsOptions(loopback("metrics"), tls);
    }

    private ConsoleOptions console()
    {
        final Map<String, CertificateBinding> certificates = new HashMap<>();
        for (final String row : reader.read("console.certificates", Config::getStringList))
        {
            final String[] parts = row.split(":", 2);
            reader.rejectIf(2 != parts.length || parts[0].isBlank(), "console.certificates",
                "must be rows of OPERATOR:CERTIFICATE");
            reader.rejectIf(!reader.asksForCertificates("console.tls"), "console.certificates",
                "needs venue.console.tls with enabled = true and client-certificates = required");
            certificates.put(parts[0].strip(),
                reader.accepted("console.certificates", () -> CertificateBinding.parse(parts[1].strip())));
        }
        return new ConsoleOptions(
            loopback("console"), reader.tls("console.tls"), Map.copyOf(certificates), alertmanager());
    }

    /** What it answers is shown to operators: it is on this machine, or proves by TLS who it is. */
    private URI alertmanager()
    {
        final String key = "console.alertmanager";
        final String text = reader.read(key, Config::getString);
        if (text.isEmpty())
        {
            return null;
        }
        final URI address = reader.accepted(key, () -> URI.create(text));
        final boolean isPlain = "http".equals(address.getScheme());
        reader.rejectIf(!isPlain && !"https".equals(address.getScheme()) || null == address.getHost() ||
            null != address.getRawUserInfo() || !address.getRawPath().matches("/?"), key,
            "must be http://ADDRESS:PORT or https://HOST:PORT");
        reader.rejectIf(isPlain &&
            !reader.accepted(key, () -> InetAddress.ofLiteral(address.getHost())).isLoopbackAddress(), key,
            "must be an address of loopback without TLS; use https:// for others");
        return address;
    }

    private InetSocketAddress loopback(final String section)
    {
        final InetSocketAddress address = new InetSocketAddress(
            reader.host(section + ".bind"), integer(section + ".port", 0, HIGHEST_PORT));
        reader.rejectIf(!address.getAddress().isLoopbackAddress(), section + ".bind",
            "must be an address of loopback, nothing is encrypted there; use venue." + section + ".tls for others");
        return address;
    }

    private ClockOptions clock()
    {
        final Duration stepLimit = reader.duration("clock.step-limit", SHORTEST_STEP, LONGEST_STEP);
        return new ClockOptions(
            integer("clock.slew-ppm", 1, ClockOptions.SLEW_PPM_MAX),
            stepLimit.toNanos(),
            reader.duration("clock.max-downtime", stepLimit, LONGEST_AGE).toNanos(),
            reader.duration("clock.error-limit", SMALLEST_ERROR, LONGEST_STEP).toNanos(),
            ClockOptions.DEFAULT.wall(),
            ClockOptions.DEFAULT.monotonic(),
            ClockOptions.DEFAULT.kernel());
    }

    private Engine engine()
    {
        final Engine engine = new Engine(powerOfTwo("engine.ring-size", 64, 1 << 22),
            oneOf("engine.idle", Engine.PARK, Engine.YIELD, Engine.SPIN),
            reader.read("engine.gap-meter", Config::getBoolean));
        reader.rejectIf(engine.hasGapMeter() && !Engine.SPIN.equals(engine.idle()), "engine.gap-meter",
            "needs engine.idle = spin: a thread that sleeps has gaps of its own");
        if (engine.hasGapMeter() && Host.CLUSTER.equals(reader.text("host")))
        {
            throw reader.refused("engine.gap-meter", "must be false with host = cluster: its threads are Aeron's");
        }
        return engine;
    }

    private ThreadLayout layout()
    {
        return new ThreadLayoutLoader(
            config, Host.CLUSTER.equals(reader.text("host")), Runtime.getRuntime().availableProcessors()).layout();
    }

    private Host host()
    {
        final int members = integer("cluster.members", 1, MOST_MEMBERS);
        if (0 == members % 2)
        {
            throw reader.refused("cluster.members", "must be an odd number: half of an even one is no majority");
        }
        final int basePort = integer("cluster.base-port", 0, HIGHEST_PORT - PORTS_PER_MEMBER * members + 1);
        if (0 == basePort && members > 1)
        {
            throw reader.refused("cluster.base-port", "must be given: several members have to find each other");
        }
        if (members > 1 && ownCredentials().equals(Path.of(reader.text("credentials"))))
        {
            throw reader.refused("credentials", "must be given outside of the data directory: all members, the backup" +
                " and those who connect need the same ones");
        }
        final boolean hasBackup = reader.read("cluster.backup", Config::getBoolean);
        if (hasBackup && 0 == basePort)
        {
            throw reader.refused("cluster.backup", "needs a cluster.base-port: the backup has to find the members");
        }
        return new Host(oneOf("host", Host.SOLO, Host.CLUSTER), members, integer("cluster.member-id", 0, members - 1),
            memberHosts(members, basePort), basePort, hasBackup, reader.hostName("cluster.backup-host"),
            componentHost(basePort));
    }

    private List<String> memberHosts(final int members, final int basePort)
    {
        final String key = "cluster.hosts";
        final List<String> hosts = reader.read(key, Config::getStringList);
        if (hosts.isEmpty())
        {
            return Collections.nCopies(members, LOOPBACK);
        }
        reader.rejectIf(hosts.size() != members, key, "must name the host of each member: members=" + members);
        reader.rejectIf(0 == basePort, key, "needs a cluster.base-port: other machines have to find the members");
        hosts.forEach((host) -> reader.requireHostName(key, host));
        final long loopback = hosts.stream().filter(Host::isLoopback).count();
        reader.rejectIf(loopback > 0 && loopback < members, key,
            "must not mix loopback with other addresses: other machines cannot reach it");
        reader.rejectIf(0 == loopback && reader.read("cluster.backup", Config::getBoolean) &&
            Host.isLoopback(reader.hostName("cluster.backup-host")), key,
            "needs a cluster.backup-host: members on other machines cannot reach loopback");
        return List.copyOf(hosts);
    }

    private String componentHost(final int basePort)
    {
        final String key = "cluster.component-host";
        final String host = reader.read(key, Config::getString);
        if (!host.isEmpty())
        {
            reader.requireHostName(key, host);
            reader.rejectIf(0 == basePort, key, "needs a cluster.base-port: the members have to be found");
            reader.rejectIf(!Host.CLUSTER.equals(reader.text("host")), key,
                "needs host = cluster: the solo host is reached on its own machine only");
            reader.rejectIf(reader.read("marketdata.watermark", Config::getString).isEmpty(), key,
                "needs a marketdata.watermark: gateways have to hear how far market data is");
        }
        return host;
    }

    private Snapshots snapshots()
    {
        final Duration interval = reader.duration("snapshot.interval", Duration.ZERO, LONGEST_INTERVAL);
        if (!interval.isZero() && interval.compareTo(SHORTEST_INTERVAL) < 0)
        {
            throw reader.refused("snapshot.interval", "must be 0 or at least " + SHORTEST_INTERVAL.toSeconds() + " s");
        }
        final boolean isTakenAtStop = reader.read("snapshot.at-stop", Config::getBoolean);
        final int kept = integer("retention.snapshots", RetentionOptions.SNAPSHOTS_MIN, MOST_SNAPSHOTS);
        final Duration minAge = reader.duration("retention.min-age", Duration.ZERO, LONGEST_AGE);
        final List<String> consumers =
            new ArrayList<>(reader.read("retention.consumers", Config::getStringList));
        lowFrequency().running().stream().filter(name -> !consumers.contains(name)).forEach(consumers::add);
        return new Snapshots(interval, isTakenAtStop, reader.accepted("retention.consumers",
            () -> new RetentionOptions(kept, minAge.toNanos(), consumers)), history());
    }

    private HistoryOptions history()
    {
        final String directory = reader.text("history.directory");
        final long rate = reader.read("history.rate", Config::getBytes);
        return "none".equals(directory) ? null :
            reader.accepted("history.rate", () -> new HistoryOptions(Path.of(directory), rate));
    }

    private Timestamps timestamps()
    {
        final Duration keep = reader.duration("timestamps.keep", Duration.ofDays(1), LONGEST_AGE);
        return new Timestamps(reader.read("timestamps.enabled", Config::getBoolean), (int)keep.toDays());
    }

    private int integer(final String key, final int lowest, final int highest)
    {
        final int value = reader.read(key, Config::getInt);
        reader.rejectIf(value < lowest || value > highest, key, "must be from " + lowest + " to " + highest);
        return value;
    }

    private int powerOfTwo(final String key, final int lowest, final int highest)
    {
        final int value = integer(key, lowest, highest);
        reader.rejectIf(Integer.bitCount(value) != 1, key, "must be a power of two");
        return value;
    }

    private long notNegative(final String key, final BiFunction<Config, String, Long> how)
    {
        final long value = reader.read(key, how);
        reader.rejectIf(value < 0, key, "must not be negative");
        return value;
    }

    private String oneOf(final String key, final String... allowed)
    {
        final String value = reader.text(key);
        for (final String candidate : allowed)
        {
            if (candidate.equals(value))
            {
                return value;
            }
        }
        throw reader.refused(key, "must be one of " + String.join(", ", allowed));
    }

    private Duration shortWait(final String section)
    {
        return reader.duration(section + ".public-first-timeout", Duration.ZERO, LONGEST_WAIT);
    }

    private SbeGatewayOptions twime()
    {
        final AdmissionLoader admission = new AdmissionLoader(config);
        return SbeGatewayOptions.builder()
            .partition(partition())
            .bindAddress(listener("twime"))
            .publicFirstTimeoutNs(shortWait("twime").toNanos())
            .leaseNs(leaseNs())
            .activationPhaseNs(activationPhaseNs())
            .recoveryAddress(listener("twime", "recovery-port"))
            .retransmitDelayNs(
                reader.duration("twime.retransmit-delay", Duration.ZERO, Duration.ofMinutes(1)).toNanos())
            .maxIdsPerLogin(integer("twime.ids.per-login", 1, Integer.MAX_VALUE))
            .maxIds(integer("twime.ids.in-all", 1, Integer.MAX_VALUE))
            .answerLogDirectory(Path.of(reader.text("data-dir")).resolve("twime"))
            .flow(admission.flow())
            .maxSessionMessagesPerSecond(admission.sessionMessagesPerSecond())
            .access(admission.access())
            .server(admission.server(integer("twime.max-sessions", 1, 100_000)))
            .build();
    }

    private InetSocketAddress listener(final String section)
    {
        return listener(section, "port");
    }

    private InetSocketAddress listener(final String section, final String port)
    {
        final String key = section + ".bind";
        return new InetSocketAddress(reader.host(key), integer(section + "." + port, 0, HIGHEST_PORT));
    }

    private int tradingDate()
    {
        final int value = integer("trading-date", 0, 99_991_231);
        if (0 == value)
        {
            return firstDate(LocalDate.now(ClearingSchedule.ZONE));
        }
        reader.rejectIf(!TradingDates.isDate(value), "trading-date", "must be a date as YYYYMMDD, from " +
            TradingDates.FIRST_YEAR + " to " + TradingDates.LAST_YEAR);
        return value;
    }

    /** Today, on a day without trading the next trading day of the market. */
    private int firstDate(final LocalDate today)
    {
        try
        {
            final int date = Integer.parseInt(DateTimeFormatter.BASIC_ISO_DATE.format(today));
            return Markets.calendar(ReferenceDataReader.readTradingDays(reader.text("reference-data")),
                Markets.of(config).of(partition())).from(date);
        }
        catch (final ConfigurationException ignored)
        {
            // A start reads the table again and says what is wrong; settings of access are read without it.
            return ClearingSchedule.tradingDate(today);
        }
    }
}
