// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.deploy.cli.support.HaltNotice;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Where the runs are.
 */
@Command(
    name = "status",
    description = "Shows where runs are, what they wait for, and how far the one under way is.")
final class ClearingStatusCommand extends VenueCommand
{
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    @Option(names = "--run", paramLabel = "ID", defaultValue = "0", description = "Only this run; default: all.")
    private long runId;

    @Option(names = "--watch", description = "Again every second while a process works at a run.")
    private boolean watches;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        List<RunStatus> runs = runs(control);
        show(runs);
        if (!json)
        {
            halts().forEach(out::println);
        }
        while (watches && runs.stream().anyMatch(run -> null != run.progress()))
        {
            LockSupport.parkNanos(INTERVAL_NS);
            runs = runs(control);
            show(runs.stream().filter(run -> null != run.progress()).toList());
        }
    }

    /** The engine knows it best, when it runs; what it says takes the longer the more has happened. */
    private List<String> halts() throws IOException
    {
        try
        {
            final SessionTracker session =
                VenueClearing.connected(dataDir(), venue -> venue.history().session());
            return HaltNotice.of(session, dataDir());
        }
        catch (final VenueNotRunningException ex)
        {
            return HaltNotice.ofRuns(dataDir());
        }
    }

    private List<RunStatus> runs(final RunControl control) throws IOException
    {
        return 0 == runId ? control.runs() : List.of(control.run(runId));
    }

    private void show(final List<RunStatus> runs) throws IOException
    {
        final PrintWriter out = out();
        if (json)
        {
            out.println(json(runs));
        }
        for (final RunStatus run : json ? List.<RunStatus>of() : runs)
        {
            out.printf("%d  %-12s %s%n", run.runId(), run.name(), run.text());
            if (!run.reason().isEmpty())
            {
                out.println("    " + run.reason());
            }
            if (0 != run.corrects())
            {
                out.println("    corrects " + run.corrects());
            }
            if (0 != run.correctedBy())
            {
                out.println("    was corrected by " + run.correctedBy());
            }
            run.waitingFor().forEach(waiting -> out.println("    waits for approval: " + waiting));
            if (null != run.progress())
            {
                out.println("    " + ClearingBar.text(run.progress()));
            }
        }
    }
}
