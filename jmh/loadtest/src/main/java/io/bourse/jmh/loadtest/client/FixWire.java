// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import io.bourse.jmh.loadtest.flow.Wanted;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A FIX session of bytes, with whatever stands behind the port, that trades on one account; ClOrdIDs are numbers.
 * Allocates nothing once it is logged on.
 */
public final class FixWire implements Wire
{
    /** BusinessRejectReason of what was sent above the limit of the session. */
    private static final long APPLICATION_NOT_AVAILABLE = 4;
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
    private final WireEvents events;
    private final byte[][] symbols;
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
     * @param instruments that it names by their index.
     * @param events takes what the server says.
     * @throws IOException when there is no connection.
     */
    public FixWire(
        final InetSocketAddress address,
        final String login,
        final String account,
        final List<InstrumentPlan> instruments,
        final WireEvents events)
        throws IOException
    {
        this.events = events;
        symbols = instruments.stream().map((plan) -> FixBytes.ascii(plan.symbol())).toArray(byte[][]::new);
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

    private FixBytes begin(final byte[] typeAndCompIds)
    {
        return message.begin().put(typeAndCompIds).put(sequence).put(SENDING_TIME).putTime();
    }

    @Override
    public boolean newOrder(final long id, final Wanted wanted)
    {
        begin(order).put(CL_ORD_ID).put(id).put(accountField).put(SYMBOL).put(symbols[wanted.instrument])
            .put(wanted.isBuy ? BUY : SELL).put(wanted.lots).put(PRICE).putE5(wanted.priceE5)
            .put(wanted.isImmediate ? IMMEDIATE_ORDER : DAY_ORDER).putTime();
        return end();
    }

    @Override
    public boolean cancel(
        final long id,
        final long orderId,
        final long orderClOrdId,
        final int instrument,
        final boolean isBuy,
        final long lots)
    {
        begin(cancel).put(CL_ORD_ID).put(id).put(ORIG_CL_ORD_ID).put(orderClOrdId).put(SYMBOL)
            .put(symbols[instrument]).put(isBuy ? BUY : SELL).put(Math.max(1, lots)).put(TRANSACT_TIME).putTime();
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

    @Override
    public void flush()
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

    @Override
    public int receive()
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
        switch (report.type)
        {
            case 'A' -> isLoggedOn = true;

            case '0' ->
            {
                // It is alive.
            }

            case '1' -> answerTest();

            case '8' -> onExecution();

            case '9' -> events.onRefused(report.clOrdId, RefusalCounts.fix(report.reason));

            case 'j' -> events.onRefused(report.clOrdId,
                APPLICATION_NOT_AVAILABLE == report.reason ? RefusalCounts.FLOOD : RefusalCounts.fix(report.reason));

            case '5' -> throw new IllegalStateException("the venue ended the session: " + text(begin, end));

            default -> throw new IllegalStateException("unexpected: " + text(begin, end));
        }
    }

    private void onExecution()
    {
        switch (report.execType)
        {
            case '0' -> events.onAccepted(report.clOrdId, report.orderId);
            case '4', 'C' -> events.onCancelled(report.clOrdId);
            case 'F' -> events.onTraded(report.clOrdId, '1' == report.side, report.lastLots);
            case '8' -> events.onRefused(report.clOrdId, RefusalCounts.fix(report.reason));
            default -> throw new IllegalStateException("unexpected: execType=" + report.execType + " clOrdId=" +
                report.clOrdId + " reason=" + report.reason);
        }
    }

    private void answerTest()
    {
        begin(heartbeat).put(TEST_REQUEST).put(in, report.testBegin, report.testEnd);
        end();
    }

    private String text(final int begin, final int end)
    {
        final byte[] bytes = new byte[end - begin];
        in.get(begin, bytes);
        return new String(bytes, StandardCharsets.US_ASCII).replace('\1', '|');
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
