// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.wire.SchemaCodec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * TWIME A.9 over real sockets: a client that knows nothing but the schema file of its version, against a counterparty
 * that speaks version 7.
 */
@Tag("venue")
class HeaderVersionsTest extends VenueTest
{
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    @DisplayName("A.9: order, replace, trade, cancel, refusal, heartbeat and Terminate in the version of the client")
    void shouldAnswerInTheVersionOfTheClient(final int version)
    {
        try (SchemaSession session = session(version))
        {
            session.establish(TWAA1);
            assertEquals(
                List.of("EstablishmentAck RequestTimestamp=1700000000000000000 KeepaliveInterval=10000 NextSeqNo=2"),
                session.take(venue, 1));
            session.send("NewOrderSingle", order(version, 1, PX, 5));
            assertEquals(List.of(response(version, 1, 1, 5)), session.take(venue, 1));

            session.send("OrderReplaceRequest", replace(version));
            assertEquals(List.of("OrderReplaceResponse ClOrdID=2 Timestamp=* OrderID=1 PrevOrderID=1 Flags=100001" +
                flags2(version) + " Price=9000000000 OrderQty=4 TradingSessionID=7001 ClOrdLinkID=12" +
                compliance(version)), session.take(venue, 1));

            venue.establish(TWBB1).newOrder(sell(9, PX, 1));
            assertEquals(List.of("ExecutionSingleReport ClOrdID=2 Timestamp=* OrderID=1 TrdMatchID=1 " +
                "Flags=40000000001" + flags2(version) + " LastPx=9000000000 LastQty=1 OrderQty=3 " +
                "TradingSessionID=7001 ClOrdLinkID=12 SecurityID=1001 Side=Buy"), session.take(venue, 1));

            session.send("OrderCancelRequest", "ClOrdID", 3, "OrderID", 1, "SecurityID", SI, "Account", "AA01001");
            session.send("OrderCancelRequest", "ClOrdID", 4, "OrderID", 1, "SecurityID", SI, "Account", "AA01001");
            assertEquals(List.of(
                "OrderCancelResponse ClOrdID=3 Timestamp=* OrderID=1 Flags=200001" + flags2(version) +
                " OrderQty=3 TradingSessionID=7001 ClOrdLinkID=12",
                "BusinessMessageReject ClOrdID=4 Timestamp=* OrdRejReason=14"), session.take(venue, 2));

            session.send("Sequence");
            session.send("RetransmitRequest", "Timestamp", 1, "FromSeqNo", 2, "Count", 4);
            final List<String> again = session.take(venue, 5);
            assertEquals("Retransmission NextSeqNo=2 RequestTimestamp=1 Count=4", again.get(0));
            assertEquals(response(version, 1, 1, 5), again.get(1));
            assertEquals(
                List.of("OrderReplaceResponse", "ExecutionSingleReport", "OrderCancelResponse"),
                again.subList(2, 5).stream().map((text) -> text.substring(0, text.indexOf(' '))).toList());

            session.send("Terminate", "TerminationCode", 0);
            assertEquals(List.of("Terminate TerminationCode=Finished"), session.takeAll(venue));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    @DisplayName("A.9: icebergs, mass cancels and session events in the version of the client")
    void shouldAnswerSpecialRequestsInTheVersionOfTheClient(final int version)
    {
        try (SchemaSession session = session(version))
        {
            session.establish(TWAA1).take(venue, 1);
            session.send("RetransmitRequest", "Timestamp", 1, "FromSeqNo", 1, "Count", 1);
            assertEquals("SystemEvent Timestamp=* EventId=1 TradingSessionID=7001 TradSesEvent=SessionDataReady",
                session.take(venue, 2).get(1));

            session.send("NewOrderIceberg", iceberg(version, 1));
            session.send("OrderIcebergReplaceRequest", icebergReplace(version));
            session.send("NewOrderIcebergX", iceberg(version, 3));
            session.send("OrderIcebergCancelRequest",
                "ClOrdID", 4, "OrderID", 1, "SecurityID", SI, "Account", "AA01001");
            final List<String> answers = session.take(venue, 4);
            assertEquals(icebergResponse(version, 1), answers.get(0).replaceAll("OrderID=\\d+", "OrderID=#"));
            assertEquals("OrderReplaceResponse ClOrdID=2", answers.get(1).substring(0, 30));
            assertEquals(icebergResponse(version, 3), answers.get(2).replaceAll("OrderID=\\d+", "OrderID=#"));
            // The replaced iceberg has another id.
            assertEquals("BusinessMessageReject ClOrdID=4 Timestamp=* OrdRejReason=14", answers.get(3));

            session.send("OrderMassCancelRequest", "ClOrdID", 5, "SecurityType", 7, "Side", 89, "Account", "%%%%%%%");
            assertEquals(
                List.of("OrderCancelResponse", "OrderCancelResponse", "OrderMassCancelResponse"),
                session.take(venue, 3).stream().map((text) -> text.substring(0, text.indexOf(' '))).toList());
            session.send("OrderMassCancelByBFLimitRequest", "ClOrdID", 6, "Account", "%%%%%%%");
            assertEquals(List.of("OrderMassCancelResponse ClOrdID=6 Timestamp=* TotalAffectedOrders=0"),
                session.take(venue, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 8, 9, 65535})
    @DisplayName("A.9: Establish of any other version is refused in that version")
    void shouldRefuseOtherVersionsInTheirOwn(final int version)
    {
        try (SchemaSession session = session(7))
        {
            final byte[] establish = SchemaCodec.load(7).encode(
                "Establish", "Timestamp", SchemaSession.REQUEST_NS, "KeepaliveInterval", 1000, "Credentials", TWAA1);
            establish[6] = (byte)version;
            establish[7] = (byte)(version >>> 8);
            session.send(establish);
            venue.await("end of the session", session::isEnded);
            assertEquals(1, session.frames.size());
            assertEquals(
                "09008a13454d" + HexFormat.of().toHexDigits((byte)version) +
                HexFormat.of().toHexDigits((byte)(version >>> 8)) + "00002a36fe9c9717" + "05",
                HexFormat.of().formatHex(session.frames.getFirst()));
            assertEquals(1, venue.count(GatewayCounter.ESTABLISHMENT_REJECTS));
            assertEquals(0, venue.count(GatewayCounter.SESSIONS_ESTABLISHED));
        }
        // The login has not been touched: no second has to pass.
        venue.establish(TWAA1);
    }

    @ParameterizedTest
    @CsvSource({"5, 6", "5, 7", "6, 5", "6, 7", "7, 5", "7, 6", "6, 1"})
    @DisplayName("A.1: a frame of another version than the session's is malformed")
    void shouldTerminateWhenTheVersionChanges(final int version, final int other)
    {
        try (SchemaSession session = session(version))
        {
            session.establish(TWAA1).take(venue, 1);
            final byte[] heartbeat = SchemaCodec.load(7).encode("Sequence");
            heartbeat[6] = (byte)other;
            session.send(heartbeat);
            assertEquals(List.of("Terminate TerminationCode=InvalidMessage"), session.takeAll(venue));
            assertEquals(1, venue.count(GatewayCounter.MALFORMED_FRAMES));
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 47", "6, 47", "7, 46", "6, 45", "5, 0"})
    @DisplayName("A.1, A.9: the block length is that of the version")
    void shouldTerminateOnTheBlockLengthOfAnotherVersion(final int version, final int blockLength)
    {
        try (SchemaSession session = session(version))
        {
            session.establish(TWAA1).take(venue, 1);
            final byte[] frame = SchemaCodec.load(version).encode("NewOrderSingle");
            frame[0] = (byte)blockLength;
            session.send(frame);
            assertEquals(List.of("Terminate TerminationCode=InvalidMessage"), session.takeAll(venue));
            assertEquals(0, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        }
    }

    @ParameterizedTest
    @CsvSource({"5, Unspecified", "6, Unspecified", "7, TooFastReconnect"})
    @DisplayName("A.9: a code that came with version 7 is said differently before")
    void shouldRefuseAFastReconnectInWordsOfTheVersion(final int version, final String code)
    {
        try (SchemaSession first = session(version); SchemaSession second = session(version))
        {
            first.establish(TWAA1).take(venue, 1);
            first.send("Terminate", "TerminationCode", 0);
            first.takeAll(venue);
            second.establish(TWAA1);
            assertEquals(
                List.of("EstablishmentReject RequestTimestamp=1700000000000000000 EstablishmentRejectCode=" + code),
                second.takeAll(venue));
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 7", "7, 5", "6, 5"})
    @DisplayName("A.9: the retransmission window belongs to the login, the version to the connection")
    void shouldRetransmitToAnotherVersionThanTheMessagesWereSentIn(final int before, final int after)
    {
        try (SchemaSession first = session(before); SchemaSession second = session(after))
        {
            first.establish(TWAA1).take(venue, 1);
            first.send("NewOrderSingle", order(before, 1, PX, 5));
            first.take(venue, 1);
            first.send("Terminate", "TerminationCode", 0);
            first.takeAll(venue);
            venue.passMs(1_000);
            second.establish(TWAA1).take(venue, 1);
            second.send("RetransmitRequest", "Timestamp", 1, "FromSeqNo", 2, "Count", 1);
            assertEquals(
                response(after, 1, 1, 5).replace("=Algorithm", 7 == before ? "=Algorithm" : "=NotAvailable"),
                second.take(venue, 2).get(1));
        }
    }

    private SchemaSession session(final int version)
    {
        return new SchemaSession(venue.gateway().localAddress(), SchemaCodec.load(version));
    }

    private static Object[] order(final int version, final long clOrdId, final long priceE5, final long qtyLots)
    {
        return with(version, "ClOrdID", clOrdId, "Price", priceE5, "SecurityID", SI, "ClOrdLinkID", 11,
            "OrderQty", qtyLots, "TimeInForce", 0, "Side", 1, "Account", "AA01001");
    }

    private static Object[] replace(final int version)
    {
        return with(version, "ClOrdID", 2, "OrderID", 1, "Price", PX, "OrderQty", 4, "ClOrdLinkID", 12,
            "SecurityID", SI, "Mode", 1, "Account", "AA01001");
    }

    private static Object[] iceberg(final int version, final long clOrdId)
    {
        return with(version, "ClOrdID", clOrdId, "Price", PX, "SecurityID", SI, "ClOrdLinkID", 11,
            "DisplayQty", 2, "DisplayVarianceQty", 0, "OrderQty", 10, "Side", 1, "Account", "AA01001");
    }

    private static Object[] icebergReplace(final int version)
    {
        return with(version, "ClOrdID", 2, "OrderID", 1, "Price", PX - TICK, "ClOrdLinkID", 11,
            "SecurityID", SI, "Account", "AA01001");
    }

    private static Object[] with(final int version, final Object... values)
    {
        if (version < 7)
        {
            return values;
        }
        final Object[] all = Arrays.copyOf(values, values.length + 2);
        all[values.length] = "ComplianceID";
        all[values.length + 1] = (long)'R';
        return all;
    }

    private static String response(final int version, final long clOrdId, final long orderId, final long qtyLots)
    {
        return "NewOrderSingleResponse ClOrdID=" + clOrdId + " Timestamp=* ExpireDate=null OrderID=" + orderId +
            " Flags=1" + flags2(version) + " Price=9000000000 SecurityID=1001 OrderQty=" + qtyLots +
            " TradingSessionID=7001 ClOrdLinkID=11 Side=Buy" + compliance(version);
    }

    private static String icebergResponse(final int version, final long clOrdId)
    {
        return "NewOrderIcebergResponse ClOrdID=" + clOrdId + " Timestamp=* ExpireDate=null OrderID=# " +
            "DisplayOrderID=# Flags=800000000001" + flags2(version) + " Price=9000000000 SecurityID=1001 " +
            "OrderQty=10 DisplayQty=2 DisplayVarianceQty=0 TradingSessionID=7001 ClOrdLinkID=11 Side=Buy" +
            compliance(version);
    }

    private static String flags2(final int version)
    {
        return 5 == version ? "" : " Flags2=0";
    }

    private static String compliance(final int version)
    {
        return 7 == version ? " ComplianceID=Algorithm" : "";
    }
}
