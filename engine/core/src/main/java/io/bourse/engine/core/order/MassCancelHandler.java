// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.MemberEventPublisher;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes mass cancels: one transaction, the cancelled orders in order of arrival (of a whole firm: login by login),
 * then their number, which may be 0. Allowed while trading is suspended, as every cancel, and to logins that a kill
 * switch has stopped.
 */
public final class MassCancelHandler
{
    private final MassCancelDecoder massCancel = new MassCancelDecoder();
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
    }

    private RejectReason onMassCancel(final CommandEnvelope envelope)
    {
        final MassCancelDecoder command = massCancel.wrap(
            envelope.buffer, envelope.blockOffset, envelope.blockLength, envelope.version);
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
        publisher.massCancelled(login, clOrdId, count);
        return null;
    }
}
