// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.run.store.RunIds;

/**
 * What options of a clearing service must be.
 */
final class ContextCheck
{
    private ContextCheck()
    {
    }

    static void of(final ClearingContext ctx)
    {
        require(null != ctx.engineClient() || null != ctx.source(), "engineClient", ctx.engineClient(), "is needed");
        require(null != ctx.baseDir(), "baseDir", ctx.baseDir(), "is needed");
        require(ctx.sliceIntervalNs() > 0, "sliceIntervalNs", ctx.sliceIntervalNs(), "must be positive");
        require(ctx.windowSlices() > 0, "windowSlices", ctx.windowSlices(), "must be positive");
        require(ctx.prices().minValidSlices() <= ctx.windowSlices(), "minValidSlices", ctx.prices().minValidSlices(),
            "must be from 1 to windowSlices=" + ctx.windowSlices());
        require(ctx.timeoutNs() > 0, "timeoutNs", ctx.timeoutNs(), "must be positive");
        require(ctx.runNumber() >= 0 && ctx.runNumber() <= RunIds.MAX_NUMBER, "runNumber", ctx.runNumber(),
            "must be 0 for the next one or up to " + RunIds.MAX_NUMBER);
        require(0 == ctx.resumedRunId() || RunIds.number(ctx.resumedRunId()) == ctx.runNumber(), "resumedRunId",
            ctx.resumedRunId(), "must be the run with runNumber=" + ctx.runNumber());
    }

    private static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad option of clearing: " + key + "=" + value + " reason=" + reason);
        }
    }
}
