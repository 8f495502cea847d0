// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.client.LegSpec;
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
