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
    void shouldTakeSymbolsOfUpToEightPrintableCharacters()
    {
        assertEquals("SI-12.26", PitchSymbol.text(symbol8));
        assertEquals("A", PitchSymbol.text(PitchSymbol.pack("A")));
        assertTrue(PitchSymbol.isShort(symbol6));
        assertFalse(PitchSymbol.isShort(symbol8));
        assertFalse(PitchSymbol.isValid(""));
        assertFalse(PitchSymbol.isValid("SI-12.26M"));
        assertFalse(PitchSymbol.isValid("SI 12"));
        assertThrows(IllegalArgumentException.class, () -> PitchSymbol.pack("SI-12.26M"));
    }

    private void add(final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        actual.add(HexFormat.of().formatHex(bytes));
    }
}
