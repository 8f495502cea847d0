// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.FailureTracker;
import io.bourse.engine.net.LockoutRules;
import io.bourse.engine.net.TcpSource;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.LoginSecret;
import io.bourse.gateway.sbe.admission.AccessVerdict;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.Locale;

/**
 * Who is a login, and may have a session: source, certificate, secret, block. What it refuses it counts and logs; what
 * a client hears of a wrong login and of a wrong proof is the same.
 */
final class SessionAdmission
{
    private static final String COMPONENT = "twime";
    private static final String HIDDEN = "***";

    /**
     * The Credentials of an Establish.
     *
     * @param login that they name; null when there is none.
     * @param name before the secret.
     * @param secret empty for none.
     */
    record Claim(Login login, String name, String secret)
    {
        /** Without the secret. */
        @Override
        public String toString()
        {
            return "Claim{name=" + name + '}';
        }
    }

    private final FailureTracker failures = new FailureTracker(LockoutRules.DEFAULT);
    private final LoginTable logins;
    private final CounterSet<GatewayCounter> counters;
    private final SecuritySink log;
    private final boolean isIdentityRequired;
    private AccessPolicy policy;
    private boolean isStandby;

    SessionAdmission(
        final SbeGatewayOptions options, final LoginTable logins, final CounterSet<GatewayCounter> counters)
    {
        this.logins = logins;
        this.counters = counters;
        log = options.securityLog();
        policy = options.access();
        isIdentityRequired = !options.isOnLoopback();
    }

    /** Whether this gateway takes no session, because another one has them. */
    boolean isStandby()
    {
        return isStandby;
    }

    void standby(final boolean isNow)
    {
        isStandby = isNow;
    }

    void onRefusedByStandby(final Claim claim, final TwimeConnection connection)
    {
        connection.count(GatewayCounter.STANDBY_REFUSED);
        log(SecurityEvent.Type.LOGON_REFUSED, claim, connection, "standby");
    }

    /** Whether a login that is not blocked may come from an address. Before the first is defined any may. */
    TcpSource sourceOf(final InetAddress address)
    {
        TcpSource source = 0 == logins.size() ? TcpSource.OPEN : TcpSource.UNKNOWN;
        for (int i = 0; i < logins.size() && TcpSource.MEMBER != source; i++)
        {
            final TcpSource ofLogin = policy.sourceOf(logins.at(i).name(), address);
            source = TcpSource.UNKNOWN == ofLogin ? source : ofLogin;
        }
        return source;
    }

    /** Reads Credentials: a login, or a login, a colon and its secret. */
    Claim claim(final String credentials)
    {
        final Login whole = logins.find(credentials);
        final int end = credentials.indexOf(LoginSecret.SEPARATOR);
        if (null != whole || end < 0)
        {
            return new Claim(whole, credentials, "");
        }
        final String name = credentials.substring(0, end);
        return new Claim(logins.find(name), name, credentials.substring(end + 1));
    }

    /** Judges a claim before anything of the login is touched. */
    AccessVerdict judge(final Claim claim, final TwimeConnection connection, final long nowNs)
    {
        final InetAddress source = connection.address();
        final boolean isPaused = failures.pauseNs(claim.name(), source, nowNs) > 0;
        AccessVerdict verdict = policy.judge(claim.name(), source, connection.certificate(), claim.secret());
        if (null == claim.login())
        {
            verdict = AccessVerdict.WRONG_SECRET;
        }
        else if (isIdentityRequired && verdict.isAdmitted() && !policy.login(claim.name()).isIdentified())
        {
            verdict = AccessVerdict.UNIDENTIFIED;
        }
        if (isPaused && (verdict.isAdmitted() || AccessVerdict.WRONG_SECRET == verdict))
        {
            connection.count(GatewayCounter.LOCKED_OUT);
            log(SecurityEvent.Type.LOCKED_OUT, claim, connection, "too many wrong secrets");
            return AccessVerdict.WRONG_SECRET;
        }
        onVerdict(verdict, claim, connection, nowNs);
        return verdict;
    }

    private void onVerdict(
        final AccessVerdict verdict, final Claim claim, final TwimeConnection connection, final long nowNs)
    {
        switch (verdict)
        {
            case ADMITTED ->
            {
                // Perhaps it is refused for another reason.
            }
            case PROVEN -> failures.onSuccess(claim.name(), connection.address());
            case WRONG_SECRET ->
            {
                connection.count(GatewayCounter.CREDENTIALS_REFUSED);
                if (null != claim.login())
                {
                    // Unknown names would only push out what is known of the others.
                    failures.onFailure(claim.name(), connection.address(), nowNs);
                }
                log(SecurityEvent.Type.PASSWORD_FAILED, claim, connection,
                    null == claim.login() ? "unknown login" : "wrong secret");
            }
            case WRONG_SOURCE ->
            {
                connection.count(GatewayCounter.SOURCES_REFUSED);
                log(SecurityEvent.Type.LOGON_REFUSED, claim, connection, "source");
            }
            case WRONG_CERTIFICATE, UNIDENTIFIED ->
            {
                connection.count(GatewayCounter.CREDENTIALS_REFUSED);
                log(SecurityEvent.Type.LOGON_REFUSED, claim, connection,
                    AccessVerdict.UNIDENTIFIED == verdict ? "no sources, certificate or secret" : "certificate");
            }
        }
    }

    /** The firm's places are for trading sessions, and a login that has one already takes no other. */
    boolean isBlocked(final Login login, final GatewayPort port)
    {
        final boolean isBlocked = policy.isBlocked(login.name()) ||
            GatewayPort.TRADING == port && null == login.connection(port) &&
            !policy.hasPlace(logins.sessionsOf(login.brokerageFirm()));
        if (isBlocked)
        {
            counters.increment(GatewayCounter.SESSIONS_BLOCKED, port.sessionClass);
        }
        return isBlocked;
    }

    /** Whether a second Establish ends the session of its login, as it does at the exchange. */
    boolean endsSession(final AccessVerdict verdict)
    {
        return AccessVerdict.PROVEN == verdict || AccessPolicy.SecondConnection.EXCHANGE == policy.secondConnection();
    }

    void onSecondConnection(final Claim claim, final TwimeConnection connection)
    {
        connection.count(GatewayCounter.SECOND_CONNECTIONS);
        log(SecurityEvent.Type.LOGON_REFUSED, claim, connection, "second connection, the session goes on");
    }

    void onRefused(final Claim claim, final TwimeConnection connection, final EstablishmentRejectCodeEnum code)
    {
        log(SecurityEvent.Type.LOGON_REFUSED, claim, connection, code.name().toLowerCase(Locale.ROOT));
    }

    void onEstablished(final Claim claim, final TwimeConnection connection)
    {
        log(SecurityEvent.Type.LOGON, claim, connection, null);
    }

    /**
     * Puts other rules in force. Sessions that they do not allow end at once.
     *
     * @param other rules.
     */
    void policy(final AccessPolicy other)
    {
        final AccessPolicy former = policy;
        policy = other;
        for (int i = 0; i < logins.size(); i++)
        {
            final Login login = logins.at(i);
            final LoginSecret secret = other.login(login.name()).secret();
            if (null != secret && !secret.equals(former.login(login.name()).secret()))
            {
                failures.forget(login.name());
            }
            for (final GatewayPort port : GatewayPort.values())
            {
                final TwimeConnection connection = login.connection(port);
                final String reason = null == connection ? null : reasonToEnd(login, connection);
                if (null != reason)
                {
                    end(connection, reason);
                }
            }
        }
    }

    private String reasonToEnd(final Login login, final TwimeConnection connection)
    {
        if (policy.isBlocked(login.name()))
        {
            return "blocked";
        }
        return switch (policy.judge(login.name(), connection.address(), connection.certificate()))
        {
            case ADMITTED, PROVEN, WRONG_SECRET, UNIDENTIFIED -> null;
            case WRONG_SOURCE -> "source";
            case WRONG_CERTIFICATE -> "certificate";
        };
    }

    /** Ends the sessions of a login. */
    void end(final Login login, final String reason)
    {
        for (final GatewayPort port : GatewayPort.values())
        {
            final TwimeConnection connection = login.connection(port);
            if (null != connection)
            {
                end(connection, reason);
            }
        }
    }

    /** Ends a session that the venue does not want any more. */
    void end(final TwimeConnection connection, final String reason)
    {
        connection.count(GatewayCounter.SESSIONS_ENDED);
        log.write(event(SecurityEvent.Type.SESSION_ENDED, null == connection.login() ? null : connection.login().name(),
            connection, reason));
        connection.terminate(TerminationCodeEnum.UnspecifiedError);
    }

    void onHandshake(final InetAddress source, final X509Certificate certificate)
    {
        if (null != certificate)
        {
            log.write(new SecurityEvent(SecurityEvent.Type.CERTIFICATE_SHOWN, COMPONENT, null, source, null,
                certificate.getSubjectX500Principal().getName()));
        }
    }

    void onConnectionRefused(final InetAddress source, final String reason)
    {
        log.write(SecurityEvent.of(SecurityEvent.Type.CONNECTION_REFUSED, COMPONENT, null, source, reason));
    }

    void onOutOfPlace(final TwimeConnection connection)
    {
        log.write(event(SecurityEvent.Type.MALFORMED, null, connection, "a frame before Establish"));
    }

    void onTlsFailure(final InetAddress source, final String reason)
    {
        log.write(SecurityEvent.of(SecurityEvent.Type.TLS_FAILED, COMPONENT, null, source, reason));
    }

    private void log(
        final SecurityEvent.Type type, final Claim claim, final TwimeConnection connection, final String reason)
    {
        final String name = null == claim.login() && policy.isSecret(claim.name()) ? HIDDEN : claim.name();
        log.write(event(type, name, connection, reason));
    }

    static SecurityEvent event(
        final SecurityEvent.Type type, final String name, final TwimeConnection connection, final String reason)
    {
        final X509Certificate certificate = connection.certificate();
        return new SecurityEvent(type, COMPONENT, name, connection.address(), reason,
            null == certificate ? null : certificate.getSubjectX500Principal().getName());
    }
}
