// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.gateway.sbe.SbeGatewayOptions;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.gateway.sbe.admission.LoginAccess;
import io.bourse.gateway.sbe.admission.LoginSecret;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads {@code venue.twime.flow}, {@code access} and {@code tls}. Logins are named in them, so these are the only keys
 * that the defaults do not know.
 */
final class AdmissionLoader
{
    private static final String ROOT = "venue.twime.";
    static final String FLOW_LOGINS = ROOT + "flow.logins";
    static final String ACCESS_LOGINS = ROOT + "access.logins";

    private static final String CERTIFICATE = "certificate";
    private static final String SECRET_FILE = "secret-file";

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

    TcpServerOptions server(final int maxConnections)
    {
        final int outstanding = limit("access.outstanding-logins");
        return SbeGatewayOptions.serverBuilder()
            .maxConnections(maxConnections)
            .maxOutstanding(outstanding)
            .reservedOutstanding(
                Math.min(outstanding / 2, reader.atLeast(ROOT + "access.outstanding-logins-reserved", 0)))
            .maxMessagesPerTurn(reader.atLeast(ROOT + "access.messages-per-cycle", 1))
            .maxBytesPerTurn(reader.bytesOfCycle(ROOT + "access.bytes-per-cycle"))
            .maxOutstandingPerAddress(limit("access.outstanding-logins-per-source"))
            .acceptsPerPoll(reader.atLeast(ROOT + "access.accepts-per-cycle", 1))
            .tls(reader.tls(ROOT + "tls"))
            .build();
    }

    /** 0 is any number. */
    private int limit(final String key)
    {
        final int value = reader.atLeast(ROOT + key, 0);
        return 0 == value ? Integer.MAX_VALUE : value;
    }

    int sessionMessagesPerSecond()
    {
        return reader.atLeast(ROOT + "flow.session-messages-per-second", 0);
    }

    FlowPolicy flow()
    {
        final FlowPolicy.Kind kind = switch (reader.read(ROOT + "flow.policy", Config::getString))
        {
            case "none" -> FlowPolicy.Kind.NONE;
            case "twime" -> FlowPolicy.Kind.TWIME;
            case "t7" -> FlowPolicy.Kind.T7;
            default -> throw reader.refused(ROOT + "flow.policy", "must be one of twime, t7, none");
        };
        final Map<String, Integer> units = new HashMap<>();
        for (final String login : reader.logins(FLOW_LOGINS, Set.of("units")))
        {
            units.put(login, reader.read(FLOW_LOGINS + "." + ConfigUtil.joinPath(login, "units"), Config::getInt));
        }
        return reader.accepted(ROOT + "flow.units", () -> new FlowPolicy(
            kind,
            reader.read(ROOT + "flow.units", Config::getInt),
            units,
            reader.atLeast(ROOT + "flow.most-per-second", 1),
            reader.read(ROOT + "flow.disaster-recovery", Config::getBoolean)));
    }

    AccessPolicy access()
    {
        final Map<String, LoginAccess> logins = new HashMap<>();
        for (final String login : reader.logins(ACCESS_LOGINS, Set.of("sources", "blocked", CERTIFICATE, SECRET_FILE)))
        {
            logins.put(login, access(login));
        }
        final String secondKey = ROOT + "access.second-connection";
        final AccessPolicy.SecondConnection second = switch (reader.read(secondKey, Config::getString))
        {
            case "refuse" -> AccessPolicy.SecondConnection.REFUSE;
            case "exchange" -> AccessPolicy.SecondConnection.EXCHANGE;
            default -> throw reader.refused(secondKey, "must be one of refuse, exchange");
        };
        return reader.accepted(ACCESS_LOGINS,
            () -> new AccessPolicy(logins, reader.atLeast(ROOT + "access.sessions-per-firm", 0), second));
    }

    private LoginAccess access(final String login)
    {
        final String section = ACCESS_LOGINS + "." + ConfigUtil.joinPath(login);
        final String sourcesKey = section + ".sources";
        final String blockedKey = section + ".blocked";
        final String certificateKey = section + "." + CERTIFICATE;
        final String secretKey = section + "." + SECRET_FILE;
        final List<AddressRange> sources = !reader.has(sourcesKey) ? null : reader.accepted(sourcesKey,
            () -> reader.read(sourcesKey, Config::getStringList).stream().map(AddressRange::parse).toList());
        final boolean isBlocked = reader.has(blockedKey) && reader.read(blockedKey, Config::getBoolean);
        final CertificateBinding certificate =
            reader.has(certificateKey) ? reader.certificate(certificateKey, ROOT + "tls") : null;
        final LoginSecret secret = !reader.has(secretKey) ? null :
            reader.accepted(secretKey, () -> LoginSecret.of(login, reader.secret(secretKey)));
        return reader.accepted(
            ACCESS_LOGINS, () -> new LoginAccess(sources, isBlocked, certificate, secret));
    }

    /** The files with the secrets of logins, whose changes count as those of the configuration. */
    Set<Path> secretFiles()
    {
        final Set<Path> files = new TreeSet<>();
        for (final String login : reader.read(ACCESS_LOGINS, Config::getObject).keySet())
        {
            final String key = ACCESS_LOGINS + "." + ConfigUtil.joinPath(login) + "." + SECRET_FILE;
            if (reader.has(key))
            {
                files.add(Path.of(reader.text(key)));
            }
        }
        return files;
    }
}
