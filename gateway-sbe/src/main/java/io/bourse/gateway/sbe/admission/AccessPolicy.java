// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.TcpSource;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which logins may establish a session, and from where. TWIME has no password: the source of a connection and, on the
 * TLS port, the certificate are all there is.
 *
 * @param sources ranges a login may come from; a login that is not here may come from anywhere.
 * @param blocked logins that may not establish a session.
 * @param sessionsPerFirm most sessions of all logins of a brokerage firm at the same time; 0 for any number.
 */
public record AccessPolicy(Map<String, List<AddressRange>> sources, Set<String> blocked, int sessionsPerFirm)
{
    /**
     * Checks the policy.
     *
     * @throws IllegalArgumentException when a number is negative, or a login has an empty list of sources.
     */
    public AccessPolicy
    {
        sources = Map.copyOf(sources);
        blocked = Set.copyOf(blocked);
        if (sessionsPerFirm < 0)
        {
            throw new IllegalArgumentException(
                "sessions of a firm must be limited to 1 or more, or 0 for any number: sessionsPerFirm=" +
                sessionsPerFirm);
        }
        sources.forEach((login, ranges) ->
        {
            if (ranges.isEmpty())
            {
                throw new IllegalArgumentException(
                    "a login without sources could not come from anywhere, block it instead: login=" + login);
            }
        });
    }

    /**
     * Every login from everywhere.
     *
     * @return policy without limits.
     */
    public static AccessPolicy open()
    {
        return new AccessPolicy(Map.of(), Set.of(), 0);
    }

    /**
     * Whether a login may come from an address.
     *
     * @param login name.
     * @param source address of the connection.
     * @return false for an address outside all ranges of the login.
     */
    public boolean isSourceOf(final String login, final InetAddress source)
    {
        final List<AddressRange> ranges = sources.get(login);
        if (null == ranges)
        {
            return true;
        }
        for (final AddressRange range : ranges)
        {
            if (range.contains(source))
            {
                return true;
            }
        }
        return false;
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
        return isBlocked(login) || !isSourceOf(login, source) ? TcpSource.UNKNOWN :
            sources.containsKey(login) ? TcpSource.MEMBER : TcpSource.OPEN;
    }

    /**
     * Whether a login may not establish a session.
     *
     * @param login name.
     * @return true for a blocked one.
     */
    public boolean isBlocked(final String login)
    {
        return blocked.contains(login);
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
