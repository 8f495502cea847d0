// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/**
 * The generated flyweights of instruments and of TCP replay against the tables of SIMBA B.2 and B.4:
 * a line of a table here is a name, its offset in version 8 and its offset in version 9, {@code -} for none.
 */
class SimbaInstrumentSchemaTest
{
    private static final String V8 = "io.bourse.marketdata.simba.";
    private static final String V9 = "io.bourse.marketdata.simba.v9.";

    private static final String SECURITY_DEFINITION = """
        TotNumReports 0 0
        Symbol 4 4
        SecurityID 29 29
        SecurityAltID 33 33
        SecurityAltIDSource 58 58
        SecurityType 59 59
        CFICode 63 63
        StrikePrice 69 69
        ContractMultiplier 77 77
        SecurityTradingStatus 81 81
        Currency 82 82
        MarketSegmentID 85 85
        TradingSessionID 86 86
        ExchangeTradingSessionID 87 87
        Volatility 91 91
        HighLimitPx 99 99
        LowLimitPx 107 107
        MinPriceIncrement 115 115
        MinPriceIncrementAmount 123 123
        InitialMarginOnBuy 131 131
        InitialMarginOnSell 139 139
        InitialMarginSyntetic 147 147
        TheorPrice 155 155
        TheorPriceLimit 163 163
        UnderlyingQty 171 171
        UnderlyingCurrency 179 179
        MaturityDate 182 -
        MaturityTime 186 -
        Flags 190 182
        MinPriceIncrementAmountCurr 198 190
        SettlPriceOpen 206 198
        ValuationMethod 214 206
        RiskFreeRate 218 210
        FixedSpotDiscount 226 218
        ProjectedSpotDiscount 234 226
        SettlCurrency 242 234
        NegativePrices 245 237
        DerivativeContractMultiplier 246 238
        InterestRateRiskUp 250 242
        InterestRateRiskDown 258 250
        RiskFreeRate2 266 258
        InterestRate2RiskUp 274 266
        InterestRate2RiskDown 282 274
        SettlPrice 290 282
        TradeModeID 298 290
        GroupMask 302 294
        SectionID 310 302
        BaseContractID 314 306
        TradePeriodAccess 318 310
        HighLimitPxWeekend - 318
        LowLimitPxWeekend - 326
        ClearingSettlPrice - 334
        """;

    private static final String SECURITY_STATUS = """
        SecurityID 0 0
        Symbol 4 4
        SecurityTradingStatus 29 29
        HighLimitPx 30 30
        LowLimitPx 38 38
        InitialMarginOnBuy 46 46
        InitialMarginOnSell 54 54
        InitialMarginSyntetic 62 62
        HighLimitPxWeekend - 70
        LowLimitPxWeekend - 78
        """;

    private static final String TRADING_SESSION_STATUS = """
        TradSesOpenTime 0 0
        TradSesCloseTime 8 8
        TradingSessionID 16 16
        ExchangeTradingSessionID 17 17
        TradSesStatus 21 21
        MarketSegmentID 22 22
        TradSesEvent 23 23
        TradePeriodID 24 24
        SettlSessBegin 32 32
        ClrSessBegin 40 40
        """;

    @Test
    void shouldHaveTemplateIdsAndBlockLengthsOfTheProtocol()
    {
        final List<String> expected = List.of(
            "SecurityDefinition 21/326 27/342",
            "SecurityStatus 9/70 28/86",
            "SecurityDefinitionUpdateReport 10/28 10/28",
            "TradingSessionStatus 26/48 26/48",
            "Logon 1000/0 1000/0",
            "Logout 1001/256 1001/256",
            "MarketDataRequest 1002/8 1002/8",
            "Heartbeat 1/0 1/0",
            "SequenceReset 2/4 2/4",
            "EmptyBook 4/4 4/4",
            "BestPrices 14/0 14/0",
            "OrderUpdate 15/50 15/50",
            "OrderExecution 16/74 16/74",
            "OrderBookSnapshot 17/16 17/16");
        final List<String> actual = new ArrayList<>();
        for (final String line : expected)
        {
            final String name = line.substring(0, line.indexOf(' '));
            actual.add(name + ' ' + identity(V8, name) + ' ' + identity(V9, name));
        }
        assertEquals(expected, actual);
        assertEquals(8, MessageHeaderDecoder.SCHEMA_VERSION);
        assertEquals(9, io.bourse.marketdata.simba.v9.MessageHeaderDecoder.SCHEMA_VERSION);
        assertEquals(19780, io.bourse.marketdata.simba.v9.MessageHeaderDecoder.SCHEMA_ID);
    }

    @Test
    void shouldHaveOffsetsOfSecurityDefinition()
    {
        assertTable(SECURITY_DEFINITION, "SecurityDefinitionDecoder");
    }

    @Test
    void shouldHaveOffsetsOfSecurityStatus()
    {
        assertTable(SECURITY_STATUS, "SecurityStatusDecoder");
    }

    @Test
    void shouldHaveOffsetsOfTradingSessionStatus()
    {
        assertTable(TRADING_SESSION_STATUS, "TradingSessionStatusDecoder");
    }

    @Test
    void shouldHaveOffsetsOfShortMessages()
    {
        assertTable("""
            SecurityID 0 0
            Volatility 4 4
            TheorPrice 12 12
            TheorPriceLimit 20 20
            """, "SecurityDefinitionUpdateReportDecoder");
        assertTable("Text 0 0", "LogoutDecoder");
        assertTable("""
            ApplBegSeqNum 0 0
            ApplEndSeqNum 4 4
            """, "MarketDataRequestDecoder");
    }

    @Test
    void shouldHaveGroupsOfSecurityDefinition()
    {
        assertTable("""
            MDFeedType 0 0
            MarketDepth 25 25
            MDBookType 29 29
            """, "SecurityDefinitionDecoder$NoMDFeedTypesDecoder");
        assertTable("""
            UnderlyingSymbol 0 0
            UnderlyingBoard 25 25
            UnderlyingSecurityID 29 29
            UnderlyingFutureID 33 33
            """, "SecurityDefinitionDecoder$NoUnderlyingsDecoder");
        assertTable("""
            LegSymbol 0 0
            LegSecurityID 25 25
            LegRatioQty 29 29
            """, "SecurityDefinitionDecoder$NoLegsDecoder");
        assertTable("""
            InstrAttribType 31 0
            InstrAttribValue 0 4
            """, "SecurityDefinitionDecoder$NoInstrAttribDecoder");
        assertTable("""
            EventType 0 0
            EventDate 4 4
            EventTime 8 8
            """, "SecurityDefinitionDecoder$NoEventsDecoder");
        final List<String> expected = List.of("NoMDFeedTypes 33 33", "NoUnderlyings 37 37", "NoLegs 33 33",
            "NoInstrAttrib 35 35", "NoEvents 16 16");
        final List<String> actual = new ArrayList<>();
        for (final String line : expected)
        {
            final String name = line.substring(0, line.indexOf(' '));
            final String type = "SecurityDefinitionDecoder$" + name + "Decoder";
            actual.add(name + ' ' + number(V8 + type, "sbeBlockLength") + ' ' + number(V9 + type, "sbeBlockLength"));
            assertEquals(3, number(V8 + type, "sbeHeaderSize"));
            assertEquals(3, number(V9 + type, "sbeHeaderSize"));
        }
        assertEquals(expected, actual);
    }

    @Test
    void shouldHaveNullsOfTheProtocol()
    {
        assertEquals(
            List.of(Long.MAX_VALUE, Long.MAX_VALUE, (long)Integer.MIN_VALUE, 255L, 4294967295L),
            List.of(Decimal5NULLDecoder.mantissaNullValue(), Decimal2NULLDecoder.mantissaNullValue(),
                (long)SecurityDefinitionDecoder.contractMultiplierNullValue(),
                (long)SecurityTradingStatus.NULL_VAL.value(), SecurityDefinitionDecoder.maturityDateNullValue()));
        assertTrue(Double.isNaN(SecurityDefinitionDecoder.riskFreeRateNullValue()));
        assertTrue(Double.isNaN(Double.longBitsToDouble(Decimal5NULLDecoder.mantissaNullValue())));
    }

    @Test
    void shouldHaveStatusesOfTheProtocol()
    {
        final List<Integer> values = new ArrayList<>();
        for (final SecurityTradingStatus status : SecurityTradingStatus.values())
        {
            values.add((int)status.value());
        }
        assertEquals(List.of(2, 17, 18, 19, 20, 21, 119, 121, 122, 123, 124, 255), values);
    }

    private static void assertTable(final String table, final String type)
    {
        final StringBuilder actual = new StringBuilder();
        for (final String line : table.strip().split("\n"))
        {
            final String name = line.strip().split(" ")[0];
            actual.append(name).append(' ').append(offset(V8 + type, name)).append(' ')
                .append(offset(V9 + type, name)).append('\n');
        }
        assertEquals(table.strip(), actual.toString().strip());
        // And nothing that the table has not.
        assertEquals(lines(table, 1), fieldCount(V8 + type));
        assertEquals(lines(table, 2), fieldCount(V9 + type));
    }

    private static long lines(final String table, final int column)
    {
        return table.strip().lines().filter(line -> !"-".equals(line.strip().split(" ")[column])).count();
    }

    private static long fieldCount(final String type)
    {
        long count = 0;
        for (final Method method : type(type).getDeclaredMethods())
        {
            count += method.getName().endsWith("EncodingOffset") ? 1 : 0;
        }
        return count;
    }

    private static String identity(final String prefix, final String name)
    {
        final Class<?> type = type(prefix + name + "Decoder");
        try
        {
            return type.getField("TEMPLATE_ID").getInt(null) + "/" + type.getField("BLOCK_LENGTH").getInt(null);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static String offset(final String type, final String name)
    {
        final String method = Character.toLowerCase(name.charAt(0)) + name.substring(1) + "EncodingOffset";
        try
        {
            return String.valueOf(type(type).getMethod(method).invoke(null));
        }
        catch (final NoSuchMethodException ex)
        {
            return "-";
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static int number(final String type, final String method)
    {
        try
        {
            return (int)type(type).getMethod(method).invoke(null);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static Class<?> type(final String name)
    {
        try
        {
            return Class.forName(name);
        }
        catch (final ClassNotFoundException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
