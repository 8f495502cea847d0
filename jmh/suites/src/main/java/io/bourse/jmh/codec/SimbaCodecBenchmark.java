// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.codec;

import io.bourse.jmh.suite.NanosecondBenchmark;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderExecutionDecoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.simba.OrderUpdateDecoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SimbaMessages;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The two messages of the order log in SIMBA: from values to bytes, and from bytes, checked as a receiver checks them,
 * to the values of all fields.
 */
public class SimbaCodecBenchmark extends NanosecondBenchmark
{
    private static final int LENGTH = 1_400;
    private static final long PRICE_E5 = 92_345_00000L;

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer update = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer execution = new UnsafeBuffer(new byte[LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final OrderUpdateEncoder updateEncoder = new OrderUpdateEncoder();
    private final OrderExecutionEncoder executionEncoder = new OrderExecutionEncoder();
    private final OrderUpdateDecoder updateDecoder = new OrderUpdateDecoder();
    private final OrderExecutionDecoder executionDecoder = new OrderExecutionDecoder();
    private long sequence;
    private final int updateLength = update(update);
    private final int executionLength = execution(execution);

    private int update(final UnsafeBuffer buffer)
    {
        updateEncoder.wrapAndApplyHeader(buffer, 0, header).mDEntryID(++sequence).mDEntrySize(10).securityID(1001)
            .rptSeq(sequence).mDUpdateAction(MDUpdateAction.New).mDEntryType(MDEntryType.Bid);
        updateEncoder.mDEntryPx().mantissa(PRICE_E5);
        updateEncoder.mDFlags().clear();
        updateEncoder.mDFlags2().clear();
        return MessageHeaderEncoder.ENCODED_LENGTH + updateEncoder.encodedLength();
    }

    private int execution(final UnsafeBuffer buffer)
    {
        executionEncoder.wrapAndApplyHeader(buffer, 0, header).mDEntryID(++sequence).mDEntrySize(10).lastQty(3)
            .tradeID(sequence).securityID(1001).rptSeq(sequence).mDUpdateAction(MDUpdateAction.Change)
            .mDEntryType(MDEntryType.Offer);
        executionEncoder.mDEntryPx().mantissa(PRICE_E5);
        executionEncoder.lastPx().mantissa(PRICE_E5);
        executionEncoder.mDFlags().clear();
        executionEncoder.mDFlags2().clear();
        return MessageHeaderEncoder.ENCODED_LENGTH + executionEncoder.encodedLength();
    }

    /** OrderUpdate. */
    @Benchmark
    public int encodeOrderUpdate()
    {
        return update(out);
    }

    /** OrderExecution. */
    @Benchmark
    public int encodeOrderExecution()
    {
        return execution(out);
    }

    private static void check(final UnsafeBuffer message, final int length)
    {
        if (length != SimbaMessages.length(message, 0, length))
        {
            throw new IllegalStateException("the message is not one of SIMBA: length=" + length);
        }
    }

    /** OrderUpdate. */
    @Benchmark
    public long decodeOrderUpdate()
    {
        check(update, updateLength);
        updateDecoder.wrap(update, SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(update, 0),
            SimbaMessages.version(update, 0));
        return updateDecoder.mDEntryID() + updateDecoder.mDEntryPx().mantissa() + updateDecoder.mDEntrySize() +
            updateDecoder.securityID() + updateDecoder.rptSeq() + updateDecoder.mDUpdateActionRaw() +
            updateDecoder.mDEntryTypeRaw();
    }

    /** OrderExecution. */
    @Benchmark
    public long decodeOrderExecution()
    {
        check(execution, executionLength);
        executionDecoder.wrap(execution, SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(execution, 0),
            SimbaMessages.version(execution, 0));
        return executionDecoder.mDEntryID() + executionDecoder.mDEntryPx().mantissa() +
            executionDecoder.mDEntrySize() + executionDecoder.lastPx().mantissa() + executionDecoder.lastQty() +
            executionDecoder.tradeID() + executionDecoder.securityID() + executionDecoder.rptSeq() +
            executionDecoder.mDUpdateActionRaw() + executionDecoder.mDEntryTypeRaw();
    }
}
