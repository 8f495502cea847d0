// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.codec;

import io.bourse.jmh.suite.NanosecondBenchmark;
import io.bourse.marketdata.fast.FastDecoder;
import io.bourse.marketdata.fast.FastEntryList;
import io.bourse.marketdata.fast.FastField;
import io.bourse.marketdata.fast.FastFieldHandler;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastOrderEntry;
import io.bourse.marketdata.fast.FastTemplates;
import io.bourse.marketdata.fast.FastWriter;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * An OrdersLogMessage of FAST with one entry, as most of them are: from values to bytes with stop bits and presence
 * map, and from bytes by the templates to the values of all fields.
 */
public class FastCodecBenchmark extends NanosecondBenchmark
{
    private static final long SENDING_TIME = 20_261_122_101_112_123L;
    private static final long TIME_OF_DAY = 101_112_123_456_789L;

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[FastMessages.MAX_PACKET_LENGTH]);
    private final UnsafeBuffer in = new UnsafeBuffer(new byte[FastMessages.MAX_PACKET_LENGTH]);
    private final FastWriter writer = new FastWriter();
    private final FastEntryList entries = new FastEntryList();
    private final FastOrderEntry entry = new FastOrderEntry();
    private final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
    private final Values values = new Values();
    private long sequence;
    private final int inLength = message(in);

    /** Adds up what it is shown. */
    private static final class Values implements FastFieldHandler
    {
        private long sum;

        @Override
        public void onInteger(final FastField field, final long value)
        {
            sum += value;
        }

        @Override
        public void onDecimal(final FastField field, final long mantissa, final int exponent)
        {
            sum += mantissa + exponent;
        }

        @Override
        public void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
        {
            sum += buffer.getByte(offset) + length;
        }
    }

    private int message(final UnsafeBuffer buffer)
    {
        sequence++;
        entries.clear();
        entry.clear().action(FastMessages.ADD).type(FastMessages.BID).orderId(sequence).securityId(1001)
            .rptSeq(sequence).timeOfDay(TIME_OF_DAY).priceE5(65_123_50000L).qtyLots(5).sessionId(6543).flags(0x1001)
            .flags2(0).revision(sequence).putIncremental(entries.beginEntry());
        entries.endEntry();
        writer.wrap(buffer, 0).beginMessage(FastMessages.ORDERS_LOG, sequence, SENDING_TIME).putUInt(1).putUInt(1);
        entries.putTo(0, 1, writer);
        return writer.position();
    }

    /** From values to bytes. */
    @Benchmark
    public int encodeOrdersLog()
    {
        return message(out);
    }

    /** From bytes to values. */
    @Benchmark
    public long decodeOrdersLog()
    {
        if (inLength != decoder.decode(in, 0, inLength, values))
        {
            throw new IllegalStateException("the message was not decoded to its end: length=" + inLength);
        }
        return values.sum;
    }
}
