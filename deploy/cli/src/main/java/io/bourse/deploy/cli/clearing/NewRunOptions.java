// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.deploy.cli.support.PositiveConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;

/**
 * The options of commands that begin a run.
 */
final class NewRunOptions
{
    @Mixin private ClearingOptions options;

    @Mixin private RehearsalOptions rehearsal;

    @Option(names = "--run", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Number of the run within the date; not needed. That of a run writes its missing reports, that " +
            "of the next run begins it although reports of the last one are missing; others are refused.")
    private Integer number;

    boolean isNumbered()
    {
        return null != number;
    }

    /** Puts the options into the context of a run. */
    ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        final ClearingContext applied = rehearsal.applyTo(options.applyTo(context));
        return isNumbered() ? applied.withRunNumber(number) : applied;
    }
}
