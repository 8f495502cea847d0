// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import org.agrona.concurrent.NanoClock;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Who may talk to a console: a link that is good for one login, and the sessions that were opened by such links. Only
 * digests are kept. For many threads.
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
    private record Session(long openedNs, long usedNs)
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
     * Opens a session with the token of a link, which is used up by it.
     *
     * @param link token.
     * @return token of the session; null when the link is not known, was used or is too old.
     */
    synchronized String login(final String link)
    {
        final long nowNs = clock.nanoTime();
        final Long untilNs = linksUntilNs.remove(digest(link));
        if (null == untilNs || untilNs - nowNs <= 0)
        {
            return null;
        }
        sessions.values().removeIf(session -> hasEnded(session, nowNs));
        if (sessions.size() >= MAX_SESSIONS)
        {
            // The one that was not used for longest: a person has closed that window without a logout.
            sessions.entrySet().stream()
                .min((one, other) -> Long.compare(one.getValue().usedNs - other.getValue().usedNs, 0))
                .ifPresent(oldest -> sessions.remove(oldest.getKey()));
        }
        final String token = newToken();
        sessions.put(digest(token), new Session(nowNs, nowNs));
        return token;
    }

    /**
     * Whether a session is open; using it keeps it open.
     *
     * @param token of the session, or null.
     * @return false when there is none, or it has ended.
     */
    synchronized boolean isOpen(final String token)
    {
        if (null == token)
        {
            return false;
        }
        final long nowNs = clock.nanoTime();
        final String key = digest(token);
        final Session session = sessions.get(key);
        if (null == session)
        {
            return false;
        }
        if (hasEnded(session, nowNs))
        {
            sessions.remove(key);
            return false;
        }
        sessions.put(key, new Session(session.openedNs, nowNs));
        return true;
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
