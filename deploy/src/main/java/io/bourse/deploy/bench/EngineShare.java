// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bench;

import io.bourse.engine.client.AccountOperator;
import io.bourse.engine.client.AccountSpec;
import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.SoloContext;
import io.bourse.engine.host.SoloEngine;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What the halt of a run costs beyond clearing itself: suspension, publication and reopening in a live engine that
 * knows all registers. Measured apart from the bench of clearing, which has no engine.
 */
public final class EngineShare
{
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int DATE = 2026_11_23;
    private static final int SESSION = 1;
    private static final long RUNS = DATE * 100L;
    private static final int RADIX = 36;
    private static final int CLIENTS_OF_FIRM = RADIX * RADIX * RADIX;
    private static final int LETTERS = 26;
    private static final int FIRMS_OF_MEMBER = 100;
    private static final long TICK_E5 = 100_000;
    private static final long PRICE_E5 = 1_000 * TICK_E5;

    private final Path directory;
    private final int registers;
    private final int instruments;

    /**
     * Times of one run.
     *
     * @param kind of the run.
     * @param suspendNs until the suspension is in the event stream.
     * @param publishNs until all prices are.
     * @param completeNs until the completion is.
     * @param resumeNs until the resumption is; 0 in the evening.
     */
    public record Run(ClearingKind kind, long suspendNs, long publishNs, long completeNs, long resumeNs)
    {
        /**
         * All of it.
         *
         * @return nanoseconds.
         */
        public long totalNs()
        {
            return suspendNs + publishNs + completeNs + resumeNs;
        }
    }

    /**
     * What was measured.
     *
     * @param registers that the engine knew.
     * @param loadNs it took to define them.
     * @param runs in their order.
     */
    public record Result(int registers, long loadNs, List<Run> runs)
    {
    }

    /**
     * A measurement.
     *
     * @param directory for the engine's data; new or empty.
     * @param registers that the engine shall know.
     * @param instruments that are published.
     */
    public EngineShare(final Path directory, final int registers, final int instruments)
    {
        this.directory = directory;
        this.registers = registers;
        this.instruments = instruments;
    }

    /**
     * Starts an engine, fills it, and halts it for clearing.
     *
     * @param intradayRuns before the evening run.
     * @return what was measured.
     */
    public Result measure(final int intradayRuns)
    {
        try (SoloEngine engine = SoloEngine.launch(new SoloContext().dataDir(directory).durability(Durability.RAM));
            OperatorClient operator = new OperatorClient(engine.connect(), TIMEOUT_NS))
        {
            final long loadNs = load(operator);
            operator.openSession(SESSION, DATE);
            final List<Run> runs = new ArrayList<>();
            for (int i = 1; i <= intradayRuns; i++)
            {
                runs.add(run(operator, RUNS + i, ClearingKind.INTRADAY));
            }
            runs.add(run(operator, RUNS + intradayRuns + 1, ClearingKind.EVENING));
            return new Result(registers, loadNs, runs);
        }
    }

    private long load(final OperatorClient operator)
    {
        final int firms = (registers + CLIENTS_OF_FIRM - 1) / CLIENTS_OF_FIRM;
        for (int firm = 0; firm < firms; firm++)
        {
            if (0 == firm % FIRMS_OF_MEMBER)
            {
                operator.defineClearingFirm(member(firm));
            }
            operator.defineBrokerageFirm(firm(firm));
        }
        final long beginNs = System.nanoTime();
        final Iterator<AccountSpec> accounts =
            IntStream.range(0, registers).mapToObj(id -> new AccountSpec(code(id), 0)).iterator();
        new AccountOperator(operator).load(accounts, 0, done ->
        {
        });
        final long loadNs = System.nanoTime() - beginNs;
        for (int i = 1; i <= instruments; i++)
        {
            operator.defineInstrument(new InstrumentSpec(
                i,
                "F" + i,
                InstrumentKind.FUTURE,
                "U" + i,
                "RUB",
                TICK_E5,
                TICK_E5,
                PRICE_E5 / 2,
                PRICE_E5 * 2,
                PRICE_E5,
                0,
                0,
                DATE + 1));
        }
        return loadNs;
    }

    private static String member(final int firm)
    {
        final int member = firm / FIRMS_OF_MEMBER;
        return "" + (char)('A' + member / LETTERS) + (char)('A' + member % LETTERS);
    }

    private static String firm(final int firm)
    {
        return "%s%02d".formatted(member(firm), firm % FIRMS_OF_MEMBER);
    }

    private static String code(final int id)
    {
        final String client = Integer.toString(id % CLIENTS_OF_FIRM + CLIENTS_OF_FIRM, RADIX).toUpperCase(Locale.ROOT);
        return firm(id / CLIENTS_OF_FIRM) + client.substring(1);
    }

    private Run run(final OperatorClient operator, final long runId, final ClearingKind kind)
    {
        final long beginNs = System.nanoTime();
        operator.suspendTrading(runId, kind);
        final long suspendedNs = System.nanoTime();
        for (int i = 1; i <= instruments; i++)
        {
            operator.publishSettlement(runId, i, PRICE_E5, TICK_E5, PRICE_E5 / 2, PRICE_E5 * 2);
        }
        final long publishedNs = System.nanoTime();
        operator.completeClearing(runId, kind);
        final long completedNs = System.nanoTime();
        if (ClearingKind.INTRADAY == kind)
        {
            operator.resumeTrading(runId);
        }
        final long resumedNs = ClearingKind.INTRADAY == kind ? System.nanoTime() : completedNs;
        return new Run(
            kind,
            suspendedNs - beginNs,
            publishedNs - suspendedNs,
            completedNs - publishedNs,
            resumedNs - completedNs);
    }
}
