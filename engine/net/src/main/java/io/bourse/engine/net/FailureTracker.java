// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Wrong passwords in a row, by login and source: guesses from another source lock out that source, not the member.
 * A source is an IPv4 address or the first half of an IPv6 one, which is what one customer has. Belongs to one thread.
 * <p>
 * Its memory is bounded, and what is locked stays so until its time is over, however many other names are tried. Of a
 * source so many names are remembered; all further ones count together and are locked together. What is forgotten first
 * are the oldest names that are not locked. Where all are locked, the oldest becomes a lock of its whole source.
 */
public final class FailureTracker
{
    /** Names remembered for all sources, and most sources as a whole. */
    static final int MOST = 10_000;
    /** Names remembered for one source. */
    static final int MOST_OF_SOURCE = 1_000;

    /** A customer's network. Strangers choose it: what has one hash is found by its order, not one by one. */
    private record Source(InetAddress network) implements Comparable<Source>
    {
        @Override
        public int compareTo(final Source other)
        {
            return Arrays.compare(network.getAddress(), other.network.getAddress());
        }
    }

    /** Who tried what. Strangers choose the names too. */
    private record Key(String name, Source source) implements Comparable<Key>
    {
        @Override
        public int compareTo(final Key other)
        {
            final int byName = name.compareTo(other.name);
            return 0 != byName ? byName : source.compareTo(other.source);
        }
    }

    private static final class Failures
    {
        private int count;
        private long lastNs;
    }

    private final LockoutRules rules;
    /** Not locked yet, and locked: the oldest first, at most {@link #MOST} together. */
    private final LinkedHashMap<Key, Failures> counted = new LinkedHashMap<>();
    private final LinkedHashMap<Key, Failures> locked = new LinkedHashMap<>();
    /** How many names of a source are in the two. */
    private final Map<Source, Integer> names = new HashMap<>();
    /** Names of a source that are not in the two, counted together: the oldest first, at most {@link #MOST}. */
    private final LinkedHashMap<Source, Failures> others = new LinkedHashMap<>();

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
        final Failures own = find(key);
        if (null != own && isOver(own, nowNs))
        {
            remove(key);
        }
        final Failures shared = others.get(key.source);
        if (null != shared && isOver(shared, nowNs))
        {
            others.remove(key.source);
        }
        final Failures failures = of(key);
        return null == failures ? 0 : failures.lastNs + rules.pauseNs(failures.count) - nowNs;
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
        final Failures failures = of(key(name, source));
        return null != failures && isLocked(failures);
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
        forgetOver(counted, nowNs);
        forgetOver(locked, nowNs);
        final Key key = key(name, source);
        final Failures known = remove(key);
        if (null == known && (others.containsKey(key.source) || names.getOrDefault(key.source, 0) >= MOST_OF_SOURCE))
        {
            final Failures shared = others.remove(key.source);
            putOthers(key.source, failed(null == shared ? new Failures() : shared, nowNs));
            return;
        }
        final Failures failures = failed(null == known ? new Failures() : known, nowNs);
        if (size() >= MOST)
        {
            forgetOne();
        }
        (isLocked(failures) ? locked : counted).put(key, failures);
        names.merge(key.source, 1, Integer::sum);
    }

    private static Failures failed(final Failures failures, final long nowNs)
    {
        failures.count++;
        failures.lastNs = nowNs;
        return failures;
    }

    private void forgetOver(final LinkedHashMap<Key, Failures> oldestFirst, final long nowNs)
    {
        while (!oldestFirst.isEmpty() && isOver(oldestFirst.firstEntry().getValue(), nowNs))
        {
            remove(oldestFirst.firstEntry().getKey());
        }
    }

    private void forgetOne()
    {
        final Key oldest = (counted.isEmpty() ? locked : counted).firstEntry().getKey();
        final Failures forgotten = remove(oldest);
        if (isLocked(forgotten))
        {
            final Failures shared = others.remove(oldest.source);
            putOthers(oldest.source, null != shared && isLocked(shared) ? shared : forgotten);
        }
    }

    private void putOthers(final Source source, final Failures failures)
    {
        if (others.size() >= MOST)
        {
            others.pollFirstEntry();
        }
        others.put(source, failures);
    }

    /**
     * The right secret came.
     *
     * @param name of the login.
     * @param source address it came from.
     */
    public void onSuccess(final String name, final InetAddress source)
    {
        remove(key(name, source));
    }

    /**
     * An operator has set a new secret: what was tried before does not count. A lock of a whole source stays.
     *
     * @param name of the login.
     */
    public void forget(final String name)
    {
        Stream.of(counted, locked).flatMap(map -> map.keySet().stream()).filter(key -> key.name.equals(name)).toList()
            .forEach(this::remove);
    }

    /** Logins and sources that are remembered; all further ones of a source are not among them. */
    public int size()
    {
        return counted.size() + locked.size();
    }

    /** Failures that count for a login: its own, else those of all further ones of its source. */
    private Failures of(final Key key)
    {
        final Failures own = find(key);
        return null == own ? others.get(key.source) : own;
    }

    private Failures find(final Key key)
    {
        final Failures failures = counted.get(key);
        return null == failures ? locked.get(key) : failures;
    }

    private Failures remove(final Key key)
    {
        final Failures early = counted.remove(key);
        final Failures failures = null == early ? locked.remove(key) : early;
        if (null != failures)
        {
            names.computeIfPresent(key.source, (source, count) -> 1 == count ? null : count - 1);
        }
        return failures;
    }

    private boolean isLocked(final Failures failures)
    {
        return failures.count >= rules.failures();
    }

    private boolean isOver(final Failures failures, final long nowNs)
    {
        return nowNs - failures.lastNs >= rules.lockNs();
    }

    private static Key key(final String name, final InetAddress source)
    {
        return new Key(name, new Source(AddressRange.source(source)));
    }
}
