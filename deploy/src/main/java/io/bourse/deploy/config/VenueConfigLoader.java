// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import io.bourse.deploy.config.VenueConfig.Clearing;
import io.bourse.deploy.config.VenueConfig.Engine;
import io.bourse.deploy.config.VenueConfig.Fix;
import io.bourse.deploy.config.VenueConfig.Host;
import io.bourse.deploy.config.VenueConfig.Snapshots;
import io.bourse.deploy.config.VenueConfig.Timestamps;
import io.bourse.deploy.config.VenueConfig.Twime;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.security.CredentialStore;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads a venue file over the defaults and checks every value before anything is started.
 */
public final class VenueConfigLoader
{
    private static final String ROOT = "venue.";
    private static final ZoneId VENUE_ZONE = ZoneId.of("Europe/Moscow");
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_MEMBERS = 9;
    private static final int MOST_SNAPSHOTS = 1_000;
    private static final int PORTS_PER_MEMBER = 4;
    private static final int HIGHEST_PARTITION = 255;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofDays(7);
    private static final Duration LONGEST_AGE = Duration.ofDays(3_650);

    private final Config config;

    private VenueConfigLoader(final Config config)
    {
        this.config = config;
    }

    /**
     * Defaults with a file and single options over them.
     *
     * @param file venue file in HOCON; null for none.
     * @param overrides full key to value, stronger than the file; used by the command line.
     * @return checked configuration.
     * @throws ConfigurationException naming key, value and reason of the first thing that is wrong.
     */
    public static VenueConfig load(final Path file, final Map<String, ?> overrides)
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
            return new VenueConfigLoader(override.withFallback(given).withFallback(defaults).resolve()).venue();
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException("?", "", ex.getMessage());
        }
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
            if (!known.hasPath(entry.getKey()) && !AdmissionLoader.isKeyOfLogin(entry.getKey()) &&
                !FixLoader.isKeyOfSession(entry.getKey()) && !ThreadLayoutLoader.isKeyOfCore(entry.getKey()))
            {
                throw new ConfigurationException(
                    entry.getKey(), entry.getValue().unwrapped().toString(),
                    "there is no such option (" + entry.getValue().origin().description() + ")");
            }
        }
    }

    private VenueConfig venue()
    {
        return new VenueConfig(
            Path.of(text("data-dir")),
            integer("partition", 0, HIGHEST_PARTITION),
            oneOf("durability", "ram", "disk"),
            bytes("min-free"),
            text("reference-data"),
            integer("session-id", 1, Integer.MAX_VALUE),
            tradingDate(),
            host(),
            engine(),
            layout(),
            twime(),
            fix(),
            new MarketDataLoader(config).marketData(),
            snapshots(),
            new Clearing(
                Path.of(text("clearing.keys-dir")),
                balance("clearing.opening-balance-kopecks"),
                oneOf("clearing.approvals", "none", "exceptions", "all"),
                text("clearing.margin")),
            Path.of(text("credentials")),
            timestamps());
    }

    private Engine engine()
    {
        final Engine engine = new Engine(powerOfTwo("engine.ring-size", 64, 1 << 22),
            oneOf("engine.idle", Engine.PARK, Engine.YIELD, Engine.SPIN),
            read("engine.gap-meter", config::getBoolean));
        if (engine.hasGapMeter() && !Engine.SPIN.equals(engine.idle()))
        {
            throw refused("engine.gap-meter", "needs engine.idle = spin: a thread that sleeps has gaps of its own");
        }
        if (engine.hasGapMeter() && Host.CLUSTER.equals(text("host")))
        {
            throw refused("engine.gap-meter", "must be false with host = cluster: its threads are Aeron's");
        }
        return engine;
    }

    private ThreadLayout layout()
    {
        return new ThreadLayoutLoader(
            config, Host.CLUSTER.equals(text("host")), Runtime.getRuntime().availableProcessors()).layout();
    }

    private Host host()
    {
        final int members = integer("cluster.members", 1, MOST_MEMBERS);
        if (0 == members % 2)
        {
            throw refused("cluster.members", "must be an odd number: half of an even one is no majority");
        }
        final int basePort = integer("cluster.base-port", 0, HIGHEST_PORT - PORTS_PER_MEMBER * members + 1);
        if (0 == basePort && members > 1)
        {
            throw refused("cluster.base-port", "must be given: several members have to find each other");
        }
        final Path ownCredentials = Path.of(text("data-dir")).resolve(CredentialStore.DIRECTORY);
        if (members > 1 && ownCredentials.equals(Path.of(text("credentials"))))
        {
            throw refused("credentials", "must be given outside of the data directory: all members, the backup and" +
                " those who connect need the same ones");
        }
        final boolean hasBackup = read("cluster.backup", config::getBoolean);
        if (hasBackup && 0 == basePort)
        {
            throw refused("cluster.backup", "needs a cluster.base-port: the backup has to find the members");
        }
        return new Host(oneOf("host", Host.SOLO, Host.CLUSTER), members,
            integer("cluster.member-id", 0, members - 1), basePort, hasBackup);
    }

    private Snapshots snapshots()
    {
        final Duration interval = duration("snapshot.interval", Duration.ZERO, LONGEST_INTERVAL);
        if (!interval.isZero() && interval.compareTo(SHORTEST_INTERVAL) < 0)
        {
            throw refused("snapshot.interval", "must be 0 or at least " + SHORTEST_INTERVAL.toSeconds() + " s");
        }
        final int kept = integer("retention.snapshots", RetentionOptions.SNAPSHOTS_MIN, MOST_SNAPSHOTS);
        final Duration minAge = duration("retention.min-age", Duration.ZERO, LONGEST_AGE);
        final List<String> consumers = read("retention.consumers", config::getStringList);
        try
        {
            return new Snapshots(interval, new RetentionOptions(kept, minAge.toNanos(), consumers));
        }
        catch (final IllegalArgumentException ex)
        {
            throw refused("retention.consumers", ex.getMessage());
        }
    }

    private Timestamps timestamps()
    {
        final Duration keep = duration("timestamps.keep", Duration.ofDays(1), LONGEST_AGE);
        return new Timestamps(read("timestamps.enabled", config::getBoolean), (int)keep.toDays());
    }

    private <T> T read(final String key, final Function<String, T> reader)
    {
        try
        {
            return reader.apply(ROOT + key);
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException(ROOT + key, raw(key), ex.getMessage());
        }
    }

    private String raw(final String key)
    {
        return config.hasPath(ROOT + key) ? String.valueOf(config.getValue(ROOT + key).unwrapped()) : "";
    }

    private ConfigurationException refused(final String key, final String reason)
    {
        return new ConfigurationException(ROOT + key, raw(key), reason);
    }

    private String text(final String key)
    {
        final String value = read(key, config::getString);
        if (value.isBlank())
        {
            throw refused(key, "must not be empty");
        }
        return value;
    }

    private int integer(final String key, final int lowest, final int highest)
    {
        final int value = read(key, config::getInt);
        if (value < lowest || value > highest)
        {
            throw refused(key, "must be from " + lowest + " to " + highest);
        }
        return value;
    }

    private int powerOfTwo(final String key, final int lowest, final int highest)
    {
        final int value = integer(key, lowest, highest);
        if (Integer.bitCount(value) != 1)
        {
            throw refused(key, "must be a power of two");
        }
        return value;
    }

    private long bytes(final String key)
    {
        final long value = read(key, config::getBytes);
        if (value < 0)
        {
            throw refused(key, "must not be negative");
        }
        return value;
    }

    private long balance(final String key)
    {
        final long value = read(key, config::getLong);
        if (value < 0)
        {
            throw refused(key, "must not be negative");
        }
        return value;
    }

    private String oneOf(final String key, final String... allowed)
    {
        final String value = text(key);
        for (final String candidate : allowed)
        {
            if (candidate.equals(value))
            {
                return value;
            }
        }
        throw refused(key, "must be one of " + String.join(", ", allowed));
    }

    private Duration duration(final String key, final Duration shortest, final Duration longest)
    {
        final Duration value = read(key, config::getDuration);
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0)
        {
            throw refused(key, "must be from " + shortest.toMillis() + " ms to " + longest.toMillis() + " ms");
        }
        return value;
    }

    private Duration shortWait(final String section)
    {
        return duration(section + ".public-first-timeout", Duration.ZERO, LONGEST_WAIT);
    }

    private Twime twime()
    {
        return new Twime(
            listener("twime"),
            integer("twime.max-sessions", 1, 100_000),
            shortWait("twime"),
            listener("twime", "recovery-port"),
            duration("twime.retransmit-delay", Duration.ZERO, Duration.ofMinutes(1)),
            new AdmissionLoader(config).admission(),
            new AdmissionLoader(config).tls());
    }

    private Fix fix()
    {
        return new FixLoader(config).fix(listener("fix"), shortWait("fix"));
    }

    private InetSocketAddress listener(final String section)
    {
        return listener(section, "port");
    }

    private InetSocketAddress listener(final String section, final String port)
    {
        final String key = section + ".bind";
        return new InetSocketAddress(host(key, text(key)), integer(section + "." + port, 0, HIGHEST_PORT));
    }

    private InetAddress host(final String key, final String host)
    {
        try
        {
            return InetAddress.getByName(host);
        }
        catch (final UnknownHostException ex)
        {
            throw refused(key, "is no address of a host");
        }
    }

    private int tradingDate()
    {
        final int value = integer("trading-date", 0, 99_991_231);
        if (0 == value)
        {
            return Integer.parseInt(LocalDate.now(VENUE_ZONE).format(DateTimeFormatter.BASIC_ISO_DATE));
        }
        if (!TradingDates.isDate(value))
        {
            throw refused("trading-date", "must be a date as YYYYMMDD, from " + TradingDates.FIRST_YEAR + " to " +
                TradingDates.LAST_YEAR);
        }
        return value;
    }
}
