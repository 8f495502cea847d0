// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.admission.FlowControl;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.nio.ByteOrder;

/**
 * Holds back the trading messages of a login that sends too many (TWIME A.6): nothing of them reaches the engine.
 */
final class FlowGate
{
    private final SessionPublisher publisher;

    FlowGate(final SessionPublisher publisher)
    {
        this.publisher = publisher;
    }

    /** Whether the frame the reader stands on may pass; if not, it has been answered. */
    boolean passes(final TwimeConnection connection, final FrameReader reader, final long nowNs)
    {
        final FlowControl flow = connection.login().flow;
        final FlowControl.Decision decision = flow.onMessage(nowNs);
        if (FlowControl.Decision.ACCEPT == decision)
        {
            return true;
        }
        // ClOrdID is the first field of every application message.
        final long clOrdId =
            reader.buffer().getLong(reader.offset() + TwimeFrames.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN);
        publisher.floodReject(connection, clOrdId, flow.queueSize(nowNs), flow.penaltyRemainUs(nowNs), nowNs);
        if (FlowControl.Decision.DISCONNECT == decision)
        {
            connection.count(GatewayCounter.TOO_FAST_CLIENTS);
            connection.terminate(TerminationCodeEnum.TooFastClient);
        }
        return false;
    }
}
