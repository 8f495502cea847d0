// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Obligations of spot trades and what was settled of them: as they should be, and every way in which one is not. */
class SpotObligationChecksTest
{
    private static final long E5 = 100_000L;
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int LATER = 0;
    private static final int SHARE = 1;
    private static final int DUE = 20261123;
    private static final int NEXT = 20261124;

    @TempDir
    private Path dir;

    /** 3 lots of 10 from B to A at 100, one of them on to C at 110; B and C trade what is delivered tomorrow. */
    private final List<long[]> trades = rows(
        trade(SHARE, 100, 3, A, B), trade(SHARE, 110, 1, C, A), trade(LATER, 50, 2, B, C), trade(LATER, 51, 2, C, B));
    private final List<long[]> carried = rows(
        new long[]{A, SHARE, 20261120, -10, 900_00}, new long[]{C, SHARE, 20261120, 10, -900_00});
    private final List<long[]> left = rows(
        new long[]{A, SHARE, DUE, 10, -1_000_00}, new long[]{B, SHARE, DUE, -10, 1_000_00},
        new long[]{B, LATER, NEXT, 0, 20_00}, new long[]{C, LATER, NEXT, 0, -20_00});
    private final List<long[]> settled = rows(
        new long[]{A, SHARE, 20261120, 1, -10, 900_00}, new long[]{A, SHARE, DUE, 0, 10, -901_00},
        new long[]{B, SHARE, DUE, 0, -20, 2_001_50},
        new long[]{C, SHARE, 20261120, 1, 10, -900_00}, new long[]{C, SHARE, DUE, 0, 10, -1_100_50});

    private final Contract[] contracts = {contract(13, "BOND"), contract(12, "SHARE")};
    private final int[] settleDates = {NEXT, DUE};

    private static List<long[]> rows(final long[]... rows)
    {
        return new ArrayList<>(List.of(rows));
    }

    private static long[] trade(final int instrument, final long price, final int lots, final int buyer,
        final int seller)
    {
        return new long[]{1, 1, price * E5, lots, instrument, buyer, seller, 1, 2, 0, 0, 0, 0};
    }

    /** Accrued interest of 0.05 a unit: 1.50 for 30 units, 0.50 for 10. */
    @Test
    void shouldPassWhatIsAsItShouldBe() throws IOException
    {
        assertEquals(List.of("", ""), failures());
    }

    @Test
    void shouldPassWhatIsDeliveredForNothing() throws IOException
    {
        trades.add(trade(LATER, 0, 1, A, B));
        left.add(1, new long[]{A, LATER, NEXT, 10, 0});
        left.get(3)[RunTables.OBLIGATION_UNITS] = -10;
        assertEquals(List.of("", ""), failures());
    }

    /** Each for itself, as one is settled and the other one is not. */
    @Test
    void shouldNetWhatIsLeftAndWhatIsSettled() throws IOException
    {
        left.get(0)[RunTables.OBLIGATION_MONEY]--;
        settled.get(1)[RunTables.SETTLEMENT_MONEY]++;
        assertEquals(List.of("", "asset=SHARE settleDate=20261123 units=0 kopecks=-1; " +
            "asset=SHARE settleDate=20261123 kind=0 units=0 kopecks=1"), failures());
    }

    @Test
    void shouldNameWhatWasSettledTwice() throws IOException
    {
        settled.add(2, new long[]{A, SHARE, DUE, 0, 10, -901_00});
        assertTrue(failures().getFirst().contains("client=AA01001 instrumentId=12"), failures().toString());
        settled.set(2, new long[]{A, SHARE, DUE, 1, 10, -901_00});
        assertTrue(failures().getFirst().contains(
            "client=AA01001 instrumentId=12 units=30 kopecks=-280200"), failures().toString());
    }

    @Test
    void shouldNameWhatIsNeitherLeftNorSettled() throws IOException
    {
        left.remove(2);
        assertTrue(failures().getFirst().contains(
            "client=BB01001 instrumentId=13 has no obligation, wantedUnits=0 wantedKopecks=2000"),
            failures().toString());
        assertEquals("asset=BOND settleDate=20261124 units=0 kopecks=-2000", failures().get(1));
    }

    @Test
    void shouldNameATradeThatTheObligationsDoNotKnow() throws IOException
    {
        trades.get(0)[DayTables.TRADE_PRICE_E5] += E5;
        assertTrue(failures().getFirst().contains(
            "client=AA01001 instrumentId=12 units=20 kopecks=-190100 wantedUnits=20 wantedKopecks=-193100"),
            failures().toString());
    }

    @Test
    void shouldNameAnotherDate() throws IOException
    {
        left.get(0)[RunTables.OBLIGATION_DATE] = NEXT;
        assertTrue(failures().getFirst().contains("client=AA01001 instrumentId=12"), failures().toString());
        assertTrue(failures().get(1).contains("asset=SHARE settleDate="), failures().toString());
    }

    /** What is too much in one currency does not make up for what is missing in another; a price is that of a unit. */
    @Test
    void shouldNetEachCurrencyForItself() throws IOException
    {
        contracts[LATER] = new Contract(13, "C13", contracts[SHARE].terms().paidIn("CNY"), 1_000, 123_450, 105 * E5,
            105 * E5, 0, null, 0, 0);
        settleDates[LATER] = DUE;
        left.get(2)[RunTables.OBLIGATION_DATE] = DUE;
        left.get(3)[RunTables.OBLIGATION_DATE] = DUE;
        assertEquals(List.of("", ""), failures());
        left.get(0)[RunTables.OBLIGATION_MONEY] -= 1;
        left.get(2)[RunTables.OBLIGATION_MONEY] += 1;
        assertEquals("asset=SHARE settleDate=20261123 units=0 kopecks=-1", failures().get(1));
        left.get(0)[RunTables.OBLIGATION_MONEY] += 1;
        assertEquals("asset=SHARE settleDate=20261123 currency=CNY units=0 kopecks=1", failures().get(1));
    }

    private List<String> failures() throws IOException
    {
        TestTables.write(dir.resolve("before"), RunTables.OBLIGATIONS, carried);
        TestTables.write(dir, RunTables.OBLIGATIONS, left);
        TestTables.write(dir, RunTables.SETTLEMENTS, settled);
        TestTables.write(dir, DayTables.TRADES, trades);
        try (Table before = Table.open(dir.resolve("before"), RunTables.OBLIGATIONS);
            Table after = Table.open(dir, RunTables.OBLIGATIONS);
            Table taken = Table.open(dir, RunTables.SETTLEMENTS);
            Table traded = Table.open(dir, DayTables.TRADES))
        {
            final CalculationInput calculation = new CalculationInput(
                new TestRegisters(List.of("AA01001", "BB01001", "CC01001")),
                contracts, traded, trades.size(), 0, null, null, null, true, FeePrice.TRADE, 1, 0);
            final List<CheckResult> checks =
                ObligationChecks.of(calculation, before, after, taken, settleDates, new long[]{0, 5_000});
            checks.forEach(check -> assertEquals(left.size() + settled.size(), check.compared()));
            return checks.stream().map(CheckResult::failure).toList();
        }
    }

    private static Contract contract(final int id, final String asset)
    {
        final ClearingTerms terms = new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0,
            10, 0, 0, false, 0, asset);
        return new Contract(id, "C" + id, terms, 1_000, 10_000, 105 * E5, 105 * E5, 0, null, 0, 0);
    }
}
