// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.SiteSigning;
import io.bourse.deploy.node.SecondSite;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.SiteTerm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Stops a venue so that the other site can take it over without a loss.
 */
@Command(
    name = "hand-over",
    description = {
        "Stops the venue of a data directory in order: sessions end, a last snapshot is",
        "taken, and the process waits until the backup at the other site has",
        "everything. From then on no engine starts here, and `bourse failover",
        "--planned` makes the backup the venue. Stop gateways in processes of their",
        "own before; other members end by themselves after the failover. An operator",
        "signs, and another one approves where the policy wants that."},
    footer = {
        "",
        "Exit codes: 0 handed over, 3 not: the venue has stopped and may be started again,",
        "5 a signature or an approval is missing: nothing was done. See docs/backup.md."})
public final class HandOverCommand extends CliCommand
{
    /** The process waits for a minute itself. */
    private static final long TIMEOUT_S = 180;

    @Mixin
    private Confirmation confirmation;

    @Mixin
    private ActingOperator acting;

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "Data directory of the venue.")
    private Path dataDir;

    @Option(names = "--take-back",
        description = "The other site has not taken over: lets the venue be started here again.")
    private boolean isTakenBack;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        if (isTakenBack)
        {
            takeBack(out);
            return;
        }
        final VenueDescriptor venue = VenueDescriptor.read(dataDir);
        confirmation.require(List.of("the venue stops, and does not start here again: " + dataDir), "");
        sign(SiteActs.Kind.HAND_OVER, out).log(dataDir, "hand-over");
        SecondSite.request(dataDir, true);
        ProcessHandle.of(venue.pid()).ifPresent(this::awaitEnd);
        if (SiteTerm.State.HANDED_OVER != SiteTerm.read(dataDir).state())
        {
            throw new IllegalStateException("the venue has stopped and was not handed over, its log says why; start" +
                " it again: dataDir=" + dataDir);
        }
        out.println("handed over           nothing is missing at the other site");
        out.println("go on there with      bourse failover --planned");
    }

    private SiteSigning sign(final SiteActs.Kind kind, final PrintWriter out) throws IOException
    {
        return SiteSigning.of(dataDir, new SiteActs.Act(kind, SiteTerm.read(dataDir).term()), acting, out);
    }

    private void awaitEnd(final ProcessHandle process)
    {
        try
        {
            process.onExit().orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
        }
        catch (final CompletionException ex)
        {
            SecondSite.request(dataDir, false);
            throw new IllegalStateException("the venue has not stopped in time; look at its log, and whether it has" +
                " venue.site.port: pid=" + process.pid() + " timeoutS=" + TIMEOUT_S, ex);
        }
    }

    private void takeBack(final PrintWriter out) throws IOException
    {
        final SiteTerm term = SiteTerm.read(dataDir);
        if (SiteTerm.State.HANDED_OVER != term.state())
        {
            throw new IllegalStateException("this venue was not handed over: dataDir=" + dataDir);
        }
        confirmation.require(List.of("two venues with one history do more harm than none: be sure that the other" +
            " site has not taken over, and that its backup is stopped and moved away"), "");
        try (DataDirectoryLock ignored = DataDirectoryLock.acquireAny(dataDir))
        {
            sign(SiteActs.Kind.TAKE_BACK, out).log(dataDir, "hand-over --take-back");
            term.with(SiteTerm.State.VENUE).write(dataDir);
        }
        out.println("taken back            start the venue");
    }
}
