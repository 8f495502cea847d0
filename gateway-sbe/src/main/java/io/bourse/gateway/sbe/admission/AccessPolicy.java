// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.net.TcpSource;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.Map;

/**
 * Which logins may establish a session, from where, and what they have to show.
 *
 * @param logins rules of logins; a login that is not here may come from anywhere and shows nothing.
 * @param sessionsPerFirm most sessions of all logins of a brokerage firm at the same time; 0 for any number.
 * @param secondConnection what a second Establish of a login does that has a session.
 */
public record AccessPolicy(Map<String, LoginAccess> logins, int sessionsPerFirm, SecondConnection secondConnection)
{
    /** What a second Establish of a login does that has a session. */
    public enum SecondConnection
    {
        /** It is refused, and the session goes on, unless the second one has shown certificate or secret. */
        REFUSE,
        /** As at the exchange: it is refused, and the session ends. */
        EXCHANGE
    }

    private static final LoginSecret NO_SECRET = LoginSecret.of("", "no-login-has-this");

    /**
     * Checks the policy.
     *
     * @throws IllegalArgumentException when a number is negative.
     */
    public AccessPolicy
    {
        logins = Map.copyOf(logins);
        if (sessionsPerFirm < 0)
        {
            throw new IllegalArgumentException(
                "sessions of a firm must be limited to 1 or more, or 0 for any number: sessionsPerFirm=" +
                sessionsPerFirm);
        }
    }

    /**
     * Every login from everywhere.
     *
     * @return policy without limits.
     */
    public static AccessPolicy open()
    {
        return of(Map.of());
    }

    /**
     * Rules of logins, and otherwise the defaults.
     *
     * @param logins rules.
     * @return policy.
     */
    public static AccessPolicy of(final Map<String, LoginAccess> logins)
    {
        return new AccessPolicy(logins, 0, SecondConnection.REFUSE);
    }

    /**
     * Rules of a login.
     *
     * @param login name.
     * @return its own, or {@link LoginAccess#OPEN}.
     */
    public LoginAccess login(final String login)
    {
        return logins.getOrDefault(login, LoginAccess.OPEN);
    }

    /**
     * Judges a client that names a login. An unknown login takes as long as a wrong secret.
     *
     * @param login name, whether there is such a login or not.
     * @param source address of the connection.
     * @param certificate that the client has shown and that is trusted; null for none.
     * @param secret that the client has given; empty for none.
     * @return whether it may be the login, or why not.
     */
    public AccessVerdict judge(
        final String login, final InetAddress source, final X509Certificate certificate, final String secret)
    {
        final LoginAccess rules = login(login);
        final byte[] given = LoginSecret.digest(secret);
        // Compared in any case, for the time that it takes.
        final boolean isRight =
            (null == rules.secret() ? NO_SECRET : rules.secret()).matches(given) & null != rules.secret();
        final AccessVerdict verdict = judge(rules, login, source, certificate);
        // A secret that is not asked for is none of the login: the client means another one.
        return verdict.isAdmitted() && (null != rules.secret() || !secret.isEmpty()) ?
            isRight ? AccessVerdict.PROVEN : AccessVerdict.WRONG_SECRET : verdict;
    }

    /**
     * Judges the connection of an established session, whose secret was right when it came.
     *
     * @param login name.
     * @param source address of the connection.
     * @param certificate that the client has shown; null for none.
     * @return whether it may still be the login, or why not.
     */
    public AccessVerdict judge(final String login, final InetAddress source, final X509Certificate certificate)
    {
        return judge(login(login), login, source, certificate);
    }

    private AccessVerdict judge(
        final LoginAccess rules, final String login, final InetAddress source, final X509Certificate certificate)
    {
        if (!rules.isSource(source))
        {
            return AccessVerdict.WRONG_SOURCE;
        }
        if (null != rules.certificate())
        {
            return rules.certificate().matches(certificate) ? AccessVerdict.PROVEN : AccessVerdict.WRONG_CERTIFICATE;
        }
        return isOfAnother(login, certificate) ? AccessVerdict.WRONG_CERTIFICATE : AccessVerdict.ADMITTED;
    }

    private boolean isOfAnother(final String login, final X509Certificate certificate)
    {
        return null != certificate && logins.entrySet().stream().anyMatch((entry) ->
            !entry.getKey().equals(login) && null != entry.getValue().certificate() &&
            entry.getValue().certificate().matches(certificate));
    }

    /**
     * Whether a text is the secret of any login, given in a wrong place.
     *
     * @param text from a client.
     * @return true: it must not be shown.
     */
    public boolean isSecret(final String text)
    {
        final byte[] digest = LoginSecret.digest(text);
        boolean isSecret = false;
        for (final LoginAccess rules : logins.values())
        {
            isSecret |= null != rules.secret() && rules.secret().matches(digest);
        }
        return isSecret;
    }

    /**
     * What an address says of a peer, as far as one login goes.
     *
     * @param login name.
     * @param source address of the connection.
     * @return UNKNOWN when the login may not come from there; OPEN when it may come from anywhere.
     */
    public TcpSource sourceOf(final String login, final InetAddress source)
    {
        final LoginAccess rules = login(login);
        return rules.isBlocked() || !rules.isSource(source) ? TcpSource.UNKNOWN :
            null == rules.sources() ? TcpSource.OPEN : TcpSource.MEMBER;
    }

    /**
     * Whether a login may not establish a session.
     *
     * @param login name.
     * @return true for a blocked one.
     */
    public boolean isBlocked(final String login)
    {
        return login(login).isBlocked();
    }

    /**
     * Whether a brokerage firm may have another session.
     *
     * @return false when all its places are taken.
     */
    public boolean hasPlace(final int sessions)
    {
        return 0 == sessionsPerFirm || sessions < sessionsPerFirm;
    }
}
