// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What clearing has asked a second person for, but for steps of runs: what goes out, defaults and their plans.
 *
 * @param dataDir of the venue, which may run or not.
 */
public record ClearingRequests(Path dataDir)
{
    private static final Pattern PAY_OUT = Pattern.compile("pay-out-([1-9]\\d{0,8})");
    private static final Pattern DEFAULT = Pattern.compile("default-([1-9]\\d{0,8})-(\\d{1,8})");

    /**
     * What became of an act.
     *
     * @param waiting name of the request that another person has to answer; null when it was done.
     * @param done what there is to be said when it was done.
     */
    public record Outcome(String waiting, Map<String, Object> done)
    {
    }

    /**
     * Something that waits for another person.
     *
     * @param name of the request.
     * @param number of the pay-out or the default.
     * @param requester who has asked.
     * @param sha256 of what is to be looked at.
     * @param command in words.
     * @param text what is to be looked at.
     */
    public record Request(String name, long number, String requester, String sha256, String command, String text)
    {
    }

    /** Name of a request for a pay-out. */
    static String payOut(final int number)
    {
        return "pay-out-" + number;
    }

    /** Name of a declaration, which is plan 0, or of a plan. */
    static String plan(final long defaultId, final int number)
    {
        return "default-" + defaultId + '-' + number;
    }

    private PayOuts payOuts()
    {
        return new PayOuts(new FundsService(
            VenueClearing.baseDir(dataDir), System::currentTimeMillis, () -> VenueOperators.read(dataDir)));
    }

    /**
     * Everything that waits.
     *
     * @return pay-outs, then defaults, each by number.
     * @throws IOException when files cannot be read.
     */
    public List<Request> waiting() throws IOException
    {
        final List<Request> waiting = new ArrayList<>();
        final AssetUnits units = AssetUnits.of(dataDir);
        final PayOuts payOuts = payOuts();
        for (final PayOutRequest request : payOuts.waiting())
        {
            waiting.add(request(payOut(request.number()), request.number(), request.instruction().actor(),
                units.text(request), payOuts.shown(request.number())));
        }
        final DefaultControl control = DefaultOrder.ofFiles(dataDir);
        for (final DefaultControl.Status status : control.all())
        {
            final long id = status.declaration().defaultId();
            if (!status.isApproved() && !isRefused(id, 0))
            {
                waiting.add(request(plan(id, 0), id, status.declaration().requester(), "declare default " + id +
                    " of settlement account " + status.declaration().settlementAccount(), control.shown(id, 0)));
            }
            for (final DefaultPlan plan : status.plans())
            {
                final int number = plan.number();
                if (!status.approved().contains(number) && !status.done().contains(number) &&
                    !status.withdrawn().contains(number) && !isRefused(id, number))
                {
                    waiting.add(request(plan(id, number), id, plan.requester(), "plan " + number + " of default " + id +
                        ": " + plan.kind(), control.shown(id, number)));
                }
            }
        }
        return waiting;
    }

    private static Request request(
        final String name, final long number, final String requester, final String command, final Path file)
        throws IOException
    {
        final byte[] bytes = Files.readAllBytes(file);
        return new Request(
            name, number, requester, Digests.sha256Of(bytes), command, new String(bytes, StandardCharsets.UTF_8));
    }

    private boolean isRefused(final long defaultId, final int number)
    {
        final DefaultBook book = new DefaultBook(VenueClearing.baseDir(dataDir));
        final Approval answer = new Approvals(
            0 == number ? book.directory(defaultId) : book.directory(defaultId, number)).answer(ApprovalStep.DEFAULT);
        return null != answer && !answer.approved();
    }

    /**
     * One of them.
     *
     * @param name of the request.
     * @return request.
     * @throws IOException when files cannot be read.
     * @throws PreconditionException when no such request waits.
     */
    public Request require(final String name) throws IOException
    {
        return waiting().stream().filter(request -> request.name().equals(name)).findFirst().orElseThrow(() ->
            new PreconditionException("no such request waits: request=" + name));
    }

    /**
     * Answers a request. An approved pay-out is in the book then, an approved declaration stops the defaulter in the
     * engine, an approved plan is carried out by the next run.
     *
     * @param name of the request.
     * @param approver who answers and signs; not who asked.
     * @param isApproved false to refuse it.
     * @param sha256 of what was looked at.
     * @return digest that was signed.
     * @throws IOException when files cannot be read or written, or no venue runs that could stop a defaulter.
     * @throws PreconditionException when there is no such request, or it cannot be answered like this.
     * @throws io.bourse.clearing.ApprovalException when the approver may not answer it.
     */
    public String answer(
        final String name, final OperatorSigner approver, final boolean isApproved, final String sha256)
        throws IOException
    {
        final Matcher payOut = PAY_OUT.matcher(name);
        final Matcher plan = DEFAULT.matcher(name);
        if (payOut.matches())
        {
            return payOuts().answer(Integer.parseInt(payOut.group(1)), approver, isApproved, sha256).approval()
                .sha256();
        }
        if (!plan.matches())
        {
            throw new PreconditionException("there is no such request: request=" + name);
        }
        final DefaultOrder.Work<Approval> work = control -> control.approve(
            Long.parseLong(plan.group(1)), Integer.parseInt(plan.group(2)), approver, isApproved, sha256);
        // Only an approved declaration is something for the engine.
        return (isApproved && 0 == Integer.parseInt(plan.group(2)) ?
            DefaultOrder.connected(dataDir, approver.name(), approver, work) : work.with(DefaultOrder.ofFiles(dataDir)))
            .sha256();
    }
}
