// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.SiteSigning;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.SecondSite;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.site.FileCopy;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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

    @Mixin
    private VenueFile venueFile;

    @Mixin
    private Confirmation confirmation;

    @Mixin
    private ActingOperator acting;

    @Option(names = "--backup", paramLabel = "DIR", required = true,
        description = "Directory of the backup, which must not run.")
    private Path backupDir;

    @Option(names = "--take", paramLabel = "KIND=ORIGIN",
        description = "Whose files to take where two processes disagree, for instance clearing=member-1; kinds: " +
            "clearing, keys, stores, passwords. May be repeated.")
    private Map<CopiedFiles.Kind, String> taken = new EnumMap<>(CopiedFiles.Kind.class);

    @Option(names = "--planned",
        description = "The venue was handed over with `bourse hand-over`: nothing is lost.")
    private boolean isPlanned;

    @Option(names = "--no-start", description = "Ends when the data directory is made.")
    private boolean isNotStarted;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final VenueConfig config = venueFile.load(Map.of());
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
        final SiteTerm copied = SiteTerm.read(backupDir);
        requireSilence(config, copied.term());
        final BackupStatus status = BackupStatus.read(backupDir);
        final CopiedFiles files = CopiedFiles.of(backupDir, taken);
        VenueKeys.require(config, keys(config, files));
        final List<String> findings = losses(status, copied);
        addLacks(config, files, findings);
        findings.forEach((finding) -> out.println("found                 " + finding));
        files.lines().forEach((line) -> out.println("takes                 " + line));
        confirmation.require(findings, "");
        final long term = copied.term() + 1;
        final SiteSigning signed = SiteSigning.of(backupDir, new SiteActs.Act(0, SiteActs.Kind.FAILOVER, term,
            status.logPosition(), status.eventPosition(), status.wholeMs(), isPlanned, ""), acting, out);

        final RestoredVenue venue = BackupRestore.failOver(backupDir, config.dataDir(),
            (unfinished) ->
            {
                take(files, unfinished);
                finish(unfinished, Duration.ofNanos(LEASES * config.site().leaseNs()), out);
                SecondSite.elsewhere(config).forEach((name, path) -> move(unfinished.resolve(name), path));
                signed.keep(unfinished);
            });
        signed.log(config.dataDir(), "failover term=" + term + " planned=" + isPlanned);
        print(venue, term, out);
        if (Verdict.DAMAGED == verify(config, out))
        {
            err().println("the copy is damaged, make a venue of another one: dataDir=" + config.dataDir());
            return ExitCode.DAMAGED;
        }
        return isNotStarted ? ExitCode.OK : StartCommand.serve(config, out);
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
        final Path place = config.dataDir().resolve(CopiedFiles.Kind.KEYS.fileName());
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
                Files.createDirectories(to.toAbsolutePath().getParent());
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

    private static void requireSilence(final VenueConfig config, final long term)
    {
        final OptionalLong other = SecondSite.termOfPeer(config, term);
        if (other.isPresent())
        {
            throw new IllegalStateException("the venue of the other site lives, hand it over there with `bourse" +
                " hand-over` and go on here with --planned: peer=" + config.site().peer() + " term=" +
                other.getAsLong());
        }
    }

    /** What has to be known before it is done; nothing after a hand-over. */
    private List<String> losses(final BackupStatus status, final SiteTerm copied)
    {
        final List<String> findings = new ArrayList<>();
        final boolean isHandedOver = SiteTerm.State.HANDED_OVER == copied.state();
        if (isPlanned && !isHandedOver)
        {
            throw new IllegalStateException("this backup has not heard from the venue that it was handed over;" +
                " without --planned something may be lost: backupDir=" + backupDir + " term=" + copied.term());
        }
        if (isHandedOver)
        {
            return findings;
        }
        findings.add("the other site does not answer; make sure that no member runs there, and that none starts");
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

    /**
     * A client may have seen numbers that the copied store does not know, and the former venue may still run where it
     * is not seen, unless it was handed over. The backup is locked, so that it says nothing to it any more.
     */
    private void finish(final Path unfinished, final Duration leaseEnd, final PrintWriter out)
    {
        if (SiteTerm.State.HANDED_OVER == SiteTerm.read(backupDir).state())
        {
            return;
        }
        try
        {
            if (leaseEnd.isPositive())
            {
                out.println("waits                 " + leaseEnd.toSeconds() + " s, then the former venue has ended");
                Thread.sleep(leaseEnd);
            }
            StoreFiles.skipNumbers(unfinished.resolve("fix"), SKIPPED_NUMBERS);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the message stores of FIX cannot be prepared: dir=" + unfinished, ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted, nothing was done: backupDir=" + backupDir, ex);
        }
    }

    private static void print(final RestoredVenue venue, final long term, final PrintWriter out)
    {
        out.println("data directory        " + venue.dataDir());
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
