// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.time.Duration;

/**
 * Options of a run that decide its result.
 */
final class ClearingOptions
{
    @Mixin private ClearingParameterOptions parameters;

    @Option(names = "--slice", paramLabel = "DURATION",
        description = "Settlement price slice (ISO-8601, default: that of earlier runs, of the first one PT5S).")
    private Duration slice;

    /** Puts the options into the context of a run; one that is taken up keeps those that are not given. */
    ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        return context.given(this::putInto);
    }

    private ClearingContext putInto(final ClearingContext context) throws IOException
    {
        return parameters.applyTo(null == slice ? context : context.withSliceIntervalNs(slice.toNanos()));
    }
}
