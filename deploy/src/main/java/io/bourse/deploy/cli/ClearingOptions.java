// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.ClearingContext;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.time.Duration;

/**
 * Options of a run that decide its result.
 */
final class ClearingOptions
{
    @Mixin
    private ClearingParameterOptions parameters;

    @Option(names = "--slice", paramLabel = "DURATION", defaultValue = "PT5S",
        description = "Settlement price slice (ISO-8601, default: ${DEFAULT-VALUE}).")
    private Duration slice;

    @Option(names = "--run", paramLabel = "N", defaultValue = "0",
        description = "Number of the run within the day; default: the one to be resumed, or the next.")
    private int runNumber;

    /** Puts the options into the context of a run. */
    ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        return parameters.applyTo(context.sliceIntervalNs(slice.toNanos()).runNumber(runNumber));
    }
}
