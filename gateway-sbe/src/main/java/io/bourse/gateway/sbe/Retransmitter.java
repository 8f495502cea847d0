// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.RetransmitRequestDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;

/**
 * Answers RetransmitRequest (TWIME A.5.7): one request at a time, Retransmission and then its frames with nothing live
 * between them. On the trading port they enter the output all at once, because live messages go on after them; on the
 * recovery port they enter it as the client takes them, so that a request of a thousand needs no larger output.
 */
final class Retransmitter
{
    private final RetransmitRequestDecoder request = new RetransmitRequestDecoder();
    private final SessionPublisher publisher;
    private final long delayNs;

    Retransmitter(final SessionPublisher publisher, final long delayNs)
    {
        this.publisher = publisher;
        this.delayNs = delayNs;
    }

    /** Takes a request, or ends the session that had no right to it. */
    void onRequest(final TwimeConnection connection, final FrameReader reader, final long nowNs)
    {
        request.wrap(
            reader.buffer(),
            reader.offset() + TwimeFrames.HEADER_LENGTH,
            RetransmitRequestDecoder.BLOCK_LENGTH,
            RetransmitRequestDecoder.SCHEMA_VERSION);
        final long fromSeqNo = request.fromSeqNo();
        final long count = request.count();
        if (connection.isRetransmitting())
        {
            connection.count(GatewayCounter.RETRANSMIT_IN_PROGRESS);
            connection.terminate(TerminationCodeEnum.ReRequestInProgress);
        }
        else if (count < 1 || count > connection.port.maxRetransmitCount ||
            !connection.login().answers.contains(fromSeqNo, count))
        {
            connection.count(GatewayCounter.RETRANSMIT_OUT_OF_BOUNDS);
            connection.terminate(TerminationCodeEnum.ReRequestOutOfBounds);
        }
        else
        {
            connection.retransmitRequest.begin(fromSeqNo, count, request.timestamp(), nowNs + delayNs);
            proceed(connection, nowNs);
        }
    }

    /**
     * Sends what is due of the request of a connection.
     *
     * @return number of frames put into its output.
     */
    int proceed(final TwimeConnection connection, final long nowNs)
    {
        final RetransmitRequestState state = connection.retransmitRequest;
        if (!state.isActive() || TwimeConnection.State.ESTABLISHED != connection.state() || nowNs - state.dueNs() < 0)
        {
            return 0;
        }
        int sent = 0;
        if (!state.isAnnounced())
        {
            publisher.retransmission(connection, state.fromSeqNo(), state.requestTimestampNs(), state.count(), nowNs);
            state.announced(connection.login().answers);
            sent++;
        }
        final boolean isPaced = GatewayPort.RECOVERY == connection.port;
        final AnswerCursor cursor = state.cursor;
        while (state.left() > 0 && (!isPaced || connection.hasSpace()) &&
            TwimeConnection.State.ESTABLISHED == connection.state())
        {
            connection.send(cursor.buffer(), cursor.offset(), cursor.length(), nowNs);
            state.frameSent();
            sent++;
        }
        if (0 == state.left())
        {
            state.end();
            connection.onRetransmitted();
        }
        return sent;
    }
}
