// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueType;
import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.LockoutRules;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TlsOptions;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.password.PasswordPolicy;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads {@code venue.fix}. Logins are named in its {@code sessions}, and a schedule need not be there, so these are the
 * only keys that the defaults do not know.
 */
final class FixLoader
{
    static final String SESSIONS = "venue.fix.sessions";
    private static final String ROOT = "venue.fix.";
    private static final String DEFAULTS = ROOT + "defaults";
    private static final String SCHEDULE = "schedule";
    private static final String ALWAYS = "always";
    private static final int DAY_ABBREVIATION = 3;
    private static final int MOST_HEARTBEAT_SECONDS = 3_600;
    private static final int LEAST_UNSENT = 64 << 10;
    /** What may wait for all clients together by default. */
    private static final int MOST_UNSENT = 256 << 20;
    private static final Set<String> OPTIONS = Set.of("roles", "drop-copy-firms", "market-data-quota", "sources",
        "blocked", "password-required", "certificate", SCHEDULE, "reset", "max-messages-per-second",
        "max-session-messages-per-second", "dictionary");
    private static final Set<String> SCHEDULE_OPTIONS = Set.of("start", "end", "days", "time-zone");

    private final SectionReader reader;

    FixLoader(final Config config)
    {
        reader = new SectionReader(config);
    }

    /** Whether a key names an option of a session; it is checked when the session is read. */
    static boolean isKeyOfSession(final String key)
    {
        return key.startsWith(SESSIONS + ".") || key.startsWith(DEFAULTS + "." + SCHEDULE + ".");
    }

    FixGatewayOptions gateway(
        final InetSocketAddress address, final Path storeDirectory, final long publicFirstTimeoutNs, final long leaseNs)
    {
        final TlsOptions tls = reader.tls(ROOT + "tls");
        final boolean isOnLoopback = address.getAddress().isLoopbackAddress() &&
            (null == tls || tls.address().getAddress().isLoopbackAddress());
        final String limits = ROOT + "limits.";
        final int minHeartbeat = seconds(limits + "min-heartbeat");
        final int maxHeartbeat = seconds(limits + "max-heartbeat");
        if (maxHeartbeat < minHeartbeat)
        {
            throw reader.refused(limits + "max-heartbeat", "must not be less than min-heartbeat");
        }
        return FixGatewayOptions.builder()
            .bindAddress(address)
            .storeDirectory(storeDirectory)
            .publicFirstTimeoutNs(publicFirstTimeoutNs)
            .leaseNs(leaseNs)
            .minHeartbeatSeconds(minHeartbeat)
            .maxHeartbeatSeconds(maxHeartbeat)
            .server(server(limits, tls))
            .defaults(options(DEFAULTS, !isOnLoopback))
            .sessions(sessions(!isOnLoopback))
            .build();
    }

    private TcpServerOptions server(final String limits, final TlsOptions tls)
    {
        final long unsent = reader.read(limits + "unsent-bytes", Config::getBytes);
        if (unsent < LEAST_UNSENT || unsent > MOST_UNSENT)
        {
            throw reader.refused(limits + "unsent-bytes", "must be from 64 KiB to 256 MiB");
        }
        final int connections = reader.atLeast(limits + "connections", 1);
        final int outstanding = reader.integer(limits + "outstanding-logons", 1, connections);
        return FixGatewayOptions.serverBuilder()
            .maxConnections(connections)
            .maxOutstanding(outstanding)
            .reservedOutstanding(
                Math.min(outstanding / 2, reader.atLeast(limits + "outstanding-logons-reserved", 0)))
            .maxMessagesPerTurn(reader.atLeast(limits + "messages-per-cycle", 1))
            .maxBytesPerTurn(reader.bytesOfCycle(limits + "bytes-per-cycle"))
            .maxOutstandingPerAddress(reader.atLeast(limits + "outstanding-logons-per-source", 1))
            .sendQueueLength((int)unsent)
            .loginTimeoutNs(reader.duration(
                limits + "logon-timeout", Duration.ofSeconds(1), Duration.ofMinutes(5)).toNanos())
            .tls(tls)
            .build();
    }

    private int seconds(final String key)
    {
        final Duration value = reader.duration(key, Duration.ofSeconds(1), Duration.ofSeconds(MOST_HEARTBEAT_SECONDS));
        if (value.toNanosPart() != 0)
        {
            throw reader.refused(key, "must be whole seconds");
        }
        return (int)value.toSeconds();
    }

    PasswordOptions passwords()
    {
        final String section = ROOT + "passwords.";
        final LockoutRules rules = LockoutRules.DEFAULT;
        return PasswordOptions.builder()
            .file(Path.of(reader.text(section + "file")))
            .policy(
                new PasswordPolicy(reader.integer(section + "least-length", PasswordPolicy.LEAST, PasswordPolicy.MOST)))
            .lockout(new LockoutRules(
                rules.freeFailures(),
                rules.firstDelayNs(),
                reader.integer(section + "lock-after", rules.freeFailures() + 1, 1_000),
                reader.duration(section + "lock-for", Duration.ofSeconds(1), Duration.ofDays(1)).toNanos()))
            .iterations(
                reader.integer(section + "iterations", PasswordHash.LEAST_ITERATIONS, PasswordHash.MOST_ITERATIONS))
            .build();
    }

    private Map<String, FixSessionOptions> sessions(final boolean isPasswordRequired)
    {
        reader.knownOnly(DEFAULTS, OPTIONS);
        return reader.logins(SESSIONS, OPTIONS).stream().collect(Collectors.toMap(
            Function.identity(),
            (name) -> options(SESSIONS + "." + ConfigUtil.joinPath(name), isPasswordRequired)));
    }

    private FixSessionOptions options(final String section, final boolean isPasswordRequired)
    {
        final String resetKey = key(section, "reset");
        final SequenceReset reset = named(resetKey, SequenceReset.class, reader.text(resetKey));
        final String dictionaryKey = key(section, "dictionary");
        final SessionSchedule schedule = schedule(section);
        if (SequenceReset.DAILY == reset && null == schedule)
        {
            throw reader.refused(resetKey, "happens when the schedule begins, so the session needs one");
        }
        return FixSessionOptions.builder()
            .roles(roles(key(section, "roles")))
            .dropCopyFirms(firms(key(section, "drop-copy-firms")))
            .marketDataQuota(reader.atLeast(key(section, "market-data-quota"), 0))
            .access(access(section, isPasswordRequired))
            .schedule(schedule)
            .reset(reset)
            .maxMessagesPerSecond(reader.atLeast(key(section, "max-messages-per-second"), 0))
            .maxSessionMessagesPerSecond(reader.atLeast(key(section, "max-session-messages-per-second"), 0))
            .dictionary(named(dictionaryKey, FixSessionOptions.Dictionary.class, reader.text(dictionaryKey)))
            .build();
    }

    /** Where an option stands: with the session, or with the defaults. */
    private String key(final String section, final String option)
    {
        final String own = section + "." + option;
        return reader.has(own) ? own : DEFAULTS + "." + option;
    }

    private Set<FixSessionOptions.Role> roles(final String key)
    {
        final Set<FixSessionOptions.Role> roles = new HashSet<>();
        for (final String role : reader.read(key, Config::getStringList))
        {
            roles.add(named(key, FixSessionOptions.Role.class, role));
        }
        if (roles.isEmpty())
        {
            throw reader.refused(key, "must name at least one; block a session that may do nothing");
        }
        return roles;
    }

    private List<String> firms(final String key)
    {
        final List<String> firms = reader.read(key, Config::getStringList);
        for (final String firm : firms)
        {
            if (!firm.matches("[A-Z0-9]{2}([A-Z0-9]{2}([A-Z0-9]{3})?)?"))
            {
                throw reader.refused(key, "must be codes of two, four or seven capitals and digits, and not " + firm);
            }
        }
        return firms;
    }

    private AccessRules access(final String section, final boolean isPasswordRequired)
    {
        final String sourcesKey = key(section, "sources");
        final String passwordKey = key(section, "password-required");
        final List<AddressRange> sources;
        try
        {
            sources = reader.read(sourcesKey, Config::getStringList).stream().map(AddressRange::parse).toList();
        }
        catch (final IllegalArgumentException ex)
        {
            throw reader.refused(sourcesKey, ex.getMessage());
        }
        return new AccessRules(
            sources,
            reader.read(key(section, "blocked"), Config::getBoolean),
            switch (reader.text(passwordKey))
            {
                case "auto" -> isPasswordRequired;
                case "true" -> true;
                case "false" -> false;
                default -> throw reader.refused(passwordKey, "must be one of auto, true, false");
            },
            reader.has(section + ".certificate") ?
                reader.certificate(section + ".certificate", ROOT + "tls") : null);
    }

    private SessionSchedule schedule(final String section)
    {
        final String key = key(section, SCHEDULE);
        if (ConfigValueType.OBJECT != reader.read(key, Config::getValue).valueType())
        {
            if (!ALWAYS.equals(reader.text(key)))
            {
                throw reader.refused(key, "must be always, or have start, end, days and time-zone");
            }
            return null;
        }
        reader.knownOnly(key, SCHEDULE_OPTIONS);
        return new SessionSchedule(
            time(key + ".start"), time(key + ".end"), days(key + ".days"), zone(key + ".time-zone"));
    }

    private LocalTime time(final String key)
    {
        return parsed(key, () -> LocalTime.parse(reader.text(key)), "must be a time of day such as 08:30");
    }

    private ZoneId zone(final String key)
    {
        return reader.has(key) ?
            parsed(key, () -> ZoneId.of(reader.text(key)), "is no time zone; one is Europe/Moscow") :
            ZoneId.of("Europe/Moscow");
    }

    private <T> T parsed(final String key, final Supplier<T> parser, final String reason)
    {
        try
        {
            return parser.get();
        }
        catch (final DateTimeException ex)
        {
            throw reader.refused(key, reason);
        }
    }

    private Set<DayOfWeek> days(final String key)
    {
        if (!reader.has(key))
        {
            return Set.of(DayOfWeek.values());
        }
        final Map<String, DayOfWeek> known = Arrays.stream(DayOfWeek.values()).collect(Collectors.toMap(
            (day) -> day.name().substring(0, DAY_ABBREVIATION).toLowerCase(Locale.ROOT), (day) -> day));
        final List<DayOfWeek> days = new ArrayList<>();
        for (final String day : reader.read(key, Config::getStringList))
        {
            if (!known.containsKey(day))
            {
                throw reader.refused(key, "must be a list of mon, tue, wed, thu, fri, sat, sun");
            }
            days.add(known.get(day));
        }
        if (days.isEmpty())
        {
            throw reader.refused(key, "must name at least one day; block a session that has none");
        }
        return Set.copyOf(days);
    }

    private <E extends Enum<E>> E named(final String key, final Class<E> type, final String name)
    {
        final List<String> names = new ArrayList<>();
        for (final E value : type.getEnumConstants())
        {
            names.add(value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            if (names.getLast().equals(name))
            {
                return value;
            }
        }
        throw reader.refused(key, "must be one of " + String.join(", ", names) + ", and not " + name);
    }
}
