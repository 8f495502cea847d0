// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;

/**
 * The intraday clearing service: one run, or those of the schedule, in a process of its own.
 */
@Command(
    name = "intraday",
    description = "Suspends trading, revalues, publishes, reopens, writes signed reports.")
final class ClearingIntradayCommand extends ClearingServiceCommand
{
    /**
     * The command.
     */
    ClearingIntradayCommand()
    {
        super(ClearingKind.INTRADAY);
    }
}
