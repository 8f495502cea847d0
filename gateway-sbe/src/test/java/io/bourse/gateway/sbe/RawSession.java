// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.EstablishEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestEncoder;
import io.bourse.gateway.sbe.twime.RetransmitRequestEncoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateEncoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A TCP connection that a test drives byte by byte: no heartbeats, no manners.
 */
final class RawSession implements AutoCloseable
{
    static final long REQUEST_NS = 1_700_000_000_000_000_000L;

    final List<String> frames = new ArrayList<>();
    final List<String> hexFrames = new ArrayList<>();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final FrameReader reader = new FrameReader(1 << 16, false);
    private final ByteChannel channel;
    private boolean isEnded;

    RawSession(final InetSocketAddress address, final int receiveBufferLength)
    {
        this(address, receiveBufferLength, null);
    }

    /** A connection from an address of its own; null leaves it to the system. */
    RawSession(final InetSocketAddress address, final int receiveBufferLength, final String source)
    {
        try
        {
            final SocketChannel channel = SocketChannel.open();
            this.channel = channel;
            if (null != source)
            {
                channel.bind(new InetSocketAddress(source, 0));
            }
            if (receiveBufferLength > 0)
            {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferLength);
            }
            channel.connect(address);
            channel.configureBlocking(false);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** A connection that exists already. */
    RawSession(final ByteChannel channel)
    {
        this.channel = channel;
    }

    /** The venue has shut its side, or reset the connection. */
    boolean isEnded()
    {
        return isEnded;
    }

    void poll()
    {
        if (isEnded)
        {
            return;
        }
        try
        {
            isEnded = reader.read(channel) < 0;
        }
        catch (final IOException ex)
        {
            isEnded = true;
        }
        for (int length = reader.next(); length != FrameReader.INCOMPLETE; length = reader.next())
        {
            if (FrameReader.MALFORMED == length)
            {
                throw new AssertionError("the venue sent a malformed frame after " + frames);
            }
            frames.add(FrameText.of(reader.buffer(), reader.offset()));
            final byte[] bytes = new byte[length];
            reader.buffer().getBytes(reader.offset(), bytes);
            hexFrames.add(HexFormat.of().formatHex(bytes));
        }
    }

    RawSession send(final byte... bytes)
    {
        final ByteBuffer source = ByteBuffer.wrap(bytes);
        try
        {
            while (source.hasRemaining())
            {
                channel.write(source);
            }
        }
        catch (final IOException ex)
        {
            // The venue has closed already; the test looks at what it said before.
            source.clear();
        }
        return this;
    }

    /** Writes everything, while the other side gets its turns. */
    RawSession sendWhile(final Runnable turn, final byte... bytes)
    {
        final ByteBuffer source = ByteBuffer.wrap(bytes);
        try
        {
            while (source.hasRemaining())
            {
                channel.write(source);
                turn.run();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return this;
    }

    /** Reads and drops bytes that are no frames, and says whether the venue has shut its side. */
    boolean isEndOfBytes()
    {
        try
        {
            final ByteBuffer bytes = ByteBuffer.allocate(256);
            int length = channel.read(bytes);
            while (length > 0)
            {
                length = channel.read(bytes.clear());
            }
            isEnded = length < 0;
        }
        catch (final IOException ex)
        {
            isEnded = true;
        }
        return isEnded;
    }

    /** Writes as much as the network takes at once. */
    int sendSome(final byte... bytes)
    {
        try
        {
            return channel.write(ByteBuffer.wrap(bytes));
        }
        catch (final IOException ex)
        {
            return 0;
        }
    }

    RawSession sendHex(final String hex)
    {
        return send(HexFormat.of().parseHex(hex));
    }

    RawSession establish(final String login, final long keepaliveMs)
    {
        return send(establishFrame(login, keepaliveMs));
    }

    byte[] establishFrame(final String login, final long keepaliveMs)
    {
        new EstablishEncoder().wrapAndApplyHeader(buffer, 0, header)
            .timestamp(REQUEST_NS)
            .keepaliveInterval(keepaliveMs)
            .credentials(login);
        return frame(EstablishEncoder.BLOCK_LENGTH);
    }

    RawSession heartbeat()
    {
        return send(heartbeatFrame());
    }

    byte[] heartbeatFrame()
    {
        new SequenceEncoder().wrapAndApplyHeader(buffer, 0, header).nextSeqNo(TwimeFrames.NULL_UINT64);
        return frame(SequenceEncoder.BLOCK_LENGTH);
    }

    RawSession terminate()
    {
        new TerminateEncoder().wrapAndApplyHeader(buffer, 0, header).terminationCode(TerminationCodeEnum.Finished);
        return send(frame(TerminateEncoder.BLOCK_LENGTH));
    }

    RawSession retransmit(final long fromSeqNo, final long count)
    {
        return send(retransmitFrame(fromSeqNo, count));
    }

    byte[] retransmitFrame(final long fromSeqNo, final long count)
    {
        new RetransmitRequestEncoder().wrapAndApplyHeader(buffer, 0, header)
            .timestamp(REQUEST_NS)
            .fromSeqNo(fromSeqNo)
            .count(count);
        return frame(RetransmitRequestEncoder.BLOCK_LENGTH);
    }

    RawSession newOrder(final Order order)
    {
        return send(newOrderFrame(order));
    }

    byte[] newOrderFrame(final Order order)
    {
        final NewOrderSingleEncoder encoder = new NewOrderSingleEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(order.clOrdId())
            .expireDate(TwimeFrames.NULL_UINT64)
            .securityID(order.instrumentId())
            .clOrdLinkID(order.linkId())
            .orderQty(order.qtyLots())
            .complianceID(ComplianceIDEnum.Algorithm)
            .timeInForce(order.timeInForce())
            .side(order.side())
            .account(order.account());
        encoder.price().mantissa(order.priceE5());
        encoder.clientFlags().clear();
        return frame(NewOrderSingleEncoder.BLOCK_LENGTH);
    }

    RawSession cancel(final long clOrdId, final long orderId, final int instrumentId, final String account)
    {
        final OrderCancelRequestEncoder encoder = new OrderCancelRequestEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(clOrdId)
            .orderID(orderId)
            .securityID(instrumentId)
            .account(account);
        encoder.clientFlags().clear();
        return send(frame(OrderCancelRequestEncoder.BLOCK_LENGTH));
    }

    /** All orders of the login. */
    RawSession massCancel(final long clOrdId)
    {
        final OrderMassCancelRequestEncoder encoder = new OrderMassCancelRequestEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(clOrdId)
            .clOrdLinkID(TwimeFrames.NULL_INT32)
            .securityID(TwimeFrames.NULL_INT32)
            .side(SideEnum.AllOrders)
            .account("")
            .securityGroup("%");
        encoder.securityType().clear().future(true).option(true).multileg(true);
        return send(frame(OrderMassCancelRequestEncoder.BLOCK_LENGTH));
    }

    RawSession replace(final long orderId, final ModeEnum mode, final Order order)
    {
        return send(replaceFrame(orderId, mode, order));
    }

    byte[] replaceFrame(final long orderId, final ModeEnum mode, final Order order)
    {
        final OrderReplaceRequestEncoder encoder = new OrderReplaceRequestEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, header)
            .clOrdID(order.clOrdId())
            .orderID(orderId)
            .orderQty(order.qtyLots())
            .clOrdLinkID(order.linkId())
            .securityID(order.instrumentId())
            .complianceID(ComplianceIDEnum.Algorithm)
            .mode(mode)
            .account(order.account());
        encoder.price().mantissa(order.priceE5());
        encoder.clientFlags().clear();
        return frame(OrderReplaceRequestEncoder.BLOCK_LENGTH);
    }

    private byte[] frame(final int blockLength)
    {
        final byte[] bytes = new byte[TwimeFrames.HEADER_LENGTH + blockLength];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    /** Sends nothing more, and goes on reading. */
    RawSession endOutput() throws IOException
    {
        ((SocketChannel)channel).shutdownOutput();
        return this;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }

    /** What an order or a replace says. */
    record Order(
        long clOrdId,
        int instrumentId,
        SideEnum side,
        long priceE5,
        long qtyLots,
        TimeInForceEnum timeInForce,
        String account,
        int linkId)
    {
        Order withClOrdId(final long value)
        {
            return new Order(value, instrumentId, side, priceE5, qtyLots, timeInForce, account, linkId);
        }

        Order withInstrument(final int value)
        {
            return new Order(clOrdId, value, side, priceE5, qtyLots, timeInForce, account, linkId);
        }

        Order withPrice(final long value)
        {
            return new Order(clOrdId, instrumentId, side, value, qtyLots, timeInForce, account, linkId);
        }

        Order withQty(final long value)
        {
            return new Order(clOrdId, instrumentId, side, priceE5, value, timeInForce, account, linkId);
        }

        Order withTimeInForce(final TimeInForceEnum value)
        {
            return new Order(clOrdId, instrumentId, side, priceE5, qtyLots, value, account, linkId);
        }

        Order withAccount(final String value)
        {
            return new Order(clOrdId, instrumentId, side, priceE5, qtyLots, timeInForce, value, linkId);
        }
    }
}
