// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import picocli.CommandLine.Option;

/**
 * Of commands that may suspend trading: no other run has a rehearsal.
 */
final class RehearsalOptions
{
    @Option(names = "--no-rehearsal", description = "Do not calculate everything once before trading is suspended.")
    private boolean unrehearsed;

    /** Puts the option into the context of a run. */
    ClearingContext applyTo(final ClearingContext context)
    {
        return context.withOptions(options -> options.withRehearses(!unrehearsed));
    }
}
