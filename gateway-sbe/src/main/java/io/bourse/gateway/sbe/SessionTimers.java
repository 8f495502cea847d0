// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.TcpCloseReason;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;

/**
 * What time does to a connection: Establish in time, heartbeats of both sides, an end to lingering (TWIME A.5).
 */
final class SessionTimers
{
    private final SessionPublisher publisher;
    private final Retransmitter retransmitter;
    private final long lingerTimeoutNs;

    SessionTimers(final SbeGatewayOptions options, final SessionPublisher publisher, final Retransmitter retransmitter)
    {
        this.publisher = publisher;
        this.retransmitter = retransmitter;
        lingerTimeoutNs = options.server().lingerNs();
    }

    int onTime(final TwimeConnection connection, final long nowNs)
    {
        return switch (connection.state())
        {
            case CONNECTED -> onConnected(connection, nowNs);
            case ESTABLISHED -> onEstablished(connection, nowNs);
            case ENDING -> onEnding(connection, nowNs);
            case CLOSING -> onClosing(connection, nowNs);
            case CLOSED -> 0;
        };
    }

    private int onConnected(final TwimeConnection connection, final long nowNs)
    {
        if (null == connection.overdue(nowNs))
        {
            return 0;
        }
        connection.count(GatewayCounter.ESTABLISH_TIMEOUTS);
        connection.closeAfterFlush();
        return 1;
    }

    private int onEstablished(final TwimeConnection connection, final long nowNs)
    {
        final long keepaliveNs = connection.keepaliveNs();
        // Between one and two intervals (TWIME A.5.5): the middle forgives a late heartbeat but not a missing one.
        if (!connection.isHeld() && nowNs - connection.lastFrameNs() >= keepaliveNs + (keepaliveNs >> 1))
        {
            connection.count(GatewayCounter.MISSED_HEARTBEATS);
            connection.terminate(TerminationCodeEnum.MissedHeartbeat);
            return 1;
        }
        // A little before the interval ends: what is sent at its end arrives after it.
        if (nowNs - connection.lastSentNs() >= keepaliveNs - (keepaliveNs >> 3))
        {
            publisher.sequence(connection, connection.login().nextSeqNo(), nowNs);
            return 1;
        }
        return retransmitter.proceed(connection, nowNs);
    }

    /** The engine does not say where the session ends: the client has waited long enough. */
    private int onEnding(final TwimeConnection connection, final long nowNs)
    {
        if (nowNs - connection.endingNs() < lingerTimeoutNs)
        {
            return 0;
        }
        connection.terminate(TerminationCodeEnum.Finished);
        return 1;
    }

    private int onClosing(final TwimeConnection connection, final long nowNs)
    {
        final TcpCloseReason reason = connection.overdue(nowNs);
        if (null == reason)
        {
            return 0;
        }
        connection.end(reason);
        return 1;
    }
}
