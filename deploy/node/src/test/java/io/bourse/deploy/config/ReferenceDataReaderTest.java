// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReferenceDataReaderTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldReadTheEmbeddedVenue()
    {
        final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);

        assertEquals("AA01000", data.accounts().getFirst());
        assertEquals(900, data.accounts().size());
        final InstrumentSpec rts = data.instruments().get(2);
        assertEquals(1_802_468, rts.tickValueE5());
        assertEquals(3_795, rts.exchangeFeePctE6());
        assertEquals(11_234_000_000L, rts.settlementPriceE5());
        assertEquals(List.of(), data.strategies());
        assertEquals(
            data.brokerageFirms().stream().map(firm -> new ReferenceData.Limits(LimitLevel.BROKERAGE_FIRM, firm,
                new TradingLimitsSpec(0, 500_000, 100_000_000_000L, 0, 0), "")).toList(),
            data.limits());
    }

    @Test
    void shouldReadLimitsOfFirmsAccountsAndLogins() throws IOException
    {
        writeVenue("");
        assertEquals(List.of(), ReferenceDataReader.read(dir.toString(), 20261120).limits());

        writeLimits("LOGIN,1,,,,,30\nCLIENT,AA01009,,,7,,\nBROKERAGE_FIRM,AA01,5,12.34,,6,\n");
        assertEquals(
            List.of(
                new ReferenceData.Limits(LimitLevel.LOGIN, "1", new TradingLimitsSpec(0, 0, 0, 0, 30), ""),
                new ReferenceData.Limits(LimitLevel.CLIENT, "AA01009", new TradingLimitsSpec(7, 0, 0, 0, 0), ""),
                new ReferenceData.Limits(
                    LimitLevel.BROKERAGE_FIRM, "AA01", new TradingLimitsSpec(0, 5, 1_234, 6, 0), "")),
            ReferenceDataReader.read(dir.toString(), 20261120).limits());
    }

    @Test
    void shouldNameTheRowAndTheFactWhenALimitIsRefused() throws IOException
    {
        writeVenue("");
        for (final String refused : List.of(
            "LOGIN,2,5,,,, code=2", "CLIENT,AA01,5,,,, code=AA01", "BROKERAGE_FIRM,AA02,5,,,, code=AA02",
            "SETTLEMENT_ACCOUNT,AA01,5,,,, level=SETTLEMENT_ACCOUNT", "FIRM,AA01,5,,,, FIRM",
            "LOGIN,1,,,,, at least one limit", "LOGIN,1,0,,,, order_lots=0", "LOGIN,1,-1,,,, order_lots=-1",
            "LOGIN,1,,0.001,,, Rounding", "LOGIN,1,x,,,, x", "CLIENT,AA01000,5,,,, limits already"))
        {
            final int fact = refused.indexOf(", ") + 1;
            writeLimits("CLIENT,AA01000,5,,,,\n" + refused.substring(0, fact) + "\n");
            final String message = assertThrows(
                ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage();
            assertTrue(message.contains("limits.csv line 3"), message);
            assertTrue(message.contains(refused.substring(fact + 1)), message);
        }
    }

    @Test
    void shouldReadCapacityOrHaveDefaultsForTwiceTheTables() throws IOException
    {
        writeVenue("");
        assertEquals(new VenueLimitsSpec(200_000, 50_000, 500_000, 10_000, 2_000, 1_000_000),
            ReferenceDataReader.read(dir.toString(), 20261120).capacity());
        assertEquals(new VenueLimitsSpec(50_000, 20_000, 20_000, 2_000, 500, 50_000),
            ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120).capacity());
        writeCapacity("9,,10,5,1,\n");
        assertEquals(
            new VenueLimitsSpec(9, 0, 10, 5, 1, 0), ReferenceDataReader.read(dir.toString(), 20261120).capacity());
    }

    @Test
    void shouldNameTheRowAndTheFactWhenACapacityIsRefused() throws IOException
    {
        writeVenue("");
        for (final String refused : List.of(
            "0,,,,, live_orders=0", "-1,,,,, live_orders=-1", "x,,,,, x", ",,9,,, accounts=9 defined=10",
            ",,,4,, instruments=4 defined=5", "1,,,,,\\n2,,,,, one row only"))
        {
            final int fact = refused.lastIndexOf(", ") + 1;
            writeCapacity(refused.substring(0, fact).replace("\\n", "\n") + "\n");
            final String message = assertThrows(
                ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage();
            assertTrue(message.contains("capacity.csv line "), message);
            assertTrue(message.contains(refused.substring(fact + 1)), message);
        }
        writeCapacity("");
        assertTrue(assertThrows(ConfigurationException.class,
            () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage().contains("must have one row"));
    }

    private void writeCapacity(final String rows) throws IOException
    {
        Files.writeString(dir.resolve("capacity.csv"),
            "live_orders,live_orders_per_login,accounts,instruments,logins,exposures\n" + rows);
    }

    private void writeLimits(final String rows) throws IOException
    {
        Files.writeString(dir.resolve("limits.csv"),
            "level,code,order_lots,order_notional,position_lots,active_orders,orders_per_second\n" + rows);
    }

    @Test
    void shouldReadStrategiesWithTheirLegsInTheOrderOfTheRows() throws IOException
    {
        writeVenue("11,101,-1\n10,102,1\n11,102,2\n\n10,101,-1\n11,103,-1\n");

        assertEquals(
            List.of(
                new ReferenceData.Strategy(
                    11, List.of(new LegSpec(101, -1), new LegSpec(102, 2), new LegSpec(103, -1))),
                new ReferenceData.Strategy(10, List.of(new LegSpec(102, 1), new LegSpec(101, -1)))),
            ReferenceDataReader.read(dir.toString(), 20261120).strategies());
    }

    @Test
    void shouldReadAVenueWithoutStrategies() throws IOException
    {
        writeVenue("");
        assertEquals(List.of(), ReferenceDataReader.read(dir.toString(), 20261120).strategies());

        Files.delete(dir.resolve("strategies.csv"));
        assertEquals(List.of(), ReferenceDataReader.read(dir.toString(), 20261120).strategies());
    }

    @Test
    void shouldNameTheRowAndTheFactWhenALegIsRefused() throws IOException
    {
        assertRefused("99,101,1", "strategy_id=99 kind=null");
        assertRefused("101,102,1", "strategy_id=101 kind=FUTURE");
        assertRefused("10,99,1", "leg_instrument_id=99 kind=null");
        assertRefused("10,11,1", "leg_instrument_id=11 kind=SPREAD");
        assertRefused("10,101,0", "ratio=0");
        assertRefused("10,101,-101", "ratio=-101");
        assertRefused("10,101,x", "\"x\"");
        assertRefused("10,101", "ratio");
    }

    private void assertRefused(final String row, final String fact) throws IOException
    {
        writeVenue("10,102,1\n" + row + "\n");

        final String message = assertThrows(
            ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage();

        assertTrue(message.contains("strategies.csv line 3"), message);
        assertTrue(message.contains(fact), message);
    }

    private void writeVenue(final String strategies) throws IOException
    {
        Files.writeString(dir.resolve("clearing-firms.csv"), "code\nAA\n");
        Files.writeString(dir.resolve("brokerage-firms.csv"), "code\nAA01\n");
        Files.writeString(dir.resolve("accounts.csv"), "brokerage_firm,first,last\nAA01,000,009\n");
        Files.writeString(dir.resolve("logins.csv"), "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n");
        Files.writeString(dir.resolve("instruments.csv"), "instrument_id,symbol,kind,underlying,currency,price_tick," +
            "tick_value,low_limit,high_limit,settlement_price,exchange_fee_pct,clearing_fee_pct,maturity_date\n" +
            "101,A,FUTURE,Si,RUB,1,1,1,9,5,0,0,20261217\n" +
            "102,B,FUTURE,Si,RUB,1,1,1,9,5,0,0,20270318\n" +
            "103,C,FUTURE,Si,RUB,1,1,1,9,5,0,0,20270617\n" +
            "10,A-B,SPREAD,Si,RUB,1,1,-4,4,-0.5,0,0,20261217\n" +
            "11,A-B-C,SPREAD,Si,RUB,1,1,-4,4,0,0,0,20261217\n");
        Files.writeString(dir.resolve("strategies.csv"), "strategy_id,leg_instrument_id,ratio\n" + strategies);
    }

    @Test
    void shouldNameFileLineAndReasonWhenARowIsRefused() throws IOException
    {
        Files.writeString(dir.resolve("clearing-firms.csv"), "code\nAA\n");
        Files.writeString(dir.resolve("brokerage-firms.csv"), "code\nAA01\n");
        Files.writeString(dir.resolve("accounts.csv"), "brokerage_firm,first,last\nAA01,000,009\nAA01,050,1000\n");

        final String message = assertThrows(
            ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage();

        assertTrue(message.contains("accounts.csv line 3"), message);
        assertTrue(message.contains("1000"), message);
    }

    @Test
    void shouldNameTheFileWhenATableIsMissing()
    {
        final String message = assertThrows(
            ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString(), 20261120)).getMessage();

        assertTrue(message.contains("venue.reference-data"), message);
        assertTrue(message.contains("accounts.csv"), message);
    }
}
