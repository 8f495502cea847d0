// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Wrong passwords in a row, by login and source: guesses from another source lock out that source, not the member.
 * A source is an IPv4 address or the first half of an IPv6 one, which is what one customer has. Belongs to one thread;
 * its memory is bounded, the oldest are forgotten first.
 */
public final class FailureTracker
{
    /** Who tried what. Strangers choose the names: names with one hash are found by their order, not one by one. */
    private record Key(String name, InetAddress network) implements Comparable<Key>
    {
        @Override
        public int compareTo(final Key other)
        {
            final int byName = name.compareTo(other.name);
            return 0 != byName ? byName : Arrays.compare(network.getAddress(), other.network.getAddress());
        }
    }

    private static final class Failures
    {
        private int count;
        private long lastNs;
    }

    private static final int MOST_KEYS = 10_000;

    private final LockoutRules rules;
    private final LinkedHashMap<Key, Failures> byKey = new LinkedHashMap<>();

    /**
     * Nothing has failed yet.
     *
     * @param rules what failures lead to.
     */
    public FailureTracker(final LockoutRules rules)
    {
        this.rules = rules;
    }

    /**
     * How long nothing is looked at yet.
     *
     * @param name of the login that is tried.
     * @param source address it is tried from.
     * @param nowNs time on a clock that does not go back.
     * @return nanoseconds; 0 or less when it is looked at.
     */
    public long pauseNs(final String name, final InetAddress source, final long nowNs)
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

    /**
     * Whether so many failed that it is locked.
     *
     * @param name of the login that is tried.
     * @param source address it is tried from.
     * @return false also while the next one has to wait.
     */
    public boolean isLocked(final String name, final InetAddress source)
    {
        final Failures failures = byKey.get(key(name, source));
        return null != failures && failures.count >= rules.failures();
    }

    /**
     * A wrong secret came.
     *
     * @param name of the login that was tried.
     * @param source address it was tried from.
     * @param nowNs time on a clock that does not go back.
     */
    public void onFailure(final String name, final InetAddress source, final long nowNs)
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

    /**
     * The right secret came.
     *
     * @param name of the login.
     * @param source address it came from.
     */
    public void onSuccess(final String name, final InetAddress source)
    {
        byKey.remove(key(name, source));
    }

    /**
     * An operator has set a new secret: what was tried before does not count.
     *
     * @param name of the login.
     */
    public void forget(final String name)
    {
        byKey.keySet().removeIf((key) -> key.name.equals(name));
    }

    /** Logins and sources that are remembered. */
    public int size()
    {
        return byKey.size();
    }

    private static Key key(final String name, final InetAddress source)
    {
        return new Key(name, AddressRange.source(source));
    }
}
