// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessions;
import java.util.Collection;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The FIX logins with what order entry knows of them.
 */
final class FixLogins
{
    private final Int2ObjectHashMap<FixLogin> byLoginId = new Int2ObjectHashMap<>();
    private final FixSessions sessions;

    FixLogins(final FixSessions sessions)
    {
        this.sessions = sessions;
    }

    void define(final int loginId, final String name, final String firm)
    {
        sessions.define(loginId, name, firm);
        final FixSession session = sessions.byLoginId(loginId);
        if (null != session && !byLoginId.containsKey(loginId))
        {
            byLoginId.put(loginId, new FixLogin(loginId, name, session));
        }
    }

    FixLogin byLoginId(final int loginId)
    {
        return byLoginId.get(loginId);
    }

    Collection<FixLogin> all()
    {
        return byLoginId.values();
    }

    /** Sessions that a former life of this gateway could not end any more have ended now. */
    void endFormerSessions(final ConnectionChanges changes)
    {
        for (final FixLogin login : byLoginId.values())
        {
            if (login.isConnectedInEngine)
            {
                changes.add(login, false);
            }
        }
    }
}
