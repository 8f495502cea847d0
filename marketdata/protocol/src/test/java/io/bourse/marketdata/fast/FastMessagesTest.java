// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every message that Bourse sends is decoded by OpenFAST and by our decoder, and both must give the values that went
 * in.
 */
@Tag("venue")
class FastMessagesTest
{
    private static final long SENDING_TIME = 20251121101112123L;
    private static final int RUNS = 200;
    private static final Set<Integer> CHECKED = new TreeSet<>();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final FastWriter writer = new FastWriter();
    private final ArrayList<String> expected = new ArrayList<>();

    FastMessagesTest()
    {
        System.out.println("FastMessagesTest seed=" + seed);
    }

    @AfterAll
    static void shouldHaveCheckedEveryTemplate()
    {
        final TreeSet<Integer> all = new TreeSet<>();
        FastTemplates.bourse().all().forEach(template -> all.add(template.id()));
        assertEquals(all, CHECKED);
    }

    @Test
    void shouldEncodeTheWorkedExampleByteForByte()
    {
        final FastEntryList entries = new FastEntryList();
        new FastOrderEntry()
            .action(FastMessages.ADD).type(FastMessages.BID).orderId(1001).securityId(305203).rptSeq(1)
            .timeOfDay(101112123456789L).priceE5(65_123_50000L).qtyLots(5).sessionId(6543).flags(0x1001).flags2(0)
            .revision(42).putIncremental(entries.beginEntry());
        entries.endEntry();
        writer.wrap(buffer, 0).beginMessage(FastMessages.ORDERS_LOG, 7, SENDING_TIME).putUInt(1).putUInt(1);
        entries.putTo(0, 1, writer);
        final byte[] bytes = new byte[writer.position()];
        buffer.getBytes(0, bytes);
        assertEquals(
            "c09d87237c49187c2406bb818180b007ea1250b48280167e60014d7a95ff275fe3868080803390208281ab",
            HexFormat.of().formatHex(bytes));
    }

    @Test
    void shouldEncodeSessionMessages()
    {
        check(FastMessages.HEARTBEAT, "Heartbeat", seq -> FastMessages.putHeartbeat(writer, seq, SENDING_TIME));
        check(FastMessages.SEQUENCE_RESET, "SequenceReset", seq ->
        {
            FastMessages.putSequenceReset(writer, seq, SENDING_TIME, seq ^ 1);
            expected.add("NewSeqNo=" + (seq ^ 1));
        });
        check(FastMessages.LOGON, "Logon", seq -> FastMessages.putLogon(writer, seq, SENDING_TIME));
        check(FastMessages.LOGOUT, "Logout", seq ->
        {
            final String text = optional(text());
            FastMessages.putLogout(writer, seq, SENDING_TIME, text);
            expect("Text", text);
        });
    }

    @Test
    void shouldEncodeOrderEntries()
    {
        final FastOrderEntry entry = new FastOrderEntry();
        check(FastMessages.ORDERS_LOG, "OrdersLogMessage", seq ->
        {
            final int count = random.nextInt(4);
            writer.beginMessage(FastMessages.ORDERS_LOG, seq, SENDING_TIME).putUInt(1).putUInt(count);
            expected.add("LastFragment=1");
            expected.add("MDEntries x" + count);
            for (int i = 0; i < count; i++)
            {
                orderEntry(entry.clear(), true);
                entry.putIncremental(writer);
            }
        });
        check(FastMessages.BOOK, "BookMessage", seq ->
        {
            writer.beginMessage(FastMessages.BOOK, seq, SENDING_TIME).putUInt(seq).putUIntNullable(7).putUInt(0)
                .putUInt(1).putUInt(6543).putUIntNullable(305203).putUInt(2);
            expected.addAll(List.of("LastMsgSeqNumProcessed=" + seq, "RptSeq=7", "LastFragment=0", "RouteFirst=1",
                "ExchangeTradingSessionID=6543", "SecurityID=305203", "MDEntries x2"));
            for (int i = 0; i < 2; i++)
            {
                orderEntry(entry.clear(), false);
                entry.putSnapshot(writer);
            }
        });
    }

    private void orderEntry(final FastOrderEntry e, final boolean isIncremental)
    {
        expected.add("-");
        e.action(random.nextInt(3)).type((byte)('0' + random.nextInt(2)));
        final long[] v = {number(), unsigned(), unsigned32(), number(), number(), number(), unsigned32(), number(),
            number(), unsigned()};
        final long date = random.nextBoolean() ? FastWriter.NULL : 20251121;
        final long[] p = {price(), price()};
        final long time = random.nextLong(240_000_000_000_000L);
        final int action = random.nextInt(3);
        e.action(action).type((byte)'J').orderId(v[0]).securityId(v[1]).rptSeq(v[2]).date(date).timeOfDay(time)
            .priceE5(p[0]).qtyLots(v[3]).lastPriceE5(p[1]).lastLots(v[4]).tradeId(v[5]).sessionId(v[6]).flags(v[7])
            .flags2(v[8]).revision(v[9]);
        if (isIncremental)
        {
            expected.add("MDUpdateAction=" + action);
        }
        expected.add("MDEntryType=J");
        expect("MDEntryID", v[0]);
        if (isIncremental)
        {
            expectUnsigned("SecurityID", v[1]);
            expectUnsigned("RptSeq", v[2]);
        }
        expect("MDEntryDate", date);
        expect("MDEntryTime", time);
        expectPrice("MDEntryPx", p[0]);
        expect("MDEntrySize", v[3]);
        if (isIncremental)
        {
            expectPrice("LastPx", p[1]);
            expect("LastQty", v[4]);
        }
        expect("TradeID", v[5]);
        if (isIncremental)
        {
            expectUnsigned("ExchangeTradingSessionID", v[6]);
        }
        expect("MDFlags", v[7]);
        expect("MDFlags2", v[8]);
        if (isIncremental)
        {
            expectUnsigned("Revision", v[9]);
        }
    }

    @Test
    void shouldEncodeRefreshEntries()
    {
        final FastRefreshEntry entry = new FastRefreshEntry();
        check(FastMessages.INCREMENTAL_REFRESH, "DefaultIncrementalRefreshMessage", seq ->
        {
            writer.beginMessage(FastMessages.INCREMENTAL_REFRESH, seq, SENDING_TIME).putUIntNullable(1).putUInt(2);
            expected.add("LastFragment=1");
            expected.add("MDEntries x2");
            for (int i = 0; i < 2; i++)
            {
                refreshEntry(entry.clear(), true);
                entry.putIncremental(writer);
            }
        });
        check(FastMessages.SNAPSHOT, "DefaultSnapshotMessage", seq ->
        {
            writer.beginMessage(FastMessages.SNAPSHOT, seq, SENDING_TIME).putUIntNullable(FastWriter.NULL)
                .putUInt(12).putUInt(3).putUInt(seq).putUIntNullable(42).putAsciiNullable("Si-12.25")
                .putAsciiNullable(null).putUInt(1);
            expected.addAll(List.of("RptSeq=12", "TotNumReports=3", "LastMsgSeqNumProcessed=" + seq, "SecurityID=42",
                "Symbol=Si-12.25", "MDEntries x1"));
            refreshEntry(entry.clear(), false);
            entry.putSnapshot(writer);
        });
    }

    private void refreshEntry(final FastRefreshEntry e, final boolean isIncremental)
    {
        expected.add("-");
        final String[] s = {optional(text()), optional(text()), optional(text()), optional(text()), optional(text())};
        final long[] n = {unsigned(), unsigned32(), random.nextInt(1 << 30), unsigned32(), unsigned32(), number(),
            number(), number32(), number32(), number32(), unsigned(), number()};
        final long[] p = {price(), price()};
        e.action(1).type((byte)'W').securityId(n[0]).symbol(s[0]).securityGroup(s[1]).sessionId(n[1]).rptSeq(n[2])
            .marketDepth(n[3]).level(n[4]).entryId(n[5]).priceE5(p[0]).size(n[6]).date(20251122).timeOfDay(1)
            .numberOfOrders(n[7]).tradeType(s[2]).trdType(n[8]).lastPriceE5(p[1]).flags(n[9]).currency(s[3])
            .revision(n[10]).orderSide((byte)'2').openInterest(n[11]).sessionSubId(s[4]);
        if (isIncremental)
        {
            expected.addAll(List.of("MDUpdateAction=1", "MDEntryType=W"));
            expectUnsigned("SecurityID", n[0]);
            expect("Symbol", s[0]);
            expect("SecurityGroup", s[1]);
            expectUnsigned("ExchangeTradingSessionID", n[1]);
            expect("RptSeq", n[2]);
            expectUnsigned("MarketDepth", n[3]);
            expectUnsigned("MDPriceLevel", n[4]);
            expect("MDEntryID", n[5]);
            expectPrice("MDEntryPx", p[0]);
            expect("MDEntrySize", n[6]);
            expected.addAll(List.of("MDEntryDate=20251122", "MDEntryTime=1"));
            expectTail(s, n);
            expectPrice("LastPx", p[1]);
            expect("MDFlags", n[9]);
            expect("Currency", s[3]);
            expectUnsigned("Revision", n[10]);
            expected.add("OrderSide=2");
            expect("OpenInterest", n[11]);
        }
        else
        {
            expected.add("MDEntryType=W");
            expectUnsigned("ExchangeTradingSessionID", n[1]);
            expect("MDEntryID", n[5]);
            expectUnsigned("MarketDepth", n[3]);
            expectPrice("MDEntryPx", p[0]);
            expected.addAll(List.of("MDEntryDate=20251122", "MDEntryTime=1"));
            expect("MDEntrySize", n[6]);
            expectUnsigned("MDPriceLevel", n[4]);
            expectTail(s, n);
            expect("MDFlags", n[9]);
            expect("Currency", s[3]);
            expected.add("OrderSide=2");
        }
        expect("TradingSessionSubID", s[4]);
    }

    private void expectTail(final String[] s, final long[] n)
    {
        expect("NumberOfOrders", n[7]);
        expect("MDEntryTradeType", s[2]);
        expect("TrdType", n[8]);
    }

    @Test
    void shouldEncodeInstruments()
    {
        final FastSecurityDefinition definition = new FastSecurityDefinition();
        check(FastMessages.SECURITY_DEFINITION, "SecurityDefinition", seq ->
        {
            final String[] s = {optional(text()), optional(text()), optional(text()), optional(text())};
            final String text = "\u0424\u044c\u044e\u0447";
            final byte[] desc = random.nextBoolean() ? null : text.getBytes(StandardCharsets.UTF_8);
            final long[] p = {price(), price(), price(), price(), price(), price(), price(), price(), price(),
                price(), price()};
            definition.clear().totNumReports(9).symbol("Si-12.25").securityDesc(desc).securityId(42).cfiCode(s[0])
                .strikePriceE5(p[0]).contractMultiplierE5(p[1]).status(17).currency(s[1]).marketSegmentId("D")
                .tradingSessionId(1).sessionId(6543).volatilityE5(p[2])
                .highLimitE5(p[3]).lowLimitE5(p[4]).tickE5(p[5]).tickValueE5(p[6]).marginBuyE5(p[7])
                .marginSellE5(p[8]).theorPriceE5(p[9]).underlyingCurrency(s[3]).maturityDate(20251218)
                .maturityTime(185000000).instrumentFlags(3).settlPriceE5(p[10])
                .addFeedType("FO-BOOK-5", 5, FastWriter.NULL).addFeedType("ORDERS-LOG", FastWriter.NULL, 3);
            if (null != s[2])
            {
                definition.addUnderlying(s[2], null, 77, FastWriter.NULL);
            }
            final int legs = random.nextInt(3);
            for (int i = 0; i < legs; i++)
            {
                definition.addLeg("L" + i, 100 + i, 1 - 2 * i);
            }
            definition.encode(writer, seq, SENDING_TIME);
            expected.addAll(List.of("TotNumReports=9", "Symbol=Si-12.25"));
            expect("SecurityDesc", null == desc ? null : text);
            expected.add("SecurityID=42");
            expect("CFICode", s[0]);
            expectPrice("StrikePrice", p[0]);
            expectPrice("ContractMultiplier", p[1]);
            expected.add("SecurityTradingStatus=17");
            expect("Currency", s[1]);
            expected.addAll(List.of("MarketSegmentID=D", "TradingSessionID=1", "ExchangeTradingSessionID=6543"));
            expectPrice("Volatility", p[2]);
            expected.addAll(List.of("MDFeedTypes x2", "-", "MDFeedType=FO-BOOK-5", "MarketDepth=5", "-",
                "MDFeedType=ORDERS-LOG", "MDBookType=3"));
            if (null != s[2])
            {
                expected.addAll(List.of("Underlyings x1", "-", "UnderlyingSymbol=" + s[2],
                    "UnderlyingSecurityID=77"));
            }
            final String[] names = {"HighLimitPx", "LowLimitPx", "MinPriceIncrement", "MinPriceIncrementAmount",
                "InitialMarginOnBuy", "InitialMarginOnSell", "TheorPrice"};
            for (int i = 0; i < names.length; i++)
            {
                expectPrice(names[i], p[3 + i]);
            }
            if (0 < legs)
            {
                expected.add("InstrumentLegs x" + legs);
            }
            for (int i = 0; i < legs; i++)
            {
                expected.addAll(
                    List.of("-", "LegSymbol=L" + i, "LegSecurityID=" + (100 + i), "LegRatioQty=" + (1 - 2 * i)));
            }
            expect("UnderlyingCurrency", s[3]);
            expected.addAll(List.of("MaturityDate=20251218", "MaturityTime=185000000", "Flags=3"));
            expectPrice("SettlPrice", p[10]);
        });
    }

    @Test
    void shouldEncodeStatesOfInstruments()
    {
        check(FastMessages.SECURITY_STATUS, "SecurityStatus", seq ->
        {
            final long[] p = {price(), price(), price(), price(), price()};
            new FastSecurityStatus().securityId(42).symbol("Si").status(2).highLimitE5(p[0]).lowLimitE5(p[1])
                .marginBuyE5(p[2]).marginSellE5(p[3]).marginSyntheticE5(p[4]).encode(writer, seq, SENDING_TIME);
            expected.addAll(List.of("SecurityID=42", "Symbol=Si", "SecurityTradingStatus=2"));
            expectPrice("HighLimitPx", p[0]);
            expectPrice("LowLimitPx", p[1]);
            expectPrice("InitialMarginOnBuy", p[2]);
            expectPrice("InitialMarginOnSell", p[3]);
            expectPrice("InitialMarginSyntetic", p[4]);
        });
        check(FastMessages.SECURITY_DEFINITION_UPDATE_REPORT, "SecurityDefinitionUpdateReport", seq ->
        {
            final long[] p = {price(), price(), price()};
            new FastSecurityDefinitionUpdate().securityId(42).volatilityE5(p[0]).theorPriceE5(p[1])
                .theorPriceLimitE5(p[2]).encode(writer, seq, SENDING_TIME);
            expected.add("SecurityID=42");
            expectPrice("Volatility", p[0]);
            expectPrice("TheorPrice", p[1]);
            expectPrice("TheorPriceLimit", p[2]);
        });
        check(FastMessages.SECURITY_MASS_STATUS, "SecurityMassStatus", seq ->
        {
            FastMessages.beginSecurityMassStatus(writer, seq, SENDING_TIME, 1, 2);
            FastMessages.putMassStatusEntry(writer, 42, 17);
            FastMessages.putMassStatusEntry(writer, 4_000_000_000L, 2);
            expected.addAll(List.of("LastFragment=1", "SecMassStatGrp x2", "-", "SecurityID=42",
                "SecurityTradingStatus=17", "-", "SecurityID=4000000000", "SecurityTradingStatus=2"));
        });
        check(FastMessages.SECURITY_GROUP_STATUS, "SecurityGroupStatus", seq ->
        {
            final long[] v = {number(), number32(), number(), number32(), number32()};
            new FastSecurityGroupStatus().securityGroupId(v[0]).haltType(1).tradeModeMask(v[1]).groupMask(v[2])
                .sectionId(v[3]).baseContractId(v[4]).status(18).transactTime(SENDING_TIME)
                .encode(writer, seq, SENDING_TIME);
            expect("SecurityGroupID", v[0]);
            expected.add("HaltType=1");
            expect("TradeModeMask", v[1]);
            expect("GroupMask", v[2]);
            expect("SectionID", v[3]);
            expect("BaseContractID", v[4]);
            expected.addAll(List.of("SecurityTradingStatus=18", "TransactTime=" + SENDING_TIME));
        });
    }

    @Test
    void shouldEncodeStatesOfSessions()
    {
        check(FastMessages.TRADING_SESSION_STATUS, "TradingSessionStatus", seq ->
        {
            final long[] v = {number32(), number(), unsigned()};
            new FastTradingSessionStatus().openTime(SENDING_TIME).closeTime(SENDING_TIME + 1).tradingSessionId(1)
                .sessionId(6543).status(2).marketSegmentId("D").event(v[0]).tradePeriodId(v[1]).settlSessBegin(v[2])
                .encode(writer, seq, SENDING_TIME);
            expected.addAll(List.of("TradSesOpenTime=" + SENDING_TIME, "TradSesCloseTime=" + (SENDING_TIME + 1),
                "TradingSessionID=1", "ExchangeTradingSessionID=6543", "TradSesStatus=2", "MarketSegmentID=D"));
            expect("TradSesEvent", v[0]);
            expect("TradePeriodID", v[1]);
            expectUnsigned("SettlSessBegin", v[2]);
        });
        check(FastMessages.DISCRETE_AUCTION, "DiscreteAuction", seq ->
        {
            final String underlying = optional(text());
            final FastDiscreteAuction auction = new FastDiscreteAuction().openTime(1).closeTimeFrom(2).closeTimeTill(3)
                .auctionId(-4).sessionId(5).eventIdOpen(6).eventIdClose(-7).tradePeriodId(8);
            if (null != underlying)
            {
                auction.addUnderlying(underlying);
            }
            auction.encode(writer, seq, SENDING_TIME);
            expected.addAll(List.of("TradSesOpenTime=1", "TradSesCloseTimeFrom=2", "TradSesCloseTimeTill=3",
                "AuctionID=-4", "ExchangeTradingSessionID=5", "EventIDOpen=6", "EventIDClose=-7"));
            if (null != underlying)
            {
                expected.addAll(List.of("Underlyings x1", "-", "UnderlyingSymbol=" + underlying));
            }
            expected.add("TradePeriodID=8");
        });
    }

    private void check(final int templateId, final String name, final Consumer<Long> encoder)
    {
        CHECKED.add(templateId);
        for (int i = 0; i < RUNS; i++)
        {
            final long msgSeqNum = random.nextLong(1L << random.nextInt(1, 33));
            expected.clear();
            expected.addAll(List.of(
                name + ' ' + templateId, "MsgSeqNum=" + msgSeqNum, "SendingTime=" + SENDING_TIME));
            writer.wrap(buffer, 4);
            encoder.accept(msgSeqNum);
            final byte[] bytes = new byte[writer.position() - 4];
            buffer.getBytes(4, bytes);
            final String message = "seed=" + seed + ' ' + HexFormat.of().formatHex(bytes);
            assertEquals(expected, FastLines.ours(buffer, 4, bytes.length), message);
            assertEquals(expected, FastLines.openFast(bytes), message);
        }
    }

    private void expect(final String name, final long value)
    {
        if (FastWriter.NULL != value)
        {
            expected.add(name + '=' + value);
        }
    }

    private void expectUnsigned(final String name, final long value)
    {
        expect(name, value);
    }

    private void expect(final String name, final String value)
    {
        if (null != value)
        {
            expected.add(name + '=' + value);
        }
    }

    private void expectPrice(final String name, final long priceE5)
    {
        if (FastWriter.NULL_PRICE != priceE5)
        {
            long mantissa = priceE5;
            int exponent = -5;
            while (exponent < 0 && 0 == mantissa % 10)
            {
                mantissa /= 10;
                exponent++;
            }
            expected.add(name + '=' + FastLines.decimal(mantissa, exponent));
        }
    }

    private long number()
    {
        return random.nextInt(5) == 0 ? FastWriter.NULL : random.nextLong() >> 2 + random.nextInt(62);
    }

    private long number32()
    {
        return random.nextInt(5) == 0 ? FastWriter.NULL : random.nextInt() >> 1 + random.nextInt(31);
    }

    private long unsigned()
    {
        return random.nextInt(5) == 0 ? FastWriter.NULL : random.nextLong() >>> 2 + random.nextInt(62);
    }

    private long unsigned32()
    {
        return random.nextInt(5) == 0 ? FastWriter.NULL : random.nextInt() >>> 1 + random.nextInt(31);
    }

    private long price()
    {
        return random.nextInt(5) == 0 ? FastWriter.NULL_PRICE : random.nextLong(-1L << 50, 1L << 50) /
            (random.nextBoolean() ? 1 : 100_000) * (random.nextBoolean() ? 1 : 100_000);
    }

    private String text()
    {
        final StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--)
        {
            text.append((char)(' ' + random.nextInt(95)));
        }
        return text.toString();
    }

    private String optional(final String text)
    {
        return random.nextInt(4) == 0 ? null : text;
    }
}
