// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectEncoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckEncoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectEncoder;
import io.bourse.gateway.sbe.twime.FloodRejectEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.RetransmissionEncoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import io.bourse.gateway.sbe.twime.SessionRejectEncoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes what the gateway itself says to a connection (TWIME A.2). None of it is numbered.
 */
final class SessionPublisher
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TwimeFrames.MAX_FRAME_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EstablishmentAckEncoder establishmentAck = new EstablishmentAckEncoder();
    private final EstablishmentRejectEncoder establishmentReject = new EstablishmentRejectEncoder();
    private final SequenceEncoder sequence = new SequenceEncoder();
    private final RetransmissionEncoder retransmission = new RetransmissionEncoder();
    private final SessionRejectEncoder sessionReject = new SessionRejectEncoder();
    private final BusinessMessageRejectEncoder businessReject = new BusinessMessageRejectEncoder();
    private final FloodRejectEncoder floodReject = new FloodRejectEncoder();
    private final CounterSet<GatewayCounter> counters;

    SessionPublisher(final CounterSet<GatewayCounter> counters)
    {
        this.counters = counters;
    }

    void establishmentAck(
        final TwimeConnection connection,
        final long requestTimestampNs,
        final long keepaliveMs,
        final long nextSeqNo,
        final long nowNs)
    {
        establishmentAck.wrapAndApplyHeader(buffer, 0, header)
            .requestTimestamp(requestTimestampNs)
            .keepaliveInterval(keepaliveMs)
            .nextSeqNo(nextSeqNo);
        send(connection, EstablishmentAckEncoder.BLOCK_LENGTH, nowNs);
    }

    void establishmentReject(
        final TwimeConnection connection,
        final long requestTimestampNs,
        final EstablishmentRejectCodeEnum code,
        final long nowNs)
    {
        connection.count(GatewayCounter.ESTABLISHMENT_REJECTS);
        establishmentReject.wrapAndApplyHeader(buffer, 0, header)
            .requestTimestamp(requestTimestampNs)
            .establishmentRejectCode(code);
        send(connection, EstablishmentRejectEncoder.BLOCK_LENGTH, nowNs);
    }

    void sequence(final TwimeConnection connection, final long nextSeqNo, final long nowNs)
    {
        sequence.wrapAndApplyHeader(buffer, 0, header).nextSeqNo(nextSeqNo);
        send(connection, SequenceEncoder.BLOCK_LENGTH, nowNs);
    }

    void retransmission(
        final TwimeConnection connection,
        final long fromSeqNo,
        final long requestTimestampNs,
        final long count,
        final long nowNs)
    {
        retransmission.wrapAndApplyHeader(buffer, 0, header)
            .nextSeqNo(fromSeqNo)
            .requestTimestamp(requestTimestampNs)
            .count(count);
        send(connection, RetransmissionEncoder.BLOCK_LENGTH, nowNs);
    }

    void valueIsIncorrect(final TwimeConnection connection, final long clOrdId, final int tag, final long nowNs)
    {
        connection.count(GatewayCounter.SESSION_REJECTS);
        sessionReject(connection, clOrdId, tag, SessionRejectReasonEnum.ValueIsIncorrect, nowNs);
    }

    void clOrdIdIsNotUnique(final TwimeConnection connection, final long clOrdId, final long nowNs)
    {
        counters.increment(GatewayCounter.REPEATED_IDS);
        sessionReject(
            connection, clOrdId, SessionRejectEncoder.clOrdIDId(), SessionRejectReasonEnum.ClOrdIdIsNotUnique, nowNs);
    }

    void floodReject(
        final TwimeConnection connection,
        final long clOrdId,
        final int queueSize,
        final long penaltyRemainUs,
        final long nowNs)
    {
        counters.increment(GatewayCounter.FLOOD_REJECTS);
        floodReject.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(clOrdId)
            .queueSize(queueSize)
            .penaltyRemain(penaltyRemainUs);
        send(connection, FloodRejectEncoder.BLOCK_LENGTH, nowNs);
    }

    void systemIsUnavailable(final TwimeConnection connection, final long clOrdId, final long nowNs)
    {
        counters.increment(GatewayCounter.ENGINE_UNAVAILABLE);
        sessionReject(connection, clOrdId, TwimeFrames.NULL_UINT32, SessionRejectReasonEnum.SystemIsUnavailable, nowNs);
    }

    void notOnThisPort(final TwimeConnection connection, final long clOrdId, final long nowNs)
    {
        connection.count(GatewayCounter.SESSION_REJECTS);
        sessionReject(connection, clOrdId, TwimeFrames.NULL_UINT32, SessionRejectReasonEnum.Other, nowNs);
    }

    void businessReject(
        final TwimeConnection connection, final long clOrdId, final long timestampNs, final int code, final long nowNs)
    {
        counters.increment(GatewayCounter.BUSINESS_REJECTS);
        businessReject.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .ordRejReason(code);
        send(connection, BusinessMessageRejectEncoder.BLOCK_LENGTH, nowNs);
    }

    private void sessionReject(
        final TwimeConnection connection,
        final long clOrdId,
        final long tag,
        final SessionRejectReasonEnum reason,
        final long nowNs)
    {
        sessionReject.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(clOrdId)
            .refTagID(tag)
            .sessionRejectReason(reason);
        send(connection, SessionRejectEncoder.BLOCK_LENGTH, nowNs);
    }

    private void send(final TwimeConnection connection, final int blockLength, final long nowNs)
    {
        connection.send(buffer, 0, TwimeFrames.HEADER_LENGTH + blockLength, nowNs);
    }
}
