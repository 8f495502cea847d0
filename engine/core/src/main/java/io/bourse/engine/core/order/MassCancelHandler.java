// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.MemberEventPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.CancelOrdersDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes mass cancels: one transaction, the cancelled orders in order of arrival (of a whole firm: login by login),
 * then their number, which may be 0. Allowed while trading is suspended, as every cancel, and to logins that a kill
 * switch has stopped. Operators cancel orders of a firm, risk officers of members those of their own.
 */
public final class MassCancelHandler
{
    private static final int OPERATORS = 0;

    private final MassCancelDecoder massCancel = new MassCancelDecoder();
    private final CancelOrdersDecoder cancelOrders = new CancelOrdersDecoder();
    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final MassCancelFilter filter;
    private final LoginOrders loginOrders;
    private final MemberEventPublisher publisher;

    public MassCancelHandler(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final PhaseControl phases,
        final LoginOrders loginOrders,
        final MemberEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        filter = new MassCancelFilter(phases);
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
        table.add(new CommandKind(MassCancelDecoder.TEMPLATE_ID, this::onMassCancel)
            .clOrdIdAt(MassCancelDecoder.clOrdIdEncodingOffset())
            .accountAt(MassCancelDecoder.accountCodeEncodingOffset())
            .instrumentAt(MassCancelDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(CancelOrdersDecoder.TEMPLATE_ID, this::onCancelOrders)
            .accountAt(CancelOrdersDecoder.accountCodeEncodingOffset())
            .instrumentAt(CancelOrdersDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onMassCancel(final CommandEnvelope envelope)
    {
        final MassCancelDecoder command = envelope.decode(massCancel);
        final Login login = referenceData.login(envelope.sessionId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason sessionRefusal = sessionState.cancelRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        final int scope = command.scopeRaw();
        final boolean isOfFirm = MassCancelScope.BROKERAGE_FIRM.value() == scope;
        if ((!isOfFirm && MassCancelScope.LOGIN.value() != scope) || !filter.set(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        final long clOrdId = command.clOrdId();
        final int count = isOfFirm ?
            loginOrders.cancel(login.firm, filter, clOrdId, CancelReason.MASS_CANCEL) :
            loginOrders.cancel(login, filter, clOrdId, CancelReason.MASS_CANCEL);
        publisher.massCancelled(login.loginId, clOrdId, count);
        return null;
    }

    private RejectReason onCancelOrders(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final CancelOrdersDecoder command = envelope.decode(cancelOrders);
        final long firmCode = envelope.firmAt(CancelOrdersDecoder.brokerageFirmEncodingOffset());
        if (0 != envelope.officerFirm && envelope.officerFirm != firmCode)
        {
            return RejectReason.OTHER_FIRM;
        }
        final BrokerageFirm firm = referenceData.firm(firmCode);
        final Login login = referenceData.login(command.loginId());
        final RejectReason refusal = refusal(command, firm, login);
        if (null != refusal)
        {
            return refusal;
        }
        filter.set(command.accountCode(), command.instrumentId());
        final int count = null == login ?
            loginOrders.cancel(firm, filter, OrderEventPublisher.UNSOLICITED, CancelReason.MASS_CANCEL) :
            loginOrders.cancel(login, filter, OrderEventPublisher.UNSOLICITED, CancelReason.MASS_CANCEL);
        publisher.massCancelled(0, 0, count);
        return null;
    }

    private RejectReason refusal(final CancelOrdersDecoder command, final BrokerageFirm firm, final Login login)
    {
        if (null == firm)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (0 != command.loginId() && (null == login || firm != login.firm))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        if (0 != command.accountCode() && KeyTable.MISSING == referenceData.accounts().indexOf(command.accountCode()))
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        if (0 != command.instrumentId() && null == referenceData.instrument(command.instrumentId()))
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        return sessionState.cancelRefusal();
    }
}
