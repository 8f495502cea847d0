// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Messages against bytes computed by hand from the tables of PITCH E.1 and E.2.
 */
class PitchCodecTest
{
    private static final int OFFSET_NS = 0x0A0B0C0D;
    private static final String OFFSET = "0d0c0b0a";
    private static final long ORDER_ID = 0x1122334455667788L;
    private static final String ORDER = "8877665544332211";
    private static final long EXECUTION_ID = 0x0102030405060708L;
    private static final String EXECUTION = "0807060504030201";
    /** 'S','I','-','1','2','6'. */
    private static final String SI6 = "53492d313236";
    private static final String SI8 = "53492d31322e3236";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final ArrayList<String> actual = new ArrayList<>();
    private final long symbol6 = PitchSymbol.pack("SI-126");
    private final long symbol8 = PitchSymbol.pack("SI-12.26");

    @Test
    void shouldWriteAddOrderInTheShortestForm()
    {
        add(PitchWriter.addOrder(buffer, 0, OFFSET_NS, ORDER_ID, true, 65_535, symbol6, 655_35000L));
        add(PitchWriter.addOrder(buffer, 0, OFFSET_NS, ORDER_ID, false, 65_536, symbol6, 655_35000L));
        add(PitchWriter.addOrder(buffer, 0, OFFSET_NS, ORDER_ID, true, 1, symbol6, 655_36000L));
        add(PitchWriter.addOrder(buffer, 0, OFFSET_NS, ORDER_ID, true, 1, symbol6, 10L));
        add(PitchWriter.addOrder(buffer, 0, OFFSET_NS, ORDER_ID, false, 4_294_967_295L, symbol8, 90_000_00000L));

        assertEquals(
            List.of(
                "1a22" + OFFSET + ORDER + "42" + "ffff" + SI6 + "ffff" + "01",
                "2221" + OFFSET + ORDER + "53" + "00000100" + SI6 + "9cff630000000000" + "01",
                "2221" + OFFSET + ORDER + "42" + "01000000" + SI6 + "0000640000000000" + "01",
                "2221" + OFFSET + ORDER + "42" + "01000000" + SI6 + "0100000000000000" + "01",
                "292f" + OFFSET + ORDER + "53" + "ffffffff" + SI8 + "00e9a43500000000" + "01" + "20202020" + "4e"),
            actual);
    }

    @Test
    void shouldWriteTradeInTheShortestForm()
    {
        add(PitchWriter.trade(buffer, 0, OFFSET_NS, 0, true, 7, symbol6, 1_23000L, EXECUTION_ID));
        add(PitchWriter.trade(buffer, 0, OFFSET_NS, 0, false, 7, symbol6, 90_000_00000L, EXECUTION_ID));
        add(PitchWriter.trade(buffer, 0, OFFSET_NS, ORDER_ID, true, 7, symbol8, 1_23000L, EXECUTION_ID));

        assertEquals(
            List.of(
                "212b" + OFFSET + "0000000000000000" + "42" + "0700" + SI6 + "7b00" + EXECUTION,
                "292a" + OFFSET + "0000000000000000" + "53" + "07000000" + SI6 + "00e9a43500000000" + EXECUTION,
                "2b30" + OFFSET + ORDER + "42" + "07000000" + SI8 + "0c30000000000000" + EXECUTION),
            actual);
    }

    @Test
    void shouldWriteWhatHappensToOrders()
    {
        add(PitchWriter.orderExecuted(buffer, 0, OFFSET_NS, ORDER_ID, 10, EXECUTION_ID));
        add(PitchWriter.orderExecutedAtPriceSize(buffer, 0, OFFSET_NS, ORDER_ID, 10, 5, EXECUTION_ID, 1_23450L));
        add(PitchWriter.reduceSize(buffer, 0, OFFSET_NS, ORDER_ID, 65_535));
        add(PitchWriter.reduceSize(buffer, 0, OFFSET_NS, ORDER_ID, 65_536));
        add(PitchWriter.modifyOrder(buffer, 0, OFFSET_NS, ORDER_ID, 12, 655_35000L, 3));
        add(PitchWriter.modifyOrder(buffer, 0, OFFSET_NS, ORDER_ID, 12, 655_36000L, 1));
        add(PitchWriter.deleteOrder(buffer, 0, OFFSET_NS, ORDER_ID));
        add(PitchWriter.tradeBreak(buffer, 0, OFFSET_NS, EXECUTION_ID));

        assertEquals(
            List.of(
                "1a23" + OFFSET + ORDER + "0a000000" + EXECUTION,
                "2624" + OFFSET + ORDER + "0a000000" + "05000000" + EXECUTION + "3930000000000000",
                "1026" + OFFSET + ORDER + "ffff",
                "1225" + OFFSET + ORDER + "00000100",
                "1328" + OFFSET + ORDER + "0c00" + "ffff" + "03",
                "1b27" + OFFSET + ORDER + "0c000000" + "0000640000000000" + "01",
                "0e29" + OFFSET + ORDER,
                "0e2c" + OFFSET + EXECUTION),
            actual);
    }

    @Test
    void shouldWriteWhatHappensToUnitAndSymbol()
    {
        add(PitchWriter.time(buffer, 0, 86_399));
        add(PitchWriter.unitClear(buffer, 0, OFFSET_NS));
        add(PitchWriter.endOfSession(buffer, 0, OFFSET_NS));
        add(PitchWriter.tradingStatus(buffer, 0, OFFSET_NS, symbol6, PitchMessages.STATUS_TRADING));
        add(PitchWriter.auctionUpdate(
            buffer, 0, OFFSET_NS, symbol8, (byte)'O', 1_00000L, 3, 4_294_967_295L, 1_23450L));
        add(PitchWriter.auctionSummary(buffer, 0, OFFSET_NS, symbol8, (byte)'C', 1_23450L, 9));

        assertEquals(
            List.of(
                "0620" + "7f510100",
                "0697" + OFFSET,
                "062d" + OFFSET,
                "1231" + OFFSET + SI6 + "2020" + "54" + "30" + "20" + "20",
                "2f95" + OFFSET + SI8 + "4f" + "1027000000000000" + "03000000" + "ffffffff" + "3930000000000000" +
                    "0000000000000000",
                "1b96" + OFFSET + SI8 + "43" + "3930000000000000" + "09000000"),
            actual);
    }

    @Test
    void shouldWriteRecoveryMessagesInBlocksOfTheirOwn()
    {
        add(RecoveryWriter.heartbeat(buffer, 0));
        add(RecoveryWriter.login(buffer, 0, "0001", "USER", "secret"));
        add(RecoveryWriter.loginResponse(buffer, 0, PitchMessages.ACCEPTED));
        add(RecoveryWriter.gapRequest(buffer, 0, 1, 0x1_0A0B_0C0DL, 0x0102));
        add(RecoveryWriter.gapResponse(buffer, 0, 2, 0x0A0B_0C0D, 0x0102, PitchMessages.GAP_DAILY_QUOTA));
        add(RecoveryWriter.spinImageAvailable(buffer, 0, 0x0A0B_0C0D));
        add(RecoveryWriter.spinRequest(buffer, 0, 0x0A0B_0C0D));
        add(RecoveryWriter.spinResponse(buffer, 0, 0x0A0B_0C0D, 300, PitchMessages.OUT_OF_RANGE));
        add(RecoveryWriter.spinFinished(buffer, 0, 0x0A0B_0C0D));

        assertEquals(
            List.of(
                "0800" + "00" + "00" + "00000000",
                "1e00" + "01" + "00" + "00000000" + "1601" + "30303031" + "55534552" + "2020" + "73656372657420202020",
                "0b00" + "01" + "00" + "00000000" + "0302" + "41",
                "1100" + "01" + "00" + "00000000" + "0903" + "01" + OFFSET + "0201",
                "1200" + "01" + "00" + "00000000" + "0a04" + "02" + OFFSET + "0201" + "44",
                "0e00" + "01" + "00" + "00000000" + "0680" + OFFSET,
                "0e00" + "01" + "00" + "00000000" + "0681" + OFFSET,
                "1300" + "01" + "00" + "00000000" + "0b82" + OFFSET + "2c010000" + "4f",
                "0e00" + "01" + "00" + "00000000" + "0683" + OFFSET),
            actual);
    }

    @Test
    void shouldWriteAndReadTheHeaderOfABlock()
    {
        SequencedUnit.putHeader(buffer, 0, 0x0102, 3, 7, 0x1_0A0B_0C0DL);
        add(SequencedUnit.HEADER_LENGTH);
        assertEquals(List.of("0201" + "03" + "07" + OFFSET), actual);
        assertEquals(
            List.of(0x0102L, 3L, 7L, 0x0A0B_0C0DL),
            List.of(
                (long)SequencedUnit.length(buffer, 0),
                (long)SequencedUnit.count(buffer, 0),
                (long)SequencedUnit.unit(buffer, 0),
                SequencedUnit.sequence(buffer, 0)));
    }

    @Test
    void shouldExpandNumbersToTheNearestOne()
    {
        assertEquals(5, SequencedUnit.expand(5, 1));
        assertEquals(0x1_0000_0003L, SequencedUnit.expand(3, 0xFFFF_FFF0L));
        assertEquals(0xFFFF_FFF0L, SequencedUnit.expand(0xFFFF_FFF0L, 0x1_0000_0003L));
        assertEquals(0x7_8000_0000L, SequencedUnit.expand(0x8000_0000L, 0x7_7FFF_FFFFL));
    }

    @Test
    void shouldDistinguishWholeBlocksFromOthers()
    {
        int length = SequencedUnit.HEADER_LENGTH;
        length += PitchWriter.time(buffer, length, 1);
        length += PitchWriter.deleteOrder(buffer, length, 2, 3);
        SequencedUnit.putHeader(buffer, 0, length, 2, 1, 1);
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, 0, length));
        assertEquals(SequencedUnit.INCOMPLETE, SequencedUnit.check(buffer, 0, length - 1));
        assertEquals(SequencedUnit.INCOMPLETE, SequencedUnit.check(buffer, 0, 7));
        SequencedUnit.putHeader(buffer, 0, length, 3, 1, 1);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, 0, length));
        SequencedUnit.putHeader(buffer, 0, 7, 0, 1, 1);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, 0, length));
        SequencedUnit.putHeader(buffer, 0, length, 2, 1, 1);
        buffer.putByte(14, (byte)13);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, 0, length));
        buffer.putByte(14, (byte)15);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, 0, length));
    }

    @Test
    void shouldPrintEveryMessage()
    {
        int length = SequencedUnit.HEADER_LENGTH;
        length += PitchWriter.deleteOrder(buffer, length, 5, -1);
        length += PitchWriter.time(buffer, length, 36_061);
        length += PitchWriter.addOrder(buffer, length, 5, 12, true, 10, symbol8, 90_000_50000L);
        length += PitchWriter.orderExecuted(buffer, length, 6, 12, 4, 900);
        length += PitchWriter.orderExecutedAtPriceSize(buffer, length, 7, 12, 4, 2, 901, 1_23450L);
        length += PitchWriter.reduceSize(buffer, length, 8, 12, 1);
        length += PitchWriter.modifyOrder(buffer, length, 9, 12, 3, 1_00000L, 3);
        length += PitchWriter.trade(buffer, length, 10, 0, false, 2, symbol6, 2_50000L, 902);
        length += PitchWriter.tradeBreak(buffer, length, 11, 902);
        length += PitchWriter.tradingStatus(buffer, length, 12, symbol6, PitchMessages.STATUS_HALTED);
        length += PitchWriter.auctionUpdate(buffer, length, 13, symbol6, (byte)'O', 1_00000L, 3, 4, 2_00000L);
        length += PitchWriter.auctionSummary(buffer, length, 14, symbol6, (byte)'O', 2_00000L, 3);
        length += PitchWriter.unitClear(buffer, length, 15);
        length += PitchWriter.endOfSession(buffer, length, 999_999_999);
        buffer.putByte(length, (byte)3);
        buffer.putByte(length + 1, (byte)0xB1);
        length += 3;
        SequencedUnit.putHeader(buffer, 0, length, 15, 1, 4_294_967_295L);

        assertEquals(
            """
            unit=1 sequence=4294967295 count=15 length=%d
              4294967295 +.000000005 DeleteOrder order=18446744073709551615
              0 10:01:01.000000000 Time
              1 10:01:01.000000005 AddOrder SI-12.26 B 10@90000.5 order=12 flags=1
              2 10:01:01.000000006 OrderExecuted order=12 lots=4 execution=900
              3 10:01:01.000000007 OrderExecutedAtPriceSize order=12 lots=4 price=1.2345 remaining=2 execution=901
              4 10:01:01.000000008 ReduceSize order=12 lots=1
              5 10:01:01.000000009 ModifyOrder order=12 3@1 flags=3
              6 10:01:01.000000010 Trade SI-126 S 2@2.5 order=0 execution=902
              7 10:01:01.000000011 TradeBreak execution=902
              8 10:01:01.000000012 TradingStatus SI-126 status=H regSho=0
              9 10:01:01.000000013 AuctionUpdate SI-126 type=O reference=1 buy=3 sell=4 indicative=2 auctionOnly=0
              10 10:01:01.000000014 AuctionSummary SI-126 type=O 3@2
              11 10:01:01.000000015 UnitClear
              12 10:01:01.999999999 EndOfSession
              13 Unknown type=0xB1 length=3
            """.formatted(length),
            new PitchPrinter().print(buffer, 0, length));
    }

    @Test
    void shouldPrintRecoveryStreamsWithoutPasswords()
    {
        int length = RecoveryWriter.login(buffer, 0, "0001", "USER", "secret");
        length += RecoveryWriter.loginResponse(buffer, length, PitchMessages.LOGIN_NOT_AUTHORISED);
        length += RecoveryWriter.heartbeat(buffer, length);
        length += RecoveryWriter.gapResponse(buffer, length, 1, 7, 9, PitchMessages.OUT_OF_RANGE);
        length += RecoveryWriter.spinResponse(buffer, length, 7, 9, PitchMessages.ACCEPTED);
        final String text = new PitchPrinter().print(buffer, 0, length + 5);

        assertEquals(
            """
            unit=0 sequence=0 count=1 length=30
              Login sessionSubId=0001 username=USER
            unit=0 sequence=0 count=1 length=11
              LoginResponse status=N
            unit=0 sequence=0 count=0 length=8 Heartbeat
            unit=0 sequence=0 count=1 length=18
              GapResponse unit=1 sequence=7 count=9 status=O
            unit=0 sequence=0 count=1 length=19
              SpinResponse sequence=7 orders=9 status=A
            not a PITCH block: more bytes are needed bytes=5
            """,
            text);
    }

    @Test
    void shouldReadAnythingThatPassesTheCheckWhenBytesAreRandom()
    {
        final long seed = System.nanoTime();
        System.out.println("PitchCodecTest seed=" + seed);
        final Random random = new Random(seed);
        int whole = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final byte[] bytes = new byte[60];
            random.nextBytes(bytes);
            final int length = 8 + random.nextInt(52);
            final UnsafeBuffer packet = new UnsafeBuffer(bytes, 0, length);
            final int first = 2 + random.nextInt(50);
            SequencedUnit.putHeader(packet, 0, length, random.nextInt(3), random.nextInt(2), 1);
            if (length > 9)
            {
                packet.putByte(8, (byte)first);
            }
            if (SequencedUnit.WHOLE == SequencedUnit.check(packet, 0, length))
            {
                whole++;
                assertFalse(new PitchPrinter().print(packet, 0, length).isEmpty(), "seed=" + seed);
                PitchReader.read(packet, 0, new PitchListener()
                {
                });
            }
        }
        assertTrue(whole > 1_000, "whole=" + whole + " seed=" + seed);
    }

    @Test
    void shouldTakeMessagesThatFillABlockToItsLastByteAndNoOthers()
    {
        final int at = 3;
        final int length = SequencedUnit.HEADER_LENGTH + 2 + 14;
        // One message of a type that nobody knows, as short as a message can be, and one that is known.
        SequencedUnit.putHeader(buffer, at, length, 2, 1, 1);
        buffer.putByte(at + 8, (byte)2);
        buffer.putByte(at + 9, (byte)0xB1);
        PitchWriter.deleteOrder(buffer, at + 10, 2, 3);
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, at, length));
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, at, length + 1));
        SequencedUnit.putHeader(buffer, at, SequencedUnit.HEADER_LENGTH + 2, 1, 1, 1);
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, at, SequencedUnit.HEADER_LENGTH + 2));
        // One byte is no message: its type is behind the block.
        SequencedUnit.putHeader(buffer, at, SequencedUnit.HEADER_LENGTH + 3, 2, 1, 1);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, at, length));
        buffer.putByte(at + 8, (byte)1);
        SequencedUnit.putHeader(buffer, at, length, 2, 1, 1);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, at, length));
        buffer.putByte(at + 8, (byte)0);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, at, length));
        // A known message may be longer than it is known.
        buffer.putByte(at + 8, (byte)16);
        buffer.putByte(at + 9, (byte)0x29);
        SequencedUnit.putHeader(buffer, at, length, 1, 1, 1);
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, at, length));
        buffer.putByte(at + 8, (byte)17);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, at, length + 9));
    }

    @Test
    void shouldTakeAHeartbeatAsABlock()
    {
        SequencedUnit.putHeader(buffer, 3, 8, 0, 1, 7);
        assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(buffer, 3, 8));
        assertEquals(SequencedUnit.INCOMPLETE, SequencedUnit.check(buffer, 3, 7));
        SequencedUnit.putHeader(buffer, 3, 7, 0, 1, 7);
        assertEquals(SequencedUnit.MALFORMED, SequencedUnit.check(buffer, 3, 8));
    }

    @Test
    void shouldReadHeadersWhoseNumbersAreTheLargest()
    {
        SequencedUnit.putHeader(buffer, 3, 0xFFFF, 255, 255, 0xFFFF_FFFFL);
        assertEquals(
            List.of(0xFFFF, 255, 255),
            List.of(SequencedUnit.length(buffer, 3), SequencedUnit.count(buffer, 3), SequencedUnit.unit(buffer, 3)));
        assertEquals(0xFFFF_FFFFL, SequencedUnit.sequence(buffer, 3));
        assertEquals(0, buffer.getByte(2));
        assertEquals(0, buffer.getByte(3 + SequencedUnit.HEADER_LENGTH));
    }

    @Test
    void shouldSayPricesOfFourDecimalsThatAreNotNegative()
    {
        assertEquals(
            List.of(true, true, false, false, false, true),
            LongStream.of(0, 10, 15, -10, 1, Long.MAX_VALUE / 10 * 10).mapToObj(PitchPrice::isShowable).toList());
        assertEquals(List.of(0L, 1L, 12345L), LongStream.of(0, 10, 1_23450).mapToObj(PitchPrice::toLong).toList());
        assertEquals(List.of(0L, 10L, 1_23450L), LongStream.of(0, 1, 12345).mapToObj(PitchPrice::ofLong).toList());
    }

    @Test
    void shouldSayPricesOfTwoDecimalsUpTo65535CentsInTheShortForm()
    {
        assertEquals(
            List.of(true, true, true, false, false, false, false, false),
            LongStream.of(0, 1000, 655_35000, 655_36000, 655_35010, 1010, 10, -1000)
                .mapToObj(PitchPrice::isShort).toList());
        assertEquals(List.of(0, 1, 65535), LongStream.of(0, 1000, 655_35000).mapToObj(PitchPrice::toShort).toList());
        assertEquals(List.of(0L, 1000L, 655_35000L),
            IntStream.of(0, 1, 65535).mapToObj(PitchPrice::ofShort).toList());
    }

    @Test
    void shouldReadBackWhatWasWrittenWhateverItsForm()
    {
        final long seed = System.nanoTime();
        System.out.println("PitchCodecTest seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            final long lots = random.nextLong(1, 1L << random.nextInt(1, 33));
            final long symbol = random.nextBoolean() ? symbol6 : symbol8;
            final long price = random.nextBoolean() ? random.nextLong(70_000) * 1_000 : random.nextLong(1L << 40) * 10;
            final long order = random.nextLong();
            final boolean isBid = random.nextBoolean();
            final int offset = random.nextInt(5);
            final int length = PitchWriter.addOrder(buffer, offset, i, order, isBid, lots, symbol, price);
            final boolean isShort = lots <= 65_535 && price <= 655_35000L && 0 == price % 1_000 && symbol == symbol6;
            assertEquals(isShort ? 26 : symbol == symbol6 ? 34 : 41, length, "seed=" + seed);
            final List<Object> heard = new ArrayList<>();
            PitchReader.readMessage(buffer, offset, new PitchListener()
            {
                @Override
                public void onAddOrder(
                    final int timeOffsetNs,
                    final long orderId,
                    final boolean isBid,
                    final long qtyLots,
                    final long symbol,
                    final long priceE5,
                    final int flags)
                {
                    heard.addAll(List.of(timeOffsetNs, orderId, isBid, qtyLots, symbol, priceE5, flags));
                }
            });
            assertEquals(List.of(i, order, isBid, lots, symbol, price, 1), heard, "seed=" + seed);
        }
    }

    @Test
    void shouldTakeSymbolsOfUpToEightPrintableCharacters()
    {
        for (final String symbol : List.of("!", "~", "A", "SI-126", "SI-1226", "SI-12.26"))
        {
            assertTrue(PitchSymbol.isValid(symbol), symbol);
            assertEquals(symbol, PitchSymbol.text(PitchSymbol.pack(symbol)));
            assertEquals(symbol.length() <= 6, PitchSymbol.isShort(PitchSymbol.pack(symbol)), symbol);
        }
        for (final String symbol : List.of("", "SI-12.26M", "SI 12", " ", "SI\u007f", "\u0420", "SI\n"))
        {
            assertFalse(PitchSymbol.isValid(symbol), symbol);
            assertThrows(IllegalArgumentException.class, () -> PitchSymbol.pack(symbol), symbol);
        }
        final StringBuilder text = new StringBuilder("symbol=");
        PitchSymbol.append(symbol8, text);
        PitchSymbol.append(PitchSymbol.pack("A"), text);
        assertEquals("symbol=SI-12.26A", text.toString());
    }

    @Test
    void shouldTakeLoginsOfPrintableCharacters()
    {
        final PitchLogin login = new PitchLogin("0001", "USER", "secret-key");
        assertEquals("PitchLogin[sessionSubId=0001, username=USER]", login.toString());
        assertEquals("secret-key", login.password());
        assertEquals("!~", new PitchLogin("!", "~", "!~").password());
        assertEquals(
            List.of("Use 1 to 4 printable characters without spaces: sessionSubId=00001",
                "Use 1 to 4 printable characters without spaces: sessionSubId=",
                "Use 1 to 4 printable characters without spaces: username=USER1",
                "Use 1 to 4 printable characters without spaces: username=U S",
                "A password has 1 to 10 printable characters without spaces: username=USER",
                "A password has 1 to 10 printable characters without spaces: username=USER"),
            List.of(refusal("00001", "USER", "secret"), refusal("", "USER", "secret"),
                refusal("0001", "USER1", "secret"), refusal("0001", "U S", "secret"),
                refusal("0001", "USER", "secret-keys"), refusal("0001", "USER", "")));
    }

    private static String refusal(final String sessionSubId, final String username, final String password)
    {
        return assertThrows(IllegalArgumentException.class, () -> new PitchLogin(sessionSubId, username, password))
            .getMessage();
    }

    private void add(final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        actual.add(HexFormat.of().formatHex(bytes));
    }
}
