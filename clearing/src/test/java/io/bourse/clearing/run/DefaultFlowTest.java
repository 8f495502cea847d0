// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A member of a real engine defaults: its orders go, its clients move, its position is taken over. */
class DefaultFlowTest
{
    private static final String OWN = "AA01000";
    private static final String GOING = "AA01C01";
    private static final String NEW_HOME = "BB01C01";
    private static final String OTHER = "BB01000";
    private static final String THIRD = "CC01000";
    private static final List<String> CLIENTS = List.of(OWN, GOING, NEW_HOME, OTHER, THIRD);

    @TempDir
    private Path dir;

    @Test
    void shouldMoveClientsAndTakePositionsOverInTheNextRun() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            venue.trade(ClearingFixture.SI, 92_500, 10, OWN, OTHER, true);
            venue.trade(ClearingFixture.SI, 92_500, 4, GOING, THIRD, true);
            venue.sender(OWN).newOrder(ClearingFixture.SI, Side.BUY, 92_000 * ClearingFixture.E5, 1);
            final DefaultControl control = control(venue, "first");
            final Declaration declared = control.declare("AA", 100, "the call was not met");
            assertEquals(List.of("AA01"), declared.firms());
            assertThrows(ApprovalException.class, () -> control.approve(1, 0, "first", true, null));
            assertThrows(ApprovalException.class, () -> control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME))));
            assertTrue(control.approve(1, 0, "second", true, null).approved());
            assertEquals(1, control.all().getFirst().blocked().cancelledOrders());

            plan(control);
            final RunResult run = intraday(venue);
            assertEquals(List.of(1, 2), control.all().getFirst().done());
            final Map<String, List<String>> rows = positions(run);
            assertEquals(List.of("0", "10", "0", "0"), rows.get(OWN));
            assertEquals(List.of("0", "4", "0", "0"), rows.get(GOING));
            assertEquals(List.of("0", "0", "0", "4"), rows.get(NEW_HOME));
            assertEquals(List.of("0", "0", "10", "-10"), rows.get(OTHER));
            assertEquals(List.of("0", "0", "4", "6"), rows.get(THIRD));
        }
    }

    private static void plan(final DefaultControl control) throws IOException
    {
        assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(OWN, NEW_HOME))));
        assertThrows(PreconditionException.class, () -> control.port(1, new TreeMap<>(Map.of(OTHER, NEW_HOME))));
        final DefaultPlan port = control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
        assertEquals(1, port.number());
        final DefaultPlan closeOut = control.closeOut(1, List.of(
            new TakeOver(ClearingFixture.SI, THIRD, 92_300 * ClearingFixture.E5), new TakeOver(0, "", null)));
        assertEquals(Map.of(GOING, NEW_HOME), closeOut.ports());
        control.approve(1, 1, "second", true, null);
        control.approve(1, 2, "second", true, null);
    }

    private static DefaultControl control(final ClearingFixture venue, final String requester)
    {
        final ClearingContext ctx = venue.context();
        ctx.options().requester(requester);
        return new DefaultControl(ctx);
    }

    private static RunResult intraday(final ClearingFixture venue)
    {
        try (IntradayClearing service = IntradayClearing.launch(
            venue.context().settlementOverrideE5(ClearingFixture.SI, 92_400 * ClearingFixture.E5)))
        {
            return service.run();
        }
    }

    /** By client: pos_beg, buys, sells, pos_end. */
    private static Map<String, List<String>> positions(final RunResult run) throws IOException
    {
        final Map<String, List<String>> positions = new TreeMap<>();
        for (final String member : List.of("AA", "BB", "CC"))
        {
            for (final List<String> row : ClearingFixture.report(
                run.reportsDirectory(), member + "_fposcl_I_20261123_000000001_r1.csv.zst"))
            {
                if (CLIENTS.contains(row.get(3)))
                {
                    assertNull(positions.put(row.get(3), row.subList(4, 8)));
                }
            }
        }
        return positions;
    }
}
