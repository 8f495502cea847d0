// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.InputBuffer;
import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.SessionCounter;
import io.bourse.gateway.sbe.wire.SchemaCodec;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What becomes of a request: a command with all its fields, or an answer that names what is wrong (TWIME A.1, A.3).
 * Requests are made from the schema file.
 */
class OrderEntryAdapterTest
{
    private static final int LOGIN = 7;
    private static final int GATEWAY = 3;
    private static final int PARTITION = 2;
    private static final long RECEIVED_NS = 1_795_000_000_123_456_789L;
    private static final long NOW_NS = 50_000;
    private static final long ENGINE_WAIT_NS = 1_000;
    private static final long NULL_ID = -1;
    private static final long MAX_PRICE = 9_999_999_999_999_999L;
    private static final long MAX_QTY = 4_294_967_294L;
    private static final int ROUNDS = 500;
    private static final List<Integer> LIFETIMES = List.of(0, 3, 4, 6, 122);
    private static final String COMPLIANCE_IDS = " MSRAD";

    /** Fields without which a request is refused. */
    private static final Map<String, List<Object>> REQUIRED = Map.of(
        "NewOrderSingle", List.of("Price", 500, "OrderQty", 5, "ComplianceID", 32, "TimeInForce", 0, "Side", 1),
        "NewOrderIceberg", List.of("Price", 500, "OrderQty", 5, "DisplayQty", 2, "ComplianceID", 32, "Side", 1),
        "NewOrderIcebergX", List.of(
            "Price", 500, "OrderQty", 5, "DisplayQty", 2, "ComplianceID", 32, "TimeInForce", 0, "Side", 1),
        "OrderReplaceRequest", List.of("Price", 500, "OrderQty", 5, "ComplianceID", 32, "Mode", 1),
        "OrderIcebergReplaceRequest", List.of("Price", 500, "ComplianceID", 32),
        "OrderCancelRequest", List.of(),
        "OrderIcebergCancelRequest", List.of(),
        "OrderMassCancelRequest", List.of("Side", 89),
        "OrderMassCancelByBFLimitRequest", List.of());
    private static final List<String> OF_ORDERS = List.of("NewOrderSingle", "NewOrderIceberg", "NewOrderIcebergX",
        "OrderReplaceRequest", "OrderIcebergReplaceRequest");

    private final SchemaCodec codec = SchemaCodec.load(7);
    private final Random random = random();
    private final CounterSet<GatewayCounter> counters = new CounterSet<>(GatewayCounter.class);
    private final UnsafeBuffer command = new UnsafeBuffer(new byte[512]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Login login = new Login(LOGIN, null, new ConnectionChanges(), new IdBudget(1_000_000, 1_000_000));
    private boolean isEngineFull;
    private int commands;
    private final EngineCommandPublisher publisher = new EngineCommandPublisher(
        (buffer, offset, length) ->
        {
            if (isEngineFull)
            {
                return false;
            }
            command.putBytes(0, buffer, offset, length);
            commands++;
            return true;
        },
        counters, RequestStamps.off(), GATEWAY, PARTITION, false);
    private final OrderEntryAdapter adapter = new OrderEntryAdapter(
        publisher, new RequestRefusals(
            new SessionPublisher(counters), new IdBudget(1_000_000, 1_000_000), counters, () -> 77, ENGINE_WAIT_NS,
            () -> false));
    private final TwimeConnection connection = new TwimeConnection(
        new AcceptedSocket(null, null, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
            GatewayPort.TRADING, new InputBuffer(1024), new OutputBuffer(4096), 0, false),
        counters, new CounterSet<>(SessionCounter.class), RequestStamps.off(), 0, SecuritySink.NONE);
    private long lastId;

    OrderEntryAdapterTest()
    {
        connection.onEstablished(login, 1_000, 0);
    }

    @Test
    void shouldPassEveryFieldOfANewOrder()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            final long price = price();
            final long qty = random.nextLong(1, MAX_QTY + 1);
            final int instrument = random.nextInt();
            final int link = random.nextInt();
            final int side = random.nextInt(1, 3);
            final int lifetime = LIFETIMES.get(random.nextInt(LIFETIMES.size()));
            final long expire = random.nextLong(Long.MAX_VALUE);
            final int flags = random.nextInt(256);
            final char complianceId = COMPLIANCE_IDS.charAt(random.nextInt(COMPLIANCE_IDS.length()));
            final String account = account();
            assertEquals(
                "NewOrder " + head(i + 1) + " id=" + (lastId + 1) + " expire=" + expire + " " + qty + "@" + price +
                    " " + account + " instrument=" + instrument + " link=" + link + " side=" + side + " tif=" +
                    (122 == lifetime ? 0 : lifetime) + " '" + complianceId + "' flags=" + flags + " conditions=" +
                    (122 == lifetime ? 2 : 0) + " ref=0",
                outcome("NewOrderSingle", "ExpireDate", expire, "Price", price, "OrderQty", qty, "SecurityID",
                    instrument, "ClOrdLinkID", link, "Side", side, "TimeInForce", lifetime, "ComplianceID",
                    (int)complianceId, "ClientFlags", flags, "Account", account));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NewOrderIceberg", "NewOrderIcebergX"})
    void shouldPassEveryFieldOfAnIceberg(final String name)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            final long price = price();
            final long qty = random.nextLong(1, MAX_QTY + 1);
            final long display = random.nextLong(1, MAX_QTY + 1);
            final long variance = random.nextInt(4) == 0 ? MAX_QTY + 1 : random.nextLong(MAX_QTY + 1);
            final int link = random.nextInt();
            final int side = random.nextInt(1, 3);
            final boolean isX = name.endsWith("X");
            final long expire = random.nextInt(3) == 0 && !isX ? NULL_ID : random.nextLong(Long.MAX_VALUE);
            final int lifetime = isX ? LIFETIMES.get(random.nextInt(LIFETIMES.size())) : NULL_ID == expire ? 0 : 6;
            final int flags = random.nextInt(256);
            final char complianceId = COMPLIANCE_IDS.charAt(random.nextInt(COMPLIANCE_IDS.length()));
            final String account = account();
            final List<Object> fields = new ArrayList<>(List.of("ExpireDate", expire, "Price", price, "OrderQty", qty,
                "DisplayQty", display, "DisplayVarianceQty", variance, "SecurityID", 1001, "ClOrdLinkID", link,
                "Side", side, "ComplianceID", (int)complianceId, "ClientFlags", flags, "Account", account));
            if (isX)
            {
                fields.addAll(List.of("TimeInForce", lifetime));
            }
            assertEquals(
                "NewSpecialOrder " + head(i + 1) + " id=" + (lastId + 1) + " expire=" + expire + " " + qty + "@" +
                    price + " show=" + display + "+-" + (variance > MAX_QTY ? 0 : variance) + " " + account +
                    " instrument=1001 link=" + link + " side=" + side + " tif=" + (122 == lifetime ? 0 : lifetime) +
                    " '" + complianceId + "' flags=" + flags + " conditions=" + (122 == lifetime ? 2 : 0) +
                    " stop=0 min=0 type=0 stp=0 ref=0",
                outcome(name, fields.toArray()));
        }
    }

    @Test
    void shouldPassEveryFieldOfAReplace()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            final long price = price();
            final int mode = random.nextInt(4);
            final long qty = random.nextLong(0 == mode ? 0 : 1, MAX_QTY + 1);
            final long order = random.nextLong();
            final int link = random.nextInt();
            final String account = account();
            assertEquals(
                "ReplaceOrder " + head(2 * i + 1) + " id=" + (lastId + 1) + " order=" + order + " " + qty + "@" +
                    price + " " + account + " instrument=1001 link=" + link + " mode=" + mode + " 'M' flags=3 PLAIN" +
                    " stop=" + ReplaceOrderDecoder.stopPriceE5NullValue() + " ref=0",
                outcome("OrderReplaceRequest", "OrderID", order, "Price", price, "OrderQty", qty, "SecurityID", 1001,
                    "ClOrdLinkID", link, "ComplianceID", (int)'M', "Mode", mode, "ClientFlags", 3, "Account",
                    account));
            assertEquals(
                "ReplaceOrder " + head(2 * i + 2) + " id=" + (lastId + 1) + " order=" + order + " 0@" + price + " " +
                    account + " instrument=1001 link=" + link + " mode=0 'R' flags=2 ICEBERG stop=" +
                    ReplaceOrderDecoder.stopPriceE5NullValue() + " ref=0",
                outcome("OrderIcebergReplaceRequest", "OrderID", order, "Price", price, "SecurityID", 1001,
                    "ClOrdLinkID", link, "ComplianceID", (int)'R', "ClientFlags", 2, "Account", account));
        }
    }

    @Test
    void shouldPassEveryFieldOfACancel()
    {
        assertEquals("CancelOrder " + head(1) + " id=1 order=-9 AA01001 instrument=-5 flags=1 PLAIN ref=0",
            outcome("OrderCancelRequest", "OrderID", -9, "SecurityID", -5, "ClientFlags", 1, "Account", "AA01001"));
        assertEquals("CancelOrder " + head(2) + " id=2 order=9 BB02XYZ instrument=5 flags=2 ICEBERG ref=0",
            outcome("OrderIcebergCancelRequest",
                "OrderID", 9, "SecurityID", 5, "ClientFlags", 2, "Account", "BB02XYZ"));
    }

    @Test
    void shouldPassEveryFilterOfAMassCancel()
    {
        assertEquals("MassCancel " + head(1) +
            " id=1 AA01/4 instrument=5 link=6 LOGIN side=2 types=3 group='RTS' ref=0",
            outcome("OrderMassCancelRequest", "ClOrdLinkID", 6, "SecurityID", 5, "SecurityType", 3, "Side", 2,
                "Account", "AA01%%%", "SecurityGroup", "RTS"));
        assertEquals("MassCancel " + head(2) + " id=2 /0 instrument=2147483647 link=0 LOGIN side=89 types=7 group='" +
            "ABCDEFGHIJKLMNOPQRSTUVWXY' ref=0",
            outcome("OrderMassCancelRequest", "ClOrdLinkID", Integer.MAX_VALUE, "SecurityID", Integer.MAX_VALUE,
                "SecurityType", 7, "Account", "%%%%%%%", "SecurityGroup", "ABCDEFGHIJKLMNOPQRSTUVWXY"));
        assertEquals("MassCancel " + head(3) + " id=3 AA01001/7 instrument=0 link=0 BROKERAGE_FIRM side=89 types=7 " +
            "group='' ref=1", outcome("OrderMassCancelByBFLimitRequest", "Account", "AA01001"));
    }

    @ParameterizedTest
    @CsvSource({
        "AA01001, 7", "AA01%%%, 4", "AA0100%, 6", "%%%%%%%, 0", "'', 0", "A%%%%%%, 1",
        "AA01, refused", "%, refused", "AA%1001, refused", "'AA 1001', refused", "%%%%%%, refused"})
    void shouldReadAccountFilters(final String account, final String length)
    {
        for (final String name : List.of("OrderMassCancelRequest", "OrderMassCancelByBFLimitRequest"))
        {
            final String outcome = outcome(name, "Account", account);
            if ("refused".equals(length))
            {
                assertEquals(incorrect(lastId, 1), outcome);
            }
            else
            {
                assertTrue(outcome.contains(' ' + account.replace("%", "") + '/' + length + ' '), outcome);
            }
        }
    }

    @Test
    void shouldRefuseARequestWithoutAnId()
    {
        for (final String name : REQUIRED.keySet())
        {
            assertEquals("SessionReject ClOrdID=null RefTagID=11 SessionRejectReason=ValueIsIncorrect",
                outcome(name, "ClOrdID", NULL_ID), name);
        }
    }

    @Test
    void shouldTakePricesOfSixteenDigits()
    {
        for (final String name : OF_ORDERS)
        {
            for (final long price : new long[]{-MAX_PRICE, -1, 0, MAX_PRICE})
            {
                assertTrue(outcome(name, "Price", price).contains("@" + price + " "), name + " price=" + price);
            }
            for (final long price : new long[]{-MAX_PRICE - 1, MAX_PRICE + 1, Long.MIN_VALUE, Long.MAX_VALUE})
            {
                assertEquals(incorrect(lastId + 1, 44), outcome(name, "Price", price), name + " price=" + price);
            }
        }
    }

    @Test
    void shouldTakeQuantitiesFromOneToTheLargest()
    {
        final Map<String, List<String>> fields = Map.of(
            "NewOrderSingle", List.of("OrderQty"),
            "NewOrderIceberg", List.of("OrderQty", "DisplayQty"),
            "NewOrderIcebergX", List.of("OrderQty", "DisplayQty"),
            "OrderReplaceRequest", List.of("OrderQty"));
        fields.forEach((name, names) -> names.forEach((field) ->
        {
            for (final long qty : new long[]{1, MAX_QTY})
            {
                assertTrue(isTaken(name, field, qty), name + " " + field + "=" + qty);
            }
            for (final long qty : new long[]{0, MAX_QTY + 1})
            {
                assertEquals(refused(lastId + 1, 35), outcome(name, field, qty), name + " " + field + "=" + qty);
            }
        }));
        for (final long qty : new long[]{0, MAX_QTY + 1})
        {
            assertTrue(isTaken("OrderReplaceRequest", "Mode", 0, "OrderQty", qty), "the quantity stays as it is");
        }
    }

    @Test
    void shouldTakeTheValuesOfEnumerationsAndNoOthers()
    {
        for (int value = 0; value < 256; value++)
        {
            for (final String name : OF_ORDERS)
            {
                check(name, "ComplianceID", value, COMPLIANCE_IDS.indexOf(value) >= 0, 376);
            }
            for (final String name : List.of("NewOrderSingle", "NewOrderIceberg", "NewOrderIcebergX"))
            {
                check(name, "Side", value, 1 == value || 2 == value, 54);
            }
            for (final String name : List.of("NewOrderSingle", "NewOrderIcebergX"))
            {
                check(name, "TimeInForce", value, LIFETIMES.contains(value), 59);
            }
            check("OrderMassCancelRequest", "Side", value, 1 == value || 2 == value || 89 == value, 54);
            check("OrderReplaceRequest", "Mode", value, value <= 3, 20019);
        }
    }

    private void check(
        final String name, final String field, final int value, final boolean isExpected, final int tag)
    {
        final Object[] fields = "TimeInForce".equals(field) && 6 == value ?
            new Object[]{field, value, "ExpireDate", 99} : new Object[]{field, value};
        final String outcome = outcome(name, fields);
        final String message = name + " " + field + "=" + value;
        if (isExpected)
        {
            assertFalse(outcome.contains("Reject"), message);
        }
        else
        {
            assertEquals(incorrect(lastId, tag), outcome, message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NewOrderSingle", "NewOrderIcebergX"})
    void shouldNeedADateWhenAnOrderLivesUntilOne(final String name)
    {
        assertEquals(incorrect(1, 432), outcome(name, "TimeInForce", 6, "ExpireDate", NULL_ID));
        assertTrue(isTaken(name, "TimeInForce", 6, "ExpireDate", 0));
        assertTrue(isTaken(name, "TimeInForce", 0, "ExpireDate", NULL_ID));
    }

    @Test
    void shouldNameTheFirstThingThatIsWrong()
    {
        final Object[] wrong = {
            "ClOrdID", NULL_ID, "Price", Long.MAX_VALUE, "Side", 0, "ComplianceID", 0, "TimeInForce", 9, "OrderQty", 0};
        final Object[] right = {
            "ClOrdID", 5, "Price", 500, "Side", 1, "ComplianceID", 32, "TimeInForce", 6, "ExpireDate", 1};
        final int[] tags = {11, 44, 54, 376, 59, 432};
        for (int i = 0; i < tags.length; i++)
        {
            final Object[] fields = Stream.concat(Arrays.stream(wrong), Arrays.stream(right, 0, 2 * i)).toArray();
            final String answer = outcome("NewOrderSingle", fields);
            assertTrue(answer.contains(" RefTagID=" + tags[i] + " "), answer);
        }
        assertEquals(refused(5, 35),
            outcome("NewOrderSingle", Stream.concat(Arrays.stream(wrong), Arrays.stream(right)).toArray()));
        assertEquals("SessionReject ClOrdID=null RefTagID=11 SessionRejectReason=ValueIsIncorrect",
            outcome("OrderMassCancelRequest", "ClOrdID", NULL_ID, "Side", 0, "Account", "A"));
        assertEquals(incorrect(4, 54),
            outcome("OrderMassCancelRequest", "ClOrdID", 4, "Side", 0, "Account", "A"));
        assertEquals("SessionReject ClOrdID=null RefTagID=11 SessionRejectReason=ValueIsIncorrect",
            outcome("OrderMassCancelByBFLimitRequest", "ClOrdID", NULL_ID, "Account", "A"));
        assertEquals(incorrect(4, 44),
            outcome("OrderReplaceRequest", "ClOrdID", 4, "Price", Long.MAX_VALUE, "Mode", 9, "OrderQty", 0));
    }

    @Test
    void shouldGiveAnIdToOneOrderOnly()
    {
        for (final String name : REQUIRED.keySet())
        {
            assertTrue(isTaken(name));
            final String second = outcome(name, "ClOrdID", lastId);
            if (OF_ORDERS.contains(name))
            {
                assertEquals("SessionReject ClOrdID=" + (lastId - 1) +
                    " RefTagID=11 SessionRejectReason=ClOrdIdIsNotUnique", second);
            }
            else
            {
                assertFalse(second.contains("Reject"), second);
            }
        }
    }

    @Test
    void shouldHoldARequestUntilTheEngineTakesIt()
    {
        for (final String name : REQUIRED.keySet())
        {
            final long sequence = login.commandSequence();
            final long published = counters.get(GatewayCounter.COMMANDS_PUBLISHED);
            isEngineFull = true;
            assertEquals("", outcome(name), name);
            assertTrue(connection.isHeld(), name);
            assertEquals(sequence, login.commandSequence(), name);
            connection.release(NOW_NS);
            isEngineFull = false;
            assertTrue(isTaken(name, "ClOrdID", lastId), name);
            assertFalse(connection.isHeld(), name);
            assertEquals(sequence + 1, login.commandSequence(), name);
            assertEquals(published + 1, counters.get(GatewayCounter.COMMANDS_PUBLISHED), name);
        }
    }

    @Test
    void shouldSayThatTheSystemIsUnavailableWhenTheEngineTakesNothingForTooLong()
    {
        isEngineFull = true;
        assertEquals("", outcomeAt(NOW_NS, "OrderCancelRequest"));
        assertEquals("", outcomeAt(NOW_NS + ENGINE_WAIT_NS - 1, "OrderCancelRequest"));
        assertEquals("SessionReject ClOrdID=3 RefTagID=null SessionRejectReason=SystemIsUnavailable",
            outcomeAt(NOW_NS + ENGINE_WAIT_NS, "OrderCancelRequest"));
        isEngineFull = false;
        assertFalse(outcomeAt(NOW_NS + ENGINE_WAIT_NS, "OrderCancelRequest").contains("Reject"));
        isEngineFull = true;
        assertEquals("", outcomeAt(NOW_NS + 2 * ENGINE_WAIT_NS, "OrderCancelRequest"));
    }

    @Test
    void shouldRefuseServicesThatAreNotGiven()
    {
        assertEquals(refused(9, 4220), outcome(codec.encode("Sequence", "NextSeqNo", 9), NOW_NS));
    }

    @Test
    void shouldNumberConnectionsAndRequestsOfALoginTogether()
    {
        assertTrue(publisher.connectionChanged(login, true, RECEIVED_NS));
        assertEquals(1, login.commandSequence());
        isEngineFull = true;
        assertFalse(publisher.connectionChanged(login, false, RECEIVED_NS));
        assertFalse(publisher.connectGateway(5, RECEIVED_NS));
        assertEquals(1, login.commandSequence());
        isEngineFull = false;
        assertTrue(publisher.connectGateway(5, RECEIVED_NS));
        assertTrue(outcome("OrderCancelRequest").startsWith("CancelOrder " + head(2)));
    }

    private boolean isTaken(final String name, final Object... fields)
    {
        return !outcome(name, fields).contains("Reject");
    }

    private String outcome(final String name, final Object... fields)
    {
        return outcomeAt(NOW_NS, name, fields);
    }

    /** Fields that are given count, then those that are required; a ClOrdID of its own unless one is given. */
    private String outcomeAt(final long nowNs, final String name, final Object... fields)
    {
        lastId++;
        final List<Object> all = new ArrayList<>(List.of("ClOrdID", lastId));
        if (name.contains("MassCancel") && !Arrays.asList(fields).contains("Account"))
        {
            all.addAll(List.of("Account", "%%%%%%%"));
        }
        all.addAll(REQUIRED.get(name));
        all.addAll(Arrays.asList(fields));
        return outcome(codec.encode(name, all.toArray()), nowNs);
    }

    private String outcome(final byte[] frame, final long nowNs)
    {
        try
        {
            final int before = commands;
            connection.reader.read(Channels.newChannel(new ByteArrayInputStream(frame)));
            assertEquals(frame.length, connection.reader.next());
            adapter.onFrame(connection, connection.reader, RECEIVED_NS, nowNs);
            final ByteArrayOutputStream answer = new ByteArrayOutputStream();
            connection.output().flush(Channels.newChannel(answer));
            assertTrue(before == commands || 0 == answer.size(), "a command and an answer");
            return before < commands ? command() : 0 == answer.size() ? "" : codec.decode(answer.toByteArray());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private String command()
    {
        return switch (header.wrap(command, 0).templateId())
        {
            case NewOrderDecoder.TEMPLATE_ID -> text(new NewOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case NewSpecialOrderDecoder.TEMPLATE_ID ->
                text(new NewSpecialOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case ReplaceOrderDecoder.TEMPLATE_ID ->
                text(new ReplaceOrderDecoder().wrapAndApplyHeader(command, 0, header));
            case CancelOrderDecoder.TEMPLATE_ID ->
                text(new CancelOrderDecoder().wrapAndApplyHeader(command, 0, header));
            default -> text(new MassCancelDecoder().wrapAndApplyHeader(command, 0, header));
        };
    }

    private static String text(final NewOrderDecoder d)
    {
        return "NewOrder " + head(d.header()) + " id=" + d.clOrdId() + " expire=" + d.expireDateNs() + " " +
            d.qtyLots() + "@" + d.priceE5() + " " + AccountCode.unpack(d.accountCode()) + " instrument=" +
            d.instrumentId() + " link=" + d.linkId() + " side=" + d.side() + " tif=" + d.timeInForce() + " '" +
            (char)d.complianceId() + "' flags=" + d.clientFlags() + " conditions=" + d.conditions() + " ref=" +
            d.clientRefLength();
    }

    private static String text(final NewSpecialOrderDecoder d)
    {
        return "NewSpecialOrder " + head(d.header()) + " id=" + d.clOrdId() + " expire=" + d.expireDateNs() + " " +
            d.qtyLots() + "@" + d.priceE5() + " show=" + d.displayLots() + "+-" + d.displayVarianceLots() + " " +
            AccountCode.unpack(d.accountCode()) + " instrument=" + d.instrumentId() + " link=" + d.linkId() +
            " side=" + d.side() + " tif=" + d.timeInForce() + " '" + (char)d.complianceId() + "' flags=" +
            d.clientFlags() + " conditions=" + d.conditions() + " stop=" + d.stopPriceE5() + " min=" + d.minLots() +
            " type=" + d.orderType() + " stp=" + d.selfTradeMode() + " ref=" + d.clientRefLength();
    }

    private static String text(final ReplaceOrderDecoder d)
    {
        return "ReplaceOrder " + head(d.header()) + " id=" + d.clOrdId() + " order=" + d.orderId() + " " +
            d.qtyLots() + "@" + d.priceE5() + " " + AccountCode.unpack(d.accountCode()) + " instrument=" +
            d.instrumentId() + " link=" + d.linkId() + " mode=" + d.mode() + " '" + (char)d.complianceId() +
            "' flags=" + d.clientFlags() + " " + d.orderClass() + " stop=" + d.stopPriceE5() + " ref=" +
            d.clientRefLength();
    }

    private static String text(final CancelOrderDecoder d)
    {
        return "CancelOrder " + head(d.header()) + " id=" + d.clOrdId() + " order=" + d.orderId() + " " +
            AccountCode.unpack(d.accountCode()) + " instrument=" + d.instrumentId() + " flags=" + d.clientFlags() +
            " " + d.orderClass() + " ref=" + d.clientRefLength();
    }

    private static String text(final MassCancelDecoder d)
    {
        return "MassCancel " + head(d.header()) + " id=" + d.clOrdId() + " " +
            AccountCode.unpack(d.accountCode()).replace("\0", "") + "/" + d.accountLength() + " instrument=" +
            d.instrumentId() + " link=" + d.linkId() + " " + d.scope() + " side=" + d.side() + " types=" +
            d.securityTypes() + " group='" + d.securityGroup() + "' ref=" + d.clientRefLength();
    }

    private static String head(final CommandHeaderDecoder d)
    {
        return "#" + d.sequence() + " of " + d.sessionId() + " at " + d.gatewayId() + "/" + d.partition() + " " +
            d.receivedNs() + "/" + d.stampedNs();
    }

    private static String head(final long sequence)
    {
        return "#" + sequence + " of " + LOGIN + " at " + GATEWAY + "/" + PARTITION + " " + RECEIVED_NS + "/0";
    }

    private static String incorrect(final long clOrdId, final int tag)
    {
        return "SessionReject ClOrdID=" + clOrdId + " RefTagID=" + tag + " SessionRejectReason=ValueIsIncorrect";
    }

    private static String refused(final long clOrdId, final int code)
    {
        return "BusinessMessageReject ClOrdID=" + clOrdId + " Timestamp=* OrdRejReason=" + code;
    }

    private long price()
    {
        return random.nextLong(-MAX_PRICE, MAX_PRICE + 1);
    }

    private String account()
    {
        final StringBuilder text = new StringBuilder();
        LongStream.range(0, 7).forEach((i) -> text.append((char)('A' + random.nextInt(26))));
        return text.toString();
    }

    private static Random random()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("OrderEntryAdapterTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        return new Random(seed);
    }
}
