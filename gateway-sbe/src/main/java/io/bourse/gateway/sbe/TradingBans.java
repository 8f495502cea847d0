// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.KillAction;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is stopped by a kill switch, and by whom: the return code of a rejected order shows it (TWIME A.8), the
 * engine's refusal does not.
 */
final class TradingBans
{
    private static final int CLEARING_FIRM_LENGTH = 2;

    private final Int2ObjectHashMap<String> firmByLogin = new Int2ObjectHashMap<>();
    private final IntHashSet stoppedLogins = new IntHashSet();
    /** Return code for the orders of a stopped firm. */
    private final Map<String, Integer> stoppedFirms = new HashMap<>();

    void onLogin(final int loginId, final String brokerageFirm)
    {
        firmByLogin.put(loginId, brokerageFirm);
    }

    void state(final CheckpointState state)
    {
        final List<Integer> logins = List.copyOf(firmByLogin.keySet());
        for (int i = 0, count = state.count(logins.size()); i < count; i++)
        {
            final int loginId = state.number(state.isReading() ? 0 : logins.get(i));
            firmByLogin.put(loginId, state.text(firmByLogin.get(loginId)));
        }
        state.set(stoppedLogins);
        final List<String> firms = List.copyOf(stoppedFirms.keySet());
        for (int i = 0, count = state.count(firms.size()); i < count; i++)
        {
            final String firm = state.text(state.isReading() ? null : firms.get(i));
            stoppedFirms.put(firm, state.number(stoppedFirms.getOrDefault(firm, 0)));
        }
    }

    /**
     * A kill switch was moved.
     *
     * @param loginId of the login it stops or lifts; 0: the whole firm.
     * @param firm brokerage firm, or a clearing firm with all its brokerage firms.
     * @param action that was taken.
     * @param isOperator whether the venue's operator took it, or a trader of the firm.
     */
    void onMoved(final int loginId, final String firm, final KillAction action, final boolean isOperator)
    {
        final boolean isStop = KillAction.STOP == action;
        if (0 == loginId)
        {
            moveFirms(firm, isStop, isOperator);
        }
        else if (isStop)
        {
            stoppedLogins.add(loginId);
        }
        else
        {
            stoppedLogins.remove(loginId);
        }
    }

    private void moveFirms(final String firm, final boolean isStop, final boolean isOperator)
    {
        final boolean isClearingFirm = CLEARING_FIRM_LENGTH == firm.length();
        final int byOperator = isClearingFirm ?
            RejectCodes.PROHIBITED_BY_CLEARING_ADMINISTRATOR : RejectCodes.PROHIBITED_BY_TRADING_ADMINISTRATOR;
        for (final String name : firmByLogin.values())
        {
            if (isClearingFirm ? name.startsWith(firm) : name.equals(firm))
            {
                if (!isStop)
                {
                    stoppedFirms.remove(name);
                }
                else if (isOperator)
                {
                    stoppedFirms.put(name, byOperator);
                }
                else
                {
                    // A trader's own switch does not make the operator's another one.
                    stoppedFirms.putIfAbsent(name, RejectCodes.PROHIBITED_BY_TRADER);
                }
            }
        }
    }

    /** Return code for an order of a login that is refused because a kill switch stands. */
    int codeOf(final int loginId)
    {
        final Integer ofFirm = stoppedFirms.get(firmByLogin.get(loginId));
        return stoppedLogins.contains(loginId) || null == ofFirm ? RejectCodes.NOT_PERMITTED : ofFirm;
    }
}
