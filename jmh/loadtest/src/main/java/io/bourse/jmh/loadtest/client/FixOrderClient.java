// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A FIX session of bytes, with whatever stands behind the port, that trades on one account; ClOrdIDs are numbers. What
 * it sends, and what the answers mean, is for its heirs to say. Allocates nothing once it is logged on.
 */
public abstract class FixOrderClient implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1 << 18;
    private static final long HEARTBEAT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final byte[] SENDING_TIME = FixBytes.ascii("|52=");
    private static final byte[] CL_ORD_ID = FixBytes.ascii("|11=");
    private static final byte[] ORIG_CL_ORD_ID = FixBytes.ascii("|41=");
    private static final byte[] SYMBOL = FixBytes.ascii("|55=");
    private static final byte[] BUY = FixBytes.ascii("|54=1|38=");
    private static final byte[] SELL = FixBytes.ascii("|54=2|38=");
    private static final byte[] PRICE = FixBytes.ascii("|40=2|44=");
    private static final byte[] DAY_ORDER = FixBytes.ascii("|59=0|60=");
    private static final byte[] IMMEDIATE_ORDER = FixBytes.ascii("|59=3|60=");
    private static final byte[] TRANSACT_TIME = FixBytes.ascii("|60=");
    private static final byte[] TEST_REQUEST = FixBytes.ascii("|112=");
    private static final byte[] LOGON_END = FixBytes.ascii("|98=0|108=60|141=Y|");
    private static final byte[] END = FixBytes.ascii("|");

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final FixBytes message = new FixBytes();
    private final FixReport report = new FixReport();
    private final SocketChannel channel;
    private final byte[] order;
    private final byte[] cancel;
    private final byte[] heartbeat;
    private final byte[] accountField;
    private long sequence = 1;
    private long lastSentNs = System.nanoTime();
    private boolean isLoggedOn;

    /**
     * Connects, and waits until the session is there.
     *
     * @param address of the server.
     * @param login CompID of the session.
     * @param account it trades on.
     * @throws IOException when there is no connection.
     */
    protected FixOrderClient(final InetSocketAddress address, final String login, final String account)
        throws IOException
    {
        final String compIds = "|49=" + login + "|56=BOURSE|34=";
        order = FixBytes.ascii("35=D" + compIds);
        cancel = FixBytes.ascii("35=F" + compIds);
        heartbeat = FixBytes.ascii("35=0" + compIds);
        accountField = FixBytes.ascii("|1=" + account);
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        begin(FixBytes.ascii("35=A" + compIds)).put(LOGON_END).write(out);
        sequence++;
        while (!isLoggedOn)
        {
            receive();
            Thread.onSpinWait();
        }
    }

    /**
     * A report or a reject of the venue. Logon, heartbeats and test requests are not told.
     *
     * @param told what it says; valid during the call only.
     */
    protected abstract void onReport(FixReport told);

    private FixBytes begin(final byte[] typeAndCompIds)
    {
        return message.begin().put(typeAndCompIds).put(sequence).put(SENDING_TIME).putTime();
    }

    /**
     * Encodes a limit order.
     *
     * @param clOrdId of it.
     * @param symbol of the instrument, in ASCII.
     * @param isBuy side of it.
     * @param priceE5 price x 100 000.
     * @param lots of it.
     * @param isImmediate true for immediate-or-cancel.
     * @return false when the session takes no more now.
     */
    protected final boolean encodeOrder(
        final long clOrdId,
        final byte[] symbol,
        final boolean isBuy,
        final long priceE5,
        final long lots,
        final boolean isImmediate)
    {
        begin(order).put(CL_ORD_ID).put(clOrdId).put(accountField).put(SYMBOL).put(symbol)
            .put(isBuy ? BUY : SELL).put(lots).put(PRICE).putE5(priceE5)
            .put(isImmediate ? IMMEDIATE_ORDER : DAY_ORDER).putTime();
        return end();
    }

    /**
     * Encodes a cancel.
     *
     * @param clOrdId of the request.
     * @param origClOrdId ClOrdID of the order.
     * @param symbol of the instrument, in ASCII.
     * @param isBuy side of the order.
     * @param lots of the order.
     * @return false when the session takes no more now.
     */
    protected final boolean encodeCancel(
        final long clOrdId, final long origClOrdId, final byte[] symbol, final boolean isBuy, final long lots)
    {
        begin(cancel).put(CL_ORD_ID).put(clOrdId).put(ORIG_CL_ORD_ID).put(origClOrdId).put(SYMBOL).put(symbol)
            .put(isBuy ? BUY : SELL).put(lots).put(TRANSACT_TIME).putTime();
        return end();
    }

    private boolean end()
    {
        if (!message.put(END).write(out))
        {
            return false;
        }
        sequence++;
        lastSentNs = System.nanoTime();
        return true;
    }

    /** Writes what is encoded, as far as the network takes it. */
    public final void flush()
    {
        if (out.position() == 0)
        {
            return;
        }
        try
        {
            out.flip();
            channel.write(out);
            out.compact();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the server is gone", ex);
        }
    }

    /**
     * Writes and reads what there is, without waiting; keeps the session alive.
     *
     * @return messages read.
     */
    public final int receive()
    {
        try
        {
            flush();
            final int length = channel.read(in);
            if (length < 0)
            {
                throw new IllegalStateException("the other side has closed the connection");
            }
            if (length > 0)
            {
                return onBytes();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the server is gone", ex);
        }
        if (isLoggedOn && System.nanoTime() - lastSentNs > HEARTBEAT_NS)
        {
            begin(heartbeat);
            end();
            flush();
        }
        return 0;
    }

    private int onBytes()
    {
        in.flip();
        int messages = 0;
        int end = FixBytes.end(in, in.position());
        while (FixBytes.INCOMPLETE != end)
        {
            onMessage(in.position(), end);
            messages++;
            in.position(end);
            end = in.hasRemaining() ? FixBytes.end(in, end) : FixBytes.INCOMPLETE;
        }
        in.compact();
        return messages;
    }

    private void onMessage(final int begin, final int end)
    {
        report.wrap(in, begin, end);
        switch (report.type())
        {
            case 'A' -> isLoggedOn = true;

            case '0' ->
            {
                // It is alive.
            }

            case '1' -> answerTest();

            case '8', '9', 'j' -> onReport(report);

            case '5' -> throw new IllegalStateException("the venue ended the session: " + text(begin, end));

            default -> throw new IllegalStateException("unexpected: " + text(begin, end));
        }
    }

    private void answerTest()
    {
        begin(heartbeat).put(TEST_REQUEST).put(in, report.testBegin(), report.testEnd());
        end();
    }

    private String text(final int begin, final int end)
    {
        final byte[] bytes = new byte[end - begin];
        in.get(begin, bytes);
        return new String(bytes, StandardCharsets.US_ASCII).replace('\1', '|');
    }

    /**
     * Error for a report that must not be.
     *
     * @param told the report.
     * @return error to throw.
     */
    protected static IllegalStateException unexpected(final FixReport told)
    {
        return new IllegalStateException("unexpected: type=" + told.type() + " execType=" + told.execType() +
            " clOrdId=" + told.clOrdId() + " reason=" + told.reason());
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
