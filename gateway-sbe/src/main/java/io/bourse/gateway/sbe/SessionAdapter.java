// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.RetransmitRequestDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Takes the frames of a connection: framing errors, session rules (sheet A.5), and application messages on to
 * {@link OrderEntryAdapter}.
 */
final class SessionAdapter
{
    /** Most messages that one RetransmitRequest may ask for on the transactional gateway (A.5.7). */
    static final int MAX_RETRANSMIT_COUNT = 10;
    private static final int MAX_HEARTBEATS_PER_WINDOW = 3;
    private static final long HEARTBEAT_WINDOW_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MIN_KEEPALIVE_MS = EstablishDecoder.keepaliveIntervalMinValue();
    private static final long MAX_KEEPALIVE_MS = EstablishDecoder.keepaliveIntervalMaxValue();

    private final EstablishDecoder establish = new EstablishDecoder();
    private final RetransmitRequestDecoder retransmitRequest = new RetransmitRequestDecoder();
    private final LoginTable logins;
    private final SessionPublisher publisher;
    private final OrderEntryAdapter orderEntry;
    private final GatewayCounters counters;
    private final long reconnectIntervalNs;

    SessionAdapter(
        final SbeGatewayContext ctx,
        final LoginTable logins,
        final SessionPublisher publisher,
        final OrderEntryAdapter orderEntry,
        final GatewayCounters counters)
    {
        this.logins = logins;
        this.publisher = publisher;
        this.orderEntry = orderEntry;
        this.counters = counters;
        reconnectIntervalNs = ctx.reconnectIntervalNs();
    }

    /**
     * Reads once and handles every whole frame.
     *
     * @param receivedNs t3n for the requests among them.
     */
    void onReadable(final TwimeConnection connection, final long receivedNs, final long nowNs) throws IOException
    {
        final FrameReader reader = connection.reader();
        if (connection.read() < 0)
        {
            connection.close();
            return;
        }
        while (TwimeConnection.State.CONNECTED == connection.state() ||
            TwimeConnection.State.ESTABLISHED == connection.state())
        {
            final int length = reader.next();
            if (FrameReader.INCOMPLETE == length)
            {
                return;
            }
            if (FrameReader.MALFORMED == length)
            {
                counters.increment(GatewayCounter.MALFORMED_FRAMES);
                connection.terminate(TerminationCodeEnum.InvalidMessage, nowNs);
                break;
            }
            counters.increment(GatewayCounter.FRAMES_RECEIVED);
            connection.onFrameReceived(nowNs);
            if (TwimeConnection.State.ESTABLISHED == connection.state())
            {
                onSessionFrame(connection, reader, receivedNs, nowNs);
            }
            else
            {
                onFirstFrame(connection, reader, nowNs);
            }
        }
        reader.discard();
    }

    private void onFirstFrame(final TwimeConnection connection, final FrameReader reader, final long nowNs)
    {
        if (EstablishDecoder.TEMPLATE_ID == reader.templateId())
        {
            onEstablish(connection, reader, nowNs);
        }
        else
        {
            counters.increment(GatewayCounter.OUT_OF_PLACE_FRAMES);
            connection.finish(nowNs);
        }
    }

    private void onSessionFrame(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        final int templateId = reader.templateId();
        if (TwimeFrames.isNumbered(templateId))
        {
            orderEntry.onFrame(connection, reader, receivedNs, nowNs);
            return;
        }
        switch (templateId)
        {
            case SequenceDecoder.TEMPLATE_ID -> onHeartbeat(connection, nowNs);
            case RetransmitRequestDecoder.TEMPLATE_ID -> onRetransmitRequest(connection, reader, nowNs);
            case TerminateDecoder.TEMPLATE_ID -> connection.terminate(TerminationCodeEnum.Finished, nowNs);
            default ->
            {
                // Only a second Establish can come here.
                counters.increment(GatewayCounter.OUT_OF_PLACE_FRAMES);
                connection.terminate(TerminationCodeEnum.InvalidMessage, nowNs);
            }
        }
    }

    private void onEstablish(final TwimeConnection connection, final FrameReader reader, final long nowNs)
    {
        establish.wrap(
            reader.buffer(),
            reader.offset() + TwimeFrames.HEADER_LENGTH,
            EstablishDecoder.BLOCK_LENGTH,
            EstablishDecoder.SCHEMA_VERSION);
        final long timestampNs = establish.timestamp();
        final long keepaliveMs = establish.keepaliveInterval();
        final Login login = logins.find(establish.credentials());
        if (null == login)
        {
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.Credentials, nowNs);
        }
        else if (keepaliveMs < MIN_KEEPALIVE_MS || keepaliveMs > MAX_KEEPALIVE_MS)
        {
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.KeepaliveInterval, nowNs);
        }
        else if (null != login.connection())
        {
            login.isTooFastReconnect(nowNs, reconnectIntervalNs);
            login.connection().terminate(TerminationCodeEnum.UnspecifiedError, nowNs);
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.AlreadyEstablished, nowNs);
        }
        else if (login.isTooFastReconnect(nowNs, reconnectIntervalNs))
        {
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.TooFastReconnect, nowNs);
        }
        else
        {
            counters.increment(GatewayCounter.SESSIONS_ESTABLISHED);
            connection.onEstablished(login, TimeUnit.MILLISECONDS.toNanos(keepaliveMs), nowNs);
            publisher.establishmentAck(connection, timestampNs, keepaliveMs, login.nextSeqNo(), nowNs);
        }
    }

    private void refuse(
        final TwimeConnection connection,
        final long timestampNs,
        final EstablishmentRejectCodeEnum code,
        final long nowNs)
    {
        publisher.establishmentReject(connection, timestampNs, code, nowNs);
        connection.finish(nowNs);
    }

    private void onHeartbeat(final TwimeConnection connection, final long nowNs)
    {
        if (connection.onHeartbeat(nowNs, HEARTBEAT_WINDOW_NS) > MAX_HEARTBEATS_PER_WINDOW)
        {
            counters.increment(GatewayCounter.TOO_FAST_CLIENTS);
            connection.terminate(TerminationCodeEnum.TooFastClient, nowNs);
        }
    }

    private void onRetransmitRequest(final TwimeConnection connection, final FrameReader reader, final long nowNs)
    {
        retransmitRequest.wrap(
            reader.buffer(),
            reader.offset() + TwimeFrames.HEADER_LENGTH,
            RetransmitRequestDecoder.BLOCK_LENGTH,
            RetransmitRequestDecoder.SCHEMA_VERSION);
        final long fromSeqNo = retransmitRequest.fromSeqNo();
        final long count = retransmitRequest.count();
        final RetransmitWindow window = connection.login().window();
        if (count < 1 || count > MAX_RETRANSMIT_COUNT || !window.contains(fromSeqNo, count))
        {
            counters.increment(GatewayCounter.RETRANSMIT_OUT_OF_BOUNDS);
            connection.terminate(TerminationCodeEnum.ReRequestOutOfBounds, nowNs);
            return;
        }
        publisher.retransmission(connection, fromSeqNo, retransmitRequest.timestamp(), count, nowNs);
        final DirectBuffer frames = window.buffer();
        for (long seqNo = fromSeqNo; seqNo < fromSeqNo + count; seqNo++)
        {
            connection.send(frames, window.offset(seqNo), window.length(seqNo), nowNs);
        }
    }
}
