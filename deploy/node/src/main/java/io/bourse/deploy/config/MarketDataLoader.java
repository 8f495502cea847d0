// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.MarketDataConfig.Index;
import io.bourse.deploy.config.MarketDataConfig.Lease;
import io.bourse.deploy.config.MarketDataConfig.Obligations;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.config.MarketDataConfig.Recording;
import io.bourse.engine.security.Principal;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.net.SecondLine;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.fast.FastPublisherOptionsBuilder;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptionsBuilder;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptionsBuilder;
import io.bourse.marketdata.publisher.simba.InstrumentGroup;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptions;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads {@code venue.marketdata}.
 */
final class MarketDataLoader
{
    static final String ROOT = "venue.marketdata.";
    static final List<Integer> BOOK_DEPTHS = List.of(1, 5, 20, 50);
    private static final String PITCH_LOGINS = ROOT + "pitch.logins";
    private static final int MOST_TIME_TO_LIVE = 255;
    private static final int LEAST_PASSWORD_LENGTH = 8;
    private static final int MOST_MESSAGES = 65_535;
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_FILES = 100_000;
    private static final int HIGHEST_PARTITION = 255;
    /** About what a message and its place take. */
    private static final int PITCH_MESSAGE_LENGTH = 64;
    private static final int MOST_PITCH_MESSAGES = 1 << 20;
    private static final String SECOND_LINE = "second-line";
    private static final int HIGHEST_BYTE = 255;
    private static final int[] VERSIONS = {8, 9};
    private static final long MIB = 1L << 20;
    private static final long LEAST_HISTORY = MIB;
    private static final long MOST_HISTORY = 64L << 30;
    private static final Duration SHORTEST_CYCLE = Duration.ofMillis(1);
    private static final Duration LONGEST_CYCLE = Duration.ofMinutes(10);
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(1);

    private final SectionReader reader;
    private final List<Feed> feeds = new ArrayList<>();
    private final Path directory;
    private final int partition;
    private String networkInterface;
    private int timeToLive;
    private SecondLine secondLine;
    private String sides;
    private long heartbeatNs;
    private long historyBytes;

    MarketDataLoader(final Config config)
    {
        reader = new SectionReader(config);
        directory = Path.of(reader.text("venue.data-dir")).resolve("marketdata");
        partition = reader.integer("venue.partition", 0, HIGHEST_PARTITION);
    }

    MarketDataConfig marketData()
    {
        networkInterface = networkInterface(ROOT + "interface");
        timeToLive = reader.integer(ROOT + "time-to-live", 0, MOST_TIME_TO_LIVE);
        secondLine = secondLine();
        sides = sides();
        heartbeatNs =
            reader.duration(ROOT + "heartbeat", Duration.ofMillis(100), Duration.ofMinutes(1)).toNanos();
        historyBytes = bytes(ROOT + "history", LEAST_HISTORY, MOST_HISTORY);
        final MarketDataConfig config = new MarketDataConfig(
            networkInterface,
            timeToLive,
            secondLine,
            watermark(),
            lease(),
            historyBytes,
            bytes(ROOT + "checkpoint", 1, MOST_HISTORY),
            Collections.unmodifiableList(feeds),
            ordersLog(),
            info(InstrumentGroup.FUTURES, "simba.fut-info"),
            info(InstrumentGroup.OPTIONS, "simba.opt-info"),
            SimbaReplayOptions.builder()
                .version(version())
                .bindAddress(listener("simba.replay-port"))
                .build(),
            fast(),
            pitch(),
            new Index(isEnabled("index"),
                reader.duration(ROOT + "index.interval", Duration.ZERO, Duration.ofMinutes(1))),
            obligations(),
            recording());
        if (config.index().isEnabled() && null == config.fast())
        {
            throw reader.refused(ROOT + "index.enabled", "needs fast.enabled: there is no other feed for index values");
        }
        checkRecorded(config);
        checkSecondLine(config);
        return config;
    }

    private SecondLine secondLine()
    {
        final String name = networkInterface(ROOT + SECOND_LINE + ".interface");
        final int step = reader.integer(ROOT + SECOND_LINE + ".network-step", 1, HIGHEST_BYTE);
        return isEnabled(SECOND_LINE) ? new SecondLine(name, step) : null;
    }

    /** A receiver of one line would get packets of another feed. */
    private void checkSecondLine(final MarketDataConfig config)
    {
        final String key = ROOT + SECOND_LINE + ".network-step";
        final Set<InetSocketAddress> first = config.allFeeds().stream().map(Feed::address).collect(Collectors.toSet());
        for (final InetSocketAddress second : reader.accepted(key, config::secondAddresses))
        {
            reader.rejectIf(first.contains(second), key, "the second line would send to a group of the first: " +
                second.getAddress().getHostAddress() + ":" + second.getPort());
        }
    }

    private MulticastEndpoint watermark()
    {
        final String key = ROOT + "watermark";
        final String text = reader.read(key, Config::getString);
        return text.isEmpty() ? null : reader.accepted(key, () -> MulticastEndpoint.parse(text));
    }

    private Lease lease()
    {
        final int gatewayId = reader.integer(ROOT + "lease.gateway-id", 0, Principal.MAX_GATEWAY_ID);
        final Duration duration = reader.duration(ROOT + "lease.duration", SHORTEST_LEASE, LONGEST_LEASE);
        return 0 == gatewayId ? null : new Lease(gatewayId, duration);
    }

    private String sides()
    {
        final String key = ROOT + "sides";
        final String value = reader.text(key);
        reader.rejectIf(!Set.of("A", "B", "both").contains(value), key, "must be one of A, B, both");
        return value;
    }

    private int version()
    {
        return reader.integer(ROOT + "simba.version", VERSIONS[0], VERSIONS[1]);
    }

    private SimbaOrderLogOptions ordersLog()
    {
        return SimbaOrderLogOptions.builder()
            .version(version())
            .interfaceName(networkInterface)
            .timeToLive(timeToLive)
            .secondLine(secondLine)
            .snapshotCycleNs(cycle("simba.snapshot-cycle"))
            .incrementalA(a("simba.orders-log.incremental"))
            .incrementalB(b("simba.orders-log.incremental"))
            .snapshotA(a("simba.orders-log.snapshot"))
            .snapshotB(b("simba.orders-log.snapshot"))
            .heartbeatIntervalNs(heartbeatNs)
            .markFile(directory.resolve("simba-" + partition + ".mark"))
            .partition(partition)
            .build();
    }

    private SimbaInstrumentFeedOptions info(final InstrumentGroup group, final String name)
    {
        return SimbaInstrumentFeedOptions.builder(group)
            .version(version())
            .interfaceName(networkInterface)
            .timeToLive(timeToLive)
            .secondLine(secondLine)
            .replayA(a(name + ".replay"))
            .replayB(b(name + ".replay"))
            .incrementalA(a(name + ".incremental"))
            .incrementalB(b(name + ".incremental"))
            .cycleNs(cycle("simba.info-cycle"))
            .heartbeatIntervalNs(heartbeatNs)
            .partition(partition)
            .build();
    }

    private FastPublisherOptions fast()
    {
        final FastPublisherOptionsBuilder options = FastPublisherOptions.builder()
            .interfaceName(networkInterface)
            .timeToLive(timeToLive)
            .secondLine(secondLine)
            .isAFirst(1 == partition % 2)
            .snapshotCycleNs(cycle("fast.snapshot-cycle"))
            .infoCycleNs(cycle("fast.info-cycle"))
            .conflationNs(reader.duration(ROOT + "fast.conflation", Duration.ZERO, Duration.ofSeconds(10)).toNanos())
            .heartbeatIntervalNs(heartbeatNs)
            .historyLength(PacketHistory.capacityFor(historyBytes))
            .directory(directory)
            .ordersLog(endpoints("fast.orders-log"))
            .trades(endpoints("fast.fo-trades"));
        final Map<Integer, FeedEndpoints> books = new HashMap<>();
        for (final int depth : BOOK_DEPTHS)
        {
            books.put(depth, endpoints("fast.fo-book-" + depth));
        }
        final FeedEndpoints index = endpoints("fast.index");
        final InetSocketAddress indexReplay = listener("fast.index.replay-port");
        if (isEnabled("index"))
        {
            options.index(index).indexReplay(indexReplay);
        }
        options.books(books)
            .futInfo(definitions("fast.fut-info"))
            .optInfo(definitions("fast.opt-info"))
            .ordersLogReplay(listener("fast.orders-log.replay-port"))
            .tradesReplay(listener("fast.fo-trades.replay-port"));
        return isEnabled("fast") ? options.build() : null;
    }

    private PitchFeedOptions pitch()
    {
        final PitchFeedOptionsBuilder options = PitchFeedOptions.builder()
            .interfaceName(networkInterface)
            .timeToLive(timeToLive)
            .secondLine(secondLine)
            .feedA(a("pitch.unit"))
            .feedB(b("pitch.unit"))
            .symbolFile(directory.resolve("pitch-symbols.csv"))
            .partition(partition);
        final PitchRecoveryOptions recovery = pitchRecovery();
        // Without logins no client could ask.
        options.recovery(recovery.logins().isEmpty() ? null : recovery);
        return isEnabled("pitch") ? reader.accepted(ROOT + "pitch.enabled", options::build) : null;
    }

    private PitchRecoveryOptions pitchRecovery()
    {
        final String quota = ROOT + "pitch.quota.";
        final MulticastEndpoint retransmission = group("pitch.gap-response");
        final InetSocketAddress gapServer = listener("pitch.gap-request-port");
        final InetSocketAddress spinServer = listener("pitch.spin-port");
        final List<PitchLogin> logins = pitchLogins();
        final PitchRecoveryOptionsBuilder options = PitchRecoveryOptions.builder()
            .logins(logins)
            .retransmission(retransmission)
            .gapServer(logins.isEmpty() ? null : gapServer)
            .spinServer(logins.isEmpty() ? null : spinServer)
            .historyCapacity(pitchHistory(PacketHistory.capacityFor(historyBytes)))
            .historyFile(directory.resolve("pitch-" + partition + ".packets"))
            .maxGapMessages(reader.integer(quota + "messages", 1, MOST_MESSAGES))
            .maxGapsPerSecond(reader.atLeast(quota + "per-second", 1))
            .maxGapsPerMinute(reader.atLeast(quota + "per-minute", 1))
            .maxGapsPerDay(reader.atLeast(quota + "per-day", 1));
        return reader.accepted(PITCH_LOGINS, options::build);
    }

    /** Messages of the unit that can be asked for: they are in memory, not in a mapped file as those of others. */
    static int pitchHistory(final int historyLength)
    {
        return Math.min(historyLength / PITCH_MESSAGE_LENGTH, MOST_PITCH_MESSAGES);
    }

    private List<PitchLogin> pitchLogins()
    {
        final List<PitchLogin> logins = new ArrayList<>();
        for (final Config login : reader.read(PITCH_LOGINS, Config::getConfigList))
        {
            for (final String option : login.root().keySet())
            {
                if (!Set.of("session", "user", "password-file", "password-variable").contains(option))
                {
                    throw reader.refused(PITCH_LOGINS, "there is no such option of a login: " + option);
                }
            }
            final String session = pitchName(login, "session");
            final String user = pitchName(login, "user");
            final char[] password = reader.password(
                PITCH_LOGINS, option(login, "password-file"), option(login, "password-variable")).get();
            if (password.length < LEAST_PASSWORD_LENGTH)
            {
                throw reader.refused(PITCH_LOGINS, "a password must have at least " + LEAST_PASSWORD_LENGTH +
                    " characters: user=" + user);
            }
            logins.add(reader.accepted(PITCH_LOGINS, () -> new PitchLogin(session, user, new String(password))));
        }
        return logins;
    }

    private String pitchName(final Config login, final String option)
    {
        final String name = option(login, option);
        if (!name.matches("[A-Za-z0-9]{4}"))
        {
            throw reader.refused(PITCH_LOGINS, option + " must be four letters and digits, and not " + name);
        }
        return name;
    }

    private String option(final Config login, final String option)
    {
        try
        {
            return login.hasPath(option) ? login.getString(option) : "";
        }
        catch (final ConfigException ex)
        {
            throw reader.refused(PITCH_LOGINS, ex.getMessage());
        }
    }

    private Obligations obligations()
    {
        final String bindKey = ROOT + "obligations.bind";
        final InetSocketAddress http = new InetSocketAddress(
            reader.host(bindKey), reader.integer(ROOT + "obligations.port", 0, HIGHEST_PORT));
        if (!http.getAddress().isLoopbackAddress())
        {
            throw reader.refused(bindKey, "must be an address of loopback: there is no authentication there");
        }
        return new Obligations(isEnabled("obligations"), http);
    }

    private Recording recording()
    {
        return new Recording(
            reader.read(ROOT + "record.feeds", Config::getStringList),
            Path.of(reader.text(ROOT + "record.directory")),
            bytes(ROOT + "record.file-size", MIB, Long.MAX_VALUE),
            reader.integer(ROOT + "record.files", 0, MOST_FILES));
    }

    private void checkRecorded(final MarketDataConfig config)
    {
        for (final String wanted : config.recording().feeds())
        {
            if (FeedNames.select(config.feeds(), List.of(wanted)).isEmpty())
            {
                throw reader.refused(ROOT + "record.feeds", "no feed that is sent has this name or address: " + wanted);
            }
        }
    }

    private FeedEndpoints endpoints(final String feed)
    {
        return new FeedEndpoints(
            a(feed + ".incremental"), b(feed + ".incremental"), a(feed + ".snapshot"), b(feed + ".snapshot"));
    }

    /** The replay first: feeds are listed in the order of the configuration. */
    private FeedEndpoints definitions(final String feed)
    {
        final MulticastEndpoint replayA = a(feed + ".replay");
        final MulticastEndpoint replayB = b(feed + ".replay");
        return new FeedEndpoints(a(feed + ".incremental"), b(feed + ".incremental"), replayA, replayB);
    }

    /** Null when another process sends this side. */
    private MulticastEndpoint a(final String feed)
    {
        final MulticastEndpoint group = group(feed + "-a");
        return "B".equals(sides) ? null : group;
    }

    private MulticastEndpoint b(final String feed)
    {
        final MulticastEndpoint group = group(feed + "-b");
        return "A".equals(sides) ? null : group;
    }

    /** A feed of its own: two on one address could not be distinguished. */
    private MulticastEndpoint group(final String name)
    {
        final MulticastEndpoint group =
            reader.accepted(ROOT + name, () -> MulticastEndpoint.parse(reader.text(ROOT + name)));
        final String protocol = name.substring(0, name.indexOf('.')).toUpperCase(Locale.ROOT);
        final Feed feed = new Feed(name, Protocol.valueOf(protocol), group.socketAddress());
        for (final Feed other : feeds)
        {
            if (other.address().equals(feed.address()))
            {
                throw reader.refused(ROOT + name, "is the address of " + ROOT + other.name() + " already");
            }
        }
        feeds.add(feed);
        return group;
    }

    private InetSocketAddress listener(final String port)
    {
        return new InetSocketAddress(reader.host(ROOT + "bind"), reader.integer(ROOT + port, 0, HIGHEST_PORT));
    }

    private boolean isEnabled(final String section)
    {
        return reader.read(ROOT + section + ".enabled", Config::getBoolean);
    }

    private long cycle(final String key)
    {
        return reader.duration(ROOT + key, SHORTEST_CYCLE, LONGEST_CYCLE).toNanos();
    }

    private long bytes(final String key, final long least, final long most)
    {
        final long value = reader.read(key, Config::getBytes);
        reader.rejectIf(value < least || value > most, key, "must be at least " + least + (Long.MAX_VALUE == most ? "" :
            " and at most " + most) + " bytes");
        return value;
    }

    private String networkInterface(final String key)
    {
        final String name = reader.text(key);
        try
        {
            if (null == NetworkInterface.getByName(name))
            {
                throw reader.refused(key, "there is no such network interface on this machine");
            }
        }
        catch (final SocketException ex)
        {
            throw reader.refused(key, "the network interface cannot be looked up: " + ex.getMessage());
        }
        return name;
    }
}
