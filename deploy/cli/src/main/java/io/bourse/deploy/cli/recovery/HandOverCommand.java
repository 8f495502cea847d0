// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.SiteSigning;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.SecondSite;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DataDirectoryOwner;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import org.agrona.CloseHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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
        "own before; other members write it down, too, and end. It is given at member 0,",
        "and at another one when member 0 is lost. An operator signs, and another one",
        "approves where the policy wants that."},
    footer = {
        "",
        "Exit codes: 0 handed over, 3 not: the venue has stopped and may be started again,",
        "5 a signature or an approval is missing: nothing was done. See docs/backup.md."})
public final class HandOverCommand extends CliCommand
{
    /** The process waits for a minute itself. */
    private static final long TIMEOUT_S = 180;

    @Mixin private Confirmation confirmation;

    @Mixin private ActingOperator acting;

    @Option(names = "--data", paramLabel = "DIR", required = true,
        description = "Data directory of the venue, or of a member; of several partitions, of all of them.")
    private Path dataDir;

    @Option(names = "--take-back",
        description = "The other site has not taken over: lets the venue be started here again.")
    private boolean isTakenBack;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<Path> partitions = Partitions.directories(dataDir);
        if (isTakenBack)
        {
            takeBack(partitions, out);
            return;
        }
        // What a former attempt has handed over needs no other one.
        final List<Path> wanted = partitions.size() > 1 ?
            partitions.stream().filter((each) -> !isHandedOver(each)).toList() : partitions;
        final List<ProcessHandle> processes = new ArrayList<>();
        final List<String> findings = new ArrayList<>();
        for (final Path each : wanted)
        {
            final VenueDescriptor venue = VenueDescriptor.read(each);
            addFirstMember(each, venue, findings);
            ProcessHandle.of(venue.pid()).ifPresent(processes::add);
        }
        findings.add("the venue stops, and does not start here again: " + dataDir);
        confirmation.require(findings, "");
        sign(SiteActs.Kind.HAND_OVER, wanted, "hand-over", out);
        stopGatewaysOfAll();
        wanted.forEach((each) -> SecondSite.request(each, true));
        try
        {
            processes.forEach((process) -> awaitEnd(process, "the venue has not stopped in time; look at its log, and" +
                " whether it has venue.site.port"));
        }
        finally
        {
            wanted.forEach((each) -> SecondSite.request(each, false));
        }
        final List<Path> kept = wanted.stream().filter((each) -> !isHandedOver(each)).toList();
        if (!kept.isEmpty())
        {
            throw new IllegalStateException("the venue has stopped and was not handed over, its log says why; start" +
                " it again" + (kept.size() == partitions.size() ? "" : " and hand it over in another attempt, or" +
                " take the other partitions back with --take-back") + ": dataDir=" +
                (1 == kept.size() ? kept.getFirst() : kept));
        }
        out.println("handed over           nothing is missing at the other site");
        out.println("go on there with      bourse failover --planned");
    }

    /** What they keep must be whole before the partitions say what is last. */
    private void stopGatewaysOfAll() throws IOException
    {
        for (final String name : VenueConfig.LowFrequency.NAMES)
        {
            final Path gateway = Partitions.lowFrequency(dataDir, name);
            if (PartitionsClient.isUsed(gateway))
            {
                final long pid = ComponentDescriptor.read(gateway, ComponentKind.of(name)).pid();
                ProcessHandle.of(pid).filter(ProcessHandle::destroy).ifPresent((process) -> awaitEnd(process,
                    "the gateway " + name + " has not stopped in time, nothing was handed over"));
            }
        }
    }

    /** Its process has the gateways, whose sessions have to end first: another member hands over when it is lost. */
    private static void addFirstMember(final Path partition, final VenueDescriptor venue, final List<String> findings)
    {
        final int memberId = DataDirectoryOwner.memberId(partition);
        if (memberId > 0)
        {
            if (SecondSite.isFirstMemberThere(partition, CredentialStore.at(Path.of(venue.credentialsDir()))))
            {
                throw new IllegalStateException("member 0 lives and has the gateways: give this command there, with" +
                    " its data directory: dataDir=" + partition + " memberId=" + memberId + " members=" +
                    venue.ingressEndpoints());
            }
            findings.add("member 0 does not answer; make sure that it does not run, with its gateways: " +
                partition);
        }
    }

    private static boolean isHandedOver(final Path partition)
    {
        return SiteTerm.State.HANDED_OVER == SiteTerm.read(partition).state();
    }

    private void sign(
        final SiteActs.Kind kind, final List<Path> partitions, final String command, final PrintWriter out)
        throws IOException
    {
        final List<SiteSigning> signed = SiteSigning.of(partitions.stream().map((each) ->
            new SiteSigning.Wanted(each, new SiteActs.Act(kind, SiteTerm.read(each).term()))).toList(), acting, out);
        for (int i = 0; i < signed.size(); i++)
        {
            signed.get(i).log(partitions.get(i), command);
        }
    }

    private static void awaitEnd(final ProcessHandle process, final String failure)
    {
        try
        {
            process.onExit().orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
        }
        catch (final CompletionException ex)
        {
            throw new IllegalStateException(failure + ": pid=" + process.pid() + " timeoutS=" + TIMEOUT_S, ex);
        }
    }

    private void takeBack(final List<Path> partitions, final PrintWriter out) throws IOException
    {
        final List<Path> wanted = partitions.stream().filter(HandOverCommand::isHandedOver).toList();
        if (wanted.isEmpty())
        {
            throw new IllegalStateException("this venue was not handed over: dataDir=" + dataDir);
        }
        confirmation.require(List.of("two venues with one history do more harm than none: be sure that the other" +
            " site has not taken over, and that its backup is stopped and moved away"), "");
        final List<DataDirectoryLock> locks = new ArrayList<>();
        try
        {
            wanted.forEach((each) -> locks.add(DataDirectoryLock.acquireAny(each)));
            sign(SiteActs.Kind.TAKE_BACK, wanted, "hand-over --take-back", out);
            wanted.forEach((each) -> SiteTerm.read(each).with(SiteTerm.State.VENUE).write(each));
        }
        finally
        {
            CloseHelper.closeAll(locks);
        }
        out.println("taken back            start the venue");
    }
}
