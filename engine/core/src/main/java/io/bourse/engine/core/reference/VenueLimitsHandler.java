// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.RiskEventPublisher;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetVenueLimitsDecoder;

/**
 * Executes the command that sets the limits of the venue. They hold from the next command on.
 */
public final class VenueLimitsHandler
{
    private static final int OPERATORS = 0;

    private final SetVenueLimitsDecoder setVenueLimits = new SetVenueLimitsDecoder();
    private final VenueLimits limits;
    private final RiskEventPublisher publisher;

    public VenueLimitsHandler(final VenueLimits limits, final RiskEventPublisher publisher)
    {
        this.limits = limits;
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetVenueLimitsDecoder.TEMPLATE_ID, this::onSetVenueLimits));
    }

    private RejectReason onSetVenueLimits(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final SetVenueLimitsDecoder command = envelope.decode(setVenueLimits);
        final boolean isNegative = (command.liveOrders() | command.liveOrdersPerLogin() | command.accounts() |
            command.instruments() | command.logins() | command.exposures()) < 0;
        if (isNegative)
        {
            return RejectReason.INVALID_FIELD;
        }
        limits.set(command);
        publisher.venueLimitsSet(command);
        return null;
    }
}
