// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.codec;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * A NewOrderSingle, its cancel and its answer in TWIME 7: from values to a frame in the writer of a connection, and
 * from the bytes of a socket through the reader of a connection to the values of all fields.
 */
public class TwimeCodecBenchmark extends NanosecondBenchmark
{
    private static final int BUFFER_LENGTH = 64 * 1024;
    private static final long PRICE_E5 = 92_345_00000L;
    private static final long TIME_NS = 1_795_341_600_123_456_789L;

    private final OutputBuffer writer = new OutputBuffer(BUFFER_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
    private final OrderCancelRequestEncoder cancel = new OrderCancelRequestEncoder();
    private final NewOrderSingleResponseEncoder answer = new NewOrderSingleResponseEncoder();
    private final NewOrderSingleDecoder orderDecoder = new NewOrderSingleDecoder();
    private final OrderCancelRequestDecoder cancelDecoder = new OrderCancelRequestDecoder();
    private final NewOrderSingleResponseDecoder answerDecoder = new NewOrderSingleResponseDecoder();
    private final FrameReader requests = new FrameReader(BUFFER_LENGTH, true);
    private final FrameReader answers = new FrameReader(BUFFER_LENGTH, false);
    private final Socket orders = new Socket(encoded(NewOrderSingleEncoder.BLOCK_LENGTH, this::order));
    private final Socket cancels = new Socket(encoded(OrderCancelRequestEncoder.BLOCK_LENGTH, this::cancel));
    private final Socket orderAnswers = new Socket(encoded(NewOrderSingleResponseEncoder.BLOCK_LENGTH, this::answer));
    private final Message orderMessage = this::order;
    private final Message cancelMessage = this::cancel;
    private final Message answerMessage = this::answer;
    private long sequence;

    /** Writes a message. */
    private interface Message
    {
        void put(MutableDirectBuffer buffer, int offset);
    }

    /** Has the same frame for every reader, again and again. */
    private static final class Socket implements ReadableByteChannel
    {
        private final ByteBuffer frame;

        Socket(final byte[] frame)
        {
            this.frame = ByteBuffer.allocateDirect(frame.length).put(frame).flip();
        }

        @Override
        public int read(final ByteBuffer into)
        {
            into.put(frame);
            return frame.flip().limit();
        }

        @Override
        public boolean isOpen()
        {
            return true;
        }

        @Override
        public void close()
        {
        }
    }

    private static byte[] encoded(final int blockLength, final Message message)
    {
        final byte[] bytes = new byte[TwimeFrames.HEADER_LENGTH + blockLength];
        message.put(new UnsafeBuffer(bytes), 0);
        return bytes;
    }

    private void order(final MutableDirectBuffer buffer, final int offset)
    {
        order.wrapAndApplyHeader(buffer, offset, header).clOrdID(++sequence).expireDate(TwimeFrames.NULL_UINT64);
        order.price().mantissa(PRICE_E5);
        order.securityID(1001).clOrdLinkID(7).orderQty(10).complianceID(ComplianceIDEnum.Algorithm)
            .timeInForce(TimeInForceEnum.Day).side(SideEnum.Buy).account("AA01001");
        order.clientFlags().clear();
    }

    private void cancel(final MutableDirectBuffer buffer, final int offset)
    {
        cancel.wrapAndApplyHeader(buffer, offset, header).clOrdID(++sequence).orderID(sequence).securityID(1001)
            .account("AA01001");
        cancel.clientFlags().clear();
    }

    private void answer(final MutableDirectBuffer buffer, final int offset)
    {
        answer.wrapAndApplyHeader(buffer, offset, header).clOrdID(++sequence).timestamp(TIME_NS)
            .expireDate(TwimeFrames.NULL_UINT64).orderID(sequence);
        answer.flags().clear();
        answer.flags2().clear();
        answer.price().mantissa(PRICE_E5);
        answer.securityID(1001).orderQty(10).tradingSessionID(7).clOrdLinkID(7).side(SideEnum.Buy)
            .complianceID(ComplianceIDEnum.Algorithm);
    }

    private int write(final int blockLength, final Message message)
    {
        final int offset = writer.claim(TwimeFrames.HEADER_LENGTH + blockLength, 0);
        message.put(writer.buffer(), offset);
        writer.discard();
        return offset;
    }

    /** An order of a client. */
    @Benchmark
    public int encodeNewOrder()
    {
        return write(NewOrderSingleEncoder.BLOCK_LENGTH, orderMessage);
    }

    /** A cancel of a client. */
    @Benchmark
    public int encodeCancel()
    {
        return write(OrderCancelRequestEncoder.BLOCK_LENGTH, cancelMessage);
    }

    /** The answer to an order. */
    @Benchmark
    public int encodeAnswer()
    {
        return write(NewOrderSingleResponseEncoder.BLOCK_LENGTH, answerMessage);
    }

    private static void next(final FrameReader reader, final Socket socket) throws IOException
    {
        // As in the gateway: a look after the last frame finds nothing and frees space.
        final int behind = reader.next();
        reader.read(socket);
        final int length = reader.next();
        if (FrameReader.INCOMPLETE != behind || length <= 0)
        {
            throw new IllegalStateException("the frame was not read: result=" + length);
        }
    }

    /** An order, as the gateway takes it. */
    @Benchmark
    public long decodeNewOrder() throws IOException
    {
        next(requests, orders);
        orderDecoder.wrap(requests.buffer(), requests.offset() + TwimeFrames.HEADER_LENGTH,
            NewOrderSingleDecoder.BLOCK_LENGTH, requests.version());
        final long values = orderDecoder.clOrdID() + orderDecoder.expireDate() + orderDecoder.price().mantissa() +
            orderDecoder.securityID() + orderDecoder.clOrdLinkID() + orderDecoder.orderQty() +
            orderDecoder.complianceIDRaw() + orderDecoder.timeInForceRaw() + orderDecoder.sideRaw();
        long account = 0;
        for (int i = 0; i < NewOrderSingleDecoder.accountLength(); i++)
        {
            account = account << 8 | orderDecoder.account(i);
        }
        return values + account;
    }

    /** A cancel, as the gateway takes it. */
    @Benchmark
    public long decodeCancel() throws IOException
    {
        next(requests, cancels);
        cancelDecoder.wrap(requests.buffer(), requests.offset() + TwimeFrames.HEADER_LENGTH,
            OrderCancelRequestDecoder.BLOCK_LENGTH, requests.version());
        long account = 0;
        for (int i = 0; i < OrderCancelRequestDecoder.accountLength(); i++)
        {
            account = account << 8 | cancelDecoder.account(i);
        }
        return account + cancelDecoder.clOrdID() + cancelDecoder.orderID() + cancelDecoder.securityID();
    }

    /** The answer, as a client takes it. */
    @Benchmark
    public long decodeAnswer() throws IOException
    {
        next(answers, orderAnswers);
        answerDecoder.wrap(answers.buffer(), answers.offset() + TwimeFrames.HEADER_LENGTH,
            NewOrderSingleResponseDecoder.BLOCK_LENGTH, answers.version());
        return answerDecoder.clOrdID() + answerDecoder.timestamp() + answerDecoder.expireDate() +
            answerDecoder.orderID() + answerDecoder.price().mantissa() + answerDecoder.securityID() +
            answerDecoder.orderQty() + answerDecoder.tradingSessionID() + answerDecoder.clOrdLinkID() +
            answerDecoder.sideRaw() + answerDecoder.complianceIDRaw();
    }
}
