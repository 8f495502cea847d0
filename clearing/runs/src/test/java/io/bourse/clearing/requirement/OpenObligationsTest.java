// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Obligations as lots of the spot instrument, and properties of their margin. */
@Tag("venue")
class OpenObligationsTest
{
    private static final long SEED = Long.getLong("seed", 20_261_122L);
    private static final long E5 = 100_000L;
    private static final int MONDAY = 20_261_123;
    private static final int TUESDAY = 20_261_124;
    /** Ordinals: two spot instruments of SBER, one of USD, a future on SBER, one on what has no spot instrument. */
    private static final int LATER_SBER = 0;
    private static final int SBER = 1;
    private static final int USD = 2;
    private static final int SBER_FUTURE = 3;
    private static final int GAZP_FUTURE = 4;

    @TempDir
    private Path dir;
    private int tables;

    private static Contract[] contracts()
    {
        return new Contract[]{
            contract(52, ContractStyle.SPOT, 1, "SBER"),
            contract(51, ContractStyle.SPOT, 10, "SBER"),
            contract(53, ContractStyle.SPOT, 1_000, "USD"),
            contract(7, ContractStyle.FUTURE, 100, "SBER"),
            contract(8, ContractStyle.FUTURE, 100, "GAZP")};
    }

    private static Contract contract(final int id, final ContractStyle style, final long lotUnits, final String asset)
    {
        return contract(id, style, lotUnits, asset, 250 * E5);
    }

    private static Contract contract(
        final int id, final ContractStyle style, final long lotUnits, final String asset, final long settlementE5)
    {
        return new Contract(id, "C" + id, new ClearingTerms(style, OptionRight.NONE, SettlementType.PHYSICAL, 0,
            lotUnits, 0, 0, false, 1, asset), 1_000, 1_000 * lotUnits, settlementE5, 250 * E5, 0, null, 0, 0);
    }

    private OpenObligations open(final List<long[]> rows) throws IOException
    {
        return open(rows, contracts(), arrays());
    }

    private OpenObligations open(final List<long[]> rows, final Contract[] contracts, final MarginArrays arrays)
        throws IOException
    {
        final Path directory = dir.resolve("run" + tables++);
        try (TableWriter table = TableWriter.create(directory, RunTables.OBLIGATIONS))
        {
            for (final long[] row : rows)
            {
                for (int column = 0; column < row.length; column++)
                {
                    table.column(column).put(row[column]);
                }
                table.column(RunTables.OBLIGATION_MONEY).put(-row[RunTables.OBLIGATION_UNITS]);
            }
            table.seal();
        }
        try (Table table = Table.open(directory, RunTables.OBLIGATIONS))
        {
            return OpenObligations.of(table, contracts, arrays);
        }
    }

    private static long[] row(final int account, final int instrument, final int date, final long units)
    {
        return new long[]{account, instrument, date, units};
    }

    private static List<String> lines(final OpenObligations open)
    {
        final List<String> lines = new ArrayList<>();
        for (int row = 0; row < open.size(); row++)
        {
            lines.add(open.account(row) + " " + open.instrument(row) + " " + open.lots(row));
        }
        return lines;
    }

    @Test
    void shouldNetAllDatesAndInstrumentsOfAnAssetIntoItsFirstSpotInstrument() throws IOException
    {
        assertEquals(
            List.of("4 " + SBER + " 32", "4 " + USD + " -5", "9 " + SBER + " -2", "2 " + SBER + " 1"),
            lines(open(List.of(
                // Registers are in the order of their codes, not of their numbers.
                row(4, SBER_FUTURE, MONDAY, 300),
                row(4, SBER, MONDAY, 120),
                row(4, SBER, TUESDAY, -80),
                row(4, LATER_SBER, TUESDAY, -20),
                row(4, USD, MONDAY, -5_000),
                // A part of a lot counts as a lot, in either direction.
                row(9, SBER, MONDAY, -11),
                row(2, SBER, MONDAY, 3)))));
    }

    @Test
    void shouldLeaveOutWhatIsNettedOrNotSettledHere() throws IOException
    {
        assertEquals(List.of(), lines(open(List.of())));
        assertEquals(List.of(), lines(open(List.of(
            row(1, SBER, MONDAY, 40),
            row(1, SBER, TUESDAY, -40),
            row(2, GAZP_FUTURE, MONDAY, 100),
            row(3, SBER, 0, 10)))));
    }

    @Test
    void shouldNeedAMarginThatGrowsAndIsTheSameOnBothSidesAndEndsWithTheSettlement() throws IOException
    {
        System.out.println("OpenObligationsTest seed=" + SEED);
        final Random random = new Random(SEED);
        final MarginArrays arrays = arrays();
        for (int i = 0; i < 100; i++)
        {
            final String what = "seed=" + SEED + " i=" + i;
            final long units = 1 + random.nextInt(100_000);
            final long more = units + random.nextInt(100_000);
            final long margin = margin(arrays, units, 0);
            // Price risk of the net: a tenth of the value of so many whole lots.
            assertTrue(margin >= units * 250_00 / 10 && margin <= (units + 9) * 250_00 / 10 + 1, what);
            assertEquals(margin, margin(arrays, -units, 0), what);
            assertTrue(margin(arrays, more, 0) >= margin, what);
            // Dates net: what is bought for one and sold for another moves by as much.
            assertEquals(margin(arrays, more - units, 0), margin(arrays, more, -units), what);
            assertEquals(0, margin(arrays, units, -units), what);
            assertEquals(0, margin(arrays, 0, 0), what);
        }
    }

    /** The smallest id may be a board that nobody trades on, or one of no group. */
    @Test
    void shouldTakeTheSpotInstrumentThatHasAPriceAndNeedsMarginBeforeAnother() throws IOException
    {
        final List<long[]> rows =
            List.of(row(4, SBER_FUTURE, MONDAY, 300), row(4, SBER, MONDAY, 120), row(4, LATER_SBER, TUESDAY, -20));
        // Lots of one board have ten, of the other one.
        assertEquals(List.of("4 " + SBER + " 40"), lines(open(rows, contracts(), arrays("51, 52"))));
        assertEquals(List.of("4 " + LATER_SBER + " 400"), lines(open(rows, contracts(), arrays("52"))));
        final Contract[] unpriced = contracts();
        unpriced[SBER] = contract(51, ContractStyle.SPOT, 10, "SBER", 0);
        assertEquals(List.of("4 " + LATER_SBER + " 400"), lines(open(rows, unpriced, arrays("51, 52"))));
        // The one that has a price needs no margin: it stays with the smallest id.
        assertEquals(List.of("4 " + SBER + " 40"), lines(open(rows, unpriced, arrays("51"))));
    }

    /** Until the settlement the margin is that of what was traded; a future takes what there is. */
    @Test
    void shouldTakeTheSpotInstrumentThatIsPaidInTheSameCurrency() throws IOException
    {
        final Contract[] contracts = contracts();
        final Contract later = contracts[LATER_SBER];
        contracts[LATER_SBER] = new Contract(later.instrumentId(), later.symbol(), later.terms().paidIn("CNY"),
            later.priceTickE5(), later.tickValueE5(), later.settlementE5(), later.previousE5(), 0, null, 0, 0);
        final List<long[]> rows =
            List.of(row(4, SBER_FUTURE, MONDAY, 300), row(4, SBER, MONDAY, 120), row(4, LATER_SBER, TUESDAY, -20));
        assertEquals(List.of("4 " + SBER + " 42", "4 " + LATER_SBER + " -20"),
            lines(open(rows, contracts, arrays("51, 52"))));
        contracts[SBER] = contract(51, ContractStyle.SPOT, 10, "GAZP");
        assertEquals(List.of("4 " + SBER + " 12", "4 " + LATER_SBER + " 280"),
            lines(open(rows, contracts, arrays("51, 52"))));
    }

    private static MarginArrays arrays()
    {
        return arrays("51");
    }

    private static MarginArrays arrays(final String ids)
    {
        final String json = "{\"groups\": {\"SBER\": {\"instruments\": [" + ids + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        return MarginMethods.arrays(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)), contracts(),
            PriceParameters.DEFAULT, 20_261_120, true);
    }

    private long margin(final MarginArrays arrays, final long monday, final long tuesday) throws IOException
    {
        final OpenObligations open =
            open(List.of(row(1, SBER, MONDAY, monday), row(1, SBER, TUESDAY, tuesday)));
        final PortfolioMargin margin = arrays.portfolio();
        margin.begin(RegisterSwitches.DEFAULT);
        for (int row = 0; row < open.size(); row++)
        {
            margin.add(open.instrument(row), open.lots(row), 0, 0);
        }
        return margin.requiredKopecks();
    }
}
