// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.InstructionSignatures;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.clearing.run.store.RunPhase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the audit trail and the books have of a run: its phase, its approvals, the plans of defaults that it
 * carried out, the instructions that it took; and that both go on from where they were when the run was signed.
 */
final class RunTrailProof
{
    static final String AUDIT = "audit";
    private static final String PHASE = "phase ";
    private static final String BOOK = InstructionBook.DIRECTORY + "/" + InstructionBook.FILE_NAME;

    private final RunDirectory run;
    private final TrustedSigner trusted;
    private final Operators operators;
    private final List<AuditRecord> trail = new ArrayList<>();
    private final List<ReportFinding> findings = new ArrayList<>();

    RunTrailProof(final RunDirectory run, final TrustedSigner trusted, final Operators operators)
    {
        this.run = run;
        this.trusted = trusted;
        this.operators = operators;
    }

    /**
     * Findings about the trail and the books.
     *
     * @param manifest of the run; null when there is none that counts.
     */
    List<ReportFinding> findings(final RunManifest manifest) throws IOException
    {
        try
        {
            if (Files.exists(run.baseDir().resolve(ClearingAuditTrail.FILE_NAME)))
            {
                trail.addAll(new ClearingAuditTrail(run.baseDir(), System::currentTimeMillis).read());
            }
            verifyPhase();
            verifyHead();
            verifyApprovals();
            verifyPlans();
            if (null != manifest)
            {
                verifyManifest(manifest);
            }
        }
        catch (final InputCorruptException ex)
        {
            wrong(AUDIT, ex.getMessage());
        }
        verifyInstructions();
        if (findings.isEmpty())
        {
            findings.add(new ReportFinding(Status.OK, AUDIT,
                "records=" + trail.stream().filter(line -> run.runId() == line.runId()).count() + (null == operators ?
                " signatures of operators were not verified, the events of the venue are not at hand" : "")));
        }
        return List.copyOf(findings);
    }

    /** Last phase of a run in a trail; NONE when it has none. */
    static RunPhase phase(final List<AuditRecord> trail, final long runId)
    {
        return trail.stream().filter(line -> runId == line.runId() && line.command().startsWith(PHASE))
            .reduce((a, b) -> b).map(line -> RunPhase.valueOf(line.command().substring(PHASE.length())))
            .orElse(RunPhase.NONE);
    }

    /** The line of a phase comes before the phase: after a crash the trail is one ahead until the run goes on. */
    private void verifyPhase()
    {
        final RunPhase audited = phase(trail, run.runId());
        if (audited != run.phase())
        {
            wrong(RunDirectory.STATE, "the state has another phase than the audit trail; after a crash take the run " +
                "up, else restore the state from a backup: phase=" + run.phase() + " auditPhase=" + audited);
        }
    }

    private void verifyHead() throws IOException
    {
        if (!run.phase().isAtLeast(RunPhase.PUBLISHED))
        {
            return;
        }
        final Path file = run.file(AuditHead.FILE_NAME);
        final Path signature = run.file(AuditHead.SIGNATURE_NAME);
        if (!Files.exists(file) || !Files.exists(signature))
        {
            findings.add(new ReportFinding(Status.MISSING_SIGNATURE, AuditHead.FILE_NAME,
                "the head of the audit trail at the publication is not there"));
            return;
        }
        final byte[] bytes = Files.readAllBytes(file);
        try
        {
            SignatureVerifier.verify(bytes, Files.readAllBytes(signature), trusted);
            final AuditRecord head = Json.read(bytes, AuditRecord.class);
            verifyLine(AuditHead.FILE_NAME, head.seq(), head.sha256());
        }
        catch (final SignatureException ex)
        {
            findings.add(new ReportFinding(ex.isUnknownSigner() ? Status.UNKNOWN_SIGNER : Status.BAD_SIGNATURE,
                AuditHead.SIGNATURE_NAME, ex.getMessage()));
        }
    }

    private void verifyLine(final String signedIn, final long seq, final String sha256)
    {
        final String found = seq < 1 || seq > trail.size() ? "missing" : trail.get((int)seq - 1).sha256();
        if (!found.equals(sha256))
        {
            wrong(AUDIT, "the audit trail is not the one that was signed, its end was cut off or it was written " +
                "anew: line=" + seq + " sha256=" + found + " signedSha256=" + sha256 + " lines=" + trail.size() +
                " signedIn=" + signedIn);
        }
    }

    private void verifyApprovals()
    {
        final Approvals approvals = new Approvals(run.path(), operators);
        for (final ApprovalStep step : ApprovalStep.values())
        {
            final Approval answer = approvals.answer(step);
            if (null != answer && !ClearingAuditTrail.tells(trail, answer))
            {
                wrong(Approvals.DIRECTORY + "/" + step.text() + ".json", "the audit trail has no line of the answer: " +
                    "approver=" + answer.approver() + " approved=" + answer.approved() + " sha256=" +
                    answer.sha256() + " runId=" + answer.runId());
            }
            // A run that has asked anew and was ended then has taken nothing.
            final ApprovalRequest request = approvals.pending(step);
            final boolean isWorthless = null != answer && null != request && !run.phase().isPublished() &&
                !request.sha256().equals(answer.sha256());
            if (null != answer && !isWorthless)
            {
                verifySignatures(Approvals.DIRECTORY + "/" + step.text() + ".json", approvals, answer);
            }
        }
    }

    /**
     * Who approved and who asked, by their own keys; before the venue had operators they had none, and what their keys
     * were before the events that are there is not known.
     */
    private void verifySignatures(final String file, final Approvals approvals, final Approval answer)
    {
        final boolean isOlder = null != operators && (answer.atMs() < operators.knownSinceMs() ||
            null == answer.signature() && answer.atMs() < operators.sinceMs());
        if (null != operators && !isOlder && !approvals.isGenuine(answer))
        {
            findings.add(new ReportFinding(Status.BAD_SIGNATURE, file, "the answer or the request is not signed by " +
                "operators of the venue: approver=" + answer.approver() + " runId=" + answer.runId() + " sha256=" +
                answer.sha256()));
        }
    }

    private void verifyPlans() throws IOException
    {
        final DefaultBook book = new DefaultBook(run.baseDir());
        for (final DefaultPlan plan : RunDefaults.of(run).plans())
        {
            final Path directory = book.directory(plan.defaultId(), plan.number());
            final Path file = directory.resolve(DefaultBook.PLAN);
            final String sha256 = Files.exists(file) ? Digests.sha256Of(file) : "missing";
            final Approvals approvals = new Approvals(directory, operators);
            final Approval answer = approvals.answer(ApprovalStep.DEFAULT);
            if (null == answer || !answer.approved() || !sha256.equals(answer.sha256()) ||
                !ClearingAuditTrail.tells(trail, answer))
            {
                wrong(RunDirectory.DEFAULTS, "the run carried out a plan of a default that the audit trail does not " +
                    "know as approved: plan=" + plan.name() + " sha256=" + sha256 + " approver=" +
                    (null == answer ? "none" : answer.approver()));
            }
            else
            {
                verifySignatures(RunDirectory.DEFAULTS, approvals, answer);
            }
        }
    }

    private void verifyManifest(final RunManifest manifest) throws IOException
    {
        verifyLine(RunManifest.FILE_NAME, manifest.trail().lines(), manifest.trail().sha256());
        final String sha256 = Digests.sha256Of(run.file(RunManifest.FILE_NAME));
        final AuditRecord last = signing(trail, run.runId());
        final String noted = null == last ? "none" : last.arguments().get(RunManifest.SHA256);
        if (!sha256.equals(noted))
        {
            wrong(AUDIT, "the audit trail has another manifest of the run: manifestSha256=" + sha256 +
                " auditManifestSha256=" + noted);
        }
        final String files = manifest.filesSha256();
        trail.stream().filter(line -> run.runId() == line.runId() && RunManifest.COMMAND.equals(line.command()) &&
            !files.equals(line.arguments().get(RunManifest.FILES_SHA256))).findFirst().ifPresent(line ->
                wrong(AUDIT, "the audit trail has other files that were signed with the run: filesSha256=" +
                files + " auditFilesSha256=" + line.arguments().get(RunManifest.FILES_SHA256) + " auditLine=" +
                line.seq()));
    }

    /** The line with the manifest of a run that was signed last; null when there is none. */
    static AuditRecord signing(final List<AuditRecord> trail, final long runId)
    {
        return trail.stream().filter(line -> runId == line.runId() && RunManifest.COMMAND.equals(line.command()))
            .reduce((a, b) -> b).orElse(null);
    }

    /** The lines that the run took: who has entered, asked for and approved them. */
    private void verifySigned(final InstructionBook book) throws IOException
    {
        final InstructionsFile taken = run.find(InstructionsFile.FILE_NAME, InstructionsFile.class).orElse(null);
        if (null == operators || null == taken)
        {
            return;
        }
        final InstructionSignatures signatures = new InstructionSignatures(run.baseDir(), operators);
        for (final Instruction line : book.between(BookHead.parse(taken.after()), BookHead.parse(taken.upTo())))
        {
            // Whether what goes out wanted a second person is known when it is taken.
            final boolean isOlder = signatures.isOlder(line) ||
                TimeUnit.NANOSECONDS.toMillis(line.timeNs()) < operators.knownSinceMs();
            final String wrong = isOlder ? null : signatures.wrongOrNull(line, false);
            if (null != wrong)
            {
                findings.add(new ReportFinding(Status.BAD_SIGNATURE, BOOK, "a line is not signed as it should be, " +
                    wrong + ": seq=" + line.seq() + " client=" + line.client() + " reference=" + line.reference() +
                    " actor=" + line.actor() + " signed=" + line.signed()));
            }
        }
    }

    /** The book may have grown; up to where the run took it, it must be the same. */
    private void verifyInstructions() throws IOException
    {
        if (!Files.exists(run.file(RunDirectory.INPUT)))
        {
            return;
        }
        try
        {
            final BookHead taken = BookHead.parse(
                run.read(RunDirectory.INPUT, RunParameters.class).parameters().get(RunParameters.BOOK));
            final InstructionBook book = new InstructionBook(run.baseDir(), () -> 0);
            book.between(BookHead.NONE, taken);
            verifySigned(book);
        }
        catch (final InputCorruptException ex)
        {
            findings.add(new ReportFinding(
                Status.CHANGED_FILE, BOOK, ex.getMessage()));
        }
    }

    private void wrong(final String file, final String message)
    {
        findings.add(new ReportFinding(Status.WRONG_TRAIL, file, message));
    }
}
