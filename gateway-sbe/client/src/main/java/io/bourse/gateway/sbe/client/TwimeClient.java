// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.client;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.EstablishEncoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestEncoder;
import io.bourse.gateway.sbe.twime.RetransmitRequestEncoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminateEncoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * One TWIME session as a firm sees it. Senders encode into an output buffer and return false when it is full;
 * {@link #flush()} and {@link #poll} write it. Nothing blocks after {@link #connect}, nothing allocates after the
 * session is established. Use from one thread.
 *
 * <p>Heartbeats are sent by {@link #poll} when nothing else was, so it must be called more often than the keepalive
 * interval. A venue that is silent for two of its intervals is given up with Terminate(MissedHeartbeat).
 *
 * <p>When the venue begins its message numbers again (Terminate with SequenceReset, TWIME A.5.8), the client connects
 * again by itself and takes the new number; {@link TwimeListener#onEstablished} is called again. What it knew by
 * the old numbers is void.
 */
public final class TwimeClient implements AutoCloseable
{
    /** Where the session stands. */
    public enum State
    {
        /** Establish is sent. */
        ESTABLISHING,
        /** Orders may be sent. */
        ESTABLISHED,
        /** Terminate is sent; answers may still come. */
        TERMINATING,
        /** The venue has begun its numbers again; Establish is sent anew as soon as the venue allows it. */
        RECONNECTING,
        /** The connection is gone. */
        CLOSED
    }

    private static final long RECONNECT_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1_100);
    /** How long the venue may take to answer Establish or Terminate. */
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    /** Kept free in the output so that Terminate always fits. */
    private static final int LAST_WORDS_LENGTH = 64;
    private static final int CREDENTIALS_LENGTH = EstablishEncoder.credentialsLength();

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderSingleEncoder newOrder = new NewOrderSingleEncoder();
    private final OrderCancelRequestEncoder cancel = new OrderCancelRequestEncoder();
    private final OrderReplaceRequestEncoder replace = new OrderReplaceRequestEncoder();
    private final SequenceEncoder sequence = new SequenceEncoder();
    private final RetransmitRequestEncoder retransmitRequest = new RetransmitRequestEncoder();
    private final TerminateEncoder terminate = new TerminateEncoder();
    private final VenueFrameAdapter adapter = new VenueFrameAdapter();
    private final TerminateDecoder terminated = new TerminateDecoder();
    private final ClientSocket socket;
    private final FrameReader reader;
    private final OutputBuffer writer;
    private final NanoClock nanoClock;
    private final String login;
    private final int keepaliveMs;
    private final long keepaliveNs;
    private State state = State.ESTABLISHING;
    private boolean isSequenceReset;
    private long establishNs;
    private long terminateNs;
    private long lastSentNs;
    private long lastReceivedNs;

    private TwimeClient(final ClientSocket socket, final String login, final int keepaliveMs, final NanoClock nanoClock)
    {
        this.socket = socket;
        this.login = login;
        this.keepaliveMs = keepaliveMs;
        this.nanoClock = nanoClock;
        reader = socket.reader;
        writer = socket.writer;
        keepaliveNs = TimeUnit.MILLISECONDS.toNanos(keepaliveMs);
    }

    /**
     * Connects, blocking for at most 10 s, and sends Establish. The answer comes to the listener of {@link #poll}; when
     * none comes for 10 s the connection is closed, as it is when the venue does not end a session that is terminated.
     *
     * @param address of the gateway.
     * @param login Credentials, at most 20 characters.
     * @param keepaliveMs interval of heartbeats, 1000..60000 if it is to be accepted.
     * @return client in state ESTABLISHING.
     * @throws IOException when the connection cannot be made.
     */
    public static TwimeClient connect(final InetSocketAddress address, final String login, final int keepaliveMs)
        throws IOException
    {
        return connect(address, login, keepaliveMs, SystemNanoClock.INSTANCE);
    }

    /**
     * Like {@link #connect(InetSocketAddress, String, int)} with a clock for heartbeats.
     *
     * @param address of the gateway.
     * @param login Credentials, at most 20 characters.
     * @param keepaliveMs interval of heartbeats.
     * @param nanoClock for heartbeats.
     * @return client in state ESTABLISHING.
     * @throws IOException when the connection cannot be made.
     */
    public static TwimeClient connect(
        final InetSocketAddress address, final String login, final int keepaliveMs, final NanoClock nanoClock)
        throws IOException
    {
        if (login.length() > CREDENTIALS_LENGTH)
        {
            throw new IllegalArgumentException("a login has at most 20 characters: login=" + login);
        }
        final TwimeClient client = new TwimeClient(new ClientSocket(address), login, keepaliveMs, nanoClock);
        client.establish();
        return client;
    }

    /**
     * Where the session stands.
     *
     * @return state after the last call.
     */
    public State state()
    {
        return state;
    }

    /**
     * Number of the next application message of the venue. A larger one in a heartbeat of the venue shows a loss.
     *
     * @return implied number, or null (2^64-1) before the session is established.
     */
    public long nextSeqNo()
    {
        return adapter.nextSeqNo();
    }

    /**
     * Writes what is waiting, reads once, hands whole frames to the listener, and sends a heartbeat when it is time.
     *
     * @param listener of the messages.
     * @return frames received.
     * @throws IllegalStateException when the venue sent something that is no frame.
     */
    public int poll(final TwimeListener listener)
    {
        if (State.CLOSED == state)
        {
            return 0;
        }
        int frames = 0;
        try
        {
            final long nowNs = nanoClock.nanoTime();
            if (State.RECONNECTING == state)
            {
                return reconnect(nowNs);
            }
            socket.flush();
            final int length = socket.read();
            if (length > 0)
            {
                frames = onBytes(listener);
                lastReceivedNs = frames > 0 ? nowNs : lastReceivedNs;
            }
            else if (length < 0)
            {
                onGone(listener);
                return 0;
            }
            onTime(nowNs, listener);
            flush();
        }
        catch (final IOException ex)
        {
            // A reset by the peer: the session is over whatever the reason.
            onGone(listener);
        }
        return frames;
    }

    /**
     * Writes what the network takes of the encoded messages.
     *
     * @return bytes written.
     */
    public int flush()
    {
        try
        {
            return State.CLOSED == state ? 0 : socket.flush();
        }
        catch (final IOException ex)
        {
            // The next poll finds the end of the stream and calls the listener.
            return 0;
        }
    }

    /**
     * Sends a NewOrderSingle by algorithm, without flags.
     *
     * @param clOrdId of the request.
     * @param instrumentId SecurityID.
     * @param side of the order.
     * @param priceE5 price x 100 000.
     * @param qtyLots 1..2^32-2.
     * @param timeInForce of the order.
     * @param accountCode packed {@link AccountCode}.
     * @param linkId ClOrdLinkID, {@link TwimeFrames#NULL_INT32} for none.
     * @return false when the output is full or the session is not established.
     */
    public boolean newOrder(
        final long clOrdId,
        final int instrumentId,
        final SideEnum side,
        final long priceE5,
        final long qtyLots,
        final TimeInForceEnum timeInForce,
        final long accountCode,
        final int linkId)
    {
        final int offset = claim(NewOrderSingleEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        newOrder.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .expireDate(TwimeFrames.NULL_UINT64);
        newOrder.price().mantissa(priceE5);
        newOrder
            .securityID(instrumentId)
            .clOrdLinkID(linkId)
            .orderQty(qtyLots)
            .complianceID(ComplianceIDEnum.Algorithm)
            .timeInForce(timeInForce)
            .side(side);
        newOrder.clientFlags().clear();
        account(newOrder.offset() + NewOrderSingleEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    /**
     * Sends an OrderCancelRequest.
     *
     * @param clOrdId of the request.
     * @param orderId of the venue.
     * @param instrumentId SecurityID.
     * @param accountCode packed {@link AccountCode}.
     * @return false when the output is full or the session is not established.
     */
    public boolean cancel(final long clOrdId, final long orderId, final int instrumentId, final long accountCode)
    {
        final int offset = claim(OrderCancelRequestEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        cancel.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .orderID(orderId)
            .securityID(instrumentId);
        cancel.clientFlags().clear();
        account(cancel.offset() + OrderCancelRequestEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    /**
     * Sends an OrderReplaceRequest.
     *
     * @param clOrdId of the request.
     * @param orderId of the venue.
     * @param instrumentId SecurityID.
     * @param priceE5 new price x 100 000.
     * @param qtyLots meaning by mode.
     * @param mode of the quantity.
     * @param accountCode packed {@link AccountCode}.
     * @param linkId ClOrdLinkID, {@link TwimeFrames#NULL_INT32} for none.
     * @return false when the output is full or the session is not established.
     */
    public boolean replace(
        final long clOrdId,
        final long orderId,
        final int instrumentId,
        final long priceE5,
        final long qtyLots,
        final ModeEnum mode,
        final long accountCode,
        final int linkId)
    {
        final int offset = claim(OrderReplaceRequestEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        replace.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .orderID(orderId);
        replace.price().mantissa(priceE5);
        replace
            .orderQty(qtyLots)
            .clOrdLinkID(linkId)
            .securityID(instrumentId)
            .complianceID(ComplianceIDEnum.Algorithm)
            .mode(mode);
        replace.clientFlags().clear();
        account(replace.offset() + OrderReplaceRequestEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    /**
     * Asks for old application messages again.
     *
     * @param fromSeqNo number of the first.
     * @param count how many, at most 10; on the recovery port at most 1000.
     * @return false when the output is full or the session is not established.
     */
    public boolean retransmit(final long fromSeqNo, final int count)
    {
        final int offset = claim(RetransmitRequestEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        retransmitRequest.wrapAndApplyHeader(writer.buffer(), offset, header)
            .timestamp(SystemEpochNanoClock.INSTANCE.nanoTime())
            .fromSeqNo(fromSeqNo)
            .count(count);
        return true;
    }

    /**
     * Begins the end of the session; poll until it is CLOSED.
     */
    public void terminate()
    {
        terminate(TerminationCodeEnum.Finished);
    }

    /**
     * Drops the connection without a word, as a crash would.
     */
    @Override
    public void close()
    {
        state = State.CLOSED;
        socket.close();
    }

    private void establish() throws IOException
    {
        socket.open();
        state = State.ESTABLISHING;
        establishNs = nanoClock.nanoTime();
        lastSentNs = establishNs;
        lastReceivedNs = establishNs;
        final int offset = writer.claim(TwimeFrames.HEADER_LENGTH + EstablishEncoder.BLOCK_LENGTH, 0);
        new EstablishEncoder().wrapAndApplyHeader(writer.buffer(), offset, header)
            .timestamp(SystemEpochNanoClock.INSTANCE.nanoTime())
            .keepaliveInterval(keepaliveMs)
            .credentials(login);
        flush();
    }

    private int reconnect(final long nowNs) throws IOException
    {
        if (nowNs - establishNs < RECONNECT_INTERVAL_NS)
        {
            return 0;
        }
        establish();
        return 1;
    }

    private int onBytes(final TwimeListener listener)
    {
        int frames = 0;
        while (State.CLOSED != state)
        {
            final int length = reader.next();
            if (FrameReader.INCOMPLETE == length)
            {
                break;
            }
            if (FrameReader.MALFORMED == length)
            {
                close();
                throw new IllegalStateException("the venue sent something that is no TWIME 7 frame: templateId=" +
                    reader.templateId());
            }
            frames++;
            onTemplate(reader.templateId());
            adapter.onFrame(reader.templateId(), reader.buffer(), reader.offset(), listener);
        }
        return frames;
    }

    private void onTemplate(final int templateId)
    {
        switch (templateId)
        {
            case EstablishmentAckDecoder.TEMPLATE_ID -> state = State.ESTABLISHED;
            case EstablishmentRejectDecoder.TEMPLATE_ID -> terminating();
            case TerminateDecoder.TEMPLATE_ID -> onVenueTerminate();
            default ->
            {
                // Concerns the listener only.
            }
        }
    }

    private void onVenueTerminate()
    {
        terminated.wrap(
            reader.buffer(),
            reader.offset() + TwimeFrames.HEADER_LENGTH,
            TerminateDecoder.BLOCK_LENGTH,
            TerminateDecoder.SCHEMA_VERSION);
        isSequenceReset = State.ESTABLISHED == state &&
            TerminationCodeEnum.SequenceReset == terminated.terminationCode();
        terminate(TerminationCodeEnum.Finished);
    }

    private void onTime(final long nowNs, final TwimeListener listener)
    {
        if (State.ESTABLISHED != state)
        {
            final long askedNs = State.ESTABLISHING == state ? establishNs : terminateNs;
            if (State.CLOSED != state && nowNs - askedNs > ANSWER_TIMEOUT_NS)
            {
                onGone(listener);
            }
        }
        else if (nowNs - lastReceivedNs > 2 * keepaliveNs)
        {
            terminate(TerminationCodeEnum.MissedHeartbeat);
        }
        else if (nowNs - lastSentNs >= keepaliveNs - (keepaliveNs >> 2))
        {
            heartbeat();
        }
    }

    private void heartbeat()
    {
        final int offset = claim(SequenceEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL != offset)
        {
            sequence.wrapAndApplyHeader(writer.buffer(), offset, header).nextSeqNo(TwimeFrames.NULL_UINT64);
        }
    }

    private void terminate(final TerminationCodeEnum code)
    {
        if (State.ESTABLISHED == state || State.ESTABLISHING == state)
        {
            final int offset = writer.claim(TwimeFrames.HEADER_LENGTH + TerminateEncoder.BLOCK_LENGTH, 0);
            terminate.wrapAndApplyHeader(writer.buffer(), offset, header).terminationCode(code);
            terminating();
            flush();
        }
    }

    private void terminating()
    {
        state = State.TERMINATING;
        terminateNs = nanoClock.nanoTime();
    }

    private void onGone(final TwimeListener listener)
    {
        close();
        if (isSequenceReset)
        {
            isSequenceReset = false;
            state = State.RECONNECTING;
        }
        else
        {
            listener.onDisconnected();
        }
    }

    private int claim(final int blockLength)
    {
        if (State.ESTABLISHED != state)
        {
            return OutputBuffer.FULL;
        }
        final int offset = writer.claim(TwimeFrames.HEADER_LENGTH + blockLength, LAST_WORDS_LENGTH);
        if (OutputBuffer.FULL != offset)
        {
            lastSentNs = nanoClock.nanoTime();
        }
        return offset;
    }

    private void account(final int offset, final long accountCode)
    {
        final MutableDirectBuffer buffer = writer.buffer();
        for (int i = 0; i < AccountCode.LENGTH; i++)
        {
            buffer.putByte(offset + i, (byte)(accountCode >>> (i << 3)));
        }
    }
}
