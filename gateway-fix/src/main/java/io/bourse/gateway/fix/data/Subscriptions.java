// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Subscriptions of one kind, by session and by the id that the client gave them.
 *
 * @param <T> subscription.
 */
final class Subscriptions<T>
{
    /** More than this of a session are refused, of any kind. */
    static final int MAX_PER_SESSION = 1_000;

    private final int limit;
    private final Map<FixSession, Map<String, T>> bySession = new HashMap<>();
    /** All of them, oldest first; not to be changed while it is read. */
    final List<T> all = new ArrayList<>();

    /** So many of a session. */
    Subscriptions(final int limit)
    {
        this.limit = limit;
    }

    Collection<T> of(final FixSession session)
    {
        final Map<String, T> byId = bySession.get(session);
        return null == byId ? List.of() : byId.values();
    }

    /**
     * Why no subscription can be added.
     *
     * @return null if it can.
     */
    String obstacle(final FixSession session, final String id)
    {
        final Map<String, T> byId = bySession.get(session);
        if (null == byId)
        {
            return null;
        }
        if (byId.containsKey(id))
        {
            return "a subscription with this id goes on: id=" + id;
        }
        return byId.size() < limit ? null : "too many subscriptions: limit=" + limit;
    }

    void add(final FixSession session, final String id, final T subscription)
    {
        bySession.computeIfAbsent(session, (key) -> new LinkedHashMap<>()).put(id, subscription);
        all.add(subscription);
    }

    /** Ends one; null if there is none. */
    T remove(final FixSession session, final String id)
    {
        final Map<String, T> byId = bySession.get(session);
        final T removed = null == byId ? null : byId.remove(id);
        if (null != removed)
        {
            all.remove(removed);
        }
        return removed;
    }

    /** Ends those of a session. */
    Collection<T> remove(final FixSession session)
    {
        final Map<String, T> byId = bySession.remove(session);
        if (null == byId)
        {
            return List.of();
        }
        all.removeAll(byId.values());
        return byId.values();
    }
}
