// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bench;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.protocol.ClearingKind;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the halt of a run costs beyond clearing itself: suspension, publication of prices, margins and limits, and
 * reopening in a live engine that knows all registers, what they hold, and orders that rest over the halt. Measured
 * apart from the bench of clearing, which has no engine.
 *
 * @param directory of the engine.
 * @param volumes that it holds.
 */
public record EngineShare(Path directory, Volumes volumes)
{
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int DATE = 2026_11_23;
    private static final int SESSION = 1;
    private static final long RUNS = DATE * 100L;

    /**
     * What the engine knows.
     *
     * @param registers of clients, more than the few that order.
     * @param instruments that all have a margin and a price.
     * @param positions of registers in instruments, dealt before the first measured run.
     * @param clientLimits registers that have a limit of their own, besides the settlement account of every firm.
     * @param orders that rest over the halts.
     */
    public record Volumes(int registers, int instruments, long positions, int clientLimits, int orders)
    {
        /**
         * Volumes.
         *
         * @throws IllegalArgumentException when there are too few registers for the rest.
         */
        public Volumes
        {
            if (instruments < 1 || clientLimits < 0 || orders < 0 || positions < 0 ||
                registers < EngineFilling.TRADERS + Math.max(2, clientLimits))
            {
                throw new IllegalArgumentException("there must be instruments, and registers for all limits and " +
                    EngineFilling.TRADERS + " logins: registers=" + registers + " instruments=" + instruments +
                    " positions=" + positions + " clientLimits=" + clientLimits + " orders=" + orders);
            }
        }
    }

    /**
     * Times of one run.
     *
     * @param kind of the run.
     * @param suspendNs until the suspension is in the event stream.
     * @param pricesNs until all prices are.
     * @param marginsNs until the margins of all instruments are.
     * @param collateralsNs until all limits are.
     * @param collaterals number of limits.
     * @param completeNs until the completion is.
     * @param reopenNs until the resumption is; in the evening, the opening of the next session.
     * @param uncoveredOrders that were cancelled with it because the new limits do not cover them.
     */
    public record Run(
        ClearingKind kind,
        long suspendNs,
        long pricesNs,
        long marginsNs,
        long collateralsNs,
        long collaterals,
        long completeNs,
        long reopenNs,
        int uncoveredOrders)
    {
        /**
         * All of it.
         *
         * @return nanoseconds.
         */
        public long totalNs()
        {
            return suspendNs + pricesNs + marginsNs + collateralsNs + completeNs + reopenNs;
        }
    }

    /**
     * What was measured.
     *
     * @param volumes that the engine knew.
     * @param loadNs it took to define the registers.
     * @param moveNs it took to deal the positions.
     * @param runs in their order.
     */
    public record Result(Volumes volumes, long loadNs, long moveNs, List<Run> runs)
    {
    }

    /**
     * Starts an engine, fills it, and halts it for clearing. In every run another part of the orders loses its cover.
     *
     * @param intradayRuns before the evening run.
     * @return what was measured.
     */
    public Result measure(final int intradayRuns)
    {
        try (SoloEngine engine = SoloEngine.launch(
            SoloOptions.of(HostOptions.builder().dataDir(directory).durability(Durability.RAM).build())))
        {
            final EngineClient client = engine.connect();
            try (OperatorClient operator = new OperatorClient(client, TIMEOUT_NS))
            {
                final EngineFilling filling = new EngineFilling(operator, volumes);
                final long loadNs = filling.defineRegisters();
                filling.defineMarket(DATE + 1);
                operator.openSession(SESSION, DATE);
                final long moveNs = fill(operator, filling);
                try (EngineOrders orders = new EngineOrders(client, TIMEOUT_NS))
                {
                    orders.enter(volumes);
                    final List<Run> runs = new ArrayList<>();
                    for (int number = 0; number <= intradayRuns; number++)
                    {
                        final ClearingKind kind = number < intradayRuns ? ClearingKind.INTRADAY : ClearingKind.EVENING;
                        runs.add(run(operator, filling, orders, new Halt(kind, number, intradayRuns + 1)));
                    }
                    return new Result(volumes, loadNs, moveNs, runs);
                }
            }
        }
    }

    /** Only a clearing run moves positions. */
    private long fill(final OperatorClient operator, final EngineFilling filling)
    {
        operator.suspendTrading(RUNS, ClearingKind.INTRADAY);
        final long beginNs = System.nanoTime();
        filling.movePositions(RUNS);
        final long moveNs = System.nanoTime() - beginNs;
        filling.setMargins(0);
        filling.setCollaterals(-1, 1);
        publish(operator, RUNS);
        operator.completeClearing(RUNS, ClearingKind.INTRADAY);
        operator.resumeTrading(RUNS);
        return moveNs;
    }

    private void publish(final OperatorClient operator, final long runId)
    {
        for (int i = 1; i <= volumes.instruments(); i++)
        {
            operator.publishSettlement(runId, i, EngineFilling.PRICE_E5, EngineFilling.TICK_E5,
                EngineFilling.PRICE_E5 / 2, EngineFilling.PRICE_E5 * 2);
        }
    }

    private Run run(
        final OperatorClient operator,
        final EngineFilling filling,
        final EngineOrders orders,
        final Halt halt)
    {
        final long runId = RUNS + 1 + halt.number;
        final long beginNs = System.nanoTime();
        operator.suspendTrading(runId, halt.kind);
        final long suspendedNs = System.nanoTime();
        publish(operator, runId);
        final long pricedNs = System.nanoTime();
        filling.setMargins(1 + halt.number);
        final long marginedNs = System.nanoTime();
        final long collaterals = filling.setCollaterals(halt.number, halt.parts);
        final long limitedNs = System.nanoTime();
        operator.completeClearing(runId, halt.kind);
        final long completedNs = System.nanoTime();
        if (ClearingKind.INTRADAY == halt.kind)
        {
            operator.resumeTrading(runId);
        }
        else
        {
            operator.openSession(SESSION + 1, DATE + 1);
        }
        final long reopenedNs = System.nanoTime();
        // The cancellations belong to the transaction that reopens.
        return new Run(
            halt.kind,
            suspendedNs - beginNs,
            pricedNs - suspendedNs,
            marginedNs - pricedNs,
            limitedNs - marginedNs,
            collaterals,
            completedNs - limitedNs,
            reopenedNs - completedNs,
            orders.uncoveredUntil(operator.cursor()));
    }

    /** One halt of several: in each another part of the traders has no funds. */
    private record Halt(ClearingKind kind, int number, int parts)
    {
    }
}
