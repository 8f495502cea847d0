// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A TWIME client in one file that needs nothing but a JDK (17 or newer):
 * {@code java TwimeSample.java HOST PORT LOGIN ACCOUNT SECURITY_ID PRICE}.
 *
 * <p>It establishes a session, places an order, cancels it, loses its connection on purpose while an answer is on its
 * way, comes back, asks for what it missed, and says goodbye. PRICE is that of a buy order.
 */
public final class TwimeSample
{
    private static final int ESTABLISH = 5000, ESTABLISHMENT_ACK = 5001, TERMINATE = 5003, RETRANSMIT_REQUEST = 5004,
        RETRANSMISSION = 5005, SEQUENCE = 5006, BUSINESS_MESSAGE_REJECT = 5009, NEW_ORDER_SINGLE = 6000,
        ORDER_CANCEL_REQUEST = 6006, NEW_ORDER_SINGLE_RESPONSE = 7015, ORDER_CANCEL_RESPONSE = 7017,
        EXECUTION_SINGLE_REPORT = 7019;
    private static final int HEADER_LENGTH = 8, SCHEMA_ID = 19781, VERSION = 7, KEEPALIVE_MS = 1000,
        NULL_INT32 = Integer.MAX_VALUE; // nulls are the maximum of the type
    private static final long HEARTBEAT_MS = 600, TIMEOUT_MS = 10_000, NULL_UINT64 = -1; // at most 3 a second

    private final byte[] input = new byte[1 << 16];
    private final Socket socket;
    private int filled, heartbeats, template; // template of the message received last
    private long sentMs, nextSeqNo, venueSeqNo; // numbers of the next message: for us, as Establish found it

    private TwimeSample(final String host, final int port, final String login, final long known) throws IOException
    {
        socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        send(block(ESTABLISH, 32).putLong(System.currentTimeMillis() * 1_000_000).putInt(KEEPALIVE_MS)
            .put(login.getBytes(StandardCharsets.US_ASCII)));
        venueSeqNo = await(ESTABLISHMENT_ACK).getLong(12);
        // The first time, and when the venue has numbered anew over night, there is nothing to recover.
        nextSeqNo = known < 0 || venueSeqNo < known ? venueSeqNo : known;
        System.out.println("established nextSeqNo=" + venueSeqNo);
    }

    public static void main(final String... args) throws IOException, InterruptedException
    {
        final int port = Integer.parseInt(args[1]);
        final int securityId = Integer.parseInt(args[4]);
        final long price = new BigDecimal(args[5]).movePointRight(5).longValueExact(); // Decimal5: five places
        final long clOrdId = System.currentTimeMillis() * 1_000_000;                   // unique is all it has to be

        TwimeSample session = new TwimeSample(args[0], port, args[2], -1);
        for (final long until = nowMs() + 1500; nowMs() < until; )
        {
            session.receive(until - nowMs());
        }
        System.out.println("alive heartbeats=" + session.heartbeats);
        session.order(clOrdId, price, securityId, 0, args[3]); // Day
        final long orderId = show(session.await(NEW_ORDER_SINGLE_RESPONSE), NEW_ORDER_SINGLE_RESPONSE).getLong(24);
        session.send(block(ORDER_CANCEL_REQUEST, 28).putLong(clOrdId + 1).putLong(orderId).putInt(securityId)
            .put((byte)0).put(args[3].getBytes(StandardCharsets.US_ASCII)));
        show(session.await(ORDER_CANCEL_RESPONSE, BUSINESS_MESSAGE_REJECT), session.template); // code 14: it has traded

        session.order(clOrdId + 2, price, securityId, 3, args[3]); // IOC: what does not trade at once is removed
        session.socket.shutdownOutput(); // as if the line broke here: no answer is read any more
        System.out.println("connection lost");
        Thread.sleep(1200);              // not more than one Establish a second
        session.socket.close();
        session = new TwimeSample(args[0], port, args[2], session.nextSeqNo);
        session.recover();
        // The side that sends the first Terminate reads on until the other side has sent its own, and loses nothing.
        session.send(block(TERMINATE, 1).put((byte)0));
        final int code = session.await(TERMINATE).get(0);
        session.socket.close();
        System.out.println("terminated code=" + (0 == code ? "Finished" : code));
    }

    private void order(final long clOrdId, final long price, final int securityId, final int timeInForce,
        final String account) throws IOException
    {
        send(block(NEW_ORDER_SINGLE, 47).putLong(clOrdId).putLong(NULL_UINT64).putLong(price).putInt(securityId)
            .putInt(NULL_INT32).putInt(1).put((byte)'R').put((byte)timeInForce).put((byte)1).put((byte)0)
            .put(account.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Asks for the messages that the venue has numbered and we have not seen, at most 10 at a time. */
    private void recover() throws IOException
    {
        while (nextSeqNo < venueSeqNo)
        {
            final int count = (int)Math.min(10, venueSeqNo - nextSeqNo);
            send(block(RETRANSMIT_REQUEST, 20).putLong(NULL_UINT64).putLong(nextSeqNo).putInt(count));
            System.out.println("retransmission nextSeqNo=" + await(RETRANSMISSION).getLong(0) + " count=" + count);
            for (int i = 0; i < count; i++)
            {
                show(receive(TIMEOUT_MS), template);
            }
        }
    }

    /** Waits for a message and shows application messages that come before it. */
    private ByteBuffer await(final Integer... expected) throws IOException
    {
        ByteBuffer message = receive(TIMEOUT_MS);
        while (null != message && !List.of(expected).contains(template) && template >= 6000)
        {
            show(message, template);
            message = receive(TIMEOUT_MS);
        }
        if (null == message || !List.of(expected).contains(template))
        {
            throw new IOException("no template " + Arrays.toString(expected) + ", the last was of " + template);
        }
        return message;
    }

    /** The block of the next message, or null after a while; sends heartbeats meanwhile. */
    private ByteBuffer receive(final long timeoutMs) throws IOException
    {
        for (final long until = nowMs() + timeoutMs; ; )
        {
            // No length prefix: the block length in the header says where the next frame begins.
            final ByteBuffer header = ByteBuffer.wrap(input, 0, filled).order(ByteOrder.LITTLE_ENDIAN);
            final int end = filled < HEADER_LENGTH ? Integer.MAX_VALUE : HEADER_LENGTH + (header.getShort(0) & 0xFFFF);
            if (filled >= end)
            {
                template = header.getShort(2) & 0xFFFF;
                nextSeqNo += template >= 6000 ? 1 : 0; // only these have a number, and it is not written in them
                final byte[] block = Arrays.copyOfRange(input, HEADER_LENGTH, end);
                System.arraycopy(input, end, input, 0, filled - end);
                filled -= end;
                if (SEQUENCE != template)
                {
                    return ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
                }
                continue;
            }
            if (nowMs() >= until)
            {
                return null;
            }
            if (nowMs() - sentMs >= HEARTBEAT_MS)
            {
                send(block(SEQUENCE, 8).putLong(NULL_UINT64));
                heartbeats++;
            }
            socket.setSoTimeout((int)Math.max(1, Math.min(until, sentMs + HEARTBEAT_MS) - nowMs()));
            try
            {
                final int length = socket.getInputStream().read(input, filled, input.length - filled);
                if (length < 0)
                {
                    throw new IOException("the venue has closed the connection");
                }
                filled += length;
            }
            catch (final SocketTimeoutException ex)
            {
                // Time for a heartbeat, or for the caller.
            }
        }
    }

    private static ByteBuffer show(final ByteBuffer message, final int template)
    {
        System.out.println(switch (template)
        {
            case NEW_ORDER_SINGLE_RESPONSE -> "accepted clOrdId=" + message.getLong(0) + " orderId=" +
                message.getLong(24) + " price=" + message.getLong(48) + " qty=" + message.getInt(60);
            case ORDER_CANCEL_RESPONSE -> "cancelled orderId=" + message.getLong(16) + " qty=" + message.getInt(40);
            case EXECUTION_SINGLE_REPORT -> "traded orderId=" + message.getLong(16) + " price=" +
                message.getLong(48) + " qty=" + message.getInt(56) + " rest=" + message.getInt(60);
            case BUSINESS_MESSAGE_REJECT -> "refused clOrdId=" + message.getLong(0) + " code=" + message.getInt(16);
            default -> "template " + template;
        });
        return message;
    }

    private void send(final ByteBuffer frame) throws IOException
    {
        socket.getOutputStream().write(frame.array());
        sentMs = nowMs();
    }

    /** A frame with its header and with zeros behind it, which is also how texts are padded. */
    private static ByteBuffer block(final int template, final int length)
    {
        return ByteBuffer.allocate(HEADER_LENGTH + length).order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short)length).putShort((short)template).putShort((short)SCHEMA_ID).putShort((short)VERSION);
    }

    private static long nowMs()
    {
        return System.nanoTime() / 1_000_000;
    }
}
