// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.EngineSource;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.protocol.ClearingKind;

/**
 * The intraday service: suspends trading, revalues the day so far, collects variation margin, publishes settlement
 * prices, tick values and price limits, reopens, and reports. Charges no fees and expires nothing (rules 1.2). May run
 * any number of times a day, or never.
 */
public final class IntradayClearing implements AutoCloseable
{
    private final ClearingContext ctx;
    private final RunSource source;

    private IntradayClearing(final ClearingContext ctx)
    {
        this.ctx = ctx;
        this.source = null == ctx.source() ? new EngineSource(ctx) : ctx.source();
    }

    /**
     * Starts the service. It owns nothing of the engine and may live in any process that can reach it.
     *
     * @param ctx options, concluded here.
     * @return service at the beginning of the event stream.
     * @throws IllegalArgumentException when an option is bad.
     */
    public static IntradayClearing launch(final ClearingContext ctx)
    {
        ctx.conclude();
        return new IntradayClearing(ctx);
    }

    /**
     * Follows the stream to where it ends now, so that a later run finds only the tail. To be called during the day as
     * often as one likes, on the thread that calls {@link #run}.
     */
    public void catchUp()
    {
        source.catchUp().close();
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
        return ClearingRun.run(ctx, source, ClearingKind.INTRADAY);
    }

    @Override
    public void close()
    {
        source.close();
    }
}
