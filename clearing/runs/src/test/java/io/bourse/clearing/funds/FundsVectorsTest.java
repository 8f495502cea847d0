// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.file.Digests;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Cover, free funds and calls against the vectors, and the parameters they come from. */
class FundsVectorsTest
{
    static List<CSVRecord> funds()
    {
        return Vectors.read("funds.csv");
    }

    @ParameterizedTest
    @MethodSource("funds")
    void shouldCountCoverAndCall(final CSVRecord vector)
    {
        final Asset currency = new Asset("USD", AssetKind.CURRENCY, Vectors.scaled(vector.get("rate"), 6),
            Vectors.scaled(vector.get("haircut_fx"), 6), CollateralRule.ONE_E6);
        final Asset security = new Asset("SBER", AssetKind.SECURITY, Vectors.scaled(vector.get("sec_price"), 6),
            Vectors.scaled(vector.get("haircut_sec"), 6), CollateralRule.ONE_E6);
        final long[] values = {currency.valueKopecks(Vectors.scaled(vector.get("fx"), 2)),
            security.valueKopecks(Vectors.scaled(vector.get("sec_qty"), 0))};
        assertEquals(Vectors.kopecks(vector.get("fx_value")), values[0]);
        assertEquals(Vectors.kopecks(vector.get("sec_value")), values[1]);
        final long margin = Vectors.kopecks(vector.get("im"));
        final long counted = new CollateralRule(List.of(currency, security),
            Vectors.scaled(vector.get("collateral_cap_share_of_im"), 6)).counted(values, margin);
        assertEquals(Vectors.kopecks(vector.get("collateral_counted")), counted);
        final long cash = Vectors.kopecks(vector.get("cash")) + Vectors.kopecks(vector.get("vm")) -
            Vectors.kopecks(vector.get("fees"));
        assertEquals(Vectors.kopecks(vector.get("cash_after")), cash);
        final AccountFunds account = AccountFunds.of("SA", 1, cash, values[0] + values[1], counted, margin);
        assertEquals(Vectors.kopecks(vector.get("free")), account.free());
        assertEquals(Vectors.kopecks(vector.get("margin_call")), account.call());
    }

    @Test
    void shouldCapEveryAssetForItself()
    {
        final CollateralRule rule = new CollateralRule(List.of(
            new Asset("A", AssetKind.SECURITY, 1_000_000, 0, 300_000),
            new Asset("B", AssetKind.SECURITY, 1_000_000, 0, CollateralRule.ONE_E6)), 900_000);
        assertEquals(300 + 200, rule.counted(new long[]{5_000, 200}, 1_000));
        assertEquals(900, rule.counted(new long[]{5_000, 5_000}, 1_000));
        assertEquals(0, rule.counted(new long[]{5_000, 5_000}, 0));
    }

    @Test
    void shouldReadWhatItWritesAndRefuseUnknownNames()
    {
        final String json = """
            {"vatPctE6": 20000000, "assets": {"USD": {"kind": "CURRENCY", "haircutE6": 80000}},
             "callDeadlines": {"CASH": {"intradaySeconds": 60, "eveningSeconds": 120}}}
            """;
        final FundsParameters read = FundsParameters.read(json.getBytes(StandardCharsets.UTF_8));
        assertEquals(read, FundsParameters.read(read.json()));
        assertEquals(Digests.sha256Of(read.json()), read.sha256());
        assertEquals(Map.of(CallKind.MARGIN, CallDeadline.DEFAULT, CallKind.CASH, new CallDeadline(60, 120)),
            read.callDeadlines());
        assertEquals(CollateralRule.ONE_E6, read.collateralShareE6());
        for (final String bad : List.of("{\"vat\": 1}", "{\"vatPctE6\": -1}", "{\"vatPctE6\": 100000001}",
            "{\"assets\": {\"USD\": {\"kind\": \"CURRENCY\", \"haircutE6\": 1000001}}}", "{\"coverRateE6\": -1}"))
        {
            assertThrows(IllegalArgumentException.class,
                () -> FundsParameters.read(bad.getBytes(StandardCharsets.UTF_8)), bad);
        }
    }
}
