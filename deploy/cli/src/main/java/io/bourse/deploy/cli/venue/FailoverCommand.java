// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.clearing.run.store.RunStore;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.SiteSigning;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.SecondSite;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.site.FileOrigin;
import io.bourse.engine.host.site.SiteFollower;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.fix.password.PasswordFile;
import io.bourse.gateway.fix.session.store.StoreFiles;
import org.agrona.IoUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the backup of a second site the venue.
 */
@Command(
    name = "failover",
    description = {
        "Makes a backup the venue, at this site: looks whether the venue of the other",
        "site still answers, says what is lost, makes a data directory of the copy with",
        "the files of the venue, checks all of its history, and runs it in the",
        "foreground as `bourse start` does. The venue is of the next term from then on:",
        "the former one ends as soon as it hears of it, and does not start again. An",
        "operator of the copied register signs, and another one approves where the",
        "policy wants that; but for the act the backup is not changed."},
    footer = {
        "",
        "Exit codes: 0 stopped after it has run, 3 refused: nothing was done, 5 a signature or an approval is missing:",
        "nothing was done, 12 the copy is damaged."})
public final class FailoverCommand extends CliCommand
{
    /** More than a session sends in the time that a backup may be behind. */
    private static final int SKIPPED_NUMBERS = 1_000_000;
    /** The former venue has one to notice, and one to close its sessions. */
    private static final int LEASES = 2;

    @Mixin private VenueFile venueFile;

    @Mixin private Confirmation confirmation;

    @Mixin private ActingOperator acting;

    @Option(names = "--backup", paramLabel = "DIR", required = true,
        description = "Directory of the backup, which must not run; of several partitions, of all of them.")
    private Path backupDir;

    @Option(names = "--take", paramLabel = "KIND=ORIGIN",
        description = "Whose files to take where two processes disagree, for instance clearing=member-1; kinds: " +
            "clearing, keys, stores, passwords, access, quarantine, history. May be repeated.")
    private Map<CopiedFiles.Kind, String> taken = new EnumMap<>(CopiedFiles.Kind.class);

    @Option(names = "--despite", paramLabel = "MEMBER", split = ",",
        description = "Goes on although these members of the other site answer, such as member-2: they have no " +
            "majority, and cannot be stopped. Signed with the rest.")
    private Set<String> despite = Set.of();

    @Option(names = "--planned",
        description = "The venue was handed over with `bourse hand-over`: nothing is lost.")
    private boolean isPlanned;

    @Option(names = "--no-start", description = "Ends when the data directory is made.")
    private boolean isNotStarted;

    /**
     * A partition of the venue, or the venue when it is one.
     *
     * @param config at this site.
     * @param copy directory of its backup.
     * @param copied term of the copy.
     * @param status of the backup.
     * @param files that were copied; what the partitions share is of the first one.
     * @param answering members of the other site, separated by commas; empty when none answers.
     */
    private record Part(
        VenueConfig config, Path copy, SiteTerm copied, BackupStatus status, CopiedFiles files, String answering)
    {
        private boolean isHandedOver()
        {
            return SiteTerm.State.HANDED_OVER == copied.state();
        }

        private SiteActs.Act act(final boolean isPlanned)
        {
            return new SiteActs.Act(0, SiteActs.Kind.FAILOVER, copied.term() + 1, status.logPosition(),
                status.eventPosition(), status.wholeMs(), isPlanned, "", answering);
        }
    }

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final List<VenueConfig> configs = venueFile.loadAll();
        final VenueConfig first = configs.getFirst();
        rejectIf(configs.size() < first.partitions(), "is about all partitions, leave --partition out");
        configs.forEach(FailoverCommand::requireUsable);
        final List<Part> parts = new ArrayList<>();
        for (final VenueConfig config : configs)
        {
            parts.add(read(config));
        }
        final List<String> findings = new ArrayList<>();
        for (final Part part : parts)
        {
            BackupRestore.requirePossible(part.copy(), first.venueDir());
            requireSameTerm(parts.getFirst(), part);
            VenueKeys.require(part.config(), keys(first, parts.getFirst().files()));
            final List<String> own = losses(part);
            addLacks(part.config(), parts.getFirst().files(), own);
            addCuts(part, parts, own);
            final String name = 1 == parts.size() ? "" : "partition " + part.config().partition() + ": ";
            own.forEach((finding) -> findings.add(name + finding));
            part.files().lines().forEach((line) -> out.println("takes                 " + name + line));
        }
        findings.forEach((finding) -> out.println("found                 " + finding));
        confirmation.require(findings, "");
        final List<SiteSigning> signed = SiteSigning.of(parts.stream().map((part) ->
            new SiteSigning.Wanted(part.copy(), part.act(isPlanned))).toList(), acting, out);

        final List<RestoredVenue> venues = new ArrayList<>();
        final Runnable awaitEnd = () -> awaitLeaseEnd(parts, out);
        if (1 == first.partitions())
        {
            make(parts, signed, first.venueDir(), awaitEnd, venues);
        }
        else
        {
            BackupRestore.makeAll(
                first.venueDir(), (unfinished) -> make(parts, signed, unfinished, awaitEnd, venues));
        }
        boolean isDamaged = false;
        for (int i = 0; i < parts.size(); i++)
        {
            final VenueConfig config = parts.get(i).config();
            final long term = parts.get(i).copied().term() + 1;
            signed.get(i).log(config.dataDir(), "failover term=" + term + " planned=" + isPlanned);
            print(venues.reversed().get(i), config.dataDir(), term, out);
            if (Verdict.DAMAGED == verify(config, out))
            {
                err().println("the copy is damaged, make a venue of another one: dataDir=" + config.dataDir());
                isDamaged = true;
            }
        }
        return isDamaged ? ExitCode.DAMAGED : isNotStarted ? ExitCode.OK : 1 == parts.size() ?
            StartCommand.serve(first, out) : new PartitionProcesses(configs, venueFile.arguments(), out).serve();
    }

    private static void requireUsable(final VenueConfig config)
    {
        if (!config.host().isCluster())
        {
            throw new ConfigurationException("venue.host", config.host().kind(),
                "a copy becomes a cluster of one member");
        }
        if (1 != config.host().members())
        {
            throw new ConfigurationException("venue.cluster.members", Integer.toString(config.host().members()),
                "a copy becomes a cluster of one member");
        }
        if (null == config.site().peer())
        {
            throw new ConfigurationException("venue.site.peer", "",
                "must be given: whether the venue of the other site lives has to be asked");
        }
        requireFree(SecondSite.elsewhere(config));
    }

    private Part read(final VenueConfig config) throws IOException
    {
        final Path copy = backupDir.resolve(
            config.venueDir().relativize(config.dataDir().toAbsolutePath().normalize()).toString());
        final SiteTerm copied = SiteTerm.read(copy);
        final BackupStatus status = BackupStatus.read(copy);
        final String answering = requireSilence(config, copied, status);
        return new Part(config, copy, copied, status, CopiedFiles.of(copy, takenOf(config, copy)), answering);
    }

    /** What the partitions share is in the copy of the first one, and a gateway in that of its own. */
    private Map<CopiedFiles.Kind, String> takenOf(final VenueConfig config, final Path copy)
    {
        final Map<CopiedFiles.Kind, String> own = new EnumMap<>(CopiedFiles.Kind.class);
        own.putAll(taken);
        if (config.partitions() > 1)
        {
            own.entrySet().removeIf((each) -> each.getKey().isOfPartition() ?
                FileOrigin.isGateway(each.getValue()) && !FileCopy.has(copy, each.getValue()) :
                !SecondSite.elsewhere(config).containsKey(each.getKey().fileName()));
        }
        return own;
    }

    /** One that was made before, alone, is not of the same venue any more. */
    private static void requireSameTerm(final Part first, final Part part)
    {
        if (first.copied().term() != part.copied().term())
        {
            throw new IllegalStateException("the copies of the partitions are of different terms, begin those of the" +
                " lower term anew: copy=" + first.copy() + " term=" + first.copied().term() + " copy=" + part.copy() +
                " term=" + part.copied().term());
        }
    }

    /** The files have what the first partition has; a run may know more of another one. */
    private static void addCuts(final Part part, final List<Part> parts, final List<String> findings)
        throws IOException
    {
        for (final Part each : parts)
        {
            final CopiedFiles.Choice clearing = each.files().of(CopiedFiles.Kind.CLEARING);
            if (parts.size() > 1 && null != clearing && each.config().market().equals(part.config().market()))
            {
                new RunStore(clearing.path()).all().stream().filter((run) -> null != run.state().cut() &&
                    run.state().cut().cursor(part.config().partition()) > part.status().eventPosition()).forEach(
                    (run) -> findings.add("run " + run.name() + " of clearing has events that the copy lacks: cut at " +
                    run.state().cut().cursor(part.config().partition())));
            }
        }
    }

    /**
     * Makes the data directory of a partition and, while its copy is locked, those of the next ones. The last one waits
     * until the former venue has ended.
     */
    private void make(
        final List<Part> parts,
        final List<SiteSigning> signed,
        final Path venueDir,
        final Runnable awaitEnd,
        final List<RestoredVenue> venues)
    {
        final Part part = parts.getFirst();
        final VenueConfig config = part.config();
        final Path own = config.venueDir();
        venues.add(BackupRestore.failOver(part.copy(),
            venueDir.resolve(own.relativize(config.dataDir().toAbsolutePath().normalize()).toString()),
            (unfinished) ->
            {
                take(part.files(), unfinished);
                if (parts.size() > 1)
                {
                    make(parts.subList(1, parts.size()), signed.subList(1, parts.size()), venueDir, awaitEnd, venues);
                }
                else
                {
                    awaitEnd.run();
                }
                if (!part.isHandedOver() || !FileOrigin.VENUE.equals(SiteFollower.handedOverBy(part.copy())))
                {
                    // Of member 0, which was lost, the stores may lack the last ones.
                    skipNumbers(unfinished);
                }
                SecondSite.elsewhere(config).forEach((name, path) ->
                {
                    final Path place = path.toAbsolutePath().normalize();
                    move(unfinished.resolve(name),
                        place.startsWith(own) ? venueDir.resolve(own.relativize(place).toString()) : place);
                });
                requireEventsOf(venueDir, parts, venues);
                signed.getFirst().keep(unfinished);
            }));
    }

    /** A loss of power at the backup may have taken events that the order of their merge is already copied of. */
    private static void requireEventsOf(
        final Path venueDir, final List<Part> parts, final List<RestoredVenue> venues)
    {
        for (final String gateway : VenueConfig.LowFrequency.NAMES)
        {
            final Map<Integer, Long> cursors =
                PartitionsClient.deliveredUpTo(Partitions.lowFrequency(venueDir, gateway));
            for (int i = 1; i < parts.size(); i++)
            {
                final int partition = parts.get(i).config().partition();
                final long events = venues.get(parts.size() - 1 - i).eventPosition();
                if (cursors.getOrDefault(partition, 0L) > events)
                {
                    throw new IllegalStateException("the copied order of a gateway of all partitions knows more than" +
                        " the copied events; move its files away, and its sessions begin anew: files=" +
                        parts.getFirst().copy().resolve(FileCopy.DIRECTORY).resolve(gateway) + ".* partition=" +
                        partition + " cursor=" + cursors.get(partition) + " eventPosition=" + events);
                }
            }
        }
    }

    /** What does not lie in the data directory is not there yet, either. */
    private static void requireFree(final Map<String, Path> elsewhere)
    {
        elsewhere.forEach((name, path) ->
        {
            if (Files.exists(path))
            {
                throw new IllegalStateException("what the copy has is to be written here, move this away: path=" +
                    path + " name=" + name);
            }
        });
    }

    /** Keys in the data directory are copied; others lie where the configuration has them. */
    private static Path keys(final VenueConfig config, final CopiedFiles files)
    {
        final CopiedFiles.Choice copied = files.of(CopiedFiles.Kind.KEYS);
        final Path own = config.clearing().keysDir();
        final Path place = config.venueDir().resolve(CopiedFiles.Kind.KEYS.fileName());
        return null != copied && own.toAbsolutePath().normalize().equals(place.toAbsolutePath().normalize()) ?
            copied.path() : own;
    }

    /** What the venue would have to do without. */
    private static void addLacks(final VenueConfig config, final CopiedFiles files, final List<String> findings)
    {
        final CopiedFiles.Choice passwords = files.of(CopiedFiles.Kind.PASSWORDS);
        final Set<String> known = null == passwords ? Set.of() : new PasswordFile(passwords.path()).entries().keySet();
        final List<String> locked = ReferenceDataReader.read(config).loginNames(LoginProtocol.FIX).stream()
            .filter((name) -> config.fix().session(name).access().isPasswordRequired() && !known.contains(name))
            .toList();
        if (!locked.isEmpty())
        {
            findings.add("these FIX logins need a password, and the copy has none: they cannot log on until `bourse" +
                " fix-password` sets one: logins=" + locked);
        }
        final CredentialStore credentials = CredentialStore.at(config.credentials());
        final List<Principal> here = credentials.list().stream().map(CredentialStore.Entry::principal).toList();
        final List<Principal> missing =
            CredentialStore.STANDARD.stream().filter((principal) -> !here.contains(principal)).toList();
        if (!missing.isEmpty())
        {
            findings.add("secrets of processes are not here, the start makes others: who has the former ones cannot" +
                " connect: missing=" + missing + " directory=" + config.credentials());
        }
    }

    private static void take(final CopiedFiles files, final Path unfinished)
    {
        try
        {
            files.apply(unfinished);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the files of the venue cannot be copied: dir=" + unfinished, ex);
        }
    }

    /** Also to another file system. */
    private static void move(final Path from, final Path to)
    {
        if (Files.exists(from))
        {
            try
            {
                Files.createDirectories(to.toAbsolutePath().getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                FileCopy.copyTree(from, to);
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("files of the venue cannot be written where the configuration has" +
                    " them: path=" + to, ex);
            }
            IoUtil.delete(from.toFile(), true);
        }
    }

    /**
     * One member that answers may have a majority of others that this site does not reach. Those of a venue that was
     * handed over go on until they hear of the other site.
     *
     * @return who answers all the same.
     */
    private String requireSilence(final VenueConfig config, final SiteTerm copied, final BackupStatus status)
    {
        final Set<String> answering = SecondSite.answering(config,
            SiteTerm.State.HANDED_OVER == copied.state() ? Map.of() : status.members(), copied.term()).keySet();
        if (!despite.containsAll(answering))
        {
            throw new IllegalStateException("the venue of the other site lives, hand it over there with `bourse" +
                " hand-over` and go on here with --planned; or stop what is left of it; or, if it has no majority" +
                " and cannot be stopped, --despite " + String.join(",", answering) + ": partition=" +
                config.partition() + " answering=" + answering + " peer=" + config.site().peer());
        }
        return String.join(",", answering);
    }

    /** What has to be known before it is done; nothing after a hand-over. */
    private List<String> losses(final Part part)
    {
        final List<String> findings = new ArrayList<>();
        final BackupStatus status = part.status();
        if (isPlanned && !part.isHandedOver())
        {
            throw new IllegalStateException("this backup has not heard from the venue that it was handed over;" +
                " without --planned something may be lost: backupDir=" + part.copy() + " term=" +
                part.copied().term());
        }
        if (part.isHandedOver())
        {
            return findings;
        }
        findings.add(part.answering().isEmpty() ?
            "the other site does not answer; make sure that no member runs there, and that none starts" :
            "members of the other site answer, and what they acknowledge is lost: " + part.answering());
        findings.add(status.wholeMs() < 0 ?
            "how much is lost is not known: the copy has never had everything that the venue had" :
            "what the venue acknowledged after " + Instant.ofEpochMilli(status.wholeMs()) + " may be lost");
        findings.add("the copy ends at log position " + status.logPosition() + " and event position " +
            status.eventPosition() + (status.logBehind() > 0 ? ", " + status.logBehind() +
            " bytes of commands are known to be missing" : ""));
        if (status.files().isEmpty())
        {
            findings.add("no files of the venue were copied: keys, runs of clearing, FIX stores");
        }
        status.files().forEach((origin, ms) -> findings.add("files of " + origin +
            (ms < 0 ? " were never copied" : " are as of " + Instant.ofEpochMilli(ms))));
        return findings;
    }

    /** It may still run where it is not seen. The backups are locked, so that they say nothing to it any more. */
    private void awaitLeaseEnd(final List<Part> parts, final PrintWriter out)
    {
        final Duration leaseEnd = Duration.ofNanos(LEASES * parts.stream().filter((part) -> !part.isHandedOver())
            .mapToLong((part) -> part.config().site().leaseNs()).max().orElse(0));
        try
        {
            if (leaseEnd.isPositive())
            {
                out.println("waits                 " + leaseEnd.toSeconds() + " s, then the former venue has ended");
                Thread.sleep(leaseEnd);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted, nothing was done: backupDir=" + backupDir, ex);
        }
    }

    /** A client may have seen numbers that the copied store does not know. */
    private static void skipNumbers(final Path unfinished)
    {
        try
        {
            StoreFiles.skipNumbers(unfinished.resolve("fix"), SKIPPED_NUMBERS);
            StoreFiles.skipNumbers(unfinished.resolve(SecondSite.STORES_OF_ALL), SKIPPED_NUMBERS);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the message stores of FIX cannot be prepared: dir=" + unfinished, ex);
        }
    }

    private static void print(
        final RestoredVenue venue, final Path dataDir, final long term, final PrintWriter out)
    {
        out.println("data directory        " + dataDir.toAbsolutePath().normalize());
        out.println("term                  " + term);
        out.println("log position          " + venue.logPosition());
        out.println("event position        " + venue.eventPosition());
        if (venue.eventsCutOff() > 0)
        {
            out.println("CUT OFF               " + venue.eventsCutOff() + " bytes of events whose commands are not in" +
                " the copied log: consumers may have seen them, the venue has not");
        }
    }

    private static Verdict verify(final VenueConfig config, final PrintWriter out)
    {
        try (OfflineVenue venue = OfflineVenue.open(config.dataDir(), config.partition()))
        {
            final Verification verification = venue.verify();
            verification.findings().forEach((finding) -> out.println("found                 " + finding));
            out.println("verified              " + verification.verdict());
            return verification.verdict();
        }
    }
}
