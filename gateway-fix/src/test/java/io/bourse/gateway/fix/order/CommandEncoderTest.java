// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.RequestQuoteDecoder;
import io.bourse.gateway.fix.field.FixInstrument;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every field of every command that a request becomes.
 */
class CommandEncoderTest
{
    private static final FixInstrument CHEAP = new FixInstrument(11, "CHEAP", "RUB", false);
    private static final FixInstrument DEAR = new FixInstrument(12, "DEAR", "RUB", false);
    private static final String HEAD = "#41 of 7 at 3/2 99/0 ";

    private final UnsafeBuffer command = new UnsafeBuffer(new byte[1024]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final FixLogin login = new FixLogin(7, null, null);
    private final OrderRequest request = new OrderRequest();
    private boolean isEngineFull;
    private final CommandEncoder encoder = new CommandEncoder(
        (buffer, offset, length) ->
        {
            command.setMemory(0, command.capacity(), (byte)0x5A);
            command.putBytes(0, buffer, offset, length);
            return !isEngineFull;
        },
        3, 2);

    @Test
    void shouldSendAPlainOrder()
    {
        newOrder();
        request.expireDateNs = 12;
        request.timeInForce = '6';
        request.linkId = 5;
        request.conditions = 2;
        request.complianceId = 'M';
        assertEquals(HEAD + "NewOrder id=41 expire=12 10@500 CF01ABC instrument=11 link=5 side=2 tif=6 M flags=0 " +
            "conditions=2 ref=name", offered());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2", "3, 3", "4, 4", "6, 6", "7, 7", "9, 9"})
    void shouldSayHowLongAnOrderLives(final char timeInForce, final int expected)
    {
        newOrder();
        request.timeInForce = timeInForce;
        assertTrue(offered().contains(" tif=" + expected + " "));
        request.displayLots = 1;
        assertTrue(offered().contains(" tif=" + expected + " "));
    }

    @Test
    void shouldSendADayOrderWhenNothingIsSaid()
    {
        newOrder();
        assertTrue(offered().contains(" tif=0 "));
        request.minLots = 1;
        assertTrue(offered().contains(" tif=0 "));
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "1, 1", "K, 2", "3, 3", "4, 4", "J, 5"})
    void shouldSendAnOrderWithMoreTerms(final char ordType, final int expected)
    {
        newOrder();
        request.ordType = ordType;
        request.expireDateNs = 12;
        request.stopPriceE5 = 400;
        request.displayLots = 3;
        request.displayVarianceLots = 1;
        request.minLots = 4;
        request.linkId = 5;
        request.selfTradeMode = 2;
        request.conditions = 2;
        request.complianceId = 'M';
        assertEquals(HEAD + "NewSpecialOrder id=41 expire=12 10@500 stop=400 show=3+-1 min=4 CF01ABC instrument=11 " +
            "link=5 side=2 tif=0 type=" + expected + " stp=2 conditions=2 M flags=0 ref=name", offered());
    }

    @Test
    void shouldSendAPlainCommandOnlyWhenItCarriesEverything()
    {
        newOrder();
        assertTrue(offered().contains(" NewOrder "));
        request.ordType = '1';
        assertTrue(offered().contains(" NewSpecialOrder "));
        newOrder();
        request.displayLots = 1;
        assertTrue(offered().contains(" NewSpecialOrder "));
        newOrder();
        request.minLots = 1;
        assertTrue(offered().contains(" NewSpecialOrder "));
        newOrder();
        request.selfTradeMode = 1;
        assertTrue(offered().contains(" NewSpecialOrder "));
    }

    @Test
    void shouldCancelTheOrderThatIsMeant()
    {
        begin(OrderRequest.Kind.CANCEL);
        request.order = order();
        assertEquals(HEAD + "CancelOrder id=41 order=77 CF02XYZ instrument=12 flags=0 ANY ref=name", offered());
    }

    @Test
    void shouldReplaceWhatIsSaidAndKeepTheRest()
    {
        begin(OrderRequest.Kind.REPLACE);
        request.order = order();
        request.qtyLots = 20;
        request.complianceId = 'R';
        final String nothing = String.valueOf(ReplaceOrderDecoder.stopPriceE5NullValue());
        assertEquals(HEAD + "ReplaceOrder id=41 order=77 20@600 CF02XYZ instrument=12 link=8 mode=3 R flags=0 ANY " +
            "stop=" + nothing + " ref=name", offered());
        request.priceE5 = 700;
        request.linkId = 9;
        request.stopPriceE5 = 401;
        assertTrue(offered().contains(" 20@600 CF02XYZ instrument=12 link=8 "), "not said, so kept");
        request.hasPrice = true;
        request.hasLinkId = true;
        request.hasStopPrice = true;
        assertTrue(offered().contains(" 20@700 CF02XYZ instrument=12 link=9 "));
        assertTrue(offered().endsWith(" stop=401 ref=name"));
        request.stopPriceE5 = 400;
        assertTrue(offered().endsWith(" stop=" + nothing + " ref=name"), "the trigger that it has");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 7"})
    void shouldCancelManyByTheirTerms(final char type, final int number)
    {
        begin(OrderRequest.Kind.MASS_CANCEL);
        request.massCancelType = type;
        assertEquals(HEAD + "MassCancel id=" + (41 * 16 + number) +
            " /0 instrument=0 link=0 LOGIN side=89 types=7 group= ref=name", offered());
        request.accountCode = AccountCode.pack("CF01ABC");
        request.instrument = CHEAP;
        request.linkId = 5;
        request.isFirmWide = true;
        request.side = '2';
        request.underlying.set("ABCDEFGHIJKLMNOPQRSTUVWXY");
        assertEquals(HEAD + "MassCancel id=" + (41 * 16 + number) + " CF01ABC/7 instrument=11 link=5 BROKERAGE_FIRM " +
            "side=2 types=7 group=ABCDEFGHIJKLMNOPQRSTUVWXY ref=name", offered());
        request.underlying.set("RTS");
        assertTrue(offered().contains(" group=RTS "), "and nothing of the longer one before");
    }

    @Test
    void shouldSendTheEntriesOfAMassQuote()
    {
        begin(OrderRequest.Kind.MASS_QUOTE);
        request.accountCode = AccountCode.pack("CF01ABC");
        request.linkId = 5;
        request.complianceId = 'A';
        request.quotes = new QuoteEntries();
        request.quotes.entries.add(new QuoteEntries.Entry("S", 1, CHEAP, 100, 200, 3, 4));
        request.quotes.entries.add(new QuoteEntries.Entry("S", 2, DEAR, 300, 400, 0, 0));
        assertEquals(HEAD + "MassQuote id=41 CF01ABC link=5 A flags=0 [11 #1 3@100 4@200] [12 #2 0@300 0@400] ref=name",
            offered());
    }

    @Test
    void shouldAskForQuotes()
    {
        begin(OrderRequest.Kind.QUOTE_REQUEST);
        request.instrument = DEAR;
        request.qtyLots = 6;
        assertEquals(HEAD + "RequestQuote id=41 6 instrument=12 side=89 ref=name", offered());
        request.side = '1';
        assertTrue(offered().contains(" side=1 "));
    }

    @Test
    void shouldSayWhenTheEngineTakesNothing()
    {
        isEngineFull = true;
        for (final OrderRequest.Kind kind : OrderRequest.Kind.values())
        {
            newOrder();
            request.kind = kind;
            request.order = order();
            request.quotes = new QuoteEntries();
            assertFalse(encoder.offer(request, 41), kind.name());
        }
        newOrder();
        request.minLots = 1;
        assertFalse(encoder.offer(request, 41));
        assertFalse(encoder.offerConnect(5, 6));
        assertFalse(encoder.offerConnection(7, 41, true, 6));
        isEngineFull = false;
        assertTrue(encoder.offerConnect(5, 6));
        assertTrue(encoder.offerConnection(7, 41, true, 6));
    }

    private void begin(final OrderRequest.Kind kind)
    {
        request.reset(kind, login, 99).clOrdId.set("name");
    }

    private void newOrder()
    {
        begin(OrderRequest.Kind.NEW);
        request.instrument = CHEAP;
        request.side = '2';
        request.accountCode = AccountCode.pack("CF01ABC");
        request.qtyLots = 10;
        request.priceE5 = 500;
    }

    private FixOrder order()
    {
        final FixOrder order =
            new FixOrder().reset(login, DEAR, AccountCode.pack("CF02XYZ"), 1, '0');
        order.orderId = 77;
        order.priceE5 = 600;
        order.linkId = 8;
        order.stopPriceE5 = 400;
        return order;
    }

    private String offered()
    {
        assertTrue(encoder.offer(request, 41));
        return switch (header.wrap(command, 0).templateId())
        {
            case NewOrderDecoder.TEMPLATE_ID -> text(new NewOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case NewSpecialOrderDecoder.TEMPLATE_ID ->
                text(new NewSpecialOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case CancelOrderDecoder.TEMPLATE_ID ->
                text(new CancelOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case ReplaceOrderDecoder.TEMPLATE_ID ->
                text(new ReplaceOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case MassCancelDecoder.TEMPLATE_ID ->
                text(new MassCancelDecoder().wrapAndApplyHeader(command, 0, header));
            case MassQuoteDecoder.TEMPLATE_ID ->
                text(new MassQuoteDecoder().wrapAndApplyHeader(command, 0, header));
            default -> text(new RequestQuoteDecoder().wrapAndApplyHeader(command, 0, header));
        };
    }

    private static String text(final NewOrderDecoder d)
    {
        return head(d.header()) + "NewOrder id=" + d.clOrdId() + " expire=" + d.expireDateNs() + " " + d.qtyLots() +
            "@" + d.priceE5() + " " + AccountCode.unpack(d.accountCode()) + " instrument=" + d.instrumentId() +
            " link=" + d.linkId() + " side=" + d.side() + " tif=" + d.timeInForce() + " " + (char)d.complianceId() +
            " flags=" + d.clientFlags() + " conditions=" + d.conditions() + " ref=" + d.clientRef();
    }

    private static String text(final NewSpecialOrderDecoder d)
    {
        return head(d.header()) + "NewSpecialOrder id=" + d.clOrdId() + " expire=" + d.expireDateNs() + " " +
            d.qtyLots() + "@" + d.priceE5() + " stop=" + d.stopPriceE5() + " show=" + d.displayLots() + "+-" +
            d.displayVarianceLots() + " min=" + d.minLots() + " " + AccountCode.unpack(d.accountCode()) +
            " instrument=" + d.instrumentId() + " link=" + d.linkId() + " side=" + d.side() + " tif=" +
            d.timeInForce() + " type=" + d.orderType() + " stp=" + d.selfTradeMode() + " conditions=" +
            d.conditions() + " " + (char)d.complianceId() + " flags=" + d.clientFlags() + " ref=" + d.clientRef();
    }

    private static String text(final CancelOrderDecoder d)
    {
        return head(d.header()) + "CancelOrder id=" + d.clOrdId() + " order=" + d.orderId() + " " +
            AccountCode.unpack(d.accountCode()) + " instrument=" + d.instrumentId() + " flags=" + d.clientFlags() +
            " " + d.orderClass() + " ref=" + d.clientRef();
    }

    private static String text(final ReplaceOrderDecoder d)
    {
        return head(d.header()) + "ReplaceOrder id=" + d.clOrdId() + " order=" + d.orderId() + " " + d.qtyLots() +
            "@" + d.priceE5() + " " + AccountCode.unpack(d.accountCode()) + " instrument=" + d.instrumentId() +
            " link=" + d.linkId() + " mode=" + d.mode() + " " + (char)d.complianceId() + " flags=" +
            d.clientFlags() + " " + d.orderClass() + " stop=" + d.stopPriceE5() + " ref=" + d.clientRef();
    }

    private static String text(final MassCancelDecoder d)
    {
        return head(d.header()) + "MassCancel id=" + d.clOrdId() + " " + AccountCode.unpack(d.accountCode()) + "/" +
            d.accountLength() + " instrument=" + d.instrumentId() + " link=" + d.linkId() + " " + d.scope() +
            " side=" + d.side() + " types=" + d.securityTypes() + " group=" + d.securityGroup() + " ref=" +
            d.clientRef();
    }

    private static String text(final MassQuoteDecoder d)
    {
        final StringBuilder text = new StringBuilder(head(d.header()) + "MassQuote id=" + d.quoteId() + " " +
            AccountCode.unpack(d.accountCode()) + " link=" + d.linkId() + " " + (char)d.complianceId() + " flags=" +
            d.clientFlags());
        for (final MassQuoteDecoder.EntriesDecoder e : d.entries())
        {
            text.append(" [").append(e.instrumentId()).append(" #").append(e.entryId()).append(' ')
                .append(e.bidLots()).append('@').append(e.bidPriceE5()).append(' ')
                .append(e.askLots()).append('@').append(e.askPriceE5()).append(']');
        }
        return text + " ref=" + d.clientRef();
    }

    private static String text(final RequestQuoteDecoder d)
    {
        return head(d.header()) + "RequestQuote id=" + d.clOrdId() + " " + d.qtyLots() + " instrument=" +
            d.instrumentId() + " side=" + d.side() + " ref=" + d.clientRef();
    }

    private static String head(final CommandHeaderDecoder d)
    {
        return "#" + d.sequence() + " of " + d.sessionId() + " at " + d.gatewayId() + "/" + d.partition() + " " +
            d.receivedNs() + "/" + d.stampedNs() + " ";
    }
}
