// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Requests to commands, events to answers: whole lists of frames of two logins.
 */
@Tag("venue")
class OrderFlowTest extends VenueTest
{
    private RawSession buyer;
    private RawSession seller;

    @BeforeEach
    void establish()
    {
        buyer = venue.establish(TWAA1);
        seller = venue.establish(TWBB1);
    }

    @Test
    void shouldReportATradeToBothParties()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        seller.newOrder(sell(2, PX - TICK, 2));
        venue.awaitFrames(seller, 2);
        venue.awaitFrames(buyer, 2);
        assertEquals(List.of(
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=2 rest=3 instrument=1001 link=11 session=7001 Buy"),
            buyer.frames);
        assertEquals(List.of(
            "NewOrder 2 id=2 bits_0 px=8999900000 qty=2 instrument=1001 link=22 session=7001 expire=-1 Sell Algorithm",
            "Trade 2 id=2 match=1 bits_0_41 px=9000000000 qty=2 rest=0 instrument=1001 link=22 session=7001 Sell"),
            seller.frames);
    }

    @Test
    void shouldAnswerByteForByte()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        final String hex = buyer.hexFrames.getFirst();
        assertEquals("4a00671b454d0700" + "0100000000000000", hex.substring(0, 32));
        assertEquals(
            "ffffffffffffffff" + "0100000000000000" + "0100000000000000" + "0000000000000000" +
            "001a711802000000" + "e9030000" + "05000000" + "591b0000" + "0b000000" + "01" + "52",
            hex.substring(48));
    }

    @Test
    void shouldReportBothSidesWhenALoginTradesWithItself()
    {
        buyer.newOrder(buy(1, PX, 1)).newOrder(new RawSession.Order(
            2, SI, SideEnum.Sell, PX, 1, TimeInForceEnum.Day, "AA01002", 12));
        venue.awaitFrames(buyer, 4);
        assertEquals(List.of(
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=1 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "NewOrder 2 id=2 bits_0 px=9000000000 qty=1 instrument=1001 link=12 session=7001 expire=-1 Sell Algorithm",
            "Trade 2 id=2 match=1 bits_0_41 px=9000000000 qty=1 rest=0 instrument=1001 link=12 session=7001 Sell",
            "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=1 rest=0 instrument=1001 link=11 session=7001 Buy"),
            buyer.frames);
    }

    @Test
    void shouldRemoveTheRestOfAnImmediateOrCancelOrder()
    {
        buyer.newOrder(buy(1, PX, 2));
        venue.awaitFrames(buyer, 1);
        seller.newOrder(sell(2, PX, 5).withTimeInForce(TimeInForceEnum.IOC));
        venue.awaitFrames(seller, 3);
        assertEquals(List.of(
            "NewOrder 2 id=2 bits_1 px=9000000000 qty=5 instrument=1001 link=22 session=7001 expire=-1 Sell Algorithm",
            "Trade 2 id=2 match=1 bits_1_41 px=9000000000 qty=2 rest=3 instrument=1001 link=22 session=7001 Sell",
            "Cancel -1 id=2 bits_1 qty=3 link=22 session=7001"),
            seller.frames);
    }

    @Test
    void shouldFillOrKill()
    {
        buyer.newOrder(buy(1, PX, 2));
        venue.awaitFrames(buyer, 1);
        seller.newOrder(sell(2, PX, 3).withTimeInForce(TimeInForceEnum.FOK))
            .newOrder(sell(3, PX, 2).withTimeInForce(TimeInForceEnum.FOK));
        venue.awaitFrames(seller, 3);
        assertEquals(List.of(
            "BusinessMessageReject 2 code=4103",
            "NewOrder 3 id=2 bits_19 px=9000000000 qty=2 instrument=1001 link=22 session=7001 expire=-1 Sell Algorithm",
            "Trade 3 id=2 match=1 bits_19_41 px=9000000000 qty=2 rest=0 instrument=1001 link=22 session=7001 Sell"),
            seller.frames);
    }

    @Test
    void shouldCancelOnRequest()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        buyer.cancel(77, 1, SI, "AA01001").cancel(78, 1, SI, "AA01001");
        seller.cancel(79, 1, SI, "BB01001");
        venue.awaitFrames(buyer, 3);
        venue.awaitFrames(seller, 1);
        assertEquals(List.of(
            "Cancel 77 id=1 bits_0_21 qty=5 link=11 session=7001",
            "BusinessMessageReject 78 code=14"),
            buyer.frames.subList(1, 3));
        assertEquals(List.of("BusinessMessageReject 79 code=14"), seller.frames);
    }

    @Test
    void shouldReplaceInAllModes()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        buyer.replace(1, ModeEnum.DontChangeOrderQty, buy(2, PX - TICK, 9));
        venue.awaitFrames(buyer, 2);
        buyer.replace(2, ModeEnum.ChangeOrderQty, buy(3, PX - TICK, 3));
        venue.awaitFrames(buyer, 3);
        buyer.replace(2, ModeEnum.FixStyleReplace, buy(4, PX - TICK, 8));
        venue.awaitFrames(buyer, 4);
        buyer.replace(3, ModeEnum.CheckOrderQtyAndCancelOrder, buy(5, PX, 8));
        venue.awaitFrames(buyer, 5);
        buyer.replace(4, ModeEnum.CheckOrderQtyAndCancelOrder, buy(6, PX, 7));
        venue.awaitFrames(buyer, 6);
        assertEquals(List.of(
            "Replace 2 id=2 prev=1 bits_0_20 px=8999900000 qty=5 link=11 session=7001 Algorithm",
            "Replace 3 id=2 prev=2 bits_0_20 px=8999900000 qty=3 link=11 session=7001 Algorithm",
            "Replace 4 id=3 prev=2 bits_0_20 px=8999900000 qty=8 link=11 session=7001 Algorithm",
            "Replace 5 id=4 prev=3 bits_0_20 px=9000000000 qty=8 link=11 session=7001 Algorithm",
            "Cancel -1 id=4 bits_0_20_21 qty=8 link=11 session=7001"),
            buyer.frames.subList(1, 6));
    }

    @Test
    void shouldTradeThroughAReplaceAsTheActiveSide()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        seller.newOrder(sell(2, PX + TICK, 2));
        venue.awaitFrames(seller, 1);
        seller.replace(2, ModeEnum.DontChangeOrderQty, sell(3, PX, 1));
        venue.awaitFrames(seller, 3);
        assertEquals(List.of(
            "Replace 3 id=3 prev=2 bits_0_20 px=9000000000 qty=2 link=22 session=7001 Algorithm",
            "Trade 3 id=3 match=1 bits_0_41 px=9000000000 qty=2 rest=0 instrument=1001 link=22 session=7001 Sell"),
            seller.frames.subList(1, 3));
        buyer.replace(1, ModeEnum.FixStyleReplace, buy(4, PX, 2));
        venue.awaitFrames(buyer, 3);
        assertEquals("Cancel 4 id=1 bits_0_20_21 qty=3 link=11 session=7001", buyer.frames.get(2));
    }

    @Test
    void shouldExecuteSeveralFramesOfOneWriteInOrder()
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 1; i <= 100; i++)
        {
            bytes.writeBytes(buyer.newOrderFrame(buy(i, PX - i * TICK, i)));
        }
        buyer.send(bytes.toByteArray());
        venue.awaitFrames(buyer, 100);
        for (int i = 1; i <= 100; i++)
        {
            assertEquals("NewOrder " + i + " id=" + i + " bits_0 px=" + (PX - i * TICK) + " qty=" + i +
                " instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm", buyer.frames.get(i - 1));
        }
    }

    @Test
    void shouldRefuseNewOrdersDuringIntradayClearing()
    {
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        venue.engine().operator().suspendTrading(1, ClearingKind.INTRADAY);
        buyer.newOrder(buy(2, PX, 5)).cancel(3, 1, SI, "AA01001");
        venue.awaitFrames(buyer, 3);
        venue.engine().operator().resumeTrading(1);
        buyer.newOrder(buy(4, PX, 5));
        venue.awaitFrames(buyer, 4);
        assertEquals(List.of(
            "BusinessMessageReject 2 code=4",
            "Cancel 3 id=1 bits_0_21 qty=5 link=11 session=7001",
            "NewOrder 4 id=2 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm"),
            buyer.frames.subList(1, 4));
    }

    @Test
    void shouldEmptyTheBookAtEveningClearingWithoutSingleCancels()
    {
        buyer.newOrder(buy(1, PX, 5)).newOrder(buy(2, PX, 6));
        venue.awaitFrames(buyer, 2);
        venue.engine().operator().suspendTrading(1, ClearingKind.EVENING);
        venue.awaitFrames(buyer, 4);
        venue.awaitFrames(seller, 2);
        buyer.newOrder(buy(3, PX, 5));
        venue.awaitFrames(buyer, 5);
        assertEquals(List.of(
            "SystemEvent 2 session=7001 ClearingStarted",
            "EmptyBook session=7001",
            "BusinessMessageReject 3 code=4"),
            buyer.frames.subList(2, 5));
        assertEquals(List.of(
            "SystemEvent 2 session=7001 ClearingStarted",
            "EmptyBook session=7001"),
            seller.frames);
    }

    @Test
    void shouldBeginAnewInTheNextSession()
    {
        final OperatorClient operator = venue.engine().operator();
        DemoReferenceData.clearEvening(operator, 1);
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 3);
        operator.openSession(7002, 20261124);
        venue.awaitEnd(buyer);
        assertEquals(List.of(
            "SystemEvent 2 session=7001 ClearingStarted",
            "EmptyBook session=7001",
            "BusinessMessageReject 1 code=3",
            "Terminate SequenceReset"),
            buyer.frames);
        venue.passMs(1_000);
        final RawSession again = venue.establish(TWAA1).newOrder(buy(2, PX, 5)).retransmit(1, 1);
        venue.awaitFrames(again, 3);
        assertEquals(
            "NewOrder 2 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7002 expire=-1 Buy Algorithm",
            again.frames.getFirst());
        assertEquals("SystemEvent 3 session=7002 SessionDataReady", again.frames.getLast());
    }
}
