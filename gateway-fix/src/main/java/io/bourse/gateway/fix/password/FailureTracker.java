// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Wrong passwords in a row, by login and source: guesses from another source lock out that source, not the member.
 * A source is an IPv4 address or the first half of an IPv6 one, which is what one customer has. Belongs to one thread;
 * its memory is bounded, the oldest are forgotten first.
 */
final class FailureTracker
{
    /** Who tried what. */
    private record Key(String name, InetAddress network)
    {
    }

    private static final class Failures
    {
        private int count;
        private long lastNs;
    }

    private static final int MOST_KEYS = 10_000;
    private static final int NETWORK_BYTES = 8;

    private final LockoutRules rules;
    private final LinkedHashMap<Key, Failures> byKey = new LinkedHashMap<>();

    FailureTracker(final LockoutRules rules)
    {
        this.rules = rules;
    }

    /** How long nothing is looked at yet, nanoseconds; 0 or less when it is. */
    long pauseNs(final String name, final InetAddress source, final long nowNs)
    {
        final Key key = key(name, source);
        final Failures failures = byKey.get(key);
        if (null == failures)
        {
            return 0;
        }
        if (nowNs - failures.lastNs >= rules.lockNs())
        {
            byKey.remove(key);
            return 0;
        }
        return failures.lastNs + rules.pauseNs(failures.count) - nowNs;
    }

    /** Whether so many failed that it is locked. */
    boolean isLocked(final String name, final InetAddress source)
    {
        final Failures failures = byKey.get(key(name, source));
        return null != failures && failures.count >= rules.failures();
    }

    void onFailure(final String name, final InetAddress source, final long nowNs)
    {
        final Key key = key(name, source);
        final Failures known = byKey.remove(key);
        final Failures failures = null == known ? new Failures() : known;
        failures.count++;
        failures.lastNs = nowNs;
        if (byKey.size() >= MOST_KEYS)
        {
            final Iterator<Key> oldest = byKey.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        byKey.put(key, failures);
    }

    void onSuccess(final String name, final InetAddress source)
    {
        byKey.remove(key(name, source));
    }

    /** An operator has set a new password: what was tried before does not count. */
    void forget(final String name)
    {
        byKey.keySet().removeIf((key) -> key.name.equals(name));
    }

    int size()
    {
        return byKey.size();
    }

    private static Key key(final String name, final InetAddress source)
    {
        if (!(source instanceof Inet6Address))
        {
            return new Key(name, source);
        }
        final byte[] network = source.getAddress();
        Arrays.fill(network, NETWORK_BYTES, network.length, (byte)0);
        try
        {
            return new Key(name, InetAddress.getByAddress(network));
        }
        catch (final UnknownHostException ex)
        {
            throw new IllegalStateException("an address keeps its length: source=" + source, ex);
        }
    }
}
