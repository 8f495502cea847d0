// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.sbe.wire.SchemaCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The rules of TWIME A.3, one test each: what clients send, and what becomes of it.
 */
@Tag("venue")
class RequestRulesTest extends VenueTest
{
    private static final int RI = 1002;
    private static final long RI_PX = 110_000_00000L;
    private static final long DATE_NS = 1_798_761_600_000_000_000L;

    private final SchemaCodec codec = SchemaCodec.load(7);

    private SchemaSession session;

    @BeforeEach
    void establish()
    {
        session = new SchemaSession(venue.gateway().localAddress(), codec);
        session.establish(TWAA1).take(venue, 1);
    }

    @AfterEach
    void closeSession()
    {
        session.close();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "6, 1", "122, 1000000000000001"})
    @DisplayName("A.3: TimeInForce Day, GTD and BOC rest, and Flags say which")
    void shouldRestInEveryLifetime(final int timeInForce, final String flags)
    {
        order("ClOrdID", 1, "TimeInForce", timeInForce, "ExpireDate", 6 == timeInForce ? DATE_NS : -1L);
        final String response = session.take(venue, 1).getFirst();
        assertEquals(flags, value(response, "Flags"));
        assertEquals(6 == timeInForce ? Long.toString(DATE_NS) : "null", value(response, "ExpireDate"));
    }

    @Test
    @DisplayName("A.3: BOC is post-only: refused when it would trade")
    void shouldRefuseABookOrCancelOrderThatWouldTrade()
    {
        venue.establish(TWBB1).newOrder(sell(9, PX, 1));
        order("ClOrdID", 1, "Side", 2, "Price", PX + TICK);
        session.take(venue, 1);
        venue.await("the counter order rests", () -> 2 <= venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        order("ClOrdID", 2, "TimeInForce", 122);
        assertEquals(List.of("BusinessMessageReject ClOrdID=2 Timestamp=* OrdRejReason=35"), session.take(venue, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -5, 2147483646})
    @DisplayName("A.3: ClOrdLinkID is the client's own and comes back as it was")
    void shouldGiveClOrdLinkIdBack(final long link)
    {
        order("ClOrdID", 1, "ClOrdLinkID", link);
        final long found = Long.parseLong(value(session.take(venue, 1).getFirst(), "ClOrdLinkID"));
        assertEquals((int)link, (int)found);
    }

    @ParameterizedTest
    @ValueSource(ints = {' ', 'M', 'S', 'R', 'A', 'D'})
    @DisplayName("A.1: every ComplianceID is taken and comes back")
    void shouldTakeEveryComplianceId(final int complianceId)
    {
        order("ClOrdID", 1, "ComplianceID", complianceId);
        session.send("OrderReplaceRequest", "ClOrdID", 2, "OrderID", 1, "Price", PX, "OrderQty", 3, "SecurityID", SI,
            "ComplianceID", complianceId, "Mode", 1, "Account", "AA01001");
        final List<String> names = List.of(
            "NotAvailable", "Manual", "StopLoss", "Algorithm", "Autofollow", "MarginCall");
        final String expected = names.get(" MSRAD".indexOf(complianceId));
        session.take(venue, 2).forEach((answer) -> assertEquals(expected, value(answer, "ComplianceID")));
    }

    @ParameterizedTest
    @CsvSource({"-1, null", "1798761600000000000, 1798761600000000000"})
    @DisplayName("A.3: NewOrderIceberg is for the day, or until ExpireDate")
    void shouldTakeTheLifetimeOfAnIcebergFromItsDate(final long expireDate, final String expected)
    {
        iceberg("NewOrderIceberg", "ClOrdID", 1, "ExpireDate", expireDate);
        final String response = session.take(venue, 1).getFirst();
        assertEquals(expected, value(response, "ExpireDate"));
        assertEquals("2", value(response, "DisplayQty"));
        assertEquals("10", value(response, "OrderQty"));
        assertNotEquals("null", value(response, "DisplayOrderID"));
    }

    @Test
    @DisplayName("A.3: NewOrderIcebergX adds TimeInForce, BOC too")
    void shouldTakeTheLifetimeOfAnIcebergXFromItsField()
    {
        iceberg("NewOrderIcebergX", "ClOrdID", 1, "TimeInForce", 122);
        iceberg("NewOrderIcebergX", "ClOrdID", 2, "TimeInForce", 6, "ExpireDate", DATE_NS);
        iceberg("NewOrderIcebergX", "ClOrdID", 3, "TimeInForce", 6);
        final List<String> answers = session.take(venue, 3);
        // The one the gateway refuses itself may come first.
        assertTrue(answers.contains("SessionReject ClOrdID=3 RefTagID=432 SessionRejectReason=ValueIsIncorrect"));
        final List<String> accepted = answers.stream().filter((a) -> a.startsWith("NewOrderIceberg")).toList();
        assertEquals("1000800000000001", value(accepted.get(0), "Flags"));
        assertEquals("800000000001", value(accepted.get(1), "Flags"));
        assertEquals(Long.toString(DATE_NS), value(accepted.get(1), "ExpireDate"));
    }

    @Test
    @DisplayName("A.3: icebergs have a cancel and a replace of their own, and only these")
    void shouldCancelAndReplaceIcebergsByTheirOwnRequestsOnly()
    {
        iceberg("NewOrderIceberg", "ClOrdID", 1);
        order("ClOrdID", 2);
        final String id = value(session.take(venue, 2).getFirst(), "OrderID");
        final long iceberg = Long.parseLong(id);
        cancel("OrderCancelRequest", 3, iceberg);
        cancel("OrderIcebergCancelRequest", 4, iceberg + 1);
        cancel("OrderIcebergCancelRequest", 5, iceberg);
        final List<String> answers = session.take(venue, 3);
        assertEquals("BusinessMessageReject ClOrdID=3 Timestamp=* OrdRejReason=14", answers.get(0));
        assertTrue(answers.get(1).startsWith("BusinessMessageReject ClOrdID=4 "), answers.get(1));
        assertEquals("OrderCancelResponse ClOrdID=5 Timestamp=* OrderID=" + id +
            " Flags=800000200001 Flags2=0 OrderQty=10 TradingSessionID=7001 ClOrdLinkID=11", answers.get(2));
    }

    @Test
    @DisplayName("A.3: OrderIcebergReplaceRequest has no quantity: what is left stays")
    void shouldKeepTheQuantityOfAReplacedIceberg()
    {
        iceberg("NewOrderIceberg", "ClOrdID", 1);
        session.take(venue, 1);
        session.send("OrderIcebergReplaceRequest", "ClOrdID", 2, "OrderID", 1, "Price", PX - TICK,
            "ClOrdLinkID", 12, "SecurityID", SI, "ComplianceID", (long)'R', "Account", "AA01001");
        final String response = session.take(venue, 1).getFirst();
        assertEquals("10", value(response, "OrderQty"));
        assertEquals("1", value(response, "PrevOrderID"));
        assertNotEquals("1", value(response, "OrderID"));
        assertEquals(Long.toString(PX - TICK), value(response, "Price"));
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "1, 3", "3, 3"})
    @DisplayName("A.3: replace modes 0, 1 and 3 keep, set, and set less what was executed; the OrderID is new")
    void shouldReplaceInItsMode(final int mode, final int expectedQty)
    {
        order("ClOrdID", 1);
        session.take(venue, 1);
        replace(2, mode, 3, PX - TICK);
        final String response = session.take(venue, 1).getFirst();
        assertEquals(Integer.toString(expectedQty), value(response, "OrderQty"));
        assertEquals("1", value(response, "PrevOrderID"));
        assertNotEquals("1", value(response, "OrderID"));
    }

    @Test
    @DisplayName("A.3: replace mode 3 counts what was executed")
    void shouldSubtractWhatWasExecuted()
    {
        order("ClOrdID", 1);
        session.take(venue, 1);
        venue.establish(TWBB1).newOrder(sell(9, PX, 2));
        session.take(venue, 1);
        replace(2, 3, 4, PX - TICK);
        assertEquals("2", value(session.take(venue, 1).getFirst(), "OrderQty"));
    }

    @Test
    @DisplayName("A.3: replace mode 2 cancels the order when its rest is another; ClOrdID is null (A.4)")
    void shouldCancelWhenTheRestIsNotTheOneGiven()
    {
        order("ClOrdID", 1);
        session.take(venue, 1);
        replace(2, 2, 4, PX - TICK);
        assertEquals(List.of("OrderCancelResponse ClOrdID=null Timestamp=* OrderID=1 Flags=300001 Flags2=0 " +
            "OrderQty=5 TradingSessionID=7001 ClOrdLinkID=11"), session.take(venue, 1));
    }

    /** Four orders: 1 buys SI with link 11, 2 sells SI, 3 buys RI, 4 buys SI for another account with link 12. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "7, 89, 0, 0, %%%%%%%, %, 1 2 3 4",
        "7, 89, 0, 2147483647, AA01%%%, -, 1 2 3 4",
        "7, 1, 0, 0, %%%%%%%, -, 1 3 4",
        "7, 2, 0, 0, %%%%%%%, -, 2",
        "7, 89, 0, 1001, %%%%%%%, -, 1 2 4",
        "7, 89, 0, 1002, %%%%%%%, -, 3",
        "1, 89, 0, 0, %%%%%%%, -, 1 2 3 4",
        "2, 89, 0, 0, %%%%%%%, -, -",
        "4, 89, 0, 0, %%%%%%%, -, -",
        "7, 89, 0, 0, AA01002, -, 4",
        "7, 89, 0, 0, %%%%%%%, SI, 1 2 4",
        "7, 89, 0, 0, %%%%%%%, NONE, -",
        "7, 2, 12, 1002, %%%%%%%, NONE, 4",
        "7, 89, 99, 0, %%%%%%%, -, -"
    })
    @DisplayName("A.3: OrderMassCancelRequest: type, side, link, instrument, account, group: orders")
    void shouldCancelWhatTheFiltersOfAMassCancelSay(
        final int type, final int side, final int link, final int instrument, final String account,
        final String group, final String removed)
    {
        restFour();
        session.send("OrderMassCancelRequest", "ClOrdID", 10, "ClOrdLinkID", link, "SecurityID", instrument,
            "SecurityType", type, "Side", side, "Account", account, "SecurityGroup", null == group ? "" : group);
        final List<String> expected = null == removed ? List.of() : Arrays.asList(removed.split(" "));
        final List<String> answers = session.take(venue, expected.size() + 1);
        final List<String> ids = new ArrayList<>();
        for (final String answer : answers.subList(0, expected.size()))
        {
            assertTrue(answer.startsWith("OrderCancelResponse "), answer);
            final long flags = Long.parseLong(value(answer, "Flags"), 16);
            assertEquals(1L << 22, flags & 1L << 22, answer);
            ids.add(value(answer, "OrderID"));
        }
        assertEquals(expected, ids.stream().sorted().toList());
        assertEquals("OrderMassCancelResponse ClOrdID=10 Timestamp=* TotalAffectedOrders=" + expected.size(),
            answers.getLast());
    }

    @Test
    @DisplayName("A.3: OrderMassCancelByBFLimitRequest: the account's orders, whichever login sent them")
    void shouldCancelAnAccountOfTheFirm()
    {
        restFour();
        session.send("OrderMassCancelByBFLimitRequest", "ClOrdID", 10, "Account", "AA01002");
        final List<String> answers = session.take(venue, 2);
        assertEquals("4", value(answers.get(0), "OrderID"));
        // Day, MassCancel, NCC.
        assertEquals("8000400001", value(answers.get(0), "Flags"));
        assertEquals("OrderMassCancelResponse ClOrdID=10 Timestamp=* TotalAffectedOrders=1", answers.get(1));
    }

    @Test
    @DisplayName("A.1: ClientFlags come back in the Flags of the order")
    void shouldReportWhatTheClientFlagsOfAnOrderAre()
    {
        new MemberOperator(venue.engine().operator())
            .setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, LoginRights.DONT_CHECK_LIMITS, -1);
        order("ClOrdID", 1, "ClientFlags", 1);
        order("ClOrdID", 2, "ClientFlags", 2);
        order("ClOrdID", 3, "ClientFlags", 3);
        session.send("OrderMassCancelRequest", "ClOrdID", 10, "ClOrdLinkID", 0, "SecurityID", 0, "SecurityType", 7,
            "Side", 89, "Account", "AA01%%%", "SecurityGroup", "");
        final List<String> answers = session.take(venue, 7);
        final List<String> expected = List.of("201", "4000000001", "4000000201");
        for (int i = 0; i < expected.size(); i++)
        {
            assertEquals(expected.get(i), value(answers.get(i), "Flags"));
        }
        assertEquals("400201", value(answers.get(3), "Flags"));
        assertEquals("4000400001", value(answers.get(4), "Flags"));
        assertEquals("4000400201", value(answers.get(5), "Flags"));
    }

    @Test
    @DisplayName("A.1: an account that is no filter is named")
    void shouldNameTheAccountOfAMassCancelThatIsNoFilter()
    {
        restFour();
        session.send("OrderMassCancelRequest", "ClOrdID", 10, "ClOrdLinkID", 0, "SecurityID", 0, "SecurityType", 7,
            "Side", 89, "Account", "AA01", "SecurityGroup", "");
        session.send("OrderMassCancelByBFLimitRequest", "ClOrdID", 11, "Account", "AA01");
        assertEquals(List.of(
            "SessionReject ClOrdID=10 RefTagID=1 SessionRejectReason=ValueIsIncorrect",
            "SessionReject ClOrdID=11 RefTagID=1 SessionRejectReason=ValueIsIncorrect"), session.take(venue, 2));
    }

    @Test
    @DisplayName("A.1: a side that is none is named before a ComplianceID that is none")
    void shouldNameTheSideFirst()
    {
        order("ClOrdID", 1, "Side", 9, "ComplianceID", 0, "TimeInForce", 1);
        iceberg("NewOrderIceberg", "ClOrdID", 2, "Side", 9, "ComplianceID", 0);
        assertEquals(List.of(
            "SessionReject ClOrdID=1 RefTagID=54 SessionRejectReason=ValueIsIncorrect",
            "SessionReject ClOrdID=2 RefTagID=54 SessionRejectReason=ValueIsIncorrect"), session.take(venue, 2));
    }

    @Test
    @DisplayName("A.1: an undefined value of an enumeration: SessionReject with its tag, the session goes on")
    void shouldNameTheTagOfAnUndefinedValue()
    {
        order("ClOrdID", 1, "Side", 9);
        order("ClOrdID", 2);
        final List<String> answers = session.take(venue, 2);
        assertEquals("SessionReject ClOrdID=1 RefTagID=54 SessionRejectReason=ValueIsIncorrect", answers.get(0));
        assertTrue(answers.get(1).startsWith("NewOrderSingleResponse ClOrdID=2 "), answers.get(1));
    }

    private void restFour()
    {
        order("ClOrdID", 1, "Price", PX - TICK);
        order("ClOrdID", 2, "Side", 2, "Price", PX + TICK);
        order("ClOrdID", 3, "SecurityID", RI, "Price", RI_PX);
        order("ClOrdID", 4, "Price", PX - TICK, "ClOrdLinkID", 12, "Account", "AA01002");
        session.take(venue, 4).forEach((answer) -> assertTrue(answer.startsWith("NewOrderSingleResponse"), answer));
    }

    private void order(final Object... values)
    {
        session.send("NewOrderSingle", with(values, "Price", PX, "SecurityID", SI, "ClOrdLinkID", 11, "OrderQty", 5,
            "ComplianceID", (long)'R', "TimeInForce", 0, "Side", 1, "Account", "AA01001"));
    }

    private void iceberg(final String name, final Object... values)
    {
        session.send(name, with(values, "Price", PX, "SecurityID", SI, "ClOrdLinkID", 11, "DisplayQty", 2,
            "DisplayVarianceQty", 0, "OrderQty", 10, "ComplianceID", (long)'R', "Side", 1, "Account", "AA01001"));
    }

    private void cancel(final String name, final long clOrdId, final long orderId)
    {
        session.send(name, "ClOrdID", clOrdId, "OrderID", orderId, "SecurityID", SI, "Account", "AA01001");
    }

    private void replace(final long clOrdId, final int mode, final int qtyLots, final long priceE5)
    {
        session.send("OrderReplaceRequest", "ClOrdID", clOrdId, "OrderID", 1, "Price", priceE5, "OrderQty", qtyLots,
            "ClOrdLinkID", 11, "SecurityID", SI, "ComplianceID", (long)'R', "Mode", mode, "Account", "AA01001");
    }

    /** Defaults first: what a test says comes later and holds. */
    private static Object[] with(final Object[] values, final Object... defaults)
    {
        final List<Object> all = new ArrayList<>(List.of(defaults));
        all.addAll(List.of(values));
        return all.toArray();
    }

    private static String value(final String text, final String field)
    {
        return Arrays.stream(text.split(" ")).filter((word) -> word.startsWith(field + "="))
            .map((word) -> word.substring(field.length() + 1)).findFirst()
            .orElseThrow(() -> new AssertionError("no field " + field + " in " + text));
    }
}
