// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.deploy.cli.support.HaltNotice;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Resumes trading without the results of an intraday run.
 */
@Command(
    name = "reopen",
    aliases = "give-up",
    description = {
        "Reopens trading without the results of an intraday run that failed; the evening run takes everything " +
            "into account.",
        "Needs the approval of another person, unless the venue's policy is none."})
public final class ClearingReopenCommand extends RunCommand
{
    @Option(names = "--run", paramLabel = "ID", defaultValue = "0",
        description = "The run that holds trading suspended; default: that one.")
    private long runId;

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "",
        description = "Why, for the approver and the audit trail.")
    private String reason;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = 0 == runId ? holder(control) : runId;
        final SessionTracker session = VenueClearing.connected(dataDir(), venue ->
        {
            control.reopen(applyTo(venue.context()), id, reason);
            return venue.history().session();
        });
        out.println("trading resumed without run " + id);
        HaltNotice.of(session, dataDir()).forEach(out::println);
    }

    private static long holder(final RunControl control) throws IOException
    {
        final RunStatus holder = control.holder();
        if (null == holder)
        {
            throw new PreconditionException("no run that has files here holds trading suspended, there is nothing to " +
                "reopen; `bourse session show` tells whether trading goes on");
        }
        return holder.runId();
    }
}
