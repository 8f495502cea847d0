// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

/**
 * Bytes of single fields against FAST 1.1, chapter 10: integers as a plain oracle writes them, the rest by hand.
 */
class FastWriterTest
{
    private static final int OFFSET = 3;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final FastWriter writer = new FastWriter();

    @Test
    void shouldWriteIntegersInTheFewestBytesWhenTheyAreRandom()
    {
        final long seed = System.nanoTime();
        System.out.println("FastWriterTest seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            final int shift = random.nextInt(64);
            shouldWriteIntegersInTheFewestBytes(random.nextLong() >> shift);
            shouldWriteIntegersInTheFewestBytes(random.nextLong() >>> shift);
        }
        for (int shift = 0; shift < 63; shift++)
        {
            for (final long value : new long[]{1L << shift, (1L << shift) - 1, -(1L << shift), ~(1L << shift)})
            {
                shouldWriteIntegersInTheFewestBytes(value);
            }
        }
    }

    private void shouldWriteIntegersInTheFewestBytes(final long value)
    {
        final BigInteger signed = BigInteger.valueOf(value);
        final BigInteger unsigned = new BigInteger(Long.toUnsignedString(value));
        assertEquals(groups(signed, signed.bitLength() + 1), written((w) -> w.putInt(value)));
        assertEquals(groups(unsigned, unsigned.bitLength()), written((w) -> w.putUInt(value)));
        if (Long.MAX_VALUE != value && FastWriter.NULL != value)
        {
            final BigInteger nullable = signed.signum() < 0 ? signed : signed.add(BigInteger.ONE);
            assertEquals(groups(nullable, nullable.bitLength() + 1), written((w) -> w.putIntNullable(value)));
        }
        if (-1 != value && FastWriter.NULL != value)
        {
            final BigInteger nullable = unsigned.add(BigInteger.ONE);
            assertEquals(groups(nullable, nullable.bitLength()), written((w) -> w.putUIntNullable(value)));
        }
    }

    @Test
    void shouldWritePricesAsTheShortestDecimal()
    {
        assertEquals("8180", price(0));
        assertEquals("8181", price(1_00000));
        assertEquals("818a", price(10_00000));
        assertEquals("8107e8", price(1_000_00000));
        assertEquals("ff85", price(50000));
        assertEquals("fe8c", price(12000));
        assertEquals("fb81", price(1));
        assertEquals("fbff", price(-1));
        assertEquals("81ff", price(-1_00000));
        assertEquals("80", price(FastWriter.NULL_PRICE));
    }

    @Test
    void shouldWriteDecimalsWithTheExponentThatIsGiven()
    {
        assertEquals("fe99", written((w) -> w.putDecimal(25, -2)));
        assertEquals("8099", written((w) -> w.putDecimal(25, 0)));
        assertEquals("fe99", written((w) -> w.putDecimalNullable(25, -2)));
        assertEquals("8399", written((w) -> w.putDecimalNullable(25, 2)));
    }

    @Test
    void shouldWriteStringsWithAStopBitAndTellEmptyFromMissing()
    {
        assertEquals("80", written((w) -> w.putAscii("")));
        assertEquals("c1", written((w) -> w.putAscii("A")));
        assertEquals("53e9", written((w) -> w.putAscii("Si")));
        assertEquals("80", written((w) -> w.putAsciiNullable(null)));
        assertEquals("0080", written((w) -> w.putAsciiNullable("")));
        assertEquals("53e9", written((w) -> w.putAsciiNullable("Si")));
        assertEquals("ca", written((w) -> w.putChar((byte)'J')));
        assertEquals("ca", written((w) -> w.putCharNullable((byte)'J')));
        assertEquals("80", written((w) -> w.putCharNullable((byte)0)));
    }

    @Test
    void shouldWriteAQuestionMarkForWhatIsNotAscii()
    {
        assertEquals("7fff", written((w) -> w.putAscii("\u007f\u007f")));
        assertEquals("3fbf", written((w) -> w.putAscii("\u0080\u0420")));
    }

    @Test
    void shouldWriteByteVectorsBehindTheirLength()
    {
        final byte[] name = "\u0420".getBytes(StandardCharsets.UTF_8);
        assertEquals("82d0a0", written((w) -> w.putBytes(name)));
        assertEquals("80", written((w) -> w.putBytes(new byte[0])));
        assertEquals("83d0a0", written((w) -> w.putBytesNullable(name)));
        assertEquals("81", written((w) -> w.putBytesNullable(new byte[0])));
        assertEquals("80", written((w) -> w.putBytesNullable(null)));
    }

    @Test
    void shouldWriteSendingTimeInEightBytesWhereTheMessageHasIt()
    {
        final String head = "c0" + "86" + "01ac";
        assertEquals(head + "237c49187c2406bb", written((w) -> w.beginMessage(6, 172, 20251121101112123L)));
        assertEquals(OFFSET + 4, writer.sendingTimeOffset());
        FastWriter.putSendingTime(buffer, writer.sendingTimeOffset(), 129);
        assertEquals(head + "0000000000000181", hex(writer.position()));
    }

    private String price(final long priceE5)
    {
        return written((w) -> w.putPriceE5Nullable(priceE5));
    }

    private String written(final Consumer<FastWriter> fields)
    {
        fields.accept(writer.wrap(buffer, OFFSET));
        return hex(writer.position());
    }

    private String hex(final int end)
    {
        final byte[] bytes = new byte[end - OFFSET];
        buffer.getBytes(OFFSET, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** An integer in groups of seven bits, as many as it takes and at least one, the last with the stop bit. */
    private static String groups(final BigInteger value, final int bits)
    {
        final StringBuilder hex = new StringBuilder();
        for (int group = Math.max(0, (bits - 1) / 7); group >= 0; group--)
        {
            final int data = value.shiftRight(7 * group).intValue() & 0x7F;
            hex.append(HexFormat.of().toHexDigits((byte)(0 == group ? data | 0x80 : data)));
        }
        return hex.toString();
    }
}
