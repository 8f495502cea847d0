// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.SelfTradePublisher;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SetSelfTradePreventionDecoder;

/**
 * Executes {@code SetSelfTradePrevention}: which orders a firm's aggressors take for their own, and what happens when
 * they meet. It holds from the next aggressor on, orders already live included.
 */
public final class SelfTradeHandler
{
    private final SetSelfTradePreventionDecoder decoder = new SetSelfTradePreventionDecoder();
    private final ReferenceData referenceData;
    private final SelfTradePublisher publisher;

    public SelfTradeHandler(final ReferenceData referenceData, final SelfTradePublisher publisher)
    {
        this.referenceData = referenceData;
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetSelfTradePreventionDecoder.TEMPLATE_ID, this::onSetSelfTradePrevention));
    }

    private RejectReason onSetSelfTradePrevention(final CommandEnvelope envelope)
    {
        final SetSelfTradePreventionDecoder command = envelope.decode(decoder);
        if (command.scope() > SelfTradeScope.FIRM.value() ||
            command.mode() < SelfTradeMode.CANCEL_INCOMING.value() ||
            command.mode() > SelfTradeMode.DECREMENT.value())
        {
            return RejectReason.INVALID_FIELD;
        }
        final BrokerageFirm firm =
            referenceData.firm(envelope.firmAt(SetSelfTradePreventionDecoder.brokerageFirmEncodingOffset()));
        if (null == firm)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        firm.selfTradeScope = SelfTradeScope.get(command.scope());
        firm.selfTradeMode = SelfTradeMode.get(command.mode());
        publisher.selfTradePreventionSet(firm);
        return null;
    }
}
