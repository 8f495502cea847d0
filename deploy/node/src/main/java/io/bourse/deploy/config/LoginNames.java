// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.sbe.SbeGatewayOptions;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The logins that {@code venue.twime} and {@code venue.fix} have rules for. A rule for an unknown name is an error: it
 * would have no effect, and the login that it was meant for would not be blocked or limited.
 */
public final class LoginNames
{
    private LoginNames()
    {
    }

    /**
     * Whether any login is named.
     *
     * @param twime options.
     * @return false when there is nothing to check.
     */
    public static boolean isAnyNamed(final SbeGatewayOptions twime)
    {
        return !inFlow(twime).isEmpty() || !inAccess(twime).isEmpty();
    }

    /**
     * Checks that every login named is a TWIME login.
     *
     * @param twime options.
     * @param data with the logins of the venue.
     * @throws ConfigurationException naming the first one that is not.
     */
    public static void check(final SbeGatewayOptions twime, final ReferenceData data)
    {
        final Set<String> known = Set.copyOf(data.loginNames(LoginProtocol.TWIME));
        check(AdmissionLoader.FLOW_LOGINS, inFlow(twime), known);
        check(AdmissionLoader.ACCESS_LOGINS, inAccess(twime), known);
    }

    /**
     * Checks that something says who each TWIME login is, when other machines can connect.
     *
     * @param twime options.
     * @param data with the logins of the venue.
     * @throws ConfigurationException naming the logins that anyone could be.
     */
    public static void requireIdentity(final SbeGatewayOptions twime, final ReferenceData data)
    {
        final List<String> open = data.loginNames(LoginProtocol.TWIME).stream()
            .filter((name) -> !twime.access().isBlocked(name) && !twime.access().login(name).isIdentified())
            .sorted()
            .toList();
        if (!twime.isOnLoopback() && !open.isEmpty())
        {
            throw new ConfigurationException(AdmissionLoader.ACCESS_LOGINS, String.join(",", open),
                "the TWIME gateway listens beyond this machine (venue.twime.bind or venue.twime.tls.bind), and" +
                " nothing says who these logins are: add sources, certificate or secret-file for each of them, or" +
                " blocked = true");
        }
    }

    /**
     * Whether any FIX session has options of its own, or copies of other firms.
     *
     * @param fix options.
     * @return false when there is nothing to check.
     */
    public static boolean isAnyNamed(final FixGatewayOptions fix)
    {
        return !fix.sessions().isEmpty() || !fix.defaults().dropCopyFirms().isEmpty();
    }

    /**
     * Checks that every session named is a FIX login, and every firm named one of the venue.
     *
     * @param fix options.
     * @param data with the logins and firms of the venue.
     * @throws ConfigurationException naming the first one that is not.
     */
    public static void check(final FixGatewayOptions fix, final ReferenceData data)
    {
        final Set<String> known = Set.copyOf(data.loginNames(LoginProtocol.FIX));
        for (final String name : new TreeSet<>(fix.sessions().keySet()))
        {
            if (!known.contains(name))
            {
                throw new ConfigurationException(
                    FixLoader.SESSIONS, name, "is no FIX login of the reference data (venue.reference-data)");
            }
            checkFirms(FixLoader.SESSIONS + "." + name, fix.session(name), data);
        }
        checkFirms("venue.fix.defaults", fix.defaults(), data);
    }

    private static void checkFirms(final String section, final FixSessionOptions options, final ReferenceData data)
    {
        for (final String code : options.dropCopyFirms())
        {
            if (!data.clearingFirms().contains(code) && !data.brokerageFirms().contains(code) &&
                !data.accounts().contains(code))
            {
                throw new ConfigurationException(section + ".drop-copy-firms", code,
                    "is no firm and no register of the reference data (venue.reference-data)");
            }
        }
    }

    private static void check(final String key, final Collection<String> names, final Set<String> known)
    {
        for (final String name : names)
        {
            if (!known.contains(name))
            {
                throw new ConfigurationException(
                    key, name, "is no TWIME login of the reference data (venue.reference-data)");
            }
        }
    }

    private static Collection<String> inFlow(final SbeGatewayOptions twime)
    {
        return new TreeSet<>(twime.flow().limits().keySet());
    }

    private static Collection<String> inAccess(final SbeGatewayOptions twime)
    {
        return new TreeSet<>(twime.access().logins().keySet());
    }
}
