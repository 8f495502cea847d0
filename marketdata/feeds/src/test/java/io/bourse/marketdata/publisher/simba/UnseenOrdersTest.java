// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderActivatedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderRestatedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.simba.BestPricesDecoder;
import io.bourse.marketdata.simba.EmptyBookDecoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.OrderExecutionDecoder;
import io.bourse.marketdata.simba.OrderUpdateDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.testing.EventScript;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What the public sees of orders that it must not see: whole lists of messages of a transaction. A leading number is
 * the MDEntryID.
 */
class UnseenOrdersTest
{
    private static final int INSTRUMENT = 7;
    private static final int LEG_1 = 8;
    private static final int LEG_2 = 9;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderUpdateDecoder update = new OrderUpdateDecoder();
    private final OrderExecutionDecoder execution = new OrderExecutionDecoder();
    private final BestPricesDecoder bestPrices = new BestPricesDecoder();
    private final List<String> messages = new ArrayList<>();
    private final OrderLogEncoder encoder = new OrderLogEncoder(8, new RptSeqs());
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final PublicMarket market = new PublicMarket(this::read);
    private final EventScript events = new EventScript(market);

    @BeforeEach
    void defineInstruments()
    {
        events.begin();
        for (final int id : new int[]{INSTRUMENT, LEG_1, LEG_2})
        {
            events.event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(id));
        }
        events.end();
    }

    @Test
    void shouldShowOnlySlicesOfAnIceberg()
    {
        events.begin();
        accept(100, Side.SELL, 500, 50, false);
        slice(100, 101, 500, 10);
        events.end();
        assertMessages("best -/-  500/10", "101 New S 10@500 bits_0_12");

        events.begin();
        accept(102, Side.BUY, 500, 14, true);
        trade(900, Side.BUY, 500, 10, 102, 500, 4, 100, 500, 40);
        slice(100, 103, 500, 9);
        trade(901, Side.BUY, 500, 4, 102, 500, 0, 100, 500, 36);
        events.end();
        assertMessages(
            "best -/-  500/5",
            "102 New B 14@500 bits_0",
            "102 Change B rest=4 limit=500 10@500 trade=900 bits_0_41",
            "101 Delete S rest=0 limit=500 10@500 trade=900 bits_0_42",
            "103 New S 9@500 bits_0",
            "102 Delete B rest=0 limit=500 4@500 trade=901 bits_0_41",
            "103 Change S rest=5 limit=500 4@500 trade=901 bits_0_12_42");

        events.begin();
        cancel(100, Side.SELL, 36, CancelReason.REQUESTED);
        events.end();
        assertMessages("best -/-  -/-", "103 Delete S 5@500 bits_0_12_21");
        assertBook();
    }

    @Test
    void shouldEndTheSliceOfAReplacedIceberg()
    {
        events.begin();
        accept(100, Side.SELL, 500, 50, false);
        slice(100, 101, 500, 10);
        events.end();
        messages.clear();

        events.begin();
        replace(102, 100, Side.SELL, 490, 50, false);
        slice(102, 103, 490, 10);
        events.end();
        assertMessages("best -/-  490/10", "101 Delete S 10@500 bits_0_20", "103 New S 10@490 bits_0_12");

        events.begin();
        replace(102, 102, Side.SELL, 490, 6, false);
        slice(102, 103, 490, 6);
        events.end();
        assertMessages("best -/-  490/6", "103 Change S 6@490 bits_0_12_20");
        assertBook("103 S 6@490");
    }

    @Test
    void shouldLetAnUnseenAggressorEnterWithWhatItTradesAndNoLimit()
    {
        events.begin();
        accept(100, Side.SELL, 500, 3, true);
        accept(101, Side.SELL, 510, 4, true);
        events.end();
        messages.clear();

        events.begin();
        accept(102, Side.BUY, 900, 1_000, false);
        trade(900, Side.BUY, 500, 3, 102, 900, 997, 100, 500, 0);
        trade(901, Side.BUY, 510, 4, 102, 900, 993, 101, 510, 0);
        events.end();
        assertMessages(
            "best -/-  -/-",
            "102 New B 7@510 bits_0",
            "102 Change B rest=4 limit=510 3@500 trade=900 bits_0_41",
            "100 Delete S rest=0 limit=500 3@500 trade=900 bits_0_42",
            "102 Delete B rest=0 limit=510 4@510 trade=901 bits_0_41",
            "101 Delete S rest=0 limit=510 4@510 trade=901 bits_0_12_42");
        assertBook();
    }

    @Test
    void shouldReportTheTradeOfAHiddenOrderWithoutNamingIt()
    {
        events.begin();
        accept(100, Side.SELL, 500, 30, false);
        events.end();
        assertMessages();

        events.begin();
        accept(101, Side.BUY, 505, 4, true);
        trade(900, Side.BUY, 500, 4, 101, 505, 0, 100, 500, 26);
        events.end();
        assertMessages(
            "101 New B 4@505 bits_0",
            "101 Delete B rest=0 limit=505 4@500 trade=900 bits_0_41",
            "0 New S rest=null limit=null 4@500 trade=900 bits_0_2_12_42");

        events.begin();
        cancel(100, Side.SELL, 26, CancelReason.REQUESTED);
        events.end();
        assertMessages();
    }

    @Test
    void shouldEnterAParkedOrderWhenItIsActivated()
    {
        events.begin();
        accept(100, Side.BUY, 520, 5, false);
        accept(101, Side.BUY, 520, 5, false);
        events.end();
        assertMessages();

        events.begin()
            .event(new OrderActivatedEncoder(), (e) -> e.orderId(100).instrumentId(INSTRUMENT).side(Side.BUY)
                .priceE5(520).restLots(5).cause(ActivationCause.TRIGGERED).shown((short)1));
        cancel(100, Side.BUY, 5, CancelReason.MARKET_REST);
        events.end();
        assertMessages("100 New B 5@520 bits_0", "100 Delete B 5@520 bits_0_12");

        events.begin();
        replace(102, 101, Side.BUY, 519, 5, true);
        events.end();
        assertMessages("best 519/5  -/-", "102 New B 5@519 bits_0_12_20");
    }

    @Test
    void shouldShowNoBestPricesWhileAnAuctionCrossesTheBook()
    {
        events.begin();
        accept(100, Side.SELL, 500, 10, true);
        events.end();
        messages.clear();
        events.begin();
        accept(101, Side.BUY, 505, 4, true);
        events.end();
        assertMessages("best -/-  -/-", "101 New B 4@505 bits_0_12");
        events.begin();
        accept(102, Side.SELL, 490, 1, true);
        events.end();
        assertMessages("102 New S 1@490 bits_0_12");

        events.begin();
        trade(900, Side.NULL_VAL, 500, 1, 101, 505, 3, 102, 490, 0);
        trade(901, Side.NULL_VAL, 500, 3, 101, 505, 0, 100, 500, 7);
        events.end();
        assertMessages(
            "best -/-  500/7",
            "101 Change B rest=3 limit=505 1@500 trade=900 bits_0_42_62",
            "102 Delete S rest=0 limit=490 1@500 trade=900 bits_0_42_62",
            "101 Delete B rest=0 limit=505 3@500 trade=901 bits_0_42_62",
            "100 Change S rest=7 limit=500 3@500 trade=901 bits_0_12_42_62");
    }

    @Test
    void shouldEndTheSliceOfAnIcebergThatTradesMoreThanItInAnAuction()
    {
        events.begin();
        accept(100, Side.SELL, 500, 50, false);
        slice(100, 101, 500, 10);
        accept(102, Side.BUY, 505, 20, true);
        accept(103, Side.BUY, 505, 5, true);
        events.end();
        messages.clear();
        events.begin();
        trade(900, Side.NULL_VAL, 500, 20, 102, 505, 0, 100, 500, 30);
        trade(901, Side.NULL_VAL, 500, 5, 103, 505, 0, 100, 500, 25);
        slice(100, 104, 500, 10);
        events.end();
        assertMessages(
            "best -/-  500/10",
            "102 Delete B rest=0 limit=505 20@500 trade=900 bits_0_42_62",
            "101 Delete S rest=0 limit=500 20@500 trade=900 bits_0_42_62",
            "103 Delete B rest=0 limit=505 5@500 trade=901 bits_0_42_62",
            "0 New S rest=null limit=null 5@500 trade=901 bits_0_2_42_62",
            "104 New S 10@500 bits_0_12");
    }

    @Test
    void shouldTakeOrdersBackThatOutliveTheEvening()
    {
        events.begin();
        accept(100, Side.BUY, 490, 5, true);
        accept(101, Side.BUY, 489, 6, true);
        accept(102, Side.BUY, 488, 7, true);
        accept(103, Side.SELL, 510, 50, false);
        slice(103, 104, 510, 10);
        events.end();
        messages.clear();

        events.begin().event(new BookClearedEncoder(), (e) -> e.sessionId(3));
        cancel(100, Side.BUY, 5, CancelReason.SESSION_END);
        events.end();
        assertMessages("EmptyBook");
        assertBook();

        events.begin();
        restate(101, Side.BUY, 489, 6, true);
        cancel(102, Side.BUY, 7, CancelReason.EXPIRED);
        restate(103, Side.SELL, 510, 50, false);
        slice(103, 105, 510, 10);
        events.end();
        assertMessages("best 489/6  510/10", "101 New B 6@489 bits_0", "105 New S 10@510 bits_0_12");
        assertBook("101 B 6@489", "105 S 10@510");
    }

    @Test
    void shouldShowWhatSelfTradePreventionTookOff()
    {
        events.begin();
        accept(100, Side.SELL, 500, 10, true);
        events.end();
        messages.clear();
        events.begin();
        accept(101, Side.BUY, 500, 4, true);
        cancel(101, Side.BUY, 4, CancelReason.SELF_TRADE);
        events.event(new OrderReducedEncoder(), (e) ->
            e.orderId(100).instrumentId(INSTRUMENT).reducedLots(4).restLots(6).side(Side.SELL));
        events.end();
        assertMessages(
            "best -/-  500/6",
            "101 New B 4@500 bits_0",
            "101 Delete B 4@500 bits_0_13",
            "100 Change S 6@500 bits_0_12_13");
    }

    @Test
    void shouldReportTradesOutsideTheBookWithoutTouchingIt()
    {
        events.begin();
        offBook(901, 900, LEG_1, 12_300, OffBookKind.SPREAD_LEG);
        offBook(902, 900, LEG_2, 12_800, OffBookKind.SPREAD_LEG);
        offBook(903, 0, INSTRUMENT, 500, OffBookKind.NEGOTIATED);
        events.end();
        assertMessages(
            "0 New B rest=null limit=null 5@12300 trade=901 bits_2_27",
            "0 New S rest=null limit=null 5@12300 trade=901 bits_2_27",
            "0 New B rest=null limit=null 5@12800 trade=902 bits_2_14_27",
            "0 New S rest=null limit=null 5@12800 trade=902 bits_2_14_27",
            "0 New B rest=null limit=null 5@500 trade=903 bits_2_26_31",
            "0 New S rest=null limit=null 5@500 trade=903 bits_2_12_26_31");
    }

    @Test
    void shouldStopWhenAnEventNamesAnOrderThatNeverEntered()
    {
        events.begin();
        assertThrows(IllegalStateException.class, () -> cancel(99, Side.BUY, 1, CancelReason.REQUESTED));
    }

    private void accept(
        final long orderId, final Side side, final long priceE5, final long qtyLots, final boolean isShown)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(INSTRUMENT).side(side)
            .priceE5(priceE5).qtyLots(qtyLots).timeInForce(TimeInForce.DAY).shown((short)(isShown ? 1 : 0)));
    }

    private void replace(
        final long orderId,
        final long prevOrderId,
        final Side side,
        final long priceE5,
        final long qtyLots,
        final boolean isShown)
    {
        events.event(new OrderReplacedEncoder(), (e) -> e.orderId(orderId).prevOrderId(prevOrderId)
            .instrumentId(INSTRUMENT).side(side)
            .priceE5(priceE5).qtyLots(qtyLots).shown((short)(isShown ? 1 : 0)));
    }

    private void restate(
        final long orderId, final Side side, final long priceE5, final long restLots, final boolean isShown)
    {
        events.event(new OrderRestatedEncoder(), (e) -> e.orderId(orderId).instrumentId(INSTRUMENT).side(side)
            .priceE5(priceE5).restLots(restLots).timeInForce(TimeInForce.GTC).shown((short)(isShown ? 1 : 0)));
    }

    private void slice(final long orderId, final long sliceId, final long priceE5, final long shownLots)
    {
        events.event(new SliceShownEncoder(), (e) -> e.orderId(orderId).displayOrderId(sliceId)
            .instrumentId(INSTRUMENT).side(Side.SELL).priceE5(priceE5).shownLots(shownLots));
    }

    private void cancel(final long orderId, final Side side, final long qtyLots, final CancelReason reason)
    {
        events.event(new OrderCancelledEncoder(), (e) ->
            e.orderId(orderId).instrumentId(INSTRUMENT).side(side).qtyLots(qtyLots).reason(reason));
    }

    private void trade(
        final long tradeId,
        final Side aggressor,
        final long priceE5,
        final long qtyLots,
        final long buyId,
        final long buyPriceE5,
        final long buyRest,
        final long sellId,
        final long sellPriceE5,
        final long sellRest)
    {
        events.event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(INSTRUMENT).aggressorSide(aggressor).priceE5(priceE5).qtyLots(qtyLots);
            EventScript.party(e.buy(), 1, buyId, buyPriceE5, buyRest);
            EventScript.party(e.sell(), 2, sellId, sellPriceE5, sellRest);
        });
    }

    private void offBook(
        final long tradeId, final long parentId, final int instrumentId, final long priceE5, final OffBookKind kind)
    {
        events.event(new OffBookTradeEncoder(), (e) -> e.tradeId(tradeId).parentTradeId(parentId)
            .instrumentId(instrumentId).priceE5(priceE5).qtyLots(5).kind(kind));
    }

    private void assertMessages(final String... expected)
    {
        assertEquals(String.join("\n", expected), String.join("\n", messages));
        messages.clear();
    }

    private void assertBook(final String... expected)
    {
        final MarketBook book = market.instruments().getFirst().book();
        final List<String> orders = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            orders.add(order.orderId() + (order.isBid() ? " B " : " S ") + order.qtyLots() + "@" + order.priceE5());
        }
        assertEquals(List.of(expected), orders);
    }

    private void read(final PublicTransaction transaction)
    {
        final int touchCount = transaction.changedTouchCount();
        int end = 0 == touchCount ? 0 : encoder.putBestPricesHeader(buffer, 0, touchCount);
        for (int i = 0; i < touchCount; i++)
        {
            end += OrderLogEncoder.putBestPricesEntry(buffer, end, transaction.changedTouch(i));
        }
        for (int i = 0; i < transaction.entryCount(); i++)
        {
            end += encoder.put(buffer, end, transaction.entry(i));
        }
        int offset = 0;
        while (offset < end)
        {
            switch (header.wrap(buffer, offset).templateId())
            {
                case OrderUpdateDecoder.TEMPLATE_ID -> messages.add(updateText(buffer, offset));
                case OrderExecutionDecoder.TEMPLATE_ID -> messages.add(executionText(buffer, offset));
                case BestPricesDecoder.TEMPLATE_ID -> bestPricesText(buffer, offset);
                case EmptyBookDecoder.TEMPLATE_ID -> messages.add("EmptyBook");
                default -> throw new AssertionError("unexpected template: " + header.templateId());
            }
            offset += SimbaMessages.length(buffer, offset, end);
        }
    }

    private String updateText(final DirectBuffer buffer, final int offset)
    {
        update.wrapAndApplyHeader(buffer, offset, header);
        return update.mDEntryID() + " " + update.mDUpdateAction() + " " +
            side(update.mDEntryTypeRaw()) + " " + update.mDEntrySize() + "@" + update.mDEntryPx().mantissa() + " " +
            flags(buffer.getLong(
                update.offset() + OrderUpdateDecoder.mDFlagsEncodingOffset(), ByteOrder.LITTLE_ENDIAN));
    }

    private String executionText(final DirectBuffer buffer, final int offset)
    {
        execution.wrapAndApplyHeader(buffer, offset, header);
        final long rest = execution.mDEntrySize();
        final long limit = execution.mDEntryPx().mantissa();
        return execution.mDEntryID() + " " + execution.mDUpdateAction() + " " + side(execution.mDEntryTypeRaw()) +
            " rest=" + (OrderExecutionDecoder.mDEntrySizeNullValue() == rest ? "null" : rest) +
            " limit=" + (Long.MAX_VALUE == limit ? "null" : limit) +
            " " + execution.lastQty() + "@" + execution.lastPx().mantissa() + " trade=" + execution.tradeID() + " " +
            flags(buffer.getLong(
                execution.offset() + OrderExecutionDecoder.mDFlagsEncodingOffset(), ByteOrder.LITTLE_ENDIAN));
    }

    private void bestPricesText(final DirectBuffer buffer, final int offset)
    {
        bestPrices.wrapAndApplyHeader(buffer, offset, header);
        for (final BestPricesDecoder.NoMDEntriesDecoder entry : bestPrices.noMDEntries())
        {
            messages.add("best " + touch(entry.mktBidPx().mantissa(), entry.mktBidSize()) + "  " +
                touch(entry.mktOfferPx().mantissa(), entry.mktOfferSize()));
        }
    }

    private static String touch(final long priceE5, final long size)
    {
        return Long.MAX_VALUE == priceE5 ? "-/-" : priceE5 + "/" + size;
    }

    private static String side(final byte entryType)
    {
        return MDEntryType.Bid.value() == entryType ? "B" : "S";
    }

    private static String flags(final long mdFlags)
    {
        final StringBuilder text = new StringBuilder("bits");
        for (int bit = 0; bit < Long.SIZE; bit++)
        {
            if (0 != (mdFlags & 1L << bit))
            {
                text.append('_').append(bit);
            }
        }
        return text.toString();
    }
}
