// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixExecution;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("venue")
class FixOrderLifeTest extends VenueTest
{
    private static final long E5 = 100_000;

    private Trader alpha;
    private Trader beta;

    @BeforeEach
    void logOn()
    {
        alpha = venue.logOn("ALPHA");
        beta = venue.logOn("BETA");
    }

    @Test
    void shouldReportEveryStateWhenTwoClientsTrade()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        beta.sell("b1", 3, 99 * E5);
        beta.expect(
            "0/0 b1 qty=3@99 leaves=3 cum=0 avg=0",
            "F/2 b1 qty=3@99 last=3@100 leaves=0 cum=3 avg=100");
        alpha.expect("F/1 a1 qty=10@100 last=3@100 leaves=7 cum=3 avg=100");
        alpha.replace("a2", "a1", Side.BUY, 9, 100 * E5 + 1_000);
        alpha.expect("5/1 a2<a1 qty=9@100.01 leaves=6 cum=3 avg=100");
        beta.sell("b2", 20, 100 * E5);
        alpha.expect("F/2 a2 qty=9@100.01 last=6@100.01 leaves=0 cum=9 avg=100.00666667");
        beta.expect(
            "0/0 b2 qty=20@100 leaves=20 cum=0 avg=0",
            "F/1 b2 qty=20@100 last=6@100.01 leaves=14 cum=6 avg=100.01");
        beta.cancel("b3", "b2", Side.SELL);
        beta.expect("4/4 b3<b2 qty=20@100 leaves=0 cum=6 avg=100.01");
        assertEquals(new Operator.State(0, 2, 2), venue.operator.state());
        assertIdsAreRight();
        alpha.expectNothingMore();
        beta.expectNothingMore();
    }

    private void assertIdsAreRight()
    {
        final List<FixExecution> executions = alpha.executions();
        assertEquals(1, executions.stream().map(FixExecution::orderId).distinct().count());
        assertEquals(2, executions.stream().map(FixExecution::engineOrderId).distinct().count());
        assertEquals(
            executions.size(), executions.stream().map(FixExecution::execId).collect(Collectors.toSet()).size());
        assertTrue(executions.stream().allMatch((e) -> "CF01ABC".equals(e.account()) && '1' == e.side()));
        final String tradeId = executions.get(1).tradeId();
        assertNotEquals("", tradeId);
        assertEquals(tradeId, beta.executions().get(1).tradeId());
    }

    @Test
    void shouldCancelTheRestWhenOrderIsImmediateOrCancel()
    {
        alpha.buy("a1", 4, 100 * E5);
        alpha.expect("0/0 a1 qty=4@100 leaves=4 cum=0 avg=0");
        beta.order("b1", Side.SELL, 10, 100 * E5, TimeInForce.IOC);
        beta.expect(
            "0/0 b1 qty=10@100 leaves=10 cum=0 avg=0",
            "F/1 b1 qty=10@100 last=4@100 leaves=6 cum=4 avg=100",
            "4/4 b1 qty=10@100 leaves=0 cum=4 avg=100 IOC_REST");
        alpha.expect("F/2 a1 qty=4@100 last=4@100 leaves=0 cum=4 avg=100");
    }

    @Test
    void shouldRejectWhenFillOrKillCannotFill()
    {
        beta.order("b1", Side.SELL, 10, 100 * E5, TimeInForce.FOK);
        beta.expect("8/8 b1 qty=10@100 leaves=0 cum=0 avg=0 rej=99 FOK_NOT_FILLABLE");
        beta.sell("b1", 10, 100 * E5);
        beta.expect("8/8 b1 qty=10@100 leaves=0 cum=0 avg=0 rej=6 ClOrdID was used before");
    }

    @Test
    void shouldEndFilledWhenReplaceAsksForNoMoreThanWasExecuted()
    {
        alpha.buy("a1", 10, 100 * E5);
        beta.sell("b1", 4, 100 * E5);
        alpha.expect(
            "0/0 a1 qty=10@100 leaves=10 cum=0 avg=0",
            "F/1 a1 qty=10@100 last=4@100 leaves=6 cum=4 avg=100");
        alpha.replace("a2", "a1", Side.BUY, 3, 100 * E5);
        alpha.expect("5/2 a2<a1 qty=4@100 leaves=0 cum=4 avg=100 REPLACE_FILLED");
        assertEquals(0, venue.operator.state().orders());
        assertEquals(0, venue.gateway().workingOrders());
    }

    @Test
    void shouldExpireOrdersWhenEveningClearingSuspends()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.sell("a2", 5, 101 * E5);
        alpha.expect(
            "0/0 a1 qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 qty=5@101 leaves=5 cum=0 avg=0");
        beta.buy("b1", 2, 101 * E5);
        alpha.expect("F/1 a2 qty=5@101 last=2@101 leaves=3 cum=2 avg=101");
        venue.operator.suspend(ClearingKind.EVENING);
        alpha.expect(
            "C/C a1 qty=10@100 leaves=0 cum=0 avg=0 SESSION_END",
            "C/C a2 qty=5@101 leaves=0 cum=2 avg=101 SESSION_END");
        alpha.cancel("a3", "a1", Side.BUY);
        alpha.expect("reject a3<a1 to=1 status=C id=known rej=0 order is no longer working");
        alpha.buy("a4", 1, 100 * E5);
        assertTrue(alpha.next().startsWith("8/8 a4 qty=1@100 leaves=0 cum=0 avg=0 rej=2 "));
    }

    @Test
    void shouldKeepOrdersButRefuseNewOnesWhenIntradayClearingSuspends()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        venue.operator.suspend(ClearingKind.INTRADAY);
        alpha.buy("a2", 10, 100 * E5);
        alpha.replace("a3", "a1", Side.BUY, 5, 100 * E5);
        alpha.cancel("a4", "a1", Side.BUY);
        alpha.expect(
            "8/8 a2 qty=10@100 leaves=0 cum=0 avg=0 rej=2 TRADING_SUSPENDED",
            "reject a3<a1 to=2 status=0 id=known rej=2 TRADING_SUSPENDED",
            "4/4 a4<a1 qty=10@100 leaves=0 cum=0 avg=0");
    }

    @Test
    void shouldServeRequestsInTurnWhenOrderIsStillInFlight()
    {
        for (int i = 0; i < 50; i++)
        {
            alpha.buy("n" + i, 10, 100 * E5);
            alpha.replace("r" + i, "n" + i, Side.BUY, 8, 101 * E5);
            alpha.replace("s" + i, "r" + i, Side.BUY, 6, 102 * E5);
            alpha.cancel("c" + i, "s" + i, Side.BUY);
            alpha.cancel("d" + i, "s" + i, Side.BUY);
            alpha.expect(
                "0/0 n" + i + " qty=10@100 leaves=10 cum=0 avg=0",
                "5/0 r" + i + "<n" + i + " qty=8@101 leaves=8 cum=0 avg=0",
                "5/0 s" + i + "<r" + i + " qty=6@102 leaves=6 cum=0 avg=0",
                "4/4 c" + i + "<s" + i + " qty=6@102 leaves=0 cum=0 avg=0");
            final String refused = alpha.next();
            assertTrue(refused.startsWith("reject d" + i + "<s" + i + " to=1 status=4 id=known rej=0"), refused);
        }
        assertEquals(0, venue.operator.state().orders());
        assertEquals(0, venue.gateway().workingOrders());
    }

    @Test
    void shouldRefuseWaitingCancelWhenOrderIsRejectedByEngine()
    {
        alpha.buy("a1", 10, 1_000 * E5);
        alpha.cancel("a2", "a1", Side.BUY);
        alpha.expect("8/8 a1 qty=10@1000 leaves=0 cum=0 avg=0 rej=3 PRICE_OUT_OF_LIMITS");
        final String refused = alpha.next();
        assertTrue(refused.startsWith("reject a2<a1 to=1 status=8 id=NONE rej="), refused);
    }

    @Test
    void shouldReportBothSidesWhenOneClientTradesWithItself()
    {
        alpha.buy("a1", 2, 100 * E5);
        alpha.sell("a2", 2, 100 * E5);
        alpha.expect(
            "0/0 a1 qty=2@100 leaves=2 cum=0 avg=0",
            "0/0 a2 qty=2@100 leaves=2 cum=0 avg=0",
            "F/2 a1 qty=2@100 last=2@100 leaves=0 cum=2 avg=100",
            "F/2 a2 qty=2@100 last=2@100 leaves=0 cum=2 avg=100");
    }
}
