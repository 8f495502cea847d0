// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import io.bourse.engine.channel.AddressRange;
import io.bourse.engine.channel.TlsOptions;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.AdmissionOptions;
import io.bourse.gateway.sbe.admission.FlowPolicy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Reads {@code venue.twime.flow}, {@code access} and {@code tls}. Logins are named in them, so these are the only keys
 * that the defaults do not know.
 */
final class AdmissionLoader
{
    private static final String ROOT = "venue.twime.";
    static final String FLOW_LOGINS = ROOT + "flow.logins";
    static final String ACCESS_LOGINS = ROOT + "access.logins";

    private final SectionReader reader;

    AdmissionLoader(final Config config)
    {
        reader = new SectionReader(config);
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

    TlsOptions tls()
    {
        return reader.tls(ROOT + "tls");
    }

    private Set<String> logins(final String section, final Set<String> options)
    {
        return reader.logins(section, options);
    }

    private int atLeast(final String key, final int least)
    {
        return reader.atLeast(key, least);
    }

    private <T> T read(final String key, final String section, final BiFunction<Config, String, T> how)
    {
        return reader.read(section + "." + key, how);
    }

    private <T> T read(final String key, final BiFunction<Config, String, T> how)
    {
        return reader.read(key, how);
    }

    private ConfigurationException refused(final String key, final String reason)
    {
        return reader.refused(key, reason);
    }
}
