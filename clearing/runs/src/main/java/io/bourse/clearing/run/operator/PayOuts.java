// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.AppendLock;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.PayOutRequest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Instructions that take money or an asset out, by two people: one asks, another one approves, which enters the
 * instruction into the book. Requests lie beside the runs, as {@code pay-outs/N/pay-out.json}; every step is a line of
 * the audit trail.
 *
 * @param funds where the instructions are entered.
 */
public record PayOuts(FundsService funds)
{
    /** Its lock lets one process at a time ask or answer. */
    private static final String LOCKED = "requests";
    private static final String OK = "OK";

    /**
     * What became of an answer.
     *
     * @param approval that was given.
     * @param instruction line of the book; null when it was refused.
     */
    public record Answer(Approval approval, Instruction instruction)
    {
    }

    /**
     * Asks for an instruction. The same reference of the same register again is the same request.
     *
     * @param wanted to be entered.
     * @param signer who asks; null in a venue without operators.
     * @return the request, which waits for another person; null when the instruction is in the book already.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the signer is no operator who may ask.
     * @throws PreconditionException when less is free than is to go out, the member is in default, another instruction
     *     has the reference, or it was refused.
     */
    public PayOutRequest ask(final InstructionRequest wanted, final OperatorSigner signer) throws IOException
    {
        try (AppendLock lock = lock())
        {
            if (funds.isKnown(wanted))
            {
                return null;
            }
            final List<PayOutRequest> asked = all();
            final PayOutRequest known =
                asked.stream().filter(each -> isOfReference(each, wanted)).findFirst().orElse(null);
            if (null != known)
            {
                requireSame(known, wanted);
                requireNotRefused(known.number());
                if (isAsked(known.number()))
                {
                    return known;
                }
            }
            funds.requirePossible(wanted);
            // A question that is not signed any more, by a key that was replaced, is put anew.
            final PayOutRequest request = new PayOutRequest(null == known ? asked.size() + 1 : known.number(), wanted);
            DurableFile.createDirectories(directory(request.number()));
            Json.write(file(request.number()), request);
            final ApprovalRequest question = approvals(request.number()).request(request.number(),
                ApprovalStep.PAY_OUT, wanted.actor(), signer, PayOutRequest.FILE_NAME, funds.clockMs().getAsLong());
            note(signer, "funds ask", request, question.sha256(), OK);
            return request;
        }
    }

    /** Whether the request is what an operator of now has signed. */
    private boolean isAsked(final int number) throws IOException
    {
        final Approvals approvals = approvals(number);
        return approvals.isAsked(ApprovalStep.PAY_OUT) &&
            Digests.sha256Of(file(number)).equals(approvals.pending(ApprovalStep.PAY_OUT).sha256());
    }

    /**
     * Requests that wait for another person.
     *
     * @return by number.
     * @throws IOException when files cannot be read.
     */
    public List<PayOutRequest> waiting() throws IOException
    {
        final List<PayOutRequest> waiting = new ArrayList<>();
        for (final PayOutRequest request : all())
        {
            if (!isRefused(request.number()) && !funds.isKnown(request.instruction()))
            {
                waiting.add(request);
            }
        }
        return List.copyOf(waiting);
    }

    /**
     * What is to be looked at.
     *
     * @param number of the request.
     * @return file.
     * @throws PreconditionException when there is no such request.
     */
    public Path shown(final int number)
    {
        if (null == approvals(number).pending(ApprovalStep.PAY_OUT))
        {
            throw new PreconditionException("there is no such request, see `bourse clearing funds list`: request=" +
                number + " directory=" + directory(number).getParent());
        }
        return file(number);
    }

    /**
     * Answers a request. Approved, the instruction is in the book when this returns, and it is there once.
     *
     * @param number of the request.
     * @param approver who answers and signs; not the requester.
     * @param approved false to refuse it for good.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the approver asked for it or has no role to approve, or the file was changed.
     * @throws PreconditionException when there is no such request, it was answered before, or the instruction is not
     *     possible any more.
     */
    public Answer answer(
        final int number, final OperatorSigner approver, final boolean approved, final String sha256)
        throws IOException
    {
        try (AppendLock lock = lock())
        {
            final byte[] bytes = Files.readAllBytes(shown(number));
            final PayOutRequest request = PayOutRequest.parsed(number, bytes, file(number));
            final String command = approved ? "funds approve" : "funds refuse";
            try
            {
                final Approvals approvals = approvals(number);
                final Approval approval = approvals.examined(
                    ApprovalStep.PAY_OUT, approver, approved, sha256, funds.clockMs().getAsLong());
                requireNotRefused(number);
                requireOpen(request);
                final String operator = approvals.pending(ApprovalStep.PAY_OUT).operator();
                if (!Digests.sha256Of(bytes).equals(approval.sha256()) ||
                    !request.instruction().actor().equals(operator))
                {
                    throw new ApprovalException("the request is not the one that its requester has signed, ask again " +
                        "with another reference: request=" + number + " actor=" + request.instruction().actor() +
                        " operator=" + operator + " file=" + file(number));
                }
                if (approved)
                {
                    funds.requirePossible(request.instruction());
                }
                // The line first, as for runs: an approval that the trail does not know counts for nothing.
                note(approver, command, request, approval.sha256(), OK);
                approvals.give(approval);
                return new Answer(approval, approved ? entered(request, approver) : null);
            }
            catch (final RuntimeException ex)
            {
                note(approver, command, request, null, ex.getMessage());
                throw ex;
            }
        }
    }

    private Instruction entered(final PayOutRequest request, final OperatorSigner approver) throws IOException
    {
        return funds.take(request.instruction(), approver, request.number(), Map.of("approver", approver.name(),
            "approverKey", approver.fingerprint(), "request", Integer.toString(request.number())));
    }

    private void requireOpen(final PayOutRequest request) throws IOException
    {
        if (funds.isKnown(request.instruction()))
        {
            throw new PreconditionException("the book has an instruction with the reference already: request=" +
                request.number() + " client=" + request.instruction().client() + " reference=" +
                request.instruction().reference());
        }
    }

    private void requireNotRefused(final int number)
    {
        if (isRefused(number))
        {
            throw new PreconditionException("the request was refused, ask again with another reference: request=" +
                number + " approver=" + approvals(number).answer(ApprovalStep.PAY_OUT).approver());
        }
    }

    private boolean isRefused(final int number)
    {
        final Approvals approvals = approvals(number);
        final Approval answer = approvals.answer(ApprovalStep.PAY_OUT);
        return null != answer && !answer.approved() && approvals.isGenuine(answer);
    }

    private static boolean isOfReference(final PayOutRequest request, final InstructionRequest wanted)
    {
        return request.instruction().client().equals(wanted.client()) &&
            request.instruction().reference().equals(wanted.reference());
    }

    private static void requireSame(final PayOutRequest request, final InstructionRequest wanted)
    {
        final InstructionRequest asked = request.instruction();
        if (!asked.equals(new InstructionRequest(wanted.kind(), wanted.client(), wanted.asset(), wanted.amount(),
            wanted.reference(), asked.actor(), wanted.despiteDefault())))
        {
            throw new PreconditionException("another request of the register has the reference, take a new one: " +
                "request=" + request.number() + " client=" + asked.client() + " reference=" + asked.reference() +
                " kind=" + asked.kind() + " asset=" + asked.asset() + " amount=" + asked.amount() +
                " despiteDefault=" + asked.despiteDefault());
        }
    }

    /** Requests whose question was asked: what a process has left that died before is nothing. */
    private List<PayOutRequest> all() throws IOException
    {
        final List<PayOutRequest> all = new ArrayList<>();
        for (int number = 1; null != approvals(number).pending(ApprovalStep.PAY_OUT); number++)
        {
            all.add(PayOutRequest.parsed(number, Files.readAllBytes(file(number)), file(number)));
        }
        return all;
    }

    private void note(
        final OperatorSigner actor,
        final String command,
        final PayOutRequest request,
        final String sha256,
        final String result) throws IOException
    {
        final InstructionRequest instruction = request.instruction();
        final Map<String, String> arguments = new TreeMap<>(FundsService.arguments(instruction));
        arguments.put("key", actor.fingerprint());
        arguments.put("kind", instruction.kind().name());
        arguments.put("request", Integer.toString(request.number()));
        if (null != sha256)
        {
            arguments.put("sha256", sha256);
        }
        new ClearingAuditTrail(funds.baseDir(), funds.clockMs()).append(actor.name(), command, 0, arguments, result);
    }

    private AppendLock lock() throws IOException
    {
        return AppendLock.acquire(funds.baseDir().resolve(PayOutRequest.DIRECTORY).resolve(LOCKED));
    }

    private Approvals approvals(final int number)
    {
        return new Approvals(directory(number), funds.operators().get());
    }

    private Path file(final int number)
    {
        return directory(number).resolve(PayOutRequest.FILE_NAME);
    }

    private Path directory(final int number)
    {
        return PayOutRequest.directory(funds.baseDir(), number);
    }
}
