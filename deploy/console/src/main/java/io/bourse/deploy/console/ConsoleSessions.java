// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import org.agrona.concurrent.NanoClock;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Who may talk to a console: links that are good for one login, and the sessions that were opened. Only digests of
 * tokens are kept. A session that was opened with a certificate needs it for each request. For many threads.
 */
final class ConsoleSessions
{
    static final long LINK_NS = TimeUnit.MINUTES.toNanos(10);
    static final long IDLE_NS = TimeUnit.MINUTES.toNanos(30);
    static final long LONGEST_NS = TimeUnit.HOURS.toNanos(12);
    private static final int MAX_SESSIONS = 16;
    private static final int MAX_LINKS = 16;
    private static final int TOKEN_LENGTH = 32;

    /** Times of the monotonic clock. */
    private record Session(Caller caller, X509Certificate certificate, long openedNs, long usedNs)
    {
    }

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Long> linksUntilNs = new HashMap<>();
    private final Map<String, Session> sessions = new HashMap<>();
    private final NanoClock clock;

    ConsoleSessions(final NanoClock clock)
    {
        this.clock = clock;
    }

    /**
     * Makes a link's token, good for one login within {@link #LINK_NS}.
     *
     * @return token.
     */
    synchronized String newLink()
    {
        final long nowNs = clock.nanoTime();
        linksUntilNs.values().removeIf(untilNs -> untilNs - nowNs <= 0);
        if (linksUntilNs.size() >= MAX_LINKS)
        {
            linksUntilNs.clear();
        }
        final String token = newToken();
        linksUntilNs.put(digest(token), nowNs + LINK_NS);
        return token;
    }

    /**
     * Takes a link, which is used up by it.
     *
     * @param link token.
     * @return false when the link is not known, was used or is too old.
     */
    synchronized boolean take(final String link)
    {
        final Long untilNs = linksUntilNs.remove(digest(link));
        return null != untilNs && untilNs - clock.nanoTime() > 0;
    }

    /**
     * Opens a session.
     *
     * @param caller whose it is.
     * @param certificate that was shown; null for none.
     * @return token of the session.
     */
    synchronized String open(final Caller caller, final X509Certificate certificate)
    {
        final long nowNs = clock.nanoTime();
        sessions.values().removeIf(session -> hasEnded(session, nowNs));
        if (sessions.size() >= MAX_SESSIONS)
        {
            // The one that was not used for longest: a person has closed that window without a logout.
            sessions.entrySet().stream()
                .min((one, other) -> Long.signum(one.getValue().usedNs - other.getValue().usedNs))
                .ifPresent(oldest -> sessions.remove(oldest.getKey()));
        }
        final String token = newToken();
        sessions.put(digest(token), new Session(caller, certificate, nowNs, nowNs));
        return token;
    }

    /**
     * Whose session this is; using it keeps it open.
     *
     * @param token of the session, or null.
     * @param certificate that was shown; null for none.
     * @return null when there is none, or it has ended, or the certificate is another one.
     */
    synchronized Caller caller(final String token, final X509Certificate certificate)
    {
        if (null == token)
        {
            return null;
        }
        final long nowNs = clock.nanoTime();
        final String key = digest(token);
        final Session session = sessions.get(key);
        if (null == session || !Objects.equals(session.certificate, certificate))
        {
            return null;
        }
        if (hasEnded(session, nowNs))
        {
            sessions.remove(key);
            return null;
        }
        sessions.put(key, new Session(session.caller, certificate, session.openedNs, nowNs));
        return session.caller;
    }

    /** Ends a session. */
    synchronized void logout(final String token)
    {
        sessions.remove(digest(token));
    }

    private static boolean hasEnded(final Session session, final long nowNs)
    {
        return nowNs - session.usedNs > IDLE_NS || nowNs - session.openedNs > LONGEST_NS;
    }

    private String newToken()
    {
        final byte[] token = new byte[TOKEN_LENGTH];
        random.nextBytes(token);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    private static String digest(final String token)
    {
        try
        {
            return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every JDK has SHA-256", ex);
        }
    }
}
