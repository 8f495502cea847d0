// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.bourse.deploy.config.MarketDataConfig.BookFeeds;
import io.bourse.deploy.config.MarketDataConfig.Fast;
import io.bourse.deploy.config.MarketDataConfig.Index;
import io.bourse.deploy.config.MarketDataConfig.InfoFeeds;
import io.bourse.deploy.config.MarketDataConfig.Obligations;
import io.bourse.deploy.config.MarketDataConfig.Pair;
import io.bourse.deploy.config.MarketDataConfig.Pitch;
import io.bourse.deploy.config.MarketDataConfig.PitchLogin;
import io.bourse.deploy.config.MarketDataConfig.PitchQuota;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.config.MarketDataConfig.Recording;
import io.bourse.deploy.config.MarketDataConfig.Sides;
import io.bourse.deploy.config.MarketDataConfig.Simba;
import io.bourse.marketdata.net.MulticastEndpoint;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads {@code venue.marketdata}.
 */
final class MarketDataLoader
{
    static final String ROOT = "venue.marketdata.";
    static final List<Integer> BOOK_DEPTHS = List.of(1, 5, 20, 50);
    private static final String PITCH_LOGINS = ROOT + "pitch.logins";
    private static final int MOST_TIME_TO_LIVE = 255;
    private static final int MOST_MESSAGES = 65_535;
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_FILES = 100_000;
    private static final int PASSWORD_LENGTH = 10;
    private static final int[] VERSIONS = {8, 9};
    private static final long MIB = 1L << 20;
    private static final long LEAST_HISTORY = MIB;
    private static final long MOST_HISTORY = 64L << 30;
    private static final Duration SHORTEST_CYCLE = Duration.ofMillis(1);
    private static final Duration LONGEST_CYCLE = Duration.ofMinutes(10);

    private final SectionReader reader;
    private final Map<InetSocketAddress, String> groups = new HashMap<>();

    MarketDataLoader(final Config config)
    {
        reader = new SectionReader(config);
    }

    MarketDataConfig marketData()
    {
        final MarketDataConfig config = new MarketDataConfig(
            networkInterface(ROOT + "interface"),
            reader.integer(ROOT + "time-to-live", 0, MOST_TIME_TO_LIVE),
            sides(),
            reader.duration(ROOT + "heartbeat", Duration.ofMillis(100), Duration.ofMinutes(1)),
            bytes(ROOT + "history", LEAST_HISTORY, MOST_HISTORY),
            simba(),
            fast(),
            pitch(),
            new Index(isEnabled("index"),
                reader.duration(ROOT + "index.interval", Duration.ZERO, Duration.ofMinutes(1))),
            obligations(),
            recording());
        if (config.index().isEnabled() && !config.fast().isEnabled())
        {
            throw reader.refused(ROOT + "index.enabled", "needs fast.enabled: there is no other feed for index values");
        }
        checkRecorded(config);
        return config;
    }

    private Sides sides()
    {
        final String key = ROOT + "sides";
        return switch (reader.text(key))
        {
            case "A" -> Sides.A;
            case "B" -> Sides.B;
            case "both" -> Sides.BOTH;
            default -> throw reader.refused(key, "must be one of A, B, both");
        };
    }

    private Simba simba()
    {
        final String versionKey = ROOT + "simba.version";
        return new Simba(
            reader.integer(versionKey, VERSIONS[0], VERSIONS[1]),
            cycle("simba.snapshot-cycle"),
            cycle("simba.info-cycle"),
            bookFeeds(Protocol.SIMBA, "orders-log"),
            infoFeeds(Protocol.SIMBA, "fut-info"),
            infoFeeds(Protocol.SIMBA, "opt-info"),
            listener("simba.replay-port"));
    }

    private Fast fast()
    {
        final SortedMap<Integer, BookFeeds> books = new TreeMap<>();
        for (final int depth : BOOK_DEPTHS)
        {
            books.put(depth, bookFeeds(Protocol.FAST, "fo-book-" + depth));
        }
        return new Fast(
            isEnabled("fast"),
            cycle("fast.snapshot-cycle"),
            cycle("fast.info-cycle"),
            reader.duration(ROOT + "fast.conflation", Duration.ZERO, Duration.ofSeconds(10)),
            bookFeeds(Protocol.FAST, "orders-log"),
            bookFeeds(Protocol.FAST, "fo-trades"),
            books,
            bookFeeds(Protocol.FAST, "index"),
            infoFeeds(Protocol.FAST, "fut-info"),
            infoFeeds(Protocol.FAST, "opt-info"),
            listener("fast.orders-log.replay-port"),
            listener("fast.fo-trades.replay-port"),
            listener("fast.index.replay-port"));
    }

    private Pitch pitch()
    {
        final String quota = ROOT + "pitch.quota.";
        return new Pitch(
            isEnabled("pitch"),
            pair(Protocol.PITCH, "unit"),
            group(ROOT + Pitch.GAP_RESPONSE),
            listener("pitch.gap-request-port"),
            listener("pitch.spin-port"),
            pitchLogins(),
            new PitchQuota(
                reader.integer(quota + "messages", 1, MOST_MESSAGES),
                reader.atLeast(quota + "per-second", 1),
                reader.atLeast(quota + "per-minute", 1),
                reader.atLeast(quota + "per-day", 1)));
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
            logins.add(new PitchLogin(
                pitchName(login, "session"),
                pitchName(login, "user"),
                reader.password(PITCH_LOGINS, option(login, "password-file"), option(login, "password-variable"))));
        }
        for (final PitchLogin login : logins)
        {
            if (login.password().get().length > PASSWORD_LENGTH)
            {
                throw reader.refused(PITCH_LOGINS, "no password may be longer than " + PASSWORD_LENGTH +
                    " characters: session=" + login.session());
            }
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
            throw reader.refused(bindKey, "must be an address of loopback: nobody is asked who he is there");
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

    private BookFeeds bookFeeds(final Protocol protocol, final String name)
    {
        return new BookFeeds(pair(protocol, name + ".incremental"), pair(protocol, name + ".snapshot"));
    }

    private InfoFeeds infoFeeds(final Protocol protocol, final String name)
    {
        return new InfoFeeds(pair(protocol, name + ".replay"), pair(protocol, name + ".incremental"));
    }

    private Pair pair(final Protocol protocol, final String feed)
    {
        final String name = protocol.name().toLowerCase(Locale.ROOT) + "." + feed;
        return new Pair(name, protocol, group(ROOT + name + "-a"), group(ROOT + name + "-b"));
    }

    /** A feed of its own: two on one address could not be told apart. */
    private InetSocketAddress group(final String key)
    {
        final InetSocketAddress address;
        try
        {
            address = MulticastEndpoint.parse(reader.text(key)).socketAddress();
        }
        catch (final IllegalArgumentException ex)
        {
            throw reader.refused(key, ex.getMessage());
        }
        final String other = groups.putIfAbsent(address, key);
        if (null != other)
        {
            throw reader.refused(key, "is the address of " + other + " already");
        }
        return address;
    }

    private InetSocketAddress listener(final String port)
    {
        return new InetSocketAddress(reader.host(ROOT + "bind"), reader.integer(ROOT + port, 0, HIGHEST_PORT));
    }

    private boolean isEnabled(final String section)
    {
        return reader.read(ROOT + section + ".enabled", Config::getBoolean);
    }

    private Duration cycle(final String key)
    {
        return reader.duration(ROOT + key, SHORTEST_CYCLE, LONGEST_CYCLE);
    }

    private long bytes(final String key, final long least, final long most)
    {
        final long value = reader.read(key, Config::getBytes);
        if (value < least || value > most)
        {
            throw reader.refused(key, "must be at least " + least + (Long.MAX_VALUE == most ? "" : " and at most " +
                most) + " bytes");
        }
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
