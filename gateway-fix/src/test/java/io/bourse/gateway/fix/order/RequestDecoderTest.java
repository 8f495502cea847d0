// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.fix.field.FixInstruments;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.wire.FixReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is understood of a request, field by field, and what each refusal says.
 */
class RequestDecoderTest
{
    private static final String NAME = "11=a|";
    private static final String SYMBOL = "55=CHEAP|";
    private static final String TERMS = "1=CF01ABC|38=10|54=1|";
    private static final String LIMIT = NAME + SYMBOL + TERMS + "40=2|44=100|";
    /** What is understood of it. */
    private static final String LIMIT_ORDER = "a CHEAP side=1 CF01ABC qty=10 price=10000000";

    private final FixInstruments instruments = new FixInstruments();
    private final RequestDecoder decoder = new RequestDecoder(
        instruments, Map.of("AWAY", "another has it", "77", "another has it"));
    private final FixReader reader = new FixReader();

    RequestDecoderTest()
    {
        instruments.define(11, "CHEAP", "RUB", false);
        instruments.define(12, "DEAR", "USD", false);
        decoder.session(7);
    }

    @Test
    void shouldUnderstandALimitOrder()
    {
        assertEquals(LIMIT_ORDER, newOrder(LIMIT));
        assertEquals(LIMIT_ORDER.replace("side=1", "side=2"), newOrder(LIMIT.replace("54=1", "54=2")));
    }

    @ParameterizedTest
    @CsvSource({
        "43=Y, possDup", "43=N, ''", "97=Y, possResend", "97=N, ''",
        "59=0, tif=0", "59=1, tif=1", "59=2, tif=2", "59=3, tif=3", "59=4, tif=4", "59=7, tif=7", "59=9, tif=9",
        "18=6, conditions=2 execInst", "376=M, compliance=M",
        "20001=0, ''", "20001=1, selfTrade=1", "20001=4, selfTrade=4",
        "20003=0, link=0", "20003=5, link=5", "20003=2147483646, link=2147483646",
        "15=RUB, ''", "63=0, ''", "336=7, ''", "423=2, ''", "854=1, ''",
        "110=0, min=0", "110=3, min=3", "20002=0, ''", "20002=3, variance=3",
        "111=0, conditions=1 display=0", "111=1, display=1", "111=9, display=9", "111=10, display=0",
        "41=b, ''", "37=5, ''", "37=x, ''", "5000=x, ''"})
    void shouldUnderstandAFurtherField(final String field, final String understood)
    {
        assertEquals((LIMIT_ORDER + ' ' + understood).strip(), newOrder(LIMIT + field + '|'));
    }

    @ParameterizedTest
    @CsvSource({
        "59=5, BAD_TIME_IN_FORCE", "59=, BAD_TIME_IN_FORCE", "59=00, BAD_TIME_IN_FORCE", "59=x, BAD_TIME_IN_FORCE",
        "18=1, UNSUPPORTED_FIELD tag=18", "18=6 6, UNSUPPORTED_FIELD tag=18", "18=, UNSUPPORTED_FIELD tag=18",
        "20001=5, UNSUPPORTED_FIELD tag=20001", "20001=x, UNSUPPORTED_FIELD tag=20001",
        "20003=2147483647, UNSUPPORTED_FIELD tag=20003", "20003=-1, UNSUPPORTED_FIELD tag=20003",
        "15=USD, UNSUPPORTED_FIELD tag=15", "63=1, UNSUPPORTED_FIELD tag=63", "336=8, UNSUPPORTED_FIELD tag=336",
        "336=x, UNSUPPORTED_FIELD tag=336", "423=1, UNSUPPORTED_FIELD tag=423", "854=0, UNSUPPORTED_FIELD tag=854",
        "152=1, UNSUPPORTED_FIELD tag=152", "168=1, UNSUPPORTED_FIELD tag=168", "210=1, UNSUPPORTED_FIELD tag=210",
        "211=1, UNSUPPORTED_FIELD tag=211", "388=1, UNSUPPORTED_FIELD tag=388", "389=1, UNSUPPORTED_FIELD tag=389",
        "516=1, UNSUPPORTED_FIELD tag=516", "625=1, UNSUPPORTED_FIELD tag=625", "847=1, UNSUPPORTED_FIELD tag=847",
        "110=x, BAD_QTY tag=110", "110=-1, BAD_QTY tag=110", "20002=x, BAD_QTY tag=20002",
        "111=x, BAD_QTY tag=111", "111=11, BAD_QTY tag=111",
        "99=1, UNSUPPORTED_FIELD tag=99", "432=20261130, UNSUPPORTED_FIELD tag=432",
        "126=20261130-12:00:00, UNSUPPORTED_FIELD tag=126"})
    void shouldRefuseAFurtherFieldThatWouldMakeAnotherOrderOfIt(final String field, final String refusal)
    {
        assertEquals(refusal, newOrder(LIMIT + field + '|'));
        assertEquals(LIMIT_ORDER, newOrder(LIMIT), "nothing is left of the refusal");
    }

    @ParameterizedTest
    @CsvSource({
        "38=0, BAD_QTY", "38=-1, BAD_QTY", "38=1.5, BAD_QTY", "38=, BAD_QTY", "38=4294967295, BAD_QTY",
        "38=1, qty=1", "38=4294967294, qty=4294967294"})
    void shouldTakeQuantitiesFromOneToTheLargest(final String field, final String expected)
    {
        final String outcome = newOrder(LIMIT.replace("38=10", field));
        assertEquals(expected.startsWith("BAD") ? expected : LIMIT_ORDER.replace("qty=10", expected), outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "40=2, BAD_PRICE", "40=2|44=x, BAD_PRICE", "40=2|44=1.000001, BAD_PRICE", "40=2|44=-1, price=-100000",
        "40=1, type=1", "40=1|44=1, UNSUPPORTED_FIELD tag=44", "40=1|44=x, BAD_PRICE",
        "40=K, type=K", "40=K|44=1, UNSUPPORTED_FIELD tag=44",
        "40=3, BAD_STOP_PX", "40=3|99=x, BAD_STOP_PX", "40=3|99=1.5, type=3 stop=150000",
        "40=4|44=1, BAD_STOP_PX", "40=4|99=1, BAD_PRICE", "40=4|44=1|99=2, type=4 price=100000 stop=200000",
        "40=J|99=1, type=J stop=100000", "40=1|99=1, UNSUPPORTED_FIELD tag=99",
        "40=5, BAD_ORD_TYPE", "40=, BAD_ORD_TYPE", "40=22, BAD_ORD_TYPE", "40=x, BAD_ORD_TYPE"})
    void shouldTakeThePricesThatATypeHas(final String fields, final String expected)
    {
        final String outcome = newOrder(NAME + SYMBOL + TERMS + fields + '|');
        final int price = expected.indexOf("price");
        final String type = expected.contains("type=") ? expected.substring(0, 6) : "";
        final String prices = price >= 0 ? expected.substring(price) : expected.substring(type.length()).strip();
        final String order = "a CHEAP side=1" + (type.isEmpty() ? "" : " " + type) + " CF01ABC qty=10" +
            (prices.isEmpty() ? "" : " " + prices);
        assertEquals(expected.matches("(BAD|UNSUPPORTED).*") ? expected : order, outcome);
    }

    @Test
    void shouldNeedATypeOfANewOrder()
    {
        assertEquals("BAD_ORD_TYPE", newOrder(NAME + SYMBOL + TERMS + "44=1|"));
    }

    @ParameterizedTest
    @CsvSource({
        "59=6, BAD_EXPIRY", "59=6|432=20261130|126=20261130-12:00:00, BAD_EXPIRY", "59=6|432=20261131, BAD_EXPIRY",
        "59=6|126=20261130, BAD_EXPIRY", "59=6|126=19700101-00:00:00, BAD_EXPIRY",
        "59=6|126=19700101-00:00:00.001, tif=6 expire=1000000",
        "59=6|432=19700101, tif=6 expire=86400000000000",
        "59=1|432=20261130, UNSUPPORTED_FIELD tag=432", "59=0|126=20261130-12:00:00, UNSUPPORTED_FIELD tag=126",
        "59=0|432=20261130|126=20261130-12:00:00, UNSUPPORTED_FIELD tag=432"})
    void shouldTakeOneEndOfAnOrderThatHasOne(final String fields, final String expected)
    {
        final String outcome = newOrder(LIMIT + fields + '|');
        assertEquals(expected.startsWith("tif") ? LIMIT_ORDER + ' ' + expected : expected, outcome);
    }

    @ParameterizedTest
    @CsvSource({"CF01ABC, true", "!!!~~~~, true", "CF01AB, false", "CF01ABCD, false", "'', false", "'CF 1ABC', false",
        "' F01ABC', false", "'CF01AB ', false"})
    void shouldTakeAccountsOfSevenCharacters(final String account, final boolean isAccount)
    {
        assertEquals(isAccount ? LIMIT_ORDER.replace("CF01ABC", account) : "BAD_ACCOUNT",
            newOrder(LIMIT.replace("CF01ABC", account)));
    }

    @Test
    void shouldNeedAnAccountOfANewOrderOnly()
    {
        final String without = LIMIT.replace("1=CF01ABC|", "");
        assertEquals("BAD_ACCOUNT", newOrder(without));
        assertEquals(LIMIT_ORDER.replace("CF01ABC ", ""), decode(OrderRequest.Kind.REPLACE, without));
        assertEquals("BAD_ACCOUNT", decode(OrderRequest.Kind.REPLACE, without + "1=CF01|"));
        assertEquals("BAD_ACCOUNT", newOrder(LIMIT.replace("CF01ABC", "CF01AB\u007f")));
        assertEquals("BAD_ACCOUNT", newOrder(LIMIT.replace("CF01ABC", "CF01AB\u00e4")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"54=3", "54=0", "54=7", "54=", "54=11", "58=1"})
    void shouldRefuseWhatIsNeitherBuyNorSell(final String side)
    {
        assertEquals("BAD_SIDE", newOrder(LIMIT.replace("54=1", side)));
    }

    @Test
    void shouldTakeNamesOfUpTo64PrintableCharacters()
    {
        for (final String name : List.of("a", " ", "~", "x".repeat(64)))
        {
            assertEquals(LIMIT_ORDER.replaceFirst("a", name), newOrder(LIMIT.replace("11=a", "11=" + name)));
        }
        for (final String name : List.of("", "x".repeat(65), "a\t", "\u007f", "a\u00e4", "\u001f"))
        {
            assertEquals("BAD_CL_ORD_ID", newOrder(LIMIT.replace("11=a", "11=" + name)));
        }
        assertEquals("BAD_CL_ORD_ID", newOrder(LIMIT.replace(NAME, "")));
    }

    @ParameterizedTest
    @CsvSource({
        "55=DEAR, DEAR", "48=12, DEAR", "48=12|22=8, DEAR", "55=[N/A]|48=12, DEAR", "55=DEAR|48=12|22=8, DEAR",
        "55=DEAR|22=4, DEAR", "55=[N/A], UNKNOWN_SYMBOL", "55=NONE, UNKNOWN_SYMBOL", "58=x, UNKNOWN_SYMBOL",
        "48=13, UNKNOWN_SYMBOL", "48=0, UNKNOWN_SYMBOL", "48=-12, UNKNOWN_SYMBOL", "48=x, UNKNOWN_SYMBOL",
        "48=4294967308, UNKNOWN_SYMBOL", "55=CHEAP|48=12, CONTRADICTING_SYMBOL", "55=|48=12, CONTRADICTING_SYMBOL",
        "55=AWAY, UNKNOWN_SYMBOL another has it", "48=77, UNKNOWN_SYMBOL another has it",
        "55=AWAY|48=13, UNKNOWN_SYMBOL", "55=DEAR|48=12|22=4, UNKNOWN_SYMBOL SecurityIDSource must be 8"})
    void shouldLetTheIdDecideWhichInstrumentItIs(final String fields, final String expected)
    {
        final String outcome = newOrder(NAME + fields + '|' + TERMS + "40=2|44=100|");
        assertEquals("DEAR".equals(expected) ? LIMIT_ORDER.replace("CHEAP", "DEAR") : expected, outcome);
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "37=5|, id=5", "37=0|, foreign", "37=x|, foreign", "37=-5|, foreign"})
    void shouldUnderstandWhichOrderIsMeant(final String fields, final String expected)
    {
        assertEquals(("a of b " + expected).strip() + " CHEAP side=1",
            decode(OrderRequest.Kind.CANCEL, NAME + "41=b|" + SYMBOL + "54=1|" + fields));
    }

    @Test
    void shouldNotLookAtTheTermsOfACancel()
    {
        assertEquals("a of b CHEAP side=1 CF01ABC",
            decode(OrderRequest.Kind.CANCEL, NAME + "41=b|" + SYMBOL + TERMS + "40=9|38=x|44=x|59=x|"));
        assertEquals("BAD_ACCOUNT", decode(OrderRequest.Kind.CANCEL, NAME + "41=b|" + SYMBOL + "54=1|1=CF01|"));
        assertEquals("UNKNOWN_SYMBOL", decode(OrderRequest.Kind.CANCEL, NAME + "41=b|54=1|"));
    }

    @ParameterizedTest
    @CsvSource({
        "40=2|44=100|111=11, display=11", "40=2|44=100|111=10, display=10", "40=2|44=100|111=0, conditions=1 display=0",
        "40=2|44=100|59=6, tif=6", "40=2|44=100|59=6|432=19700101, tif=6 expire=86400000000000"})
    void shouldTakeAReplaceThatSaysLessThanANewOrder(final String fields, final String expected)
    {
        assertEquals(LIMIT_ORDER + ' ' + expected,
            decode(OrderRequest.Kind.REPLACE, NAME + SYMBOL + TERMS + fields + '|'));
    }

    @ParameterizedTest
    @CsvSource({"40=3, type=3", "40=K, type=K", "40=K|44=100, type=K", "40=1|44=1, UNSUPPORTED_FIELD tag=44",
        "40=2, BAD_PRICE", "40=3|99=x, BAD_STOP_PX"})
    void shouldTakePricesOfAReplaceAsItsOrderHasThem(final String fields, final String expected)
    {
        final String outcome = decode(OrderRequest.Kind.REPLACE, NAME + SYMBOL + TERMS + fields + '|');
        assertEquals(expected.startsWith("type") ? "a CHEAP side=1 " + expected + " CF01ABC qty=10" +
            (fields.contains("44") ? " price=10000000" : "") : expected, outcome);
    }

    private String newOrder(final String fields)
    {
        return decode(OrderRequest.Kind.NEW, fields);
    }

    private String decode(final OrderRequest.Kind kind, final String fields)
    {
        final byte[] bytes = ("8=FIX.4.4|9=000|35=D|" + fields + "10=000|").replace('|', '\u0001')
            .getBytes(StandardCharsets.ISO_8859_1);
        assertTrue(reader.wrap(bytes, 0, bytes.length), fields);
        final OrderRequest request = new OrderRequest().reset(kind, null, 99);
        final FixRefusal refusal = decoder.decode(reader, request);
        return null == refusal ? text(request) :
            refusal + (null == decoder.detail() ? "" : " " + decoder.detail());
    }

    /** What was understood, as far as it is not what a request has before it is decoded. */
    private static String text(final OrderRequest r)
    {
        final List<String> text = new ArrayList<>();
        add(text, true, r.clOrdId);
        add(text, !r.origClOrdId.isEmpty(), "of " + r.origClOrdId);
        add(text, 0 != r.orderId, "id=" + r.orderId);
        add(text, r.hasForeignOrderId, "foreign");
        add(text, true, r.instrument.symbol());
        add(text, true, "side=" + r.side);
        add(text, '2' != r.ordType, "type=" + r.ordType);
        add(text, 0 != r.accountCode, AccountCode.unpack(r.accountCode));
        add(text, 0 != r.qtyLots, "qty=" + r.qtyLots);
        add(text, r.hasPrice, "price=" + r.priceE5);
        add(text, r.hasStopPrice, "stop=" + r.stopPriceE5);
        add(text, r.isPossDup, "possDup");
        add(text, r.isPossResend, "possResend");
        add(text, 0 != r.timeInForce, "tif=" + r.timeInForce);
        add(text, 0 != r.expireDateNs, "expire=" + r.expireDateNs);
        add(text, 0 != r.conditions, "conditions=" + r.conditions);
        add(text, r.hasExecInst, "execInst");
        add(text, 0 != r.complianceId, "compliance=" + (char)r.complianceId);
        add(text, 0 != r.selfTradeMode, "selfTrade=" + r.selfTradeMode);
        add(text, r.hasLinkId, "link=" + r.linkId);
        add(text, r.hasMinLots, "min=" + r.minLots);
        add(text, r.hasDisplay, "display=" + r.displayLots);
        add(text, 0 != r.displayVarianceLots, "variance=" + r.displayVarianceLots);
        return String.join(" ", text);
    }

    private static void add(final List<String> text, final boolean isSet, final Object value)
    {
        if (isSet)
        {
            text.add(value.toString());
        }
    }
}
