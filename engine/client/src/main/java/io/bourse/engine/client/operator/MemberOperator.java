// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrdersEncoder;
import io.bourse.engine.protocol.ControlLoginEncoder;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchEncoder;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SetLoginRightsEncoder;
import io.bourse.engine.protocol.SetSelfTradePreventionEncoder;

/**
 * An operator's hand on members: rights of logins, cancel on disconnect, self-trade prevention, kill switches and
 * cancels. Every command is legal at any time. Uses the connection of an {@link OperatorClient}, with the same
 * exceptions, and is not thread-safe either.
 */
public final class MemberOperator
{
    private final SetLoginRightsEncoder setLoginRights = new SetLoginRightsEncoder();
    private final SetSelfTradePreventionEncoder setSelfTradePrevention = new SetSelfTradePreventionEncoder();
    private final KillSwitchEncoder killSwitch = new KillSwitchEncoder();
    private final OperatorClient operator;

    /**
     * Members of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public MemberOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Sets what a login may do and what becomes of its day orders when it loses its connection.
     *
     * @param loginId of a login that is known.
     * @param rights bits of {@code LoginRights}; those not given are taken away.
     * @param disconnectGraceNs cancel on disconnect after this long, 0: at once; negative: never.
     */
    public void setLoginRights(final int loginId, final int rights, final long disconnectGraceNs)
    {
        operator.execute(
            operator.begin(new SetLoginRightsEncoder())
                .disconnectGraceNs(disconnectGraceNs).loginId(loginId).rights((short)rights),
            "command=SetLoginRights loginId=" + loginId + " rights=" + rights + " disconnectGraceNs=" +
                disconnectGraceNs);
    }

    /**
     * Has gateways end, reset or block the session of a login, or says that it is let in again.
     *
     * @param loginId of a login that is known.
     * @param action what gateways do; {@code RESET_NUMBERS} of a FIX login alone.
     */
    public void controlLogin(final int loginId, final LoginAction action)
    {
        operator.execute(
            operator.begin(new ControlLoginEncoder()).loginId(loginId).action(action.value()),
            "command=ControlLogin loginId=" + loginId + " action=" + action);
    }

    /**
     * Sets what happens when an order meets one of its own firm's. It holds from the next aggressor on, and against
     * orders already live. An order that names a mode of its own keeps it, but not the scope.
     *
     * @param firm four characters of a brokerage firm that is known.
     * @param scope which orders count as one's own; {@code NONE} switches the prevention off.
     * @param mode what happens when they meet; needed even when it is switched off.
     */
    public void setSelfTradePrevention(final String firm, final SelfTradeScope scope, final SelfTradeMode mode)
    {
        operator.execute(
            operator.begin(new SetSelfTradePreventionEncoder())
                .brokerageFirm(firm).scope(scope.value()).mode(mode.value()),
            "command=SetSelfTradePrevention firm=" + firm + " scope=" + scope + " mode=" + mode);
    }

    /**
     * Moves the kill switch of one login.
     *
     * @param loginId of a login that is known.
     * @param action stop: cancels all its orders and refuses new ones until it is lifted.
     * @return number of orders cancelled, sides of quotes included; 0 when it was lifted.
     */
    public int killSwitch(final int loginId, final KillAction action)
    {
        if (loginId <= 0)
        {
            throw new IllegalArgumentException("a login has an id above 0: loginId=" + loginId);
        }
        return moveKillSwitch(loginId, "", action);
    }

    /**
     * Moves the kill switch of a firm.
     *
     * @param firm four characters of a brokerage firm, or the two of a clearing firm with all its brokerage firms.
     * @param action stop: cancels all orders of its logins and refuses new ones until it is lifted.
     * @return number of orders cancelled, sides of quotes included; 0 when it was lifted.
     */
    public int killSwitch(final String firm, final KillAction action)
    {
        return moveKillSwitch(0, firm, action);
    }

    /**
     * Cancels orders of a firm, but negotiated ones, which have a counterparty.
     *
     * @param firm four characters of a brokerage firm.
     * @param account code of one of its accounts; null for all.
     * @param loginId of one of its logins; 0 for all.
     * @param instrumentId 0 for all.
     * @return number of orders cancelled, sides of quotes included.
     */
    public int cancelOrders(final String firm, final String account, final int loginId, final int instrumentId)
    {
        operator.execute(
            operator.begin(new CancelOrdersEncoder())
                .accountCode(null == account ? 0 : AccountCode.pack(account))
                .instrumentId(instrumentId).loginId(loginId).brokerageFirm(firm),
            "command=CancelOrders firm=" + firm + " account=" + account + " loginId=" + loginId + " instrumentId=" +
                instrumentId);
        return operator.cancelledOrders();
    }

    private int moveKillSwitch(final int loginId, final String firm, final KillAction action)
    {
        operator.execute(
            operator.begin(new KillSwitchEncoder())
                .clOrdId(0).loginId(loginId).action(action).brokerageFirm(firm).clientRef(""),
            "command=KillSwitch loginId=" + loginId + " firm=" + firm + " action=" + action);
        return operator.cancelledOrders();
    }
}
