// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ConnectGatewayEncoder;
import io.bourse.engine.protocol.LoginConnectedEncoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Commands of every gateway to the engine, whatever its clients speak: that it has started, which logins have a
 * connection, and the header of each command. Nothing is allocated. Not thread-safe.
 */
public final class GatewayCommands
{
    /** In place of the time of receipt: the connection was lost with its gateway, no process saw it end. */
    public static final long LOST = 0;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final AdvanceTimeEncoder advanceTime = new AdvanceTimeEncoder();
    private final ConnectGatewayEncoder connectGateway = new ConnectGatewayEncoder();
    private final LoginConnectedEncoder loginConnected = new LoginConnectedEncoder();
    private final LoginDisconnectedEncoder loginDisconnected = new LoginDisconnectedEncoder();
    private final CommandPublisher publisher;
    private final int gatewayId;
    private final int partition;

    /**
     * Commands of one gateway.
     *
     * @param publisher where they go.
     * @param partition of the engine.
     */
    public GatewayCommands(final CommandPublisher publisher, final int gatewayId, final int partition)
    {
        this.publisher = publisher;
        this.gatewayId = gatewayId;
        this.partition = partition;
    }

    /**
     * Begins a life of the gateway; claims of its logins follow the answer.
     *
     * @param epoch of this start.
     * @param receivedNs when this was decided, nanoseconds since the Unix epoch; negated by a standby that was
     * activated.
     * @return false when the engine takes no more at the moment.
     * @see GatewayBarrier
     */
    public boolean connect(final long epoch, final long receivedNs)
    {
        connectGateway.wrapAndApplyHeader(buffer, 0, messageHeader);
        // Not counted: it may have to be said again.
        head(connectGateway.header(), 0, 0, receivedNs);
        connectGateway.epoch(epoch);
        return offer(connectGateway.encodedLength());
    }

    /**
     * Claims the numbers of a login for this start: no command of an earlier one is executed behind it.
     *
     * @param sequence of the claim.
     * @param receivedNs when this was decided, nanoseconds since the Unix epoch; negative: what a gateway wants to be
     *     known of the message numbers of the login.
     * @return false when the engine takes no more at the moment.
     * @see GatewayBarrier#claimSequence()
     */
    public boolean claim(final int loginId, final long sequence, final long receivedNs)
    {
        // A command that changes nothing.
        advanceTime.wrapAndApplyHeader(buffer, 0, messageHeader);
        head(advanceTime.header(), loginId, sequence, receivedNs);
        return offer(advanceTime.encodedLength());
    }

    /**
     * Says that the gateway lives.
     *
     * @param receivedNs when, nanoseconds since the Unix epoch; 0 for a question of its standby, which is no sign.
     * @return false when the engine takes no more at the moment.
     * @see GatewayLease
     */
    public boolean signOfLife(final long receivedNs)
    {
        return claim(0, 0, receivedNs);
    }

    /**
     * Says that a login has a connection with this gateway, or has none any more.
     *
     * @param sequence of the command; the number stays free when the engine does not take it.
     * @param isConnected whether it has one.
     * @param receivedNs when this was seen, nanoseconds since the Unix epoch; {@link #LOST} ends the login's quotes.
     * @return false when the engine takes no more at the moment.
     */
    public boolean connectionChanged(
        final int loginId, final long sequence, final boolean isConnected, final long receivedNs)
    {
        if (isConnected)
        {
            loginConnected.wrapAndApplyHeader(buffer, 0, messageHeader);
            head(loginConnected.header(), loginId, sequence, receivedNs);
            return offer(loginConnected.encodedLength());
        }
        loginDisconnected.wrapAndApplyHeader(buffer, 0, messageHeader);
        head(loginDisconnected.header(), loginId, sequence, receivedNs);
        loginDisconnected.lostGatewayId(0);
        return offer(loginDisconnected.encodedLength());
    }

    /**
     * Fills the header of a command of this gateway; the sequencer stamps it.
     *
     * @param header to fill.
     * @param loginId whose command it is; 0 for the gateway's own.
     * @param sequence of the command within the login, from 1; 0 when it is not counted.
     * @param receivedNs when the request was received, nanoseconds since the Unix epoch.
     */
    public void head(
        final CommandHeaderEncoder header, final int loginId, final long sequence, final long receivedNs)
    {
        header
            .stampedNs(0)
            .receivedNs(receivedNs)
            .sequence(sequence)
            .sessionId(loginId)
            .gatewayId(gatewayId)
            .partition(partition);
    }

    private boolean offer(final int encodedLength)
    {
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
    }
}
