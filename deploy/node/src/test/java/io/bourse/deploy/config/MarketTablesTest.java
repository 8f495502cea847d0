// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MarketTablesTest
{
    private static final String INDICES = "indices.csv";
    private static final String BASKETS = "index-baskets.csv";
    private static final String OBLIGATIONS = "obligations.csv";

    @TempDir
    private Path dir;

    @BeforeEach
    void writeVenue() throws IOException
    {
        write("clearing-firms.csv", "code\nAA\n");
        write("brokerage-firms.csv", "code\nAA01\nSAME\n");
        write("accounts.csv", "brokerage_firm,first,last\nAA01,000,009\n");
        write("logins.csv", "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n2,TWIME,SAME,AA01\n");
        write("instruments.csv", "instrument_id,symbol,kind,underlying,currency,price_tick," +
            "tick_value,low_limit,high_limit,settlement_price,exchange_fee_pct,clearing_fee_pct,maturity_date\n" +
            "101,A,FUTURE,Si,RUB,1,1,1,9,5,0,0,20261217\n" +
            "102,B,FUTURE,Si,RUB,1,1,1,9,5,0,0,20270318\n" +
            "10,A-B,SPREAD,Si,RUB,1,1,-4,4,-0.5,0,0,20261217\n");
    }

    private void write(final String file, final String text) throws IOException
    {
        Files.writeString(dir.resolve(file), text);
    }

    private void indices(final String rows, final String baskets) throws IOException
    {
        write(INDICES, "index_id,symbol,currency,base_date,base_value,divisor,decimals,interval_ms\n" + rows);
        write(BASKETS, "index_id,instrument_id,weight,free_float,base_price\n" + baskets);
    }

    private void obligations(final String rows) throws IOException
    {
        write(OBLIGATIONS, "provider,instrument_id,presence_pm,max_spread_ticks,max_spread_pm,min_lots\n" + rows);
    }

    private ReferenceData read()
    {
        return ReferenceDataReader.read(dir.toString(), 20261120);
    }

    @Test
    void shouldReadTheEmbeddedVenue()
    {
        final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);

        // 215.8695 x 0.48 x 30120 + 236.7351 x 0.5 x 12890 = 4646712.6027, by 1000
        assertEquals(
            List.of(new IndexSpec(9001, "BRSTK", "RUB", 20261120, 1_000_00000, 4_646_712_603L, 2, 1_000_000_000L,
                List.of(new IndexMember(1007, 215_869_500, 4_800), new IndexMember(1008, 236_735_100, 5_000)))),
            data.indices());
        assertEquals(
            List.of(
                new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA01", 1001, 800, 30, 0, 5),
                new ObligationSpec(ObligationSpec.Kind.FIRM, "BB01", 1007, 500, 0, 3, 10)),
            data.obligations());
    }

    @Test
    void shouldReadAVenueWithoutThem() throws IOException
    {
        assertEquals(List.of(), read().indices());
        assertEquals(List.of(), read().obligations());

        indices("", "");
        obligations("");
        assertEquals(List.of(), read().indices());
        assertEquals(List.of(), read().obligations());
    }

    @Test
    void shouldTakeTheDivisorThatIsGivenOrDeriveIt() throws IOException
    {
        indices("9,X,RUB,20261120,100,2.5,0,0\n8,Y,USD,20261120,3,,5,250\n",
            "8,101,2,0.5,10\n9,102,1.5,1,\n8,102,1,0.25,0.5\n");

        assertEquals(
            List.of(
                new IndexSpec(9, "X", "RUB", 20261120, 100_00000, 2_500_000, 0, 0,
                    List.of(new IndexMember(102, 1_500_000, 10_000))),
                // (2 x 0.5 x 10 + 1 x 0.25 x 0.5) / 3 = 3.375
                new IndexSpec(8, "Y", "USD", 20261120, 3_00000, 3_375_000, 5, 250_000_000,
                    List.of(new IndexMember(101, 2_000_000, 5_000), new IndexMember(102, 1_000_000, 2_500)))),
            read().indices());
    }

    @Test
    void shouldNameTheRowAndTheFactWhenAnIndexIsRefused() throws IOException
    {
        final String right = "9,101,1,1,5\n";
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", "9,99,1,1,5\n", BASKETS + " line 2", "instrument_id=99");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", "9,10,1,1,5\n", BASKETS + " line 2", "kind=SPREAD");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", "9,101,0,1,5\n", BASKETS + " line 2", "weight");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", "9,101,1,1.01,5\n", BASKETS + " line 2", "free_float");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", right + "8,101,1,1,5\n", BASKETS, "index_id=[8]");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", right + right, INDICES + " line 2", "only once");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n", "9,101,1,1,\n", INDICES + " line 2", "base_price");
        assertIndexRefused("9,X,RUB,20261120,0,,2,0\n", right, INDICES + " line 2", "base_value=0");
        assertIndexRefused("9,X,RUB,20261120,100,-1,2,0\n", right, INDICES + " line 2", "divisor");
        assertIndexRefused("9,X,RUB,20261120,100,,6,0\n", right, INDICES + " line 2", "decimals");
        assertIndexRefused("9,X,ROUBLE,20261120,100,,2,0\n", right, INDICES + " line 2", "currency");
        assertIndexRefused("101,X,RUB,20261120,100,,2,0\n", right, INDICES + " line 2", "index_id=101");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n9,Y,RUB,20261120,100,,2,0\n", right, INDICES + " line 3",
            "index_id=9");
        assertIndexRefused("9,X,RUB,20261120,100,,2,0\n8,X,RUB,20261120,100,,2,0\n", right + "8,101,1,1,5\n",
            INDICES + " line 3", "symbol=X");
        assertIndexRefused("9,X,RUB,20261120,100,,2\n", right, INDICES + " line 2", "interval_ms");
    }

    private void assertIndexRefused(
        final String rows, final String baskets, final String where, final String fact) throws IOException
    {
        indices(rows, baskets);
        assertRefused(where, fact);
    }

    private void assertRefused(final String where, final String fact)
    {
        final String message = assertThrows(ConfigurationException.class, this::read).getMessage();
        assertTrue(message.contains(where), message);
        assertTrue(message.contains(fact), message);
    }

    @Test
    void shouldRefuseBasketsWithoutIndices() throws IOException
    {
        write(BASKETS, "index_id,instrument_id,weight,free_float,base_price\n");
        assertRefused(BASKETS, INDICES);
    }

    @Test
    void shouldNameTheRowAndTheFactWhenAnObligationIsRefused() throws IOException
    {
        assertObligationRefused("TWBB01,101,800,30,0,5", "provider=TWBB01 login=false firm=false");
        assertObligationRefused("SAME,101,800,30,0,5", "provider=SAME login=true firm=true");
        assertObligationRefused("TWAA01,99,800,30,0,5", "instrument_id=99");
        assertObligationRefused("TWAA01,102,1001,30,0,5", "presence_pm");
        assertObligationRefused("TWAA01,102,800,30,3,5", "either");
        assertObligationRefused("TWAA01,102,800,30,0,0", "min_lots");
        assertObligationRefused("AA01,101,800,30,0,5", "only once");
    }

    private void assertObligationRefused(final String row, final String fact) throws IOException
    {
        obligations("AA01,101,800,30,0,5\n" + row + "\n");
        assertRefused(OBLIGATIONS + " line 3", fact);
    }
}
