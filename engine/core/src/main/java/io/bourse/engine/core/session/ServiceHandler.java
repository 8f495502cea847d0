// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.protocol.ActivateGatewayDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReportStateDecoder;

/**
 * Executes the commands of services around the core: state reports, the barrier of a starting gateway, and an
 * operator's word to the standby of one.
 */
public final class ServiceHandler
{
    private static final int OPERATORS = 0;
    private static final int CLEARING = 65_535;

    private final ReportStateDecoder reportState = new ReportStateDecoder();
    private final ConnectGatewayDecoder connectGateway = new ConnectGatewayDecoder();
    private final ActivateGatewayDecoder activateGateway = new ActivateGatewayDecoder();
    private final StateReporter stateReporter;
    private final EngineTime time;
    private final SessionEventPublisher publisher;

    public ServiceHandler(
        final StateReporter stateReporter, final EngineTime time, final SessionEventPublisher publisher)
    {
        this.stateReporter = stateReporter;
        this.time = time;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(ReportStateDecoder.TEMPLATE_ID, this::onReportState));
        table.add(new CommandKind(ConnectGatewayDecoder.TEMPLATE_ID, this::onConnectGateway));
        table.add(new CommandKind(ActivateGatewayDecoder.TEMPLATE_ID, this::onActivateGateway));
    }

    private RejectReason onReportState(final CommandEnvelope command)
    {
        command.decode(reportState);
        stateReporter.report(reportState.requestId(), time.nowNs());
        return null;
    }

    private RejectReason onConnectGateway(final CommandEnvelope command)
    {
        command.decode(connectGateway);
        publisher.gatewayConnected(connectGateway.epoch(), command.gatewayId);
        return null;
    }

    /** The standby follows the event; nothing of the state changes. */
    private RejectReason onActivateGateway(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final int gatewayId = activateGateway
            .wrap(command.buffer, command.blockOffset, command.blockLength, command.version).gatewayId();
        if (OPERATORS == gatewayId || gatewayId >= CLEARING)
        {
            return RejectReason.INVALID_FIELD;
        }
        publisher.gatewayActivated(gatewayId);
        return null;
    }
}
