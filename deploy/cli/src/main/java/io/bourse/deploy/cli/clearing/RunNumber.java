// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.deploy.cli.support.PositiveConverter;
import picocli.CommandLine.Option;

/**
 * The option of commands that begin a run: its number within the date, which follows by itself.
 */
final class RunNumber
{
    @Option(names = "--run", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Number of the run within the date; not needed. That of a run writes its missing reports, that " +
            "of the next run begins it although reports of the last one are missing; others are refused.")
    private Integer number;

    boolean isGiven()
    {
        return null != number;
    }

    /** Puts the option into the context of a run. */
    ClearingContext applyTo(final ClearingContext context)
    {
        return isGiven() ? context.runNumber(number) : context;
    }
}
