// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.table.Table;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The last day of options and a delivered future through a real engine, an intraday run and an evening run. */
@Tag("venue")
class LastDayRunTest
{
    private static final String A = "AA01001";
    private static final String A2 = "AA01002";
    private static final String B = "BB01001";
    private static final String C = "CC01001";
    private static final int SI = ClearingFixture.SI;
    private static final int CALL = 13;
    private static final int AT_THE_MONEY_PUT = 14;
    private static final int CASH_PUT = 15;
    private static final int DELIVERED = 16;
    private static final int LATER = 17;
    private static final int LATE_CALL = 17;
    private static final int NEAR = 17;
    private static final int SPREAD = 18;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private ContractOperator contracts;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(C, B, A, A2));
        contracts = new ContractOperator(venue.engine.operator());
        option(CALL, "SI92000C", ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.PHYSICAL, 92_000);
        option(AT_THE_MONEY_PUT, "SI92480P", ContractStyle.MARGINED_OPTION, OptionRight.PUT, SettlementType.PHYSICAL,
            92_480);
        option(CASH_PUT, "SI92600P", ContractStyle.PREMIUM_OPTION, OptionRight.PUT, SettlementType.CASH, 92_600);
        delivered(DELIVERED, "CNY-11.26");
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private void option(
        final int id,
        final String symbol,
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strike)
    {
        define(id, symbol, InstrumentKind.OPTION);
        contracts.defineContract(
            new ContractSpec(id, style, right, settlement, strike * E5, 1, SI, ClearingFixture.DATE, false));
    }

    private void delivered(final int id, final String symbol)
    {
        define(id, symbol, InstrumentKind.FUTURE);
        contracts.defineContract(new ContractSpec(id, ContractStyle.FUTURE, OptionRight.NONE,
            SettlementType.PHYSICAL, 0, 1_000, 0, ClearingFixture.DATE, true));
    }

    private void define(final int id, final String symbol, final InstrumentKind kind)
    {
        venue.engine.operator().defineInstrument(new InstrumentSpec(id, symbol, kind, "SI", "RUB", E5, E5, E5,
            2_000 * E5, 100 * E5, 0, 0, ClearingFixture.DATE));
    }

    @Test
    void shouldEndOptionsAndFuturesOnTheirLastDay() throws IOException
    {
        venue.trade(CALL, 480, 10, A, B, true);
        venue.trade(CALL, 480, 9, A2, B, true);
        venue.trade(AT_THE_MONEY_PUT, 35, 9, A, B, true);
        venue.trade(CASH_PUT, 100, 2, C, B, true);
        venue.trade(DELIVERED, 100, 1, A, C, true);
        contracts.instructExercise(A2, CALL, -4);
        contracts.instructExercise(B, CALL, 3);
        assertThrows(CommandRefusedException.class, () -> contracts.instructExercise(A, SI, 1));

        final RunResult intraday = intraday(prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(105 * E5)));
        assertEquals(List.of("16 EXPIRY -1 105 16", "16 EXPIRY 1 105 16"), movements(intraday));
        assertEquals(List.of("16 1000 -10500", "16 -1000 10500"), obligations(intraday));
        assertRefused(DELIVERED);
        final RunResult second = intraday(PriceParameters.DEFAULT);
        assertEquals(List.of(), movements(second));
        assertEquals(List.of("16 1000 -10500", "16 -1000 10500"), obligations(second), "carried");

        final RunResult evening = evening(prices(SI, InstrumentParameters.NONE.withOverrideE5(92_480 * E5)));
        assertEquals(
            List.of(
                "1 EXERCISE 10 92000 13", "1 EXERCISE -4 92480 14", "13 EXPIRY -10 0 13", "14 EXPIRY -9 0 14",
                "1 EXERCISE 5 92000 13", "13 EXPIRY -9 0 13",
                "1 ASSIGNMENT -15 92000 13", "1 ASSIGNMENT 4 92480 14", "13 EXPIRY 19 0 13", "14 EXPIRY 9 0 14",
                "15 ASSIGNMENT 2 120 15",
                "15 EXERCISE -2 120 15"),
            movements(evening));
        assertEquals(List.of("16 1000 -10500", "16 -1000 10500"), obligations(evening), "carried");
        assertEquals(Map.of(A, 6, A2, 5, B, -11), openPositions(evening));
        assertEquals(Map.of(A, "-310.00", A2, "-1920.00", B, "2195.00", C, "35.00"), amounts(evening));

        venue.engine.operator().openSession(2, 20_261_124);
        for (final int ended : new int[]{CALL, AT_THE_MONEY_PUT, CASH_PUT, DELIVERED})
        {
            assertRefused(ended);
        }
        final RunResult next = evening(prices(SI, InstrumentParameters.NONE.withOverrideE5(92_500 * E5)));
        assertEquals(List.of(), movements(next));
        assertEquals(List.of("16 1000 -10500", "16 -1000 10500"), obligations(next));
        assertEquals(Map.of(A, "-190.00", A2, "-1820.00", B, "1975.00", C, "35.00"), amounts(next));
    }

    @Test
    void shouldCorrectTheFinalPriceOfADeliveredFutureButNotWhoExercises() throws IOException
    {
        venue.trade(CALL, 480, 10, A, B, true);
        venue.trade(DELIVERED, 100, 1, A, C, true);
        intraday(prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(105 * E5)));
        final RunResult right = correct(
            RunIds.of(ClearingFixture.DATE, 1), prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(107 * E5)));
        assertEquals(List.of("16 EXPIRY -1 107 16", "16 EXPIRY 1 107 16"), movements(right));
        assertEquals(List.of("16 1000 -10700", "16 -1000 10700"), obligations(right));
        assertEquals("-3793.00", amounts(right).get(A), "7 on the future, ten calls lost 380 each");
        assertEquals("-7.00", amounts(right).get(C));

        final RunResult evening = evening(prices(SI, InstrumentParameters.NONE.withOverrideE5(92_480 * E5)));
        assertEquals(List.of("16 1000 -10700", "16 -1000 10700"), obligations(evening), "carried");
        assertEquals("-7.00", amounts(evening).get(C), "nothing is paid on it any more");
        final long eveningId = evening.header().runId();
        final PreconditionException refused = assertThrows(PreconditionException.class, () ->
            correct(eveningId, prices(SI, InstrumentParameters.NONE.withOverrideE5(91_900 * E5))));
        assertTrue(refused.getMessage().contains("exercise or deliver other positions"), refused::getMessage);
        final RunControl control = new RunControl(venue.baseDir, System::currentTimeMillis);
        assertEquals(eveningId + 1, control.unfinished());
        assertTrue(control.abort(eveningId + 1, "tester", "it exercises less"));
        final RunResult inTheMoney = correct(
            eveningId, prices(SI, InstrumentParameters.NONE.withOverrideE5(92_500 * E5)));
        assertEquals(movements(evening).stream().filter(row -> row.contains("EXERCISE")).toList(),
            movements(inTheMoney).stream().filter(row -> row.contains("EXERCISE")).toList());
    }

    private RunResult correct(final long runId, final PriceParameters prices) throws IOException
    {
        final ClearingContext ctx =
            new RunControl(venue.baseDir, System::currentTimeMillis).correctionOptions(venue.context(), runId);
        return ClearingCorrection.correct(ctx.withPrices(prices), runId, "wrong price");
    }

    @Test
    void shouldClearADayOnWhichTwoIntradayRunsHaveEndedContracts() throws IOException
    {
        venue.trade(DELIVERED, 100, 1, A, C, true);
        assertEquals(
            List.of("16 EXPIRY -1 105 16", "16 EXPIRY 1 105 16"),
            movements(intraday(prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(105 * E5)))));
        delivered(LATER, "EUR-11.26");
        venue.trade(LATER, 200, 2, B, A2, true);
        assertEquals(
            List.of("17 EXPIRY 2 190 17", "17 EXPIRY -2 190 17"),
            movements(intraday(prices(LATER, InstrumentParameters.NONE.withFinalE5(190 * E5)))));
        venue.trade(SI, 92_400, 1, A, B, true);
        assertEquals(List.of(), movements(intraday(PriceParameters.DEFAULT)));

        final RunResult evening = evening(prices(SI, InstrumentParameters.NONE.withOverrideE5(92_480 * E5)));
        assertEquals(List.of(), movements(evening));
        assertEquals(4, obligations(evening).size());
        assertEquals(Map.of(A, 1, B, -1), openPositions(evening));
        final Map<String, String> amounts = amounts(evening);
        assertEquals("-5.00", amounts.get(C));
        assertEquals("20.00", amounts.get(A2));
    }

    @Test
    void shouldLeaveTheMergedMovementsOfARunAloneWhateverElseIsDone() throws IOException
    {
        venue.trade(DELIVERED, 100, 1, A, C, true);
        intraday(prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(105 * E5)));
        delivered(LATER, "EUR-11.26");
        venue.trade(LATER, 200, 2, B, A2, true);
        intraday(prices(LATER, InstrumentParameters.NONE.withFinalE5(190 * E5)));
        final MarginParameters margin = MarginParameters.read(("{\"groups\": {\"Si\": {\"instruments\": [" + SI +
            "], \"risk\": {\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, " +
            "\"limit1Units\": 1000000, \"limit2Units\": 2000000}}}}").getBytes(StandardCharsets.UTF_8));
        final RunResult third;
        try (ClearingService service =
            ClearingService.launch(venue.context().withMargin(margin), ClearingKind.INTRADAY))
        {
            third = service.run();
        }
        final Path merged = venue.baseDir.resolve(Opening.MERGED);
        assertTrue(Files.exists(merged));
        IoUtil.delete(merged.toFile(), false);
        // A run that is under way has them mapped and the base directory locked.
        Files.writeString(merged, "of a run");
        try (RunLock lock = RunLock.acquire(venue.baseDir))
        {
            final long runId = third.header().runId();
            final RunControl control = new RunControl(venue.baseDir, System::currentTimeMillis);
            final Path manifest = third.reportsDirectory().resolve("w1/manifest.json");
            Files.delete(manifest);
            control.report(ClearingContext.builder().baseDir(venue.baseDir).keysDir(venue.keysDir).build(), runId);
            assertTrue(Files.exists(manifest));
            final RunFinding proved = control.margin(runId, 1);
            assertTrue(proved.ok(), proved::toString);
            assertEquals(3, DryRun.run(venue.context(), ClearingKind.EVENING).lastRunId() % 100);
            final DryRunResult dry = DryRun.run(venue.context(), ClearingKind.EVENING, venue.client.endCursor());
            assertTrue(dry.isClean(), dry.checks()::toString);
        }
        assertEquals("of a run", Files.readString(merged));
    }

    @Test
    void shouldEndAStrategyThatIsDueWithItsNearLeg() throws IOException
    {
        define(NEAR, "SI-11.26", InstrumentKind.FUTURE);
        // Behind its leg, and of the same last day.
        venue.engine.operator().defineInstrument(new InstrumentSpec(SPREAD, "SI-11.26-12.26", InstrumentKind.SPREAD,
            "SI", "RUB", E5, E5, -200_000 * E5, 200_000 * E5, 0, 0, 0, ClearingFixture.DATE));
        venue.engine.operator().defineLegs(SPREAD, List.of(new LegSpec(NEAR, -1), new LegSpec(SI, 1)));
        venue.trade(NEAR, 100, 3, A, C, true);

        final RunResult evening = evening(prices(NEAR, InstrumentParameters.NONE.withFinalE5(105 * E5)));
        assertEquals(Map.of(A, "15.00", C, "-15.00"), amounts(evening));
        assertEquals(Map.of(), openPositions(evening));
        venue.engine.operator().openSession(2, 20_261_124);
        assertRefused(NEAR);
        assertRefused(SPREAD);
        assertEquals(Map.of(A, "15.00", C, "-15.00"), amounts(evening(PriceParameters.DEFAULT)), "nothing ends twice");
    }

    @Test
    void shouldEndAnOptionAfterTheFutureItBecomes() throws IOException
    {
        // The intraday run ends the future, the evening run an option on it.
        define(LATE_CALL, "CNY90C", InstrumentKind.OPTION);
        contracts.defineContract(new ContractSpec(LATE_CALL, ContractStyle.MARGINED_OPTION, OptionRight.CALL,
            SettlementType.PHYSICAL, 90 * E5, 1, DELIVERED, ClearingFixture.DATE, false));
        venue.trade(LATE_CALL, 12, 4, A, B, true);
        final RunResult intraday = intraday(prices(DELIVERED, InstrumentParameters.NONE.withFinalE5(105 * E5)));
        assertEquals(List.of(), movements(intraday), "nobody holds the future");
        assertRefused(DELIVERED);

        final RunResult evening = evening(PriceParameters.DEFAULT);
        assertEquals(
            List.of(
                "16 EXERCISE 4 90 17", "16 EXPIRY -4 105 16", "17 EXPIRY -4 0 17",
                "16 ASSIGNMENT -4 90 17", "16 EXPIRY 4 105 16", "17 EXPIRY 4 0 17"),
            movements(evening));
        assertEquals(Map.of(), openPositions(evening));
        // The holder paid 12 for what is worth 105 - 90.
        assertEquals(Map.of(A, "12.00", B, "-12.00"), amounts(evening));
        venue.engine.operator().openSession(2, 20_261_124);
        assertRefused(LATE_CALL);
    }

    private void assertRefused(final int instrumentId)
    {
        venue.sender(A).newOrder(instrumentId, Side.BUY, 100 * E5, 1);
        venue.engine.collect(0, listener -> listener.lines().stream().anyMatch(line ->
            line.contains("instrument=" + instrumentId + " ") && line.contains("INSTRUMENT_EXPIRED")));
    }

    private static PriceParameters prices(final int instrumentId, final InstrumentParameters given)
    {
        return PriceParameters.DEFAULT.with(instrumentId, given);
    }

    private RunResult intraday(final PriceParameters prices)
    {
        try (ClearingService service =
            ClearingService.launch(venue.context().withPrices(prices), ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    private RunResult evening(final PriceParameters prices)
    {
        try (ClearingService service = ClearingService.launch(venue.context().withPrices(prices), ClearingKind.EVENING))
        {
            return service.run();
        }
    }

    /** Contract, kind, lots, price and series, in the order of the table; ordinals as ids. */
    private static List<String> movements(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.MOVEMENTS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(id(table.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)) + " " +
                    MovementKind.values()[table.ints(RunTables.MOVEMENT_KIND).get(row)] +
                    " " + table.ints(RunTables.MOVEMENT_LOTS).get(row) + " " +
                    table.longs(RunTables.MOVEMENT_PRICE_E5).get(row) / E5 + " " +
                    id(table.ints(RunTables.MOVEMENT_SERIES).get(row)));
            }
        }
        return rows;
    }

    private static List<String> obligations(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.OBLIGATIONS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(id(table.ints(RunTables.OBLIGATION_INSTRUMENT).get(row)) + " " +
                    table.longs(RunTables.OBLIGATION_UNITS).get(row) + " " +
                    table.longs(RunTables.OBLIGATION_MONEY).get(row));
            }
        }
        return rows;
    }

    /** In the order of definition. */
    private static int id(final int ordinal)
    {
        return new int[]{SI, ClearingFixture.RI, CALL, AT_THE_MONEY_PUT, CASH_PUT, DELIVERED, LATER}[ordinal];
    }

    private static Map<String, Integer> openPositions(final RunResult run) throws IOException
    {
        final Map<String, Integer> positions = new TreeMap<>();
        for (final List<String> row : RunTexts.positions(run.directory()))
        {
            if (!"0".equals(row.get(5)))
            {
                assertEquals("1", row.get(1), row.toString());
                positions.put(row.get(0), Integer.parseInt(row.get(5)));
            }
        }
        return positions;
    }

    private static Map<String, String> amounts(final RunResult run) throws IOException
    {
        final Map<String, String> amounts = new TreeMap<>();
        RunTexts.money(run.directory()).forEach((client, row) -> amounts.put(client, row.getLast()));
        return amounts;
    }
}
