// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.Instruction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Who stands for a line of the book of instructions: the operator who has entered it, and of what goes out also the one
 * who has asked for it. Both have signed exactly what the line says.
 */
public final class InstructionSignatures
{
    private final Path baseDir;
    private final Operators operators;
    private List<AuditRecord> trail;

    /**
     * Signatures in the book of a venue.
     *
     * @param baseDir of the runs.
     * @param operators of the venue; where there are none, nothing is signed.
     */
    public InstructionSignatures(final Path baseDir, final Operators operators)
    {
        this.baseDir = baseDir;
        this.operators = operators;
    }

    /**
     * Signs a line when it is entered.
     *
     * @param operators of the venue.
     * @param signer who enters it.
     * @param request number of the request that the signer has approved; null for none.
     */
    public static UnaryOperator<Instruction> signing(
        final Operators operators, final OperatorSigner signer, final Integer request)
    {
        return line ->
        {
            final Instruction entered = line.withSigned(new Instruction.Signed(signer.name(), request, null));
            return line.withSigned(new Instruction.Signed(
                signer.name(), request, Operators.sign(signer, entered.text(operators.venueId()))));
        };
    }

    /**
     * Requires that a run may do what lines say.
     *
     * @param lines that it takes.
     * @param needsApproval whether what goes out wants a second person.
     * @param lastCutMs milliseconds since 1970 of the cut of the run before: a line that came after it and after the
     *     venue had operators is signed.
     * @throws ApprovalException when two people, or one of what one may enter alone, do not stand for a line.
     */
    public void require(final List<Instruction> lines, final boolean needsApproval, final long lastCutMs)
        throws IOException
    {
        for (final Instruction line : lines)
        {
            final boolean isOlder = isOlder(line) && lastCutMs < operators.sinceMs();
            final String wrong = isOlder ? null : wrongOrNull(line, needsApproval);
            if (null != wrong)
            {
                throw new ApprovalException("the run does not take a line of the book of instructions, " + wrong +
                    "; bring back the book and the requests from a backup: seq=" + line.seq() + " kind=" +
                    line.kind() + " client=" + line.client() + " reference=" + line.reference() + " actor=" +
                    line.actor() + " signed=" + line.signed() + " baseDir=" + baseDir);
            }
        }
    }

    /** Whether the line could not be signed: the venue had no operators when it came. */
    public boolean isOlder(final Instruction line)
    {
        return null == line.signed() && TimeUnit.NANOSECONDS.toMillis(line.timeNs()) < operators.sinceMs();
    }

    /**
     * What is wrong with a line.
     *
     * @param needsApproval whether what goes out wants a second person.
     * @return null when nothing is.
     * @throws io.bourse.clearing.InputCorruptException when the request or its approval cannot be read.
     */
    public String wrongOrNull(final Instruction line, final boolean needsApproval) throws IOException
    {
        final Instruction.Signed signed = line.signed();
        if (null == signed)
        {
            return operators.byName().isEmpty() ? null : "no operator has signed it";
        }
        final long atMs = TimeUnit.NANOSECONDS.toMillis(line.timeNs());
        if (null == signed.by() ||
            !operators.isSigned(signed.by(), line.text(operators.venueId()), signed.signature(), atMs))
        {
            return "it is not signed by the key of the operator who has entered it";
        }
        if (null != signed.request())
        {
            return wrongOrNull(line, signed.request());
        }
        if (line.kind().isOut() && needsApproval)
        {
            return "no second person has approved what goes out";
        }
        return !signed.by().equals(line.actor()) || !operators.isRequester(signed.by(), ApprovalStep.PAY_OUT, atMs) ?
            "its actor is not the operator who has entered it, or has no role to" : null;
    }

    private String wrongOrNull(final Instruction line, final int number) throws IOException
    {
        final Path directory = PayOutRequest.directory(baseDir, number);
        final Path file = directory.resolve(PayOutRequest.FILE_NAME);
        final Approvals approvals = new Approvals(directory, operators);
        final ApprovalRequest asked = approvals.pending(ApprovalStep.PAY_OUT);
        final Approval answer = approvals.answer(ApprovalStep.PAY_OUT);
        if (null == asked || null == answer || !answer.approved() || !Files.exists(file))
        {
            return "the request that was approved is not there";
        }
        final byte[] bytes = Files.readAllBytes(file);
        final String sha256 = Digests.sha256Of(bytes);
        if (!sha256.equals(asked.sha256()) || !sha256.equals(answer.sha256()) ||
            !PayOutRequest.parsed(number, bytes, file).instruction().equals(line.request()))
        {
            return "it is not what was asked for and approved";
        }
        if (number != asked.runId() || number != answer.runId() || !line.actor().equals(asked.operator()) ||
            !line.signed().by().equals(answer.approver()) || !approvals.isGenuine(answer))
        {
            return "its request or its approval is not signed by the operators who have given them";
        }
        return ClearingAuditTrail.tells(trail(), answer) ? null : "the audit trail does not know its approval";
    }

    private List<AuditRecord> trail() throws IOException
    {
        if (null == trail)
        {
            trail = !Files.exists(baseDir.resolve(ClearingAuditTrail.FILE_NAME)) ? List.of() :
                new ClearingAuditTrail(baseDir, System::currentTimeMillis).read();
        }
        return trail;
    }
}
