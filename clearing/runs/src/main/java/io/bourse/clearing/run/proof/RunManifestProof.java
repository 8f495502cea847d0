// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.verify.RunPlace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds a run against its signed manifest: that the manifest is of this run, every file and wave, the audit trail and
 * what it has of the run. Needs nothing but the clearing directory and the authority's certificate.
 */
public final class RunManifestProof
{
    private static final Pattern NAME = Pattern.compile("([1-9][0-9]?)-([IE])");
    private static final Pattern DATE = Pattern.compile("[0-9]{8}");
    private static final String REPORT = "`bourse clearing report --run ";

    private final RunDirectory run;
    private final TrustedSigner trusted;
    private final List<ReportFinding> findings = new ArrayList<>();
    private RunManifest manifest;

    private RunManifestProof(final Path run, final TrustedSigner trusted)
    {
        this.run = directory(run);
        this.trusted = trusted;
    }

    /**
     * The run that a path is of or lies in.
     *
     * @param path directory or file.
     * @return directory of the run; null when the path is of none.
     */
    public static Path runOf(final Path path)
    {
        for (Path each = path.toAbsolutePath().normalize(); null != each.getParent(); each = each.getParent())
        {
            final Path date = each.getParent().getFileName();
            if (null != date && NAME.matcher(each.getFileName().toString()).matches() &&
                DATE.matcher(date.toString()).matches())
            {
                return each;
            }
        }
        return null;
    }

    static RunDirectory directory(final Path path)
    {
        final Path run = path.toAbsolutePath().normalize();
        final Matcher name = NAME.matcher(run.getFileName().toString());
        if (!name.matches())
        {
            throw new IllegalArgumentException("it is no directory of a run: directory=" + path);
        }
        return new RunDirectory(run, name.group(2),
            Integer.parseInt(run.getParent().getFileName().toString()), Integer.parseInt(name.group(1)));
    }

    /**
     * What the reports of a run must say that they are of.
     *
     * @param run directory of the run.
     * @return run, kind and date: of a correction the run that has cut the stream.
     */
    public static RunIdentity identity(final Path run)
    {
        final RunDirectory directory = directory(run);
        return new RunIdentity(
            directory.originalRunId(), directory.kind(), directory.tradingDate(), directory.market());
    }

    /**
     * Holds reports and packages of a run against its manifest.
     *
     * @param run directory of the run.
     * @param trusted whose signature is the venue's.
     * @return findings, never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyReports(final Path run, final TrustedSigner trusted) throws IOException
    {
        final RunManifestProof proof = new RunManifestProof(run, trusted);
        if (proof.isSigned())
        {
            proof.verifyIdentity();
            proof.verifyWaves();
        }
        final RunIdentity identity = identity(run);
        proof.addBelow(RunDirectory.REPORTS, ReportsVerifier.verifyRun(proof.run.reports(), identity, trusted));
        proof.addBelow(RunDirectory.PACKAGES,
            PackageVerifier.verifyRun(proof.run.packages(), proof.run.reports(), identity, trusted));
        return List.copyOf(proof.findings);
    }

    /**
     * Holds a run against its manifest, reports, packages and audit trail included. Signatures of operators are not
     * verified: for that the venue's events are needed.
     *
     * @param run directory of the run.
     * @param trusted whose signature is the venue's.
     * @return findings, never empty; files that are as they were signed are in one.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verify(final Path run, final TrustedSigner trusted) throws IOException
    {
        return verify(run, trusted, null);
    }

    /**
     * Holds a run against its manifest, reports, packages and audit trail included.
     *
     * @param run directory of the run.
     * @param trusted whose signature is the venue's.
     * @param operators of the venue, whose approvals are verified; null when its events are not at hand.
     * @return findings, never empty; files that are as they were signed are in one.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verify(final Path run, final TrustedSigner trusted, final Operators operators)
        throws IOException
    {
        final RunManifestProof proof = new RunManifestProof(run, trusted);
        final RunPhase phase = proof.run.phase();
        if (RunPhase.REPORTED == phase || Files.exists(proof.run.file(RunManifest.FILE_NAME)))
        {
            if (proof.isSigned())
            {
                proof.verifyIdentity();
                proof.verifyWaves();
                proof.verifyFiles();
                proof.verifyState();
            }
        }
        else if (phase.isAtLeast(RunPhase.PUBLISHED))
        {
            proof.add(Status.UNFINISHED_RUN, RunDirectory.STATE, "results are published, but reports and packages " +
                "are not complete; write what is missing with " + REPORT + proof.run.runId() + "`: phase=" +
                phase);
        }
        proof.findings.addAll(new RunTrailProof(proof.run, trusted, operators).findings(proof.manifest));
        return List.copyOf(proof.findings);
    }

    /**
     * Runs that the audit trail knows as published and that have no directory any more.
     *
     * @param baseDir of the runs.
     * @return run ids, ascending.
     * @throws IOException when files cannot be read.
     * @throws io.bourse.clearing.InputCorruptException when the chain of the trail is broken.
     */
    public static List<Long> missing(final Path baseDir) throws IOException
    {
        if (Files.notExists(baseDir.resolve(ClearingAuditTrail.FILE_NAME)))
        {
            return List.of();
        }
        final List<AuditRecord> trail = new ClearingAuditTrail(baseDir, System::currentTimeMillis).read();
        final Set<Long> missing = new TreeSet<>();
        trail.stream().map(AuditRecord::runId)
            .filter(runId -> RunTrailProof.phase(trail, runId).isAtLeast(RunPhase.PUBLISHED)).forEach(missing::add);
        RunPlace.all(baseDir).forEach(place -> missing.remove(directory(place.directory()).runId()));
        return List.copyOf(missing);
    }

    private boolean isSigned() throws IOException
    {
        final Path file = run.file(RunManifest.FILE_NAME);
        final Path signature = run.file(RunManifest.SIGNATURE_NAME);
        if (!Files.exists(file))
        {
            add(Status.MISSING_MANIFEST, RunManifest.FILE_NAME, "the run is not signed as a whole: an earlier " +
                "version has made it, or the manifest was removed. Restore the manifest from a backup; if there " +
                "never was one, sign the run as it is with " + REPORT + run.runId() + "`: phase=" + run.phase());
            return false;
        }
        if (!Files.exists(signature))
        {
            add(Status.MISSING_SIGNATURE, RunManifest.SIGNATURE_NAME, "there is no signature of the run's manifest");
            return false;
        }
        final byte[] bytes = Files.readAllBytes(file);
        try
        {
            SignatureVerifier.verify(bytes, Files.readAllBytes(signature), trusted);
            manifest = RunManifest.parse(bytes);
            return true;
        }
        catch (final SignatureException ex)
        {
            add(ex.isUnknownSigner() ? Status.UNKNOWN_SIGNER : Status.BAD_SIGNATURE, RunManifest.SIGNATURE_NAME,
                ex.getMessage());
        }
        catch (final IOException ex)
        {
            add(Status.MALFORMED_MANIFEST, RunManifest.FILE_NAME, "manifest cannot be understood: " + ex.getMessage());
        }
        return false;
    }

    private void verifyIdentity()
    {
        final String facts = "runId=" + manifest.runId() + " kind=" + manifest.kind() + " tradingDate=" +
            manifest.tradingDate();
        if (manifest.runId() == run.runId() && manifest.kind().equals(run.kind()) &&
            manifest.number() == run.number() && manifest.tradingDate() == run.tradingDate() &&
            manifest.originalRunId() == run.originalRunId())
        {
            add(Status.OK, RunManifest.FILE_NAME,
                "the run is signed: " + facts + " files=" + manifest.files().size());
            return;
        }
        add(Status.WRONG_RUN, RunManifest.FILE_NAME, "the manifest is of another run: " + facts + " originalRunId=" +
            manifest.originalRunId() + " wantedRunId=" + run.runId() + " wantedKind=" + run.kind() +
            " wantedTradingDate=" + run.tradingDate() + " wantedOriginalRunId=" + run.originalRunId());
    }

    private void verifyWaves() throws IOException
    {
        for (final RunManifest.Wave wave : manifest.waves())
        {
            verifySigned(RunDirectory.REPORTS + "/" + wave.name() + "/" + Manifest.FILE_NAME, wave.reportsSha256());
            verifySigned(
                RunDirectory.PACKAGES + "/" + wave.name() + "/" + PackageIndex.FILE_NAME, wave.packagesSha256());
        }
    }

    private void verifySigned(final String name, final String sha256) throws IOException
    {
        if (!Files.exists(run.file(name)))
        {
            add(Status.MISSING_FILE, name, "a wave of the run is not there");
        }
        else if (!sha256.equals(Digests.sha256Of(run.file(name))))
        {
            add(Status.WRONG_RUN, name, "the wave is not the one that was signed with the run: sha256=" +
                Digests.sha256Of(run.file(name)) + " signedSha256=" + sha256);
        }
    }

    private void verifyFiles() throws IOException
    {
        final int before = findings.size();
        final Set<String> unlisted = new TreeSet<>(RunManifest.names(run.path()));
        for (final RunState.FileDigest file : manifest.files())
        {
            unlisted.remove(file.name());
            if (!Files.isRegularFile(run.file(file.name())))
            {
                add(Status.MISSING_FILE, file.name(), "a file of the run is not there");
            }
            else if (!file.sha256().equals(Digests.sha256Of(run.file(file.name()))))
            {
                add(Status.CHANGED_FILE, file.name(), "file is not the one that was signed with the run: sha256=" +
                    Digests.sha256Of(run.file(file.name())) + " signedSha256=" + file.sha256());
            }
        }
        unlisted.forEach(name -> add(Status.UNLISTED_FILE, name, "file is not in the manifest of the run"));
        if (before == findings.size())
        {
            add(Status.OK, "files", "files are as signed: files=" + manifest.files().size());
        }
    }

    /** The state is no file of the manifest, because it goes on: what it says of files and cut must be signed. */
    private void verifyState()
    {
        final RunState state = run.state();
        final Map<String, String> signed = manifest.byName();
        for (final RunState.FileDigest file : null == state ? List.<RunState.FileDigest>of() : state.files())
        {
            if (!file.sha256().equals(signed.get(file.name())) && !RunManifest.isChanging(file.name()))
            {
                add(Status.CHANGED_FILE, RunDirectory.STATE, "the state names another digest than was signed: file=" +
                    file.name() + " sha256=" + file.sha256() + " signedSha256=" + signed.get(file.name()));
            }
        }
        final RunRecord.Cut cut = null == state ? null : state.cut();
        final long cursor = null == cut ? -1 : cut.cursor();
        final List<RunRecord.Place> places = null == cut ? null : cut.partitions();
        if (cursor != manifest.cutCursor() || !Objects.equals(places, manifest.cutPartitions()))
        {
            add(Status.CHANGED_FILE, RunDirectory.STATE, "the state names another cut than was signed: cutCursor=" +
                cursor + " signedCutCursor=" + manifest.cutCursor() + (null == manifest.cutPartitions() ? "" :
                " partitions=" + places + " signedPartitions=" + manifest.cutPartitions()));
        }
        if (RunPhase.REPORTED != run.phase())
        {
            add(Status.UNFINISHED_RUN, RunDirectory.STATE, "the run is signed, but its state says that it is not at " +
                "its end: phase=" + run.phase());
        }
    }

    private void addBelow(final String directory, final List<ReportFinding> below)
    {
        below.forEach(finding -> findings.add(finding.below(directory)));
    }

    private void add(final Status status, final String file, final String message)
    {
        findings.add(new ReportFinding(status, file, message));
    }
}
