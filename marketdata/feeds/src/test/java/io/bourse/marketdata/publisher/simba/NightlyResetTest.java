// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The start of a day, byte by byte but SendingTime (SIMBA B.6).
 */
class NightlyResetTest
{
    private static final long PRICE = 15_000_000;
    private static final String PX = "c0e1e40000000000";
    private static final String NULL_PX = "ffffffffffffff7f";
    private static final String NULL_SIZE = "0000000000000080";

    /** An order of 7 and two of 8 outlive the night; instrument 9 was never traded. */
    private static void evening(final EventScript events, final int tradingDate)
    {
        events.begin(1).instrument(7).instrument(8).instrument(9).session(1, 20_261_120).end();
        events.begin(2).accepted(7, 100, Side.BUY, PRICE, 10, TimeInForce.GTC)
            .accepted(8, 101, Side.SELL, PRICE, 11, TimeInForce.GTC)
            .accepted(8, 102, Side.SELL, PRICE, 12, TimeInForce.GTC).end();
        events.begin(3).bookCleared(1).end();
        events.more(true).begin(4).session(2, tradingDate)
            .restated(7, 100, Side.BUY, PRICE, 10)
            .restated(8, 101, Side.SELL, PRICE, 11)
            .restated(8, 102, Side.SELL, PRICE, 12).end();
        events.more(false).begin(5).accepted(7, 103, Side.BUY, PRICE, 1, TimeInForce.DAY).end();
    }

    private static String survivor(
        final String orderId, final String lots, final String flags, final String instrument, final char side)
    {
        return header(50, 15) + orderId + "00000000000000" + PX + lots + "00000000000000" + flags + "000000000000" +
            "0000000000000000" + instrument + "000000" + "00000000" + "00" + Integer.toHexString(side);
    }

    private static String header(final int blockLength, final int templateId)
    {
        return String.format("%02x00%02x00444d0900", blockLength, templateId);
    }

    @Test
    void shouldBeginNumbersAnewAndSendSurvivingOrdersAgainWithTheFirstSessionOfADate()
    {
        try (FeedRig rig = new FeedRig(
            SimbaOrderLogOptions.builder().version(9).maxPacketLength(28 + 2 * 58)).liveFrom(3))
        {
            evening(rig.events, 20_261_123);
            assertEquals(
                List.of(
                    // SequenceReset(NewSeqNo=1) with number 1, no incremental header.
                    "01000000" + "1c00" + "0100" + "0000000000000000" + header(4, 2) + "01000000",
                    // EmptyBook behind packet 0, number 1 again: no time, no session.
                    "01000000" + "2800" + "0900" + "0000000000000000" + "0000000000000000" + "ffffffff" +
                    header(4, 4) + "00000000",
                    // Two orders, PossDup, not the last fragment; RptSeq 0.
                    "02000000" + "9000" + "1800" + "0000000000000000" + "0400000000000000" + "02000000" +
                    survivor("64", "0a", "0100", "07", '0') + survivor("65", "0b", "0100", "08", '1'),
                    "03000000" + "5600" + "1900" + "0000000000000000" + "0400000000000000" + "02000000" +
                    survivor("66", "0c", "0110", "08", '1'),
                    // The first real update: RptSeq 1, and the best price of both orders.
                    "04000000" + "8500" + "0900" + "0000000000000000" + "0500000000000000" + "02000000" +
                    header(0, 14) + "2400" + "01" + PX + NULL_PX + "0b00000000000000" + NULL_SIZE + "07000000" +
                    header(50, 15) + "6700000000000000" + PX + "0100000000000000" + "0110000000000000" +
                    "0000000000000000" + "07000000" + "01000000" + "00" + "30"),
                rig.received.subList(1, rig.received.size()));
            assertEquals(4, rig.outlet.msgSeqNum());
            assertEquals(5 * 64, rig.feed.publishedCursor());
        }
    }

    @Test
    void shouldGoOnCountingWhenTheDateIsTheSameOrTheResetIsOff()
    {
        for (final boolean isOn : new boolean[]{true, false})
        {
            try (FeedRig rig = new FeedRig(SimbaOrderLogOptions.builder().nightlyReset(isOn)).liveFrom(3))
            {
                evening(rig.events, isOn ? 20_261_120 : 20_261_123);
                // Two silent packets before; the session opens in a packet of its own.
                assertEquals(
                    List.of(3L, 4L), rig.received.stream().skip(1).map(FeedRig::number).toList());
                assertEquals(
                    Stream.of(true, true).toList(),
                    rig.received.stream().skip(1).map((packet) -> packet.contains(header(50, 15).replace('9', '8')))
                        .toList());
                final String last = rig.received.getLast();
                assertEquals("07000000" + "03000000" + "00" + "30", last.substring(last.length() - 20));
            }
        }
    }

    @Test
    void shouldGoOnCountingWhenTheDateIsMovedAndBeginAnewWithTheNextSession()
    {
        try (FeedRig rig = new FeedRig(SimbaOrderLogOptions.builder().version(9)).liveFrom(1))
        {
            rig.events.begin(1).instrument(7).session(1, 20_261_124).end();
            rig.events.begin(2).accepted(7, 100, Side.BUY, PRICE, 10, TimeInForce.GTC).end();
            final long next = rig.outlet.msgSeqNum();
            rig.events.begin(3).dateMoved(1, 20_261_123).end();
            rig.events.begin(4).accepted(7, 101, Side.BUY, PRICE, 10, TimeInForce.GTC).end();
            assertTrue(rig.outlet.msgSeqNum() > next, "numbers go on");
            final int received = rig.received.size();
            // The date that was wrong before is right now: a day begins all the same.
            rig.events.begin(5).session(2, 20_261_124).end();
            assertTrue(rig.received.get(received).endsWith(header(4, 2) + "01000000"), "a reset of the sequence");
        }
    }
}
