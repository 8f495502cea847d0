// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.CoverLine;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.file.DirectoryLock;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A member of a real engine defaults: its orders go, its clients move, its position is taken over. */
@Tag("venue")
class DefaultFlowTest
{
    private static final String OWN = "AA01000";
    private static final String GOING = "AA01C01";
    private static final String NEW_HOME = "BB01C01";
    private static final String OTHER = "BB01000";
    private static final String THIRD = "CC01000";
    private static final long CASH = 1_000_000;
    private static final List<String> CLIENTS = List.of(OWN, GOING, NEW_HOME, OTHER, THIRD);
    private static final String LATE = "BB01C77";
    private static final List<String> DEFINED = List.of(OWN, GOING, NEW_HOME, OTHER, THIRD, LATE);
    private static final int SPOT = 3;

    @TempDir
    private Path dir;

    @Test
    void shouldMoveClientsTakePositionsOverAndShareTheLossInTheNextRuns() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.trade(ClearingFixture.SI, 92_500, 10, OWN, OTHER, false);
            venue.trade(ClearingFixture.SI, 92_500, 4, THIRD, GOING, true);
            venue.trade(ClearingFixture.RI, 112_340, 3, OWN, OTHER, false);
            venue.trade(ClearingFixture.RI, 112_340, 2, NEW_HOME, OTHER, false);
            venue.trade(ClearingFixture.RI, 112_340, 2, NEW_HOME, THIRD, false);
            venue.sender(OWN).newOrder(ClearingFixture.SI, Side.BUY, 92_000 * ClearingFixture.E5, 1);
            final DefaultControl control = control(venue, "first");
            final Declaration declared = control.declare("AA", 0, "the call was not met");
            assertEquals(List.of("AA01"), declared.firms());
            assertThrows(ApprovalException.class, () -> control.approve(1, 0, TestOperators.of("first"), true, null));
            assertThrows(ApprovalException.class, () -> control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME))));
            assertTrue(control.approve(1, 0, TestOperators.of("second"), true, null).approved());
            assertEquals(1, control.all().getFirst().blocked().cancelledOrders());

            plan(control);
            intraday(venue);
            assertEquals(List.of(1, 2), control.all().getFirst().done());
            final Map<String, List<Integer>> rows = positions(venue, 1, 0);
            assertEquals(List.of(0, 10, 0, 0), rows.get(OWN));
            assertEquals(List.of(0, 0, 4, 0), rows.get(GOING));
            assertEquals(List.of(0, 0, 0, -4), rows.get(NEW_HOME));
            assertEquals(List.of(0, 0, 10, -10), rows.get(OTHER));
            assertEquals(List.of(0, 4, 0, 14), rows.get(THIRD));
            // 3 of 5 and 2 lots sold: 2 1/7 and 6/7, the rest goes to the larger remainder.
            assertEquals(
                Map.of(OWN, List.of(0, 3, 0, 0), OTHER, List.of(0, 0, 5, -3), THIRD, List.of(0, 0, 2, -1),
                    NEW_HOME, List.of(0, 4, 0, 4)),
                positions(venue, 1, 1));
            assertEquals(-200_000, money(venue, 1, "I").get(OWN));
            assertEquals(40_000, money(venue, 1, "I").get(GOING));

            shareTheLoss(venue, control);
        }
    }

    @Test
    void shouldFetchBackWhatClientsOweAfterTheyHaveGone() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.trade(ClearingFixture.SI, 92_500, 4, GOING, THIRD, true);
            final DefaultControl control = control(venue, "first");
            control.declare("AA", 0, "the call was not met");
            control.approve(1, 0, TestOperators.of("second"), true, null);
            control.declare("BB", 0, "a mistake");
            assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME))));
            control.approve(2, 0, TestOperators.of("second"), false, null);
            control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
            // As a process leaves it that dies before it asks.
            Files.delete(venue.baseDir.resolve("defaults/1/plan-1/approvals/default.request.json"));
            assertThrows(ApprovalException.class, () -> control.approve(1, 1, TestOperators.of("first"), true, null));
            control.approve(1, 1, TestOperators.of("second"), true, null);
            try (ClearingService service = ClearingService.launch(
                prices(venue.context()).withDefaultOpeningBalanceKopecks(CASH), ClearingKind.INTRADAY))
            {
                service.run();
            }
            // 4 lots lose 100 roubles each.
            assertEquals(-40_000, money(venue, 1, "I").get(GOING));
            assertEquals(2 * CASH, money(venue, 1, "I").get(NEW_HOME));
            assertEquals(0, control.cover(1).waterfall().lossKopecks());
            try (ClearingService service = ClearingService.launch(
                prices(venue.context()).withDefaultOpeningBalanceKopecks(CASH), ClearingKind.EVENING))
            {
                service.run();
            }
            final long fees = money(venue, 2, "E").get(GOING);
            assertTrue(fees < 0, "fees " + fees);
            assertEquals(2 * CASH - 40_000, money(venue, 2, "E").get(NEW_HOME));
            assertEquals(
                Map.of(GOING, CASH - 40_000), RunDefaults.outcome(venue.baseDir).carriedKopecks());
            control.approve(1, 2, TestOperators.of("second"), false, null);
            assertEquals(0, control.cover(1).waterfall().lossKopecks());
        }
    }

    @Test
    void shouldRefuseToPlanWhatNoRunCanCarryOut() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.spot(SPOT, "SBER", "SBER", 1, 2);
            final DefaultControl control = inForce(venue);
            final long onTickE5 = 92_300 * ClearingFixture.E5;
            final List<TakeOver> bad = List.of(
                new TakeOver(ClearingFixture.SI, THIRD, onTickE5 + 1),
                new TakeOver(SPOT, THIRD, null),
                new TakeOver(99, THIRD, null),
                new TakeOver(ClearingFixture.SI, LATE, onTickE5));
            for (final TakeOver takeOver : bad)
            {
                final PreconditionException refused = assertThrows(
                    PreconditionException.class, () -> control.closeOut(1, List.of(takeOver)));
                assertEquals(3, refused.exitCode());
            }
            assertThrows(PreconditionException.class, () -> control.closeOut(1, List.of(
                new TakeOver(ClearingFixture.SI, THIRD, onTickE5), new TakeOver(ClearingFixture.SI, "", null))));
            assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(GOING, LATE))));
            assertThrows(PreconditionException.class, () -> control.declare("BB", 100, "no call was missed"));
            for (final CollateralSale sale : List.of(new CollateralSale(OTHER, "SBER", 1, 1, THIRD),
                new CollateralSale(OWN, "SBER", 1, 1, GOING), new CollateralSale(OWN, "SBER", 1, 1, LATE)))
            {
                assertThrows(PreconditionException.class, () -> control.sellCollateral(1, List.of(sale)));
            }
            assertThrows(PreconditionException.class, () -> control.withdraw(1, 1));
            try (DirectoryLock other = DirectoryLock.tryAcquire(new DefaultBook(venue.baseDir).directory()))
            {
                assertThrows(PreconditionException.class,
                    () -> control.closeOut(1, List.of(new TakeOver(ClearingFixture.SI, THIRD, onTickE5))));
            }
            assertEquals(List.of(), control.all().getFirst().plans());
            assertEquals(1, control.closeOut(
                1, List.of(new TakeOver(ClearingFixture.SI, THIRD, onTickE5))).number());
        }
    }

    @Test
    void shouldKeepThePlansOfItsBeginningWhenARunIsTakenUp() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.trade(ClearingFixture.SI, 92_500, 4, THIRD, GOING, true);
            final DefaultControl control = inForce(venue);
            final ClearingContext held = prices(venue.context())
                .withOptions(options -> options.withHoldsBeforePublication(true));
            assertThrows(HeldException.class, () -> intraday(held));
            control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
            control.approve(1, 1, TestOperators.of("second"), true, null);
            venue.setBack("I", RunPhase.SUSPENDED);
            intraday(venue);
            assertEquals(List.of(), control.all().getFirst().done());
            assertEquals(
                Map.of(GOING, List.of(0, 0, 4, -4), THIRD, List.of(0, 4, 0, 4)), positions(venue, 1, 0));
            intraday(venue);
            assertEquals(List.of(1), control.all().getFirst().done());
            assertEquals(-4, positions(venue, 2, 0).get(NEW_HOME).getLast());
        }
    }

    @Test
    void shouldLetPlansWaitThatCannotBeCarriedOutAtTheCut() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.trade(ClearingFixture.SI, 92_500, 4, OWN, OTHER, false);
            venue.trade(ClearingFixture.SI, 92_500, 4, OTHER, GOING, true);
            final DefaultControl control = inForce(venue);
            final TreeMap<String, String> ports = new TreeMap<>(Map.of(GOING, LATE));
            // As plans that were made when more was defined, and the client was to be gone.
            final DefaultBook book = new DefaultBook(venue.baseDir);
            book.add(new DefaultPlan(
                1, 1, PlanKind.PORT, List.of("AA01"), ports, List.of(), List.of(), null, "first", null, 0));
            book.add(new DefaultPlan(1, 2, PlanKind.CLOSE_OUT, List.of("AA01"), new TreeMap<>(Map.of(GOING, NEW_HOME)),
                List.of(new TakeOver(0, "", null)), List.of(), null, "first", null, 0));
            for (int plan = 1; plan <= 2; plan++)
            {
                final int number = plan;
                assertEquals("the request was not signed, its writer has died before; the writer signs it with the " +
                    "command to approve, then another person approves: defaultId=1 plan=" + number +
                    " requester=first", assertThrows(PreconditionException.class, () ->
                        control.approve(1, number, TestOperators.of("second"), true, null)).getMessage());
                assertThrows(ApprovalException.class, () ->
                    control.approve(1, number, TestOperators.of("first"), true, null));
                control.approve(1, number, TestOperators.of("second"), true, null);
            }
            intraday(venue);
            assertEquals(List.of(), control.all().getFirst().done());
            assertEquals(
                Map.of(
                    "1-1", "a plan of a default names a register that is not defined: register=" + LATE,
                    "1-2", "the others hold less of the opposite than is to be balanced: instrumentId=1 netLots=4 " +
                        "oppositeLots=0"),
                RunDefaults.outcome(venue.baseDir).waiting());
            assertEquals(2, Files.readString(venue.baseDir.resolve(ClearingAuditTrail.FILE_NAME))
                .split("default wait", -1).length - 1);
            assertThrows(PreconditionException.class, () ->
                control.approve(1, 1, TestOperators.of("second"), false, null));
            assertEquals(List.of(1, 2), List.copyOf(control.all().getFirst().waiting().keySet()));
            assertEquals(3, control.withdraw(1, 2).number());
            assertThrows(ApprovalException.class, () -> control.approve(1, 3, TestOperators.of("first"), true, null));
            assertEquals(List.of(), control.all().getFirst().withdrawn());
            control.approve(1, 3, TestOperators.of("second"), false, null);

            venue.engine.operator().defineAccounts(List.of(LATE), CLIENTS.size());
            intraday(venue);
            assertEquals(List.of(1, 2), control.all().getFirst().done());
            assertEquals(Map.of(), RunDefaults.outcome(venue.baseDir).waiting());
            positions(venue, 2, 0).forEach((client, row) -> assertEquals(0, row.getLast(), client));
        }
    }

    private static DefaultControl inForce(final ClearingFixture venue) throws IOException
    {
        final DefaultControl control = control(venue, "first");
        control.declare("AA", 0, "the call was not met");
        control.approve(1, 0, TestOperators.of("second"), true, null);
        return control;
    }

    private static void shareTheLoss(final ClearingFixture venue, final DefaultControl control) throws IOException
    {
        Files.writeString(venue.baseDir.resolve(DefaultControl.FUND), """
            {
              "contributionsKopecks": {"AA": 50000, "BB": 60000, "CC": 40000},
              "ccpCapitalKopecks": 30000,
              "ccpAdditionalKopecks": 10000
            }
            """);
        final DefaultPlan cover = control.cover(1);
        assertEquals(
            List.of(
                new CoverLine(OWN, CoverLayer.OWN_CONTRIBUTION, 50_000),
                new CoverLine(OWN, CoverLayer.CCP_CAPITAL, 30_000),
                new CoverLine(OWN, CoverLayer.SURVIVORS, 100_000),
                new CoverLine(OWN, CoverLayer.CCP_ADDITIONAL, 10_000)),
            cover.cover());
        assertEquals(10_000, cover.waterfall().unallocatedKopecks());
        assertThrows(PreconditionException.class, () -> control.cover(1));
        assertFalse(control.approve(1, 3, TestOperators.of("second"), false, null).approved());
        assertEquals(cover.cover(), control.cover(1).cover());
        control.approve(1, 4, TestOperators.of("second"), true, null);
        try (ClearingService service = ClearingService.launch(prices(venue.context()), ClearingKind.EVENING))
        {
            service.run();
        }
        final Map<String, Long> money = money(venue, 2, "E");
        assertEquals(-10_000, money.get(OWN));
        assertEquals(0, money.get(GOING));
        assertEquals(40_000, money.get(NEW_HOME));
        assertEquals(List.of(1, 2, 4), control.all().getFirst().done());
        answersAreFinal(control);
        // What was not borne can be planned once more; the layers are empty now.
        final DefaultPlan rest = control.cover(1);
        assertEquals(List.of(), rest.cover());
        assertEquals(10_000, rest.waterfall().unallocatedKopecks());
    }

    private static void answersAreFinal(final DefaultControl control) throws IOException
    {
        assertThrows(PreconditionException.class, () -> control.approve(1, 3, TestOperators.of("third"), true, null));
        for (final int number : List.of(0, 1, 4))
        {
            assertThrows(PreconditionException.class, () ->
                control.approve(1, number, TestOperators.of("third"), false, null));
        }
        assertTrue(control.approve(1, 4, TestOperators.of("third"), true, null).approved());
        final DefaultControl.Status status = control.all().getFirst();
        assertTrue(status.isApproved());
        assertEquals(List.of(1, 2, 4), status.approved());
        assertEquals(List.of(1, 2, 4), status.done());
    }

    private static ClearingContext prices(final ClearingContext ctx)
    {
        return ctx.settlementOverrideE5(ClearingFixture.SI, 92_400 * ClearingFixture.E5)
            .settlementOverrideE5(ClearingFixture.RI, 112_340 * ClearingFixture.E5);
    }

    /** Kopecks by client after a run. */
    private static Map<String, Long> money(final ClearingFixture venue, final int number, final String kind)
        throws IOException
    {
        final Map<String, Long> money = new TreeMap<>();
        try (Table table = new RunDirectory(venue.baseDir, ClearingFixture.DATE, number, kind).open(RunTables.MONEY))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                money.put(CLIENTS.get(table.ints(RunTables.MONEY_ACCOUNT).get(row)),
                    table.longs(RunTables.MONEY_END).get(row));
            }
        }
        return money;
    }

    private static void plan(final DefaultControl control) throws IOException
    {
        assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(OWN, NEW_HOME))));
        assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(OTHER, NEW_HOME))));
        final DefaultPlan port = control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
        assertEquals(1, port.number());
        assertThrows(PreconditionException.class, () -> control.closeOut(1, List.of(new TakeOver(0, "", null))));
        control.approve(1, 1, TestOperators.of("second"), true, null);
        final DefaultPlan closeOut = control.closeOut(1, List.of(
            new TakeOver(ClearingFixture.SI, THIRD, 92_300 * ClearingFixture.E5), new TakeOver(0, "", null)));
        assertEquals(Map.of(GOING, NEW_HOME), closeOut.ports());
        control.approve(1, 2, TestOperators.of("second"), true, null);
    }

    private static DefaultControl control(final ClearingFixture venue, final String requester)
    {
        final ClearingContext ctx = venue.context()
            .withOptions(options -> options.withSigner(TestOperators.of(requester)));
        return new DefaultControl(ctx);
    }

    private static void intraday(final ClearingFixture venue)
    {
        intraday(prices(venue.context()));
    }

    private static void intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            service.run();
        }
    }

    /** By client: lots at the beginning, bought, sold, at the end. */
    private static Map<String, List<Integer>> positions(
        final ClearingFixture venue, final int number, final int ordinal)
        throws IOException
    {
        final Map<String, List<Integer>> positions = new TreeMap<>();
        try (Table table = new RunDirectory(venue.baseDir, ClearingFixture.DATE, number, "I").open(RunTables.POSITIONS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                if (ordinal == table.ints(RunTables.POSITION_INSTRUMENT).get(row))
                {
                    assertNull(positions.put(DEFINED.get(table.ints(RunTables.POSITION_ACCOUNT).get(row)), List.of(
                        table.ints(RunTables.POSITION_BEGIN).get(row),
                        table.ints(RunTables.POSITION_BUYS).get(row),
                        table.ints(RunTables.POSITION_SELLS).get(row),
                        table.ints(RunTables.POSITION_END).get(row))));
                }
            }
        }
        return positions;
    }
}
