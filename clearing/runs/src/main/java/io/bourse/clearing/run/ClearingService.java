// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.protocol.ClearingKind;

/**
 * A clearing service, of one of two kinds.
 * <p>
 * The intraday service suspends trading, revalues the day so far, collects variation margin, publishes settlement
 * prices, tick values and price limits, reopens, and reports. It charges no fees and expires nothing (rules 1.2). It
 * may run any number of times a day, or never.
 * <p>
 * The evening service ends the session, revalues the whole day with the evening's tick values less what intraday runs
 * have paid, charges fees, rolls positions and money, publishes, and reports. It leaves the engine closed until the
 * next session is opened, and runs once per date.
 */
public final class ClearingService implements AutoCloseable
{
    private final ClearingContext ctx;
    private final ClearingKind kind;
    private final RunSource source;

    private ClearingService(final ClearingContext ctx, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.kind = kind;
        this.source = RunSource.of(ctx);
    }

    /**
     * Starts the service. It owns nothing of the engine and may live in any process that can reach it.
     *
     * @param ctx options.
     * @param kind of its runs.
     * @return service at the beginning of the event stream.
     * @throws IllegalArgumentException when the options name neither an engine nor another source.
     */
    public static ClearingService launch(final ClearingContext ctx, final ClearingKind kind)
    {
        return new ClearingService(ctx, kind);
    }

    /**
     * Does one run.
     *
     * @return what it has done.
     * @throws io.bourse.clearing.ClearingException when it could not be done, with the exit code: nothing was
     *     published unless that says so.
     */
    public RunResult run()
    {
        return ClearingRun.run(ctx, source, kind);
    }

    @Override
    public void close()
    {
        source.close();
    }
}
