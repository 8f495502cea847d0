// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Four eyes over one run (rules 6): the approver is not the requester, an approval is bound to the digest of
 * what was shown, and it expires. Both are operators of the venue and sign with their own keys: a file that another
 * person has written, or that was brought from another run or venue, is no approval.
 *
 * <p>Files: {@code approvals/prices.request.json} and {@code approvals/prices.json}, likewise for the other steps.
 *
 * @param operators of the venue.
 */
public record Approvals(Path runDirectory, Operators operators)
{
    /** Directory of the approvals in that of the run. */
    public static final String DIRECTORY = "approvals";
    /** How long an approval is good for. */
    public static final long LIFE_MS = TimeUnit.MINUTES.toMillis(10);

    private static final int MIN_DIGITS = 8;

    /** To be looked at only. */
    public Approvals(final Path runDirectory)
    {
        this(runDirectory, Operators.NONE);
    }

    /**
     * Asks for an approval; asking again with the same contents changes nothing, also not who asked, with others it
     * makes an earlier approval worthless.
     *
     * @param step that it is about.
     * @param requester who wants it.
     * @param signer who signs the request; null when that is no operator.
     * @param file that is to be looked at, in the run directory.
     * @param nowMs milliseconds since 1970.
     * @return the question, with its first requester.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the signer is no operator who may ask.
     */
    public ApprovalRequest request(
        final long runId,
        final ApprovalStep step,
        final String requester,
        final OperatorSigner signer,
        final String file,
        final long nowMs) throws IOException
    {
        final String name = null == signer ? "" : signer.name();
        final ApprovalRequest request = new ApprovalRequest(runId, step, requester.strip(), name, file,
            Digests.sha256Of(runDirectory.resolve(file)), nowMs, null);
        final ApprovalRequest asked = pending(step);
        if (request.isSameQuestion(asked) && isGenuine(asked))
        {
            return asked;
        }
        if (null == signer)
        {
            throw new ApprovalException("another person has to approve, and only an operator can ask: " +
                (operators.byName().isEmpty() ? "the venue has none, raise its feature level, name founders in " +
                "venue.operators.founders and start it again" : "name yourself with --as") + ": step=" + step.text() +
                " runId=" + runId + " requester=" + requester + " known=" + operators.byName().keySet());
        }
        operators.requireRequester(name, step);
        final ApprovalRequest signed = request.withSignature(Operators.sign(signer, request.text(operators.venueId())));
        requireGenuine(signed);
        DurableFile.createDirectories(runDirectory.resolve(DIRECTORY));
        Json.write(requestFile(step), signed);
        return signed;
    }

    /** Whether there is a question, signed by an operator of the venue. */
    public boolean isAsked(final ApprovalStep step)
    {
        final ApprovalRequest request = pending(step);
        return null != request && isGenuine(request);
    }

    private boolean isGenuine(final ApprovalRequest request)
    {
        return null != request.operator() &&
            operators.isSignedNow(request.operator(), request.text(operators.venueId()), request.signature());
    }

    private void requireGenuine(final ApprovalRequest request)
    {
        if (!isGenuine(request))
        {
            throw new ApprovalException("the request is not signed by the key of the operator who made it: step=" +
                request.step().text() + " runId=" + request.runId() + " operator=" + request.operator() + " file=" +
                requestFile(request.step()));
        }
    }

    /**
     * The question that was asked last.
     *
     * @param step that it is about.
     * @return null when none was.
     * @throws InputCorruptException when the file is not readable.
     */
    public ApprovalRequest pending(final ApprovalStep step)
    {
        return read(requestFile(step), ApprovalRequest.class);
    }

    /**
     * The answer that was given last.
     *
     * @param step that it is about.
     * @return null when none was.
     * @throws InputCorruptException when the file is not readable.
     */
    public Approval answer(final ApprovalStep step)
    {
        return read(answerFile(step), Approval.class);
    }

    /**
     * Answers the question.
     *
     * @param step that it is about.
     * @param approver who answers and signs.
     * @param approved false to refuse.
     * @param sha256 of what the approver has looked at, or its beginning of at least 8 digits; null: of what the file
     *     holds now.
     * @param nowMs milliseconds since 1970.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the approver is the requester or no operator who may approve, or looked at
     *     something else.
     * @throws PreconditionException when nothing was asked.
     */
    public Approval answer(
        final ApprovalStep step,
        final OperatorSigner approver,
        final boolean approved,
        final String sha256,
        final long nowMs) throws IOException
    {
        final Approval approval = examined(step, approver, approved, sha256, nowMs);
        give(approval);
        return approval;
    }

    /** The answer as it would be given. */
    public Approval examined(
        final ApprovalStep step,
        final OperatorSigner approver,
        final boolean approved,
        final String sha256,
        final long nowMs) throws IOException
    {
        final ApprovalRequest request = pending(step);
        if (null == request)
        {
            throw new PreconditionException("the run has not asked for this approval: step=" + step.text() +
                " directory=" + runDirectory);
        }
        if (request.isOf(approver.name()))
        {
            throw new ApprovalException("another person has to approve, requester and approver are one: step=" +
                step.text() + " runId=" + request.runId() + " requester=" + request.requester() + " operator=" +
                request.operator() + " approver=" + approver.name());
        }
        operators.requireApprover(approver.name());
        requireGenuine(request);
        final String now = Digests.sha256Of(runDirectory.resolve(request.file()));
        final boolean isSeen = null == sha256 || sha256.length() >= MIN_DIGITS && now.startsWith(sha256);
        if (!now.equals(request.sha256()) || !isSeen)
        {
            throw new ApprovalException("what is to be approved is not what was looked at: step=" + step.text() +
                " runId=" + request.runId() + " file=" + request.file() + " sha256=" + now + " asked=" +
                request.sha256() + " seen=" + sha256);
        }
        final Approval approval = new Approval(
            request.runId(), step, approver.name(), approved, now, sha256Of(request), nowMs, null);
        final Approval signed = approval.withSignature(Operators.sign(approver, approval.text(operators.venueId())));
        requireGenuine(signed);
        return signed;
    }

    private String sha256Of(final ApprovalRequest request)
    {
        return Digests.sha256Of(request.text(operators.venueId()).getBytes(StandardCharsets.UTF_8));
    }

    private void requireGenuine(final Approval approval)
    {
        if (!operators.isSignedNow(approval.approver(), approval.text(operators.venueId()), approval.signature()))
        {
            throw new ApprovalException("the approval is not signed by the key of the operator who gave it: step=" +
                approval.step().text() + " runId=" + approval.runId() + " approver=" + approval.approver() + " file=" +
                answerFile(approval.step()));
        }
    }

    /**
     * Whether two operators have signed, each at the time: one the answer, the other the request that it answers;
     * whatever became of them since.
     */
    public boolean isGenuine(final Approval approval)
    {
        final ApprovalRequest request = pending(approval.step());
        if (null == request || null == request.operator() || request.isOf(approval.approver()) ||
            !sha256Of(request).equals(approval.requestSha256()))
        {
            return false;
        }
        return operators.isApprover(approval.approver(), approval.atMs()) && operators.isSigned(
            approval.approver(), approval.text(operators.venueId()), approval.signature(), approval.atMs()) &&
            wasGenuine(request);
    }

    /** Whether an operator who might ask has signed a request at the time, whatever became of the operator since. */
    public boolean wasGenuine(final ApprovalRequest request)
    {
        return null != request.operator() &&
            operators.isRequester(request.operator(), request.step(), request.atMs()) && operators.isSigned(
            request.operator(), request.text(operators.venueId()), request.signature(), request.atMs());
    }

    /** Gives an answer that was found good. */
    public void give(final Approval approval) throws IOException
    {
        Json.write(answerFile(approval.step()), approval);
    }

    /**
     * Requires a good approval: signed by an operator who may approve now, of a request by one who may ask now.
     *
     * @param request the question.
     * @param nowMs milliseconds since 1970.
     * @return the approval.
     * @throws ApprovalException when there is none, it was refused, is about something else, has expired, or is not
     *     genuine.
     */
    public Approval require(final ApprovalRequest request, final long nowMs)
    {
        final Approval approval = answer(request.step());
        final String facts = ": step=" + request.step().text() + " runId=" + request.runId() + " file=" +
            runDirectory.resolve(request.file()) + " sha256=" + request.sha256() + " requester=" +
            request.requester();
        if (null == approval || !request.sha256().equals(approval.sha256()) || request.runId() != approval.runId())
        {
            throw new ApprovalException("another person has to approve, look at the file, then approve and " +
                goOn(request) + facts + (null == approval ? "" : " approvedSha256=" + approval.sha256()));
        }
        if (!approval.approved())
        {
            throw new ApprovalException("approval was refused, abort the run or ask again" + facts + " approver=" +
                approval.approver());
        }
        if (nowMs - approval.atMs() > LIFE_MS || nowMs < approval.atMs())
        {
            throw new ApprovalException("approval has expired, approve again and " + goOn(request) + facts +
                " approver=" + approval.approver() + " approvedAtMs=" + approval.atMs() + " nowMs=" + nowMs +
                " lifeMs=" + LIFE_MS);
        }
        if (request.isOf(approval.approver()))
        {
            throw new ApprovalException("requester and approver are one" + facts);
        }
        operators.requireRequester(request.operator(), request.step());
        requireGenuine(request);
        operators.requireApprover(approval.approver());
        requireGenuine(approval);
        if (!sha256Of(request).equals(approval.requestSha256()))
        {
            throw new ApprovalException("the approval is of another request, approve again and " + goOn(request) +
                facts + " requestSha256=" + sha256Of(request) + " approvedRequestSha256=" + approval.requestSha256());
        }
        return approval;
    }

    /**
     * Requires that an approval was taken before: signed at the time by two operators, of the file as it is now.
     *
     * @param step that it is about.
     * @param file that was looked at, in the run directory.
     * @return the approval.
     * @throws IOException when the file cannot be read.
     * @throws ApprovalException when there is none, it is about something else, or is not genuine.
     */
    public Approval requireTaken(final ApprovalStep step, final String file) throws IOException
    {
        final Approval approval = answer(step);
        final String sha256 = Digests.sha256Of(runDirectory.resolve(file));
        if (null == approval || !approval.approved() || !sha256.equals(approval.sha256()) || !isGenuine(approval))
        {
            throw new ApprovalException("the run has gone on with something that two operators have not signed, " +
                "bring back its approvals from a backup, or remove this one and approve again: step=" + step.text() +
                " file=" + runDirectory.resolve(file) + " sha256=" + sha256 + " approvedSha256=" +
                (null == approval ? "none" : approval.sha256()) + " approver=" +
                (null == approval ? "none" : approval.approver()));
        }
        return approval;
    }

    /** The requester's next step: to resume a run that is to be given up would do the opposite. */
    private static String goOn(final ApprovalRequest request)
    {
        return switch (request.step())
        {
            case PRICES, PUBLISH -> "resume";
            case REOPEN -> "reopen again";
            case DEFAULT -> "go on";
            case SESSION -> "move the session again";
            case QUARANTINE -> "ask again";
            case PAY_OUT -> "enter the instruction again";
            case SITE -> "give the command again";
        };
    }

    private Path requestFile(final ApprovalStep step)
    {
        return runDirectory.resolve(DIRECTORY).resolve(step.text() + ".request.json");
    }

    private Path answerFile(final ApprovalStep step)
    {
        return runDirectory.resolve(DIRECTORY).resolve(step.text() + ".json");
    }

    private static <T> T read(final Path file, final Class<T> type)
    {
        if (!Files.exists(file))
        {
            return null;
        }
        try
        {
            return Json.read(file, type);
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("approval cannot be read: file=" + file + " reason=\"" + ex.getMessage() +
                "\"", ex);
        }
    }
}
