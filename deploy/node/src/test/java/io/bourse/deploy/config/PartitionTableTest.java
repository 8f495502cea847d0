// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.TradingDays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PartitionTableTest
{
    @TempDir
    private Path dir;

    @BeforeEach
    void writeVenue() throws IOException
    {
        write("clearing-firms.csv", "code\nAA\n");
        write("brokerage-firms.csv", "code\nAA01\n");
        write("accounts.csv", "brokerage_firm,first,last\nAA01,000,009\n");
        write("logins.csv", "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n");
        write("instruments.csv", "instrument_id,symbol,kind,underlying,currency,price_tick,tick_value,low_limit," +
            "high_limit,settlement_price,exchange_fee_pct,clearing_fee_pct,maturity_date\n" +
            "101,Si-3,FUTURE,Si,RUB,1,1,1,9,5,0,0,20270318\n" +
            "102,Si-6,FUTURE,Si,RUB,1,1,1,9,5,0,0,20270617\n" +
            "103,Si-3-6,SPREAD,Si,RUB,1,1,-4,4,0,0,0,20270318\n" +
            "201,BR-3,FUTURE,BR,RUB,1,1,1,9,5,0,0,20270318\n" +
            "202,BR-C,OPTION,BR,RUB,1,1,1,9,5,0,0,20270318\n" +
            "301,AU-3,FUTURE,AU,RUB,1,1,1,9,5,0,0,20270318\n");
        write("strategies.csv", "strategy_id,leg_instrument_id,ratio\n103,101,-1\n103,102,1\n");
        write("contracts.csv", "instrument_id,style,right,strike,lot_units,underlying_id,settlement,expiry_date," +
            "expires_intraday\n202,MARGINED_OPTION,CALL,5,1,201,PHYSICAL,20270318,no\n");
        write("limits.csv", "level,code,order_lots,order_notional,position_lots,active_orders,orders_per_second\n" +
            "BROKERAGE_FIRM,AA01,10,20,30,41,\n");
        write("indices.csv", "index_id,symbol,currency,base_date,base_value,divisor,decimals,interval_ms\n" +
            "9001,IX,RUB,20261120,1000,1,2,1000\n");
        write("index-baskets.csv", "index_id,instrument_id,weight,free_float,base_price\n" +
            "9001,201,1,1,\n9001,301,1,1,\n");
        write("obligations.csv", "provider,instrument_id,presence_pm,max_spread_ticks,max_spread_pm,min_lots\n" +
            "TWAA01,101,800,30,0,5\n");
    }

    @Test
    void shouldGiveEachPartitionItsInstrumentsAndAllMembers() throws IOException
    {
        write("partitions.csv", "symbol,partition\nBR,1\nAU-3,1\n");

        final ReferenceData first = read(0, 2);
        final ReferenceData second = read(1, 2);

        assertEquals(List.of(101, 102, 103), ids(first));
        assertEquals(List.of(201, 202, 301), ids(second));
        assertEquals(List.of(103), first.strategies().stream().map(ReferenceData.Strategy::instrumentId).toList());
        assertEquals(List.of(), second.strategies());
        assertEquals(List.of(), first.contracts());
        assertEquals(202, second.contracts().getFirst().instrumentId());
        assertEquals(List.of(), first.indices());
        assertEquals("IX", second.indices().getFirst().symbol());
        assertEquals(101, first.obligations().getFirst().instrumentId());
        assertEquals(List.of(), second.obligations());
        assertEquals(List.of(201, 202, 301),
            first.elsewhere().stream().map(each -> each.instrument().instrumentId()).toList());
        assertEquals(1, first.elsewhere().getFirst().partition());
        assertEquals(first.accounts(), second.accounts());
        assertEquals(first.logins(), second.logins());
        assertEquals(first.capacity(), second.capacity());
    }

    @Test
    void shouldSplitLimitsThatCountOverInstruments() throws IOException
    {
        write("partitions.csv", "symbol,partition\nBR,1\nAU,1\n");

        assertEquals(new TradingLimitsSpec(30, 10, 2000, 21, 0), read(0, 2).limits().getFirst().limits());
        assertEquals(new TradingLimitsSpec(30, 10, 2000, 20, 0), read(1, 2).limits().getFirst().limits());
    }

    @Test
    void shouldRefuseALimitThatWouldBeNoneInAPartition() throws IOException
    {
        write("partitions.csv", "symbol,partition\nBR,1\nAU,1\n");
        write("limits.csv", "level,code,order_lots,order_notional,position_lots,active_orders,orders_per_second\n" +
            "LOGIN,1,,,,,1\n");

        final String message = assertThrows(ConfigurationException.class, () -> read(1, 2)).getMessage();
        assertTrue(message.contains("limits.csv") && message.contains("level=LOGIN code=1") &&
            message.contains("limit=1 partitions=2"), message);
    }

    @Test
    void shouldNeverGivePartsOfMoreThanTheWhole()
    {
        for (final long whole : new long[]{0, 1, 7, 100, 1_000_001, -7})
        {
            for (int count = 1; count <= PartitionOptions.MOST; count++)
            {
                final int parts = count;
                assertEquals(whole, LongStream.range(0, count)
                    .map(partition -> Partitions.part(whole, (int)partition, parts)).sum());
                for (int partition = 0; partition < count; partition++)
                {
                    final long more = Partitions.part(whole + 1, partition, count) -
                        Partitions.part(whole, partition, count);
                    assertTrue(0 == more || 1 == more, "a part never grows when the whole shrinks");
                }
            }
        }
        assertEquals(4, Partitions.part(10, 0, 3));
        assertEquals(3, Partitions.part(10, 1, 3));
        assertEquals(4, Partitions.part(11, 1, 3));
        assertEquals(0, Partitions.partOfLimit(0, 1, 3));
    }

    @Test
    void shouldHaveAllInstrumentsInTheOnlyPartition() throws IOException
    {
        final ReferenceData only = read(0, 1);
        assertEquals(ReferenceDataReader.read(dir.toString(), 20261120), only);

        write("partitions.csv", "symbol,partition\nBR,0\n");
        assertEquals(only, read(0, 1));
        write("partitions.csv", "symbol,partition\nBR,1\n");
        assertRefused(1, "partitions.csv line 2", "partition must be from 0 to 0, see venue.partitions.count");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "BR,1;XX,1|partitions.csv line 3|symbol=XX",
        "BR,1;BR,1|partitions.csv line 3|is named twice: symbol=BR",
        "BR,2|partitions.csv line 2|partition=2",
        "BR,-1|partitions.csv line 2|partition=-1",
        "BR,x|partitions.csv line 2|x",
        "BR|partitions.csv line 2|partition",
        "BR,0;BR-C,1|partitions.csv line 3|instrument=202 partition=1 other=201 otherPartition=0",
        "Si,1;Si-6,0|partitions.csv line 3|a strategy and its legs must be in one partition: instrument=103",
        "AU,1|partitions.csv line 2|the members of an index (IX) must be in one partition",
        "BR,0|venue.partitions.count|partition=1"})
    void shouldNameFileAndLineOfWhatIsRefused(final String rows, final String where, final String fact)
        throws IOException
    {
        write("partitions.csv", "symbol,partition\n" + rows.replace(';', '\n') + "\n");

        assertRefused(2, where, fact);
    }

    @Test
    void shouldGiveEachMarketItsInstrumentsLimitsAndCalendar() throws IOException
    {
        write("markets.csv", "symbol,market,partition\nSi,fx,\nBR,goods,2\nAU-3,goods,2\nCU-3,goods,\n");
        append("instruments.csv", "401,CU-3,FUTURE,CU,RUB,1,1,1,9,5,0,0,20270318\n");
        write("limits.csv", "level,code,order_lots,order_notional,position_lots,active_orders,orders_per_second," +
            "market\nBROKERAGE_FIRM,AA01,10,20,30,41,,\nBROKERAGE_FIRM,AA01,7,,,,,fx\n");
        write("trading-days.csv", "market,day,trades,note\n,MON TUE WED,yes,\ngoods,SAT,yes,\ngoods,20261105,yes,\n");

        final ReferenceData fx = market(0);
        assertEquals(List.of(101, 102, 103), ids(fx));
        assertEquals(new TradingLimitsSpec(0, 7, 0, 0, 0), fx.limits().getFirst().limits());
        assertEquals(1, fx.limits().size());
        assertEquals(List.of("", 7), List.of(fx.tradingDays().getFirst().market(),
            fx.tradingDays().getFirst().weekdays()));
        final ReferenceData goods = market(1);
        assertEquals(List.of(401), ids(goods));
        assertEquals(List.of(201, 202, 301), ids(market(2)));
        assertEquals(new TradingLimitsSpec(30, 10, 2000, 21, 0), goods.limits().getFirst().limits());
        assertEquals(20, market(2).limits().getFirst().limits().maxActiveOrders());
        final TradingDays days = goods.tradingDays().getFirst();
        assertTrue("".equals(days.market()) && days.isTradingDay(20261105) && days.isTradingDay(20261107) &&
            !days.isTradingDay(20261106));
        assertEquals(1, goods.tradingDays().size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Si,fx,|markets.csv|gives an instrument to no market: symbol=BR-3",
        "Si,fx,;BR,metal,|markets.csv line 3|market must be one of venue.markets: market=metal",
        "Si,fx,1|markets.csv line 2|market=fx partition=1 partitions=[0]"})
    void shouldNameWhatHasNoMarket(final String rows, final String where, final String fact) throws IOException
    {
        write("markets.csv", "symbol,market,partition\n" + rows.replace(';', '\n') + "\n");

        final String message = assertThrows(ConfigurationException.class, () -> market(0)).getMessage();
        assertTrue(message.contains(where) && message.contains(fact), message);
    }

    private ReferenceData market(final int partition)
    {
        return ReferenceDataReader.read(VenueConfigLoader.load(null, Map.of(
            "venue.reference-data", dir.toString(),
            "venue.trading-date", 20261120,
            "venue.markets.fx.partitions", List.of(0),
            "venue.markets.goods.partitions", List.of(1, 2),
            "venue.partition", partition)));
    }

    private void append(final String file, final String text) throws IOException
    {
        Files.writeString(dir.resolve(file), text, StandardOpenOption.APPEND);
    }

    private void assertRefused(final int count, final String where, final String fact)
    {
        final String message = assertThrows(ConfigurationException.class, () -> read(0, count)).getMessage();
        assertTrue(message.contains(where), message);
        assertTrue(message.contains(fact), message);
    }

    private ReferenceData read(final int partition, final int count)
    {
        final Map<String, Object> options = new HashMap<>();
        options.put("venue.reference-data", dir.toString());
        options.put("venue.trading-date", 20261120);
        options.put("venue.partitions.count", count);
        options.put("venue.partition", partition);
        return ReferenceDataReader.read(VenueConfigLoader.load(null, options));
    }

    private static List<Integer> ids(final ReferenceData data)
    {
        return data.instruments().stream().map(InstrumentSpec::instrumentId).toList();
    }

    private void write(final String file, final String text) throws IOException
    {
        Files.writeString(dir.resolve(file), text);
    }
}
