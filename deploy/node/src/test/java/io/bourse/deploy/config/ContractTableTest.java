// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
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

class ContractTableTest
{
    private static final int FIRST_DATE = 20261130;
    private static final String HEADER =
        "instrument_id,style,right,strike,lot_units,underlying_id,settlement,expiry_date,expires_intraday\n";
    private static final String DELIVERY_HEADER =
        "instrument_id,style,right,strike,lot_units,underlying_id,settlement,expiry_date,expires_intraday," +
        "settlement_days,asset\n";

    @TempDir
    private Path dir;

    @BeforeEach
    void writeVenue() throws IOException
    {
        write("clearing-firms.csv", "code\nAA\n");
        write("brokerage-firms.csv", "code\nAA01\n");
        write("accounts.csv", "brokerage_firm,first,last\nAA01,000,009\n");
        write("logins.csv", "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n");
        write("instruments.csv", "instrument_id,symbol,kind,underlying,currency,price_tick," +
            "tick_value,low_limit,high_limit,settlement_price,exchange_fee_pct,clearing_fee_pct,maturity_date\n" +
            "101,A,FUTURE,Si,RUB,1,1,1,9,5,0,0,20261217\n" +
            "201,A-CALL,OPTION,Si,RUB,1,1,1,9,5,0,0,+1\n" +
            "202,X-PUT,OPTION,X,RUB,1,1,1,9,5,0,0,20261217\n" +
            "301,USDRUB_TOM,SPOT,USD,RUB,1,1,1,9,5,0,0,0\n" +
            "10,A-B,SPREAD,Si,RUB,1,1,-4,4,-0.5,0,0,20261217\n");
    }

    private void write(final String file, final String text) throws IOException
    {
        Files.writeString(dir.resolve(file), text);
    }

    private List<ContractSpec> read(final String rows) throws IOException
    {
        return read(HEADER, rows);
    }

    private List<ContractSpec> read(final String header, final String rows) throws IOException
    {
        write("contracts.csv", header + rows);
        return ReferenceDataReader.read(dir.toString(), FIRST_DATE).contracts();
    }

    @Test
    void shouldReadContractsOfEveryStyle() throws IOException
    {
        assertEquals(
            List.of(
                new ContractSpec(101, ContractStyle.PERPETUAL, OptionRight.NONE, SettlementType.CASH, 0, 1_000, 0, 0,
                    false),
                new ContractSpec(201, ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.PHYSICAL,
                    9_200_050_000L, 1, 101, 20261201, true),
                new ContractSpec(202, ContractStyle.PREMIUM_OPTION, OptionRight.PUT, SettlementType.CASH, -500_000, 10,
                    0, 20261217, false)),
            read("""
                101,PERPETUAL,,,1000,,CASH,0,no
                201,MARGINED_OPTION,CALL,92000.5,1,101,PHYSICAL,+1,yes
                202,PREMIUM_OPTION,PUT,-5,10,,CASH,20261217,no
                """));
        assertEquals(List.of(), read(""));
    }

    @Test
    void shouldReadWhatIsDelivered() throws IOException
    {
        write("contracts.csv", DELIVERY_HEADER +
            "301,SPOT,,,1000,,PHYSICAL,0,no,1,USD\n" +
            "101,FUTURE,,,10,,PHYSICAL,20261217,no,30,ABCDEFGHIJKL\n" +
            "201,PREMIUM_OPTION,PUT,5,1,,CASH,20261217,no,,\n");
        assertEquals(
            List.of(
                new ContractSpec(301, ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0, 1_000, 0, 0,
                    false, 1, "USD"),
                new ContractSpec(101, ContractStyle.FUTURE, OptionRight.NONE, SettlementType.PHYSICAL, 0, 10, 0,
                    20261217, false, 30, "ABCDEFGHIJKL"),
                new ContractSpec(201, ContractStyle.PREMIUM_OPTION, OptionRight.PUT, SettlementType.CASH, 500_000, 1,
                    0, 20261217, false)),
            ReferenceDataReader.read(dir.toString(), FIRST_DATE).contracts());
    }

    @Test
    void shouldSayWhatIsWrongWithADelivery()
    {
        assertDelivery("301,SPOT,,,1,,CASH,0,no,0,USD", "a spot instrument is settled physically");
        assertDelivery("301,SPOT,,,1,,PHYSICAL,0,no,0,", "a spot instrument is settled physically");
        assertDelivery("301,SPOT,,,1,,PHYSICAL,20261217,no,0,USD", "never expires");
        assertDelivery("301,FUTURE,,,1,,PHYSICAL,20261217,no,0,USD", "kind fits the style");
        assertDelivery("101,SPOT,,,1,,PHYSICAL,0,no,0,USD", "kind fits the style");
        assertDelivery("101,FUTURE,,,1,,CASH,20261217,no,0,USD", "only what is delivered has an asset: asset=USD");
        assertDelivery("101,FUTURE,,,1,,PHYSICAL,20261217,no,0,ABCDEFGHIJKLM", "at most 12 characters");
        assertDelivery("101,FUTURE,,,1,,PHYSICAL,20261217,no,31,USD", "settlement_days=31");
        assertDelivery("101,FUTURE,,,1,,PHYSICAL,20261217,no,1,", "0 without an asset: settlement_days=1");
        assertDelivery("301,SPOT,,,1,,PHYSICAL,0,no,-1,USD", "settlement_days=-1");
    }

    private void assertDelivery(final String row, final String facts)
    {
        assertRefused(DELIVERY_HEADER, row, facts);
    }

    @Test
    void shouldSayWhatIsWrongWithARow()
    {
        assertRefused("101,MARGINED_OPTION,CALL,1,1,101,CASH,20261217,no", "kind fits the style");
        assertRefused("201,FUTURE,,,1,,CASH,20261217,no", "kind fits the style");
        assertRefused("10,FUTURE,,,1,,CASH,20261217,no", "kind fits the style");
        assertRefused("999,FUTURE,,,1,,CASH,20261217,no", "instrument_id=999 kind=null style=FUTURE");
        assertRefused("101,FUTURE,,,1,,CASH,0,no\n101,FUTURE,,,1,,CASH,0,no", "an instrument has one contract");
        assertRefused("101,FUTURE,PUT,,1,,CASH,0,no", "has a right: style=FUTURE right=PUT");
        assertRefused("201,MARGINED_OPTION,,1,1,101,CASH,20261217,no", "has a right: style=MARGINED_OPTION right=NONE");
        assertRefused("101,FUTURE,,5,1,,CASH,0,no", "only an option has a strike");
        assertRefused("201,MARGINED_OPTION,CALL,1,1,101,CASH,0,no", "an option expires: expiry_date=0");
        assertRefused("101,FUTURE,,,0,,CASH,0,no", "a lot has units: lot_units=0");
        assertRefused("101,FUTURE,,,1,999,CASH,0,no", "underlying_id=999 kind=null");
        assertRefused("201,MARGINED_OPTION,CALL,1,1,,PHYSICAL,20261217,no", "underlying_id=0 kind=null");
        assertRefused("201,MARGINED_OPTION,CALL,1,1,202,PHYSICAL,20261217,no", "underlying_id=202 kind=OPTION");
        assertRefused("101,FUTURE,,,1,,CASH,20261332,no", "date=20261332");
        assertRefused("101,FUTURE,,,1,,CASH,0,maybe", "expires_intraday=maybe");
    }

    private void assertRefused(final String rows, final String facts)
    {
        assertRefused(HEADER, rows, facts);
    }

    private void assertRefused(final String header, final String rows, final String facts)
    {
        final RuntimeException ex = assertThrows(RuntimeException.class, () -> read(header, rows));
        final StringBuilder text = new StringBuilder();
        for (Throwable cause = ex; null != cause; cause = cause.getCause())
        {
            text.append(cause.getMessage()).append('\n');
        }
        assertTrue(text.toString().contains(facts), text::toString);
        assertTrue(text.toString().contains("contracts.csv"), text::toString);
    }
}
