// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;

/**
 * The evening clearing service: one run, or those of the schedule, in a process of its own.
 */
@Command(
    name = "evening",
    description = "Ends the session: revalues the whole day, charges fees, ends contracts, publishes, writes signed " +
        "reports.")
public final class ClearingEveningCommand extends ClearingServiceCommand
{
    /**
     * The command.
     */
    public ClearingEveningCommand()
    {
        super(ClearingKind.EVENING);
    }
}
