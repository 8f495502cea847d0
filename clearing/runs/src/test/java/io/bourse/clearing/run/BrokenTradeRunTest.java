// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.TradeOperator;
import io.bourse.engine.protocol.FeatureLevels;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Trades that are broken or corrected before and after an intraday run, on a real engine: positions, margin and fees,
 * and that every check agrees.
 */
@Tag("venue")
class BrokenTradeRunTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final long E5 = ClearingFixture.E5;
    private static final int TYPE = ReportType.F04.columnNames().indexOf("type");
    private static final int EXT_ID = ReportType.F04.columnNames().indexOf("ext_id");

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private TradeOperator trades;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(venue.engine.operator()).setFeatureLevel(level);
        }
        trades = new TradeOperator(venue.engine.operator());
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldPayBackInTheEveningWhatTheIntradayRunHasPaid() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final RunResult day = ClearingFixture.intraday(venue.context().settlementOverrideE5(SI, 92_500 * E5));
        assertEquals(List.of(
            List.of(A, "1", "0", "3", "0", "3", "300.00", "0.00", "300.00", "0.00", "0.00"),
            List.of(B, "1", "0", "0", "3", "-3", "-300.00", "0.00", "-300.00", "0.00", "0.00")),
            RunTexts.positions(day.directory()));

        trades.bust(1, SI, "price typed wrong");
        venue.trade(SI, 92_450, 1, A, B, true);
        final RunResult evening = ClearingFixture.evening(venue.context().settlementOverrideE5(SI, 92_500 * E5));
        // The lot that stands has earned 50 and pays 92 450 roubles at 0.002655 and 0.001965 per cent; nothing of it is
        // half, though three lots were sold.
        assertEquals(List.of(
            List.of(A, "1", "0", "4", "3", "1", "50.00", "300.00", "-250.00", "2.45", "1.82"),
            List.of(B, "1", "0", "3", "4", "-1", "-50.00", "-300.00", "250.00", "0.00", "0.00")),
            RunTexts.positions(evening.directory()));
        assertOk(day);
        assertOk(evening);
        final List<String> types = new ArrayList<>();
        final List<List<String>> report = ClearingFixture.report(
            evening.reportsDirectory(), "w1/AA_f04_E_20261123_000000002_r1.csv.zst");
        for (final List<String> row : report.subList(1, report.size()))
        {
            types.add(row.get(1) + " " + row.get(6) + " " + row.get(TYPE) + " " + row.get(11) +
                ("reversal".equals(row.get(TYPE)) ? " of " + row.get(EXT_ID) : ""));
        }
        assertEquals(List.of("1 B book T", "2 S reversal T of 1", "3 B book T"), types);
    }

    @Test
    void shouldClearACorrectedTradeAsItStands() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        trades.correct(1, SI, 92_450 * E5, 2, "price typed wrong");
        final RunResult evening = ClearingFixture.evening(venue.context().settlementOverrideE5(SI, 92_500 * E5));
        assertEquals(List.of(
            List.of(A, "1", "0", "5", "3", "2", "100.00", "0.00", "100.00", "4.90", "3.64"),
            List.of(B, "1", "0", "3", "5", "-2", "-100.00", "0.00", "-100.00", "0.00", "0.00")),
            RunTexts.positions(evening.directory()));
        assertOk(evening);
    }

    @Test
    void shouldLeaveNothingOfATradeThatIsBrokenBeforeTheRun() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        trades.bust(1, SI, "price typed wrong");
        final RunResult evening = ClearingFixture.evening(venue.context().settlementOverrideE5(SI, 92_500 * E5));
        assertEquals(List.of(
            List.of(A, "1", "0", "3", "3", "0", "0.00", "0.00", "0.00", "0.00", "0.00"),
            List.of(B, "1", "0", "3", "3", "0", "0.00", "0.00", "0.00", "0.00", "0.00")),
            RunTexts.positions(evening.directory()));
        assertOk(evening);
    }

    /** A run that the second opinion disagrees with has not come so far. */
    private static void assertOk(final RunResult run)
    {
        assertTrue(run.checks().stream().allMatch(check -> check.isOk()), () -> run.checks().toString());
    }
}
