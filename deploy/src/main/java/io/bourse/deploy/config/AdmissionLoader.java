// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.AddressRange;
import io.bourse.gateway.sbe.admission.AdmissionOptions;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.gateway.sbe.channel.TlsOptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Reads {@code venue.twime.flow}, {@code access} and {@code tls}. Logins are named in them, so these are the only keys
 * that the defaults do not know.
 */
final class AdmissionLoader
{
    private static final String ROOT = "venue.twime.";
    static final String FLOW_LOGINS = ROOT + "flow.logins";
    static final String ACCESS_LOGINS = ROOT + "access.logins";
    private static final int HIGHEST_PORT = 65_535;

    private final Config config;

    AdmissionLoader(final Config config)
    {
        this.config = config;
    }

    /** Whether a key names an option of a login; it is checked when the login is read. */
    static boolean isKeyOfLogin(final String key)
    {
        return key.startsWith(FLOW_LOGINS + ".") || key.startsWith(ACCESS_LOGINS + ".");
    }

    AdmissionOptions admission()
    {
        final FlowPolicy flow = flow();
        final AccessPolicy access = access();
        return new AdmissionOptions(
            flow,
            access,
            atLeast(ROOT + "access.outstanding-logins", 0),
            atLeast(ROOT + "access.outstanding-logins-per-source", 0),
            atLeast(ROOT + "access.accepts-per-cycle", 1));
    }

    private FlowPolicy flow()
    {
        final FlowPolicy.Kind kind = switch (read(ROOT + "flow.policy", Config::getString))
        {
            case "none" -> FlowPolicy.Kind.NONE;
            case "twime" -> FlowPolicy.Kind.TWIME;
            case "t7" -> FlowPolicy.Kind.T7;
            default -> throw refused(ROOT + "flow.policy", "must be one of twime, t7, none");
        };
        final Map<String, Integer> units = new HashMap<>();
        for (final String login : logins(FLOW_LOGINS, Set.of("units")))
        {
            units.put(login, read(ConfigUtil.joinPath(login, "units"), FLOW_LOGINS, Config::getInt));
        }
        try
        {
            return new FlowPolicy(
                kind,
                read(ROOT + "flow.units", Config::getInt),
                units,
                atLeast(ROOT + "flow.most-per-second", 1),
                read(ROOT + "flow.disaster-recovery", Config::getBoolean));
        }
        catch (final IllegalArgumentException ex)
        {
            throw refused(ROOT + "flow.units", ex.getMessage());
        }
    }

    private AccessPolicy access()
    {
        final Map<String, List<AddressRange>> sources = new HashMap<>();
        final Set<String> blocked = new HashSet<>();
        final Config logins = read(ACCESS_LOGINS, Config::getConfig);
        for (final String login : logins(ACCESS_LOGINS, Set.of("sources", "blocked")))
        {
            final String sourcesKey = ConfigUtil.joinPath(login, "sources");
            final String blockedKey = ConfigUtil.joinPath(login, "blocked");
            try
            {
                if (logins.hasPathOrNull(sourcesKey))
                {
                    sources.put(login, read(sourcesKey, ACCESS_LOGINS, Config::getStringList).stream()
                        .map(AddressRange::parse).toList());
                }
            }
            catch (final IllegalArgumentException ex)
            {
                throw refused(ACCESS_LOGINS + "." + sourcesKey, ex.getMessage());
            }
            if (logins.hasPathOrNull(blockedKey) && read(blockedKey, ACCESS_LOGINS, Config::getBoolean))
            {
                blocked.add(login);
            }
        }
        try
        {
            return new AccessPolicy(sources, blocked, atLeast(ROOT + "access.sessions-per-firm", 0));
        }
        catch (final IllegalArgumentException ex)
        {
            throw refused(ACCESS_LOGINS, ex.getMessage());
        }
    }

    TlsOptions tls(final InetAddress host)
    {
        if (!read(ROOT + "tls.enabled", Config::getBoolean))
        {
            return null;
        }
        final String certificates = read(ROOT + "tls.client-certificates", Config::getString);
        final boolean isRequired = "required".equals(certificates);
        if (!isRequired && !"none".equals(certificates))
        {
            throw refused(ROOT + "tls.client-certificates", "must be one of none, required");
        }
        final int port = atLeast(ROOT + "tls.port", 0);
        if (port > HIGHEST_PORT)
        {
            throw refused(ROOT + "tls.port", "must be from 0 to " + HIGHEST_PORT);
        }
        return new TlsOptions(
            new InetSocketAddress(host, port),
            file(ROOT + "tls.key-store"),
            password(),
            isRequired ? file(ROOT + "tls.trust-store") : null);
    }

    private Path file(final String key)
    {
        final Path file = Path.of(read(key, Config::getString));
        if (!Files.isRegularFile(file))
        {
            throw refused(key, "there is no such file");
        }
        return file;
    }

    private Supplier<char[]> password()
    {
        final String file = read(ROOT + "tls.password-file", Config::getString);
        final String variable = read(ROOT + "tls.password-variable", Config::getString);
        if (file.isEmpty() == variable.isEmpty())
        {
            throw refused(ROOT + "tls.password-file", "give either this or password-variable");
        }
        if (!file.isEmpty())
        {
            final Path path = file(ROOT + "tls.password-file");
            return () -> firstLine(path);
        }
        if (null == System.getenv(variable))
        {
            throw refused(ROOT + "tls.password-variable", "there is no such environment variable");
        }
        return () -> System.getenv(variable).toCharArray();
    }

    private static char[] firstLine(final Path file)
    {
        try
        {
            return Files.readString(file).lines().findFirst().orElse("").toCharArray();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the password of the key store cannot be read: file=" + file, ex);
        }
    }

    private Set<String> logins(final String section, final Set<String> options)
    {
        final Set<String> logins = read(section, Config::getObject).keySet();
        for (final String login : logins)
        {
            final String key = ConfigUtil.joinPath(login);
            for (final String option : read(key, section, Config::getObject).keySet())
            {
                if (!options.contains(option))
                {
                    throw refused(section + "." + key + "." + option, "there is no such option");
                }
            }
        }
        return logins;
    }

    private int atLeast(final String key, final int least)
    {
        final int value = read(key, Config::getInt);
        if (value < least)
        {
            throw refused(key, "must be at least " + least);
        }
        return value;
    }

    private <T> T read(final String key, final String section, final BiFunction<Config, String, T> reader)
    {
        return read(section + "." + key, reader);
    }

    private <T> T read(final String key, final BiFunction<Config, String, T> reader)
    {
        try
        {
            return reader.apply(config, key);
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException(key, raw(key), ex.getMessage());
        }
    }

    private ConfigurationException refused(final String key, final String reason)
    {
        return new ConfigurationException(key, raw(key), reason);
    }

    private String raw(final String key)
    {
        return config.hasPath(key) ? String.valueOf(config.getValue(key).unwrapped()) : "";
    }
}
