// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Obligations that are as they should be, and every way in which one is not. */
class ObligationChecksTest
{
    private static final long E5 = 100_000L;
    private static final int EXPIRY = MovementKind.EXPIRY.ordinal();
    private static final int A = 0;
    private static final int B = 1;
    private static final int OLD = 0;
    private static final int ENDING = 1;
    private static final int CASH = 2;

    @TempDir
    private Path dir;

    private final List<long[]> carried = rows(
        new long[]{A, OLD, 0, 2_000, -700}, new long[]{B, OLD, 0, -2_000, 700});
    private final List<long[]> obligations = rows(
        new long[]{A, OLD, 0, 2_000, -700}, new long[]{A, ENDING, 0, -3_000, 31_500},
        new long[]{B, OLD, 0, -2_000, 700}, new long[]{B, ENDING, 0, 3_000, -31_500});
    private final List<long[]> movements = rows(
        new long[]{A, ENDING, MovementKind.ASSIGNMENT.ordinal(), -3, 100 * E5, ENDING},
        new long[]{A, ENDING, EXPIRY, 3, 105 * E5, ENDING}, new long[]{A, CASH, EXPIRY, 9, 105 * E5, CASH},
        new long[]{B, ENDING, EXPIRY, -3, 105 * E5, ENDING}, new long[]{B, CASH, EXPIRY, -9, 105 * E5, CASH});

    private static List<long[]> rows(final long[]... rows)
    {
        return new ArrayList<>(List.of(rows));
    }

    @Test
    void shouldPassWhatIsAsItShouldBe() throws IOException
    {
        assertEquals(List.of("", ""), failures());
        carried.add(1, new long[]{A, ENDING, 0, 1_000, -10_000});
        carried.add(new long[]{B, ENDING, 0, -1_000, 10_000});
        obligations.set(1, new long[]{A, ENDING, 0, -2_000, 21_500});
        obligations.set(3, new long[]{B, ENDING, 0, 2_000, -21_500});
        assertEquals(List.of("", ""), failures(), "both in one row");
    }

    @Test
    void shouldNameAnObligationThatIsMissing() throws IOException
    {
        obligations.remove(3);
        assertFound("instrumentId=12 has no obligation, wantedUnits=3000 wantedKopecks=-31500", "instrumentId=12");
    }

    @Test
    void shouldAskForNothingWhereWhatEndsMakesUpForWhatIsCarried() throws IOException
    {
        carried.add(1, new long[]{A, ENDING, 0, 3_000, -31_500});
        carried.add(new long[]{B, ENDING, 0, -3_000, 31_500});
        obligations.remove(3);
        obligations.remove(1);
        assertEquals(List.of("", ""), failures());
    }

    @Test
    void shouldNameAnObligationThatNothingAskedFor() throws IOException
    {
        movements.remove(3);
        assertFound("instrumentId=12 units=3000 kopecks=-31500 wantedUnits=0 wantedKopecks=0", "");
    }

    @Test
    void shouldNameAnObligationThatWasNotCarried() throws IOException
    {
        obligations.remove(0);
        obligations.remove(1);
        assertFound("instrumentId=11 has no obligation, wantedUnits=2000 wantedKopecks=-700", "");
    }

    @Test
    void shouldNameAnObligationWithOtherMoneyOrUnits() throws IOException
    {
        obligations.get(1)[4]++;
        assertFound("instrumentId=12 units=-3000 kopecks=31501", "instrumentId=12 units=0 kopecks=1");
        obligations.get(1)[4]--;
        obligations.get(1)[3]--;
        assertFound("instrumentId=12 units=-3001 kopecks=31500", "instrumentId=12 units=-1 kopecks=0");
    }

    @Test
    void shouldNameAnObligationThatIsThereTwice() throws IOException
    {
        obligations.add(2, new long[]{A, ENDING, 0, -3_000, 31_500});
        assertFound("is out of order", "instrumentId=12");
    }

    private void assertFound(final String record, final String sum) throws IOException
    {
        final List<String> failures = failures();
        assertTrue(failures.get(0).contains(record), failures.toString());
        assertTrue(failures.get(1).contains(sum), failures.toString());
        assertEquals(sum.isEmpty(), failures.get(1).isEmpty(), failures.toString());
    }

    private List<String> failures() throws IOException
    {
        TestTables.write(dir.resolve("before"), RunTables.OBLIGATIONS, carried);
        TestTables.write(dir, RunTables.OBLIGATIONS, obligations);
        TestTables.write(dir, RunTables.MOVEMENTS, movements);
        try (Table before = Table.open(dir.resolve("before"), RunTables.OBLIGATIONS);
            Table after = Table.open(dir, RunTables.OBLIGATIONS);
            Table moved = Table.open(dir, RunTables.MOVEMENTS))
        {
            final Contract[] contracts = {contract(11, SettlementType.PHYSICAL),
                contract(12, SettlementType.PHYSICAL), contract(13, SettlementType.CASH)};
            final CalculationInput calculation = new CalculationInput(new TestRegisters(List.of("AA01001", "BB01001")),
                contracts, null, 0, 0, null, moved, null, true, FeePrice.TRADE, 1, 0);
            final List<CheckResult> checks =
                ObligationChecks.of(calculation, before, after, null, new int[3], new long[3]);
            checks.forEach(check -> assertEquals(obligations.size(), check.compared()));
            return checks.stream().map(CheckResult::failure).toList();
        }
    }

    private static Contract contract(final int id, final SettlementType settlement)
    {
        final ClearingTerms terms = new ClearingTerms(
            ContractStyle.FUTURE, OptionRight.NONE, settlement, 0, 1_000, 0, 20261121, false);
        return new Contract(id, "C" + id, terms, E5, E5, 105 * E5, 105 * E5, 0, null, 0, 0);
    }
}
