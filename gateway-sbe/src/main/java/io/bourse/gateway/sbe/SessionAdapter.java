// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.gateway.sbe.admission.AccessVerdict;
import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.RetransmitRequestDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Takes the frames of a connection: framing errors, session rules (TWIME A.5), and application messages on to
 * {@link OrderEntryAdapter}.
 */
final class SessionAdapter
{
    private static final long MIN_KEEPALIVE_MS = EstablishDecoder.keepaliveIntervalMinValue();
    private static final long MAX_KEEPALIVE_MS = EstablishDecoder.keepaliveIntervalMaxValue();

    /** Connections whose current request waits for space in the ring. */
    private final ArrayDeque<TwimeConnection> held = new ArrayDeque<>();
    private final EstablishDecoder establish = new EstablishDecoder();
    private final SessionPublisher publisher;
    private final OrderEntryAdapter orderEntry;
    private final RequestRefusals refusals;
    private final BooleanSupplier isEngineUpToDate;
    private final Retransmitter retransmitter;
    private final CounterSet<GatewayCounter> counters;
    private final long reconnectIntervalNs;
    private final FlowPolicy flow;
    private final SessionAdmission admission;
    private final FlowGate flowGate;

    SessionAdapter(
        final SbeGatewayOptions options,
        final SessionAdmission admission,
        final SessionPublisher publisher,
        final OrderEntryAdapter orderEntry,
        final RequestRefusals refusals,
        final BooleanSupplier isEngineUpToDate,
        final Retransmitter retransmitter,
        final CounterSet<GatewayCounter> counters)
    {
        this.admission = admission;
        this.publisher = publisher;
        this.orderEntry = orderEntry;
        this.refusals = refusals;
        this.isEngineUpToDate = isEngineUpToDate;
        this.retransmitter = retransmitter;
        this.counters = counters;
        reconnectIntervalNs = options.reconnectIntervalNs();
        flow = options.flow();
        flowGate = new FlowGate(publisher);
    }

    /**
     * Reads once and handles every whole frame. A connection whose request waits for space in the ring is not read:
     * what its client sends meanwhile waits in the network.
     *
     * @param receivedNs t3n for the requests among them.
     */
    void onReadable(final TwimeConnection connection, final long receivedNs, final long nowNs)
    {
        if (connection.read(nowNs) > 0)
        {
            onFrames(connection, receivedNs, nowNs);
        }
    }

    /**
     * Offers requests again that found the ring full, in their order, and goes on after them.
     *
     * @param nowNs for the clocks of the sessions.
     * @return how many were taken or refused.
     */
    int onHeld(final long nowNs)
    {
        int workCount = 0;
        while (!held.isEmpty())
        {
            final TwimeConnection connection = held.pollFirst();
            connection.release(nowNs);
            if (TwimeConnection.State.CLOSED == connection.state())
            {
                // Its buffers may already be those of another one.
                continue;
            }
            final FrameReader reader = connection.reader;
            if (TwimeConnection.State.ESTABLISHED != connection.state())
            {
                reader.discard();
                continue;
            }
            final long receivedNs = connection.heldReceivedNs();
            offer(connection, reader, receivedNs, nowNs);
            if (connection.isHeld())
            {
                held.addFirst(connection);
                return workCount;
            }
            workCount++;
            onFrames(connection, receivedNs, nowNs);
        }
        refusals.onNothingHeld();
        return workCount;
    }

    private void onFrames(final TwimeConnection connection, final long receivedNs, final long nowNs)
    {
        final FrameReader reader = connection.reader;
        while (TwimeConnection.State.CONNECTED == connection.state() ||
            TwimeConnection.State.ESTABLISHED == connection.state())
        {
            if (!connection.mayTake())
            {
                return;
            }
            final int length = reader.next();
            if (FrameReader.INCOMPLETE == length)
            {
                return;
            }
            if (FrameReader.MALFORMED == length)
            {
                connection.count(GatewayCounter.MALFORMED_FRAMES);
                connection.terminate(TerminationCodeEnum.InvalidMessage);
                break;
            }
            connection.count(GatewayCounter.FRAMES_RECEIVED);
            connection.onFrameReceived(nowNs);
            if (TwimeConnection.State.ESTABLISHED == connection.state())
            {
                onSessionFrame(connection, reader, receivedNs, nowNs);
                if (connection.isHeld())
                {
                    return;
                }
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
            connection.count(GatewayCounter.OUT_OF_PLACE_FRAMES);
            admission.onOutOfPlace(connection);
            connection.closeAfterFlush();
        }
    }

    private void onSessionFrame(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        final int templateId = reader.templateId();
        final boolean isNumbered = TwimeFrames.isNumbered(templateId);
        // Requests of the trading port have a limit of their own, see FlowGate.
        if (!(isNumbered && GatewayPort.TRADING == connection.port) &&
            MessageThrottle.Verdict.TAKE != connection.sessionMessages.onMessage(nowNs))
        {
            connection.count(GatewayCounter.THROTTLED_SESSION_MESSAGES);
            connection.count(GatewayCounter.TOO_FAST_CLIENTS);
            connection.terminate(TerminationCodeEnum.TooFastClient);
            return;
        }
        if (isNumbered)
        {
            onRequest(connection, reader, receivedNs, nowNs);
            return;
        }
        switch (templateId)
        {
            case SequenceDecoder.TEMPLATE_ID -> onHeartbeat(connection, nowNs);
            case RetransmitRequestDecoder.TEMPLATE_ID -> retransmitter.onRequest(connection, reader, nowNs);
            case TerminateDecoder.TEMPLATE_ID -> onTerminate(connection, nowNs);
            default ->
            {
                // Only a second Establish can come here.
                connection.count(GatewayCounter.OUT_OF_PLACE_FRAMES);
                connection.terminate(TerminationCodeEnum.InvalidMessage);
            }
        }
    }

    private void onRequest(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        if (GatewayPort.TRADING == connection.port)
        {
            if (flowGate.passes(connection, reader, nowNs))
            {
                offerInTurn(connection, reader, receivedNs, nowNs);
            }
            return;
        }
        counters.increment(GatewayCounter.OUT_OF_PORT_REQUESTS);
        publisher.notOnThisPort(connection, clOrdId(reader), nowNs);
    }

    /** A request that has just come does not pass those that wait. */
    private void offerInTurn(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        if (held.isEmpty())
        {
            offer(connection, reader, receivedNs, nowNs);
        }
        else
        {
            connection.hold();
        }
        if (connection.isHeld())
        {
            connection.heldReceivedNs(receivedNs);
            held.addLast(connection);
        }
    }

    /**
     * The engine hears of the ends and beginnings of sessions first: the end of a former session would otherwise cancel
     * what the next one has ordered.
     */
    private void offer(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        if (isEngineUpToDate.getAsBoolean())
        {
            orderEntry.onFrame(connection, reader, receivedNs, nowNs);
        }
        else
        {
            refusals.unlessTaken(connection, clOrdId(reader), false, nowNs);
        }
    }

    /** ClOrdID is the first field of every request. */
    private static long clOrdId(final FrameReader reader)
    {
        return reader.buffer().getLong(
            reader.offset() + TwimeFrames.HEADER_LENGTH + NewOrderSingleDecoder.clOrdIDEncodingOffset(),
            ByteOrder.LITTLE_ENDIAN);
    }

    private static void onTerminate(final TwimeConnection connection, final long nowNs)
    {
        if (GatewayPort.TRADING == connection.port)
        {
            connection.onTerminate(nowNs);
        }
        else
        {
            connection.terminate(TerminationCodeEnum.Finished);
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
        final GatewayPort port = connection.port;
        if (!connection.speak(reader.version()))
        {
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.Unspecified, nowNs);
            return;
        }
        final SessionAdmission.Claim claim = admission.claim(establish.credentials());
        if (admission.isStandby())
        {
            admission.onRefusedByStandby(claim, connection);
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.SessionBlocked, nowNs);
            return;
        }
        final Login login = claim.login();
        // Asked before anything of the login is touched: a stranger must not end its session or slow it down.
        final AccessVerdict verdict = admission.judge(claim, connection, nowNs);
        if (!verdict.isAdmitted())
        {
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.Credentials, nowNs);
        }
        else if (admission.isBlocked(login, port))
        {
            refuse(connection, claim, timestampNs, EstablishmentRejectCodeEnum.SessionBlocked, nowNs);
        }
        else if (keepaliveMs < MIN_KEEPALIVE_MS || keepaliveMs > MAX_KEEPALIVE_MS)
        {
            refuse(connection, claim, timestampNs, EstablishmentRejectCodeEnum.KeepaliveInterval, nowNs);
        }
        else if (null != login.connection(port) && !admission.endsSession(verdict))
        {
            admission.onSecondConnection(claim, connection);
            refuse(connection, timestampNs, EstablishmentRejectCodeEnum.AlreadyEstablished, nowNs);
        }
        else if (null != login.connection(port))
        {
            login.isTooFastReconnect(port, nowNs, reconnectIntervalNs);
            login.connection(port).terminate(TerminationCodeEnum.UnspecifiedError);
            refuse(connection, claim, timestampNs, EstablishmentRejectCodeEnum.AlreadyEstablished, nowNs);
        }
        else if (login.isTooFastReconnect(port, nowNs, reconnectIntervalNs))
        {
            refuse(connection, claim, timestampNs, EstablishmentRejectCodeEnum.TooFastReconnect, nowNs);
        }
        else
        {
            connection.count(GatewayCounter.SESSIONS_ESTABLISHED);
            admission.onEstablished(claim, connection);
            limitFlow(login, nowNs);
            connection.onEstablished(login, TimeUnit.MILLISECONDS.toNanos(keepaliveMs), nowNs);
            publisher.establishmentAck(connection, timestampNs, keepaliveMs, login.nextSeqNo(), nowNs);
        }
    }

    private void limitFlow(final Login login, final long nowNs)
    {
        if (null == login.flow)
        {
            login.flow = flow.newFlowControl(login.name(), nowNs);
        }
    }

    private void refuse(
        final TwimeConnection connection,
        final SessionAdmission.Claim claim,
        final long timestampNs,
        final EstablishmentRejectCodeEnum code,
        final long nowNs)
    {
        admission.onRefused(claim, connection, code);
        refuse(connection, timestampNs, code, nowNs);
    }

    private void refuse(
        final TwimeConnection connection,
        final long timestampNs,
        final EstablishmentRejectCodeEnum code,
        final long nowNs)
    {
        publisher.establishmentReject(connection, timestampNs, code, nowNs);
        connection.closeAfterFlush();
    }

    private void onHeartbeat(final TwimeConnection connection, final long nowNs)
    {
        if (connection.heartbeats.isTooSoon(nowNs))
        {
            connection.count(GatewayCounter.TOO_FAST_CLIENTS);
            connection.terminate(TerminationCodeEnum.TooFastClient);
        }
    }
}
