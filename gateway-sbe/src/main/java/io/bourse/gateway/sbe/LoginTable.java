// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The TWIME logins of the venue, in the order of their definition.
 */
final class LoginTable
{
    private final Int2ObjectHashMap<Login> byId = new Int2ObjectHashMap<>();
    private final Map<String, Login> byName = new HashMap<>();
    private final List<Login> all = new ArrayList<>();
    /** Sessions of these logins that began or ended. */
    final ConnectionChanges connectionChanges = new ConnectionChanges();
    private final AnswerLog answerLog;
    final IdBudget idBudget;

    LoginTable(final AnswerLog answerLog, final IdBudget idBudget)
    {
        this.idBudget = idBudget;
        this.answerLog = answerLog;
    }

    void define(final int loginId, final String name, final String brokerageFirm)
    {
        if (!byId.containsKey(loginId))
        {
            final Login login = new Login(loginId, answerLog, connectionChanges, idBudget);
            login.identity(name, brokerageFirm);
            byId.put(loginId, login);
            byName.put(name, login);
            all.add(login);
        }
    }

    /** What goes over into the numbers of another day. */
    void dayState(final CheckpointState state)
    {
        for (int i = 0, count = state.count(all.size()); i < count; i++)
        {
            final Login known = state.isReading() ? null : all.get(i);
            final int loginId = state.number(null == known ? 0 : known.loginId);
            final String name = state.text(null == known ? "" : known.name());
            define(loginId, name, state.text(null == known ? "" : known.brokerageFirm()));
            byId.get(loginId).dayState(state);
        }
    }

    /** Ids of orders that live until a date. */
    int datedIds()
    {
        int count = 0;
        for (int i = 0; i < all.size(); i++)
        {
            count += all.get(i).clOrdIds.datedSize();
        }
        return count;
    }

    /** The login of an engine session, or null if it is not one of TWIME. */
    Login get(final int loginId)
    {
        return byId.get(loginId);
    }

    /** The login of these Credentials, or null. Not for hot paths. */
    Login find(final String name)
    {
        return byName.get(name);
    }

    /** A trading session begins: order ids of the one before are free again. */
    void onSessionOpened()
    {
        for (int i = 0; i < all.size(); i++)
        {
            all.get(i).clOrdIds.onSessionOpened();
        }
    }

    /** Established sessions of the logins of a brokerage firm. Not for hot paths. */
    int sessionsOf(final String brokerageFirm)
    {
        int count = 0;
        for (int i = 0; i < all.size(); i++)
        {
            final Login login = all.get(i);
            count += null != login.connection() && brokerageFirm.equals(login.brokerageFirm()) ? 1 : 0;
        }
        return count;
    }

    /** A new trading date: the numbers of all logins begin with 1 again, and what was kept of the old is dropped. */
    void resetNumbers()
    {
        for (int i = 0; i < all.size(); i++)
        {
            all.get(i).resetNumbers();
        }
        answerLog.reset();
    }

    int size()
    {
        return all.size();
    }

    Login at(final int index)
    {
        return all.get(index);
    }
}
