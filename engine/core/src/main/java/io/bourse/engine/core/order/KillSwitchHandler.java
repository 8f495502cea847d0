// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.MemberEventPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchDecoder;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes the kill switch: stops a login, a brokerage firm, or all brokerage firms of a clearing firm. A stop is
 * published, then every order is cancelled, negotiated ones included, in every session and phase; new and changed
 * orders and quotes are rejected until the same login or firm is lifted. Stops of a login and of its firm are
 * independent.
 * <p>
 * Operators and clearing may move every switch; a login with the right, and a risk officer of a member, those of its
 * own firm, but it cannot lift what they have stopped. A brokerage firm that is defined after its clearing firm was
 * stopped is not stopped.
 */
public final class KillSwitchHandler
{
    /** Gateway of operator tools. */
    private static final int OPERATORS = 0;
    /** Gateway of the clearing services, which stop a defaulter. */
    private static final int CLEARING = 65_535;

    private final KillSwitchDecoder killSwitch = new KillSwitchDecoder();
    private final ReferenceData referenceData;
    private final FeatureLevel featureLevel;
    private final LoginOrders loginOrders;
    private final MemberEventPublisher publisher;

    public KillSwitchHandler(
        final ReferenceData referenceData,
        final FeatureLevel featureLevel,
        final LoginOrders loginOrders,
        final MemberEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.featureLevel = featureLevel;
        this.loginOrders = loginOrders;
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(KillSwitchDecoder.TEMPLATE_ID, this::onKillSwitch)
            .clOrdIdAt(KillSwitchDecoder.clOrdIdEncodingOffset()));
    }

    private RejectReason onKillSwitch(final CommandEnvelope envelope)
    {
        final KillSwitchDecoder command = envelope.decode(killSwitch);
        final int action = command.actionRaw();
        if (KillAction.STOP.value() != action && KillAction.LIFT.value() != action)
        {
            return RejectReason.INVALID_FIELD;
        }
        final long firmCode = envelope.firmAt(KillSwitchDecoder.brokerageFirmEncodingOffset());
        if (0 != envelope.officerFirm && !isOfFirm(command.loginId(), firmCode, envelope.officerFirm))
        {
            return RejectReason.OTHER_FIRM;
        }
        long senderFirm = envelope.officerFirm;
        // Before that level a gateway could have this number; its commands are of logins that are known.
        final boolean isOfVenue = OPERATORS == envelope.gatewayId || CLEARING == envelope.gatewayId &&
            (featureLevel.isBounded() || null == referenceData.login(envelope.sessionId));
        if (!isOfVenue && 0 != envelope.sessionId)
        {
            final Login sender = referenceData.login(envelope.sessionId);
            final RejectReason reason = senderRefusal(sender);
            if (null != reason)
            {
                return reason;
            }
            senderFirm = sender.firm.code;
        }
        final boolean isStop = KillAction.STOP.value() == action;
        if (0 != command.loginId())
        {
            return moveLogin(senderFirm, referenceData.login(command.loginId()), firmCode, isStop);
        }
        return 0 == firmCode >>> Short.SIZE ?
            moveClearingFirm(senderFirm, firmCode, isStop) : moveFirm(senderFirm, referenceData.firm(firmCode), isStop);
    }

    private boolean isOfFirm(final int loginId, final long firmCode, final long officerFirm)
    {
        if (0 == loginId)
        {
            return officerFirm == firmCode;
        }
        final Login target = referenceData.login(loginId);
        return null != target && officerFirm == target.firm.code;
    }

    private static RejectReason senderRefusal(final Login sender)
    {
        if (null == sender)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        return 0 == (sender.rights & LoginRights.KILL_SWITCH) ? RejectReason.NO_RIGHT : null;
    }

    /** The firm of the sender is 0 where the venue is the sender. */
    private RejectReason moveLogin(
        final long senderFirm, final Login target, final long firmCode, final boolean isStop)
    {
        if (null == target)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        if (0 != firmCode && firmCode != target.firm.code)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (0 != senderFirm && (senderFirm != target.firm.code || (!isStop && target.isStoppedByOperator)))
        {
            return RejectReason.NO_RIGHT;
        }
        target.isStopped = isStop;
        target.isStoppedByOperator = isStop && (0 == senderFirm || target.isStoppedByOperator);
        publisher.killSwitchMoved(target.loginId, action(isStop), target.firm.code);
        if (isStop)
        {
            loginOrders.cancel(
                target, LoginOrders.ALL, OrderEventPublisher.UNSOLICITED, CancelReason.KILL_SWITCH);
        }
        return null;
    }

    private RejectReason moveFirm(final long senderFirm, final BrokerageFirm target, final boolean isStop)
    {
        if (null == target)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (0 != senderFirm && (senderFirm != target.code || (!isStop && target.isStoppedByOperator)))
        {
            return RejectReason.NO_RIGHT;
        }
        publisher.killSwitchMoved(0, action(isStop), target.code);
        move(target, 0 == senderFirm, isStop);
        return null;
    }

    private RejectReason moveClearingFirm(final long senderFirm, final long code, final boolean isStop)
    {
        if (KeyTable.MISSING == referenceData.clearingFirms().indexOf(code))
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (0 != senderFirm)
        {
            return RejectReason.NO_RIGHT;
        }
        publisher.killSwitchMoved(0, action(isStop), code);
        for (int i = 0; i < referenceData.brokerageFirms().size(); i++)
        {
            final BrokerageFirm firm = referenceData.firmAt(i);
            if (code == BrokerageFirm.clearingFirm(firm.code))
            {
                move(firm, true, isStop);
            }
        }
        return null;
    }

    private void move(final BrokerageFirm firm, final boolean isByOperator, final boolean isStop)
    {
        firm.isStopped = isStop;
        firm.isStoppedByOperator = isStop && (isByOperator || firm.isStoppedByOperator);
        if (isStop)
        {
            loginOrders.cancel(firm, LoginOrders.ALL, OrderEventPublisher.UNSOLICITED, CancelReason.KILL_SWITCH);
        }
    }

    private static KillAction action(final boolean isStop)
    {
        return isStop ? KillAction.STOP : KillAction.LIFT;
    }
}
