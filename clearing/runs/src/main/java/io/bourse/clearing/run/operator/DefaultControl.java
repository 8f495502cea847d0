// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.file.DirectoryLock;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.security.Principal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What operators do about a default (rules 1.8): declare it, stop the defaulter in the engine, plan where clients go,
 * who takes over the rest and who bears the loss. Each step needs a second pair of eyes and is a line of the audit
 * trail; plans are carried out by the next run.
 */
public final class DefaultControl
{
    /** Name of the file that says what covers a default. */
    public static final String FUND = "default-fund.json";

    private final ClearingContext ctx;
    private final DefaultBook book;
    private final ClearingAuditTrail audit;

    /** What the engine executed when a default was declared; as blocked.json. */
    public record Blocked(List<String> firms, int cancelledOrders)
    {
    }

    /**
     * Where a default has got to.
     *
     * @param declaration of the default.
     * @param isApproved whether it is in force.
     * @param blocked what the engine has executed; null: nothing yet.
     * @param plans by number.
     * @param approved numbers of the plans that were approved.
     * @param done numbers of the plans that a published run has carried out.
     * @param withdrawn numbers of the plans that were taken back.
     * @param waiting why the last published run could not carry an approved plan out, by its number.
     */
    public record Status(
        Declaration declaration,
        boolean isApproved,
        Blocked blocked,
        List<DefaultPlan> plans,
        List<Integer> approved,
        List<Integer> done,
        List<Integer> withdrawn,
        SortedMap<Integer, String> waiting)
    {
    }

    /**
     * Control over the defaults of a venue.
     *
     * @param ctx options of the service: base directory, engine, who asks, clock.
     */
    public DefaultControl(final ClearingContext ctx)
    {
        this.ctx = ctx;
        this.book = new DefaultBook(ctx.baseDir());
        this.audit = new ClearingAuditTrail(ctx.baseDir(), ctx.options().clockMs());
    }

    /**
     * Asks for a member to be declared a defaulter.
     *
     * @param settlementAccount of the member.
     * @param callKopecks of the call that was missed, 0 when there is another reason.
     * @param reason in words.
     * @return what was asked for; in force when another person has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when no firm is under the settlement account, it is in default already, or it has
     *     missed no such call.
     */
    public Declaration declare(final String settlementAccount, final long callKopecks, final String reason)
        throws IOException
    {
        try (DirectoryLock lock = locked())
        {
            long id = 0;
            for (final Declaration former : book.declarations())
            {
                id = former.defaultId();
                if (former.settlementAccount().equals(settlementAccount) &&
                    !DefaultHistory.isRefused(book.directory(id)))
                {
                    throw new PreconditionException("the settlement account is in default already: " +
                        "settlementAccount=" + settlementAccount + " defaultId=" + id);
                }
            }
            requireMissed(settlementAccount, callKopecks);
            return declared(id + 1, settlementAccount, callKopecks, reason);
        }
    }

    private void requireMissed(final String settlementAccount, final long callKopecks) throws IOException
    {
        if (0 == callKopecks)
        {
            return;
        }
        final List<FundsService.CallStatus> missed =
            new FundsService(ctx.baseDir(), ctx.options().clockMs()).missed(settlementAccount);
        if (missed.stream().noneMatch(call -> callKopecks == call.call().kopecks()))
        {
            throw new PreconditionException("no such call of the settlement account was missed, see `bourse clearing " +
                "calls`, or declare it without a call for another reason: settlementAccount=" + settlementAccount +
                " callKopecks=" + callKopecks + " missedKopecks=" +
                missed.stream().map(call -> call.call().kopecks()).toList());
        }
    }

    private Declaration declared(
        final long id, final String settlementAccount, final long callKopecks, final String reason) throws IOException
    {
        final Declaration declaration = onDay(ctx, day -> new Declaration(
            id, settlementAccount, DefaultPlanner.firms(day, settlementAccount), day.tradingDate(), callKopecks, reason,
            ctx.options().requester()));
        if (declaration.firms().isEmpty())
        {
            throw new PreconditionException("no brokerage firm is under the settlement account: settlementAccount=" +
                settlementAccount);
        }
        note("default declare", id, Map.of(
            "settlementAccount", settlementAccount, "callKopecks", Long.toString(callKopecks), "reason", reason));
        book.add(declaration);
        ask(id, book.directory(id), DefaultBook.DECLARATION);
        return declaration;
    }

    /**
     * Approves a declaration or a plan. An approved declaration stops the defaulter in the engine at once: its orders
     * are cancelled, new ones refused. An answer is final; the same one again changes nothing, but stops once more.
     *
     * @param defaultId number of the default.
     * @param number of the plan, 0 for the declaration.
     * @param approver who approves and signs, not the requester.
     * @param approved false to refuse.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the approver asked for it.
     * @throws PreconditionException when the opposite was answered before.
     */
    public Approval approve(
        final long defaultId,
        final int number,
        final OperatorSigner approver,
        final boolean approved,
        final String sha256) throws IOException
    {
        final Declaration declaration = book.require(defaultId);
        final Approval approval;
        try (DirectoryLock lock = locked())
        {
            approval = answered(declaration, number, approver, approved, sha256);
        }
        if (0 == number && approved)
        {
            block(declaration);
        }
        return approval;
    }

    private Approval answered(
        final Declaration declaration,
        final int number,
        final OperatorSigner approver,
        final boolean approved,
        final String sha256) throws IOException
    {
        final long defaultId = declaration.defaultId();
        final Path directory = 0 == number ? book.directory(defaultId) : book.directory(defaultId, number);
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("key", approver.fingerprint());
        arguments.put("plan", Integer.toString(number));
        arguments.put("seenSha256", String.valueOf(sha256));
        final String command = approved ? "default approve" : "default refuse";
        try
        {
            final Approvals approvals = new Approvals(directory, operators());
            if (!approvals.isAsked(ApprovalStep.DEFAULT))
            {
                history().askAgain(declaration, number, approver, ctx.options().clockMs().getAsLong());
            }
            final Approval approval = approvals.examined(
                ApprovalStep.DEFAULT, approver, approved, sha256, ctx.options().clockMs().getAsLong());
            arguments.put("sha256", approval.sha256());
            final boolean isAnswered = DefaultHistory.isAnswered(approvals, approval);
            try (RunLock runs = approved && !isAnswered ? history().withdrawable(defaultId, number) : null)
            {
                audit.append(approver.name(), command, defaultId, arguments, "OK");
                if (!isAnswered)
                {
                    approvals.give(approval);
                }
                return approval;
            }
        }
        catch (final RuntimeException ex)
        {
            audit.append(approver.name(), command, defaultId, arguments, ex.getMessage());
            throw ex;
        }
    }

    /**
     * Stops an approved defaulter in the engine; again, when that failed before or the stop was lifted.
     *
     * @param defaultId number of the default.
     * @return what the engine has executed.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when the default is not in force or the engine refuses.
     */
    public Blocked block(final long defaultId) throws IOException
    {
        return block(requireInForce(defaultId));
    }

    private Blocked block(final Declaration declaration) throws IOException
    {
        int cancelled = 0;
        try
        {
            for (final EngineClient partition : UnionClient.partitions(ctx.engineClient()))
            {
                cancelled += stop(partition, declaration.firms());
            }
        }
        catch (final CommandRefusedException | CommandTimeoutException | IllegalStateException ex)
        {
            throw new PreconditionException("the engine did not stop the defaulter, stop it with " +
                "`bourse clearing default block`: defaultId=" + declaration.defaultId() + " firms=" +
                declaration.firms() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
        final Blocked blocked = new Blocked(declaration.firms(), cancelled);
        note("default block", declaration.defaultId(), Map.of(
            "firms", String.join(",", declaration.firms()), "cancelledOrders", Integer.toString(cancelled)));
        DefaultBook.write(book.directory(declaration.defaultId()), DefaultBook.BLOCKED, blocked);
        return blocked;
    }

    private int stop(final EngineClient partition, final List<String> firms)
    {
        int cancelled = 0;
        try (OperatorClient operator = new OperatorClient(partition, ctx.timeoutNs(), Principal.CLEARING))
        {
            for (final String firm : firms)
            {
                cancelled += new MemberOperator(operator).killSwitch(firm, KillAction.STOP);
            }
        }
        return cancelled;
    }

    /**
     * Plans where clients go, with positions and money.
     *
     * @param defaultId number of the default.
     * @param ports register of the defaulter to register of another member.
     * @return the plan; carried out by the next run when another person has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when a register cannot go, or cannot be gone to.
     */
    public DefaultPlan port(final long defaultId, final SortedMap<String, String> ports) throws IOException
    {
        return planned(defaultId, planner -> planner.port(ports));
    }

    /**
     * Plans who takes over what does not go to other members.
     *
     * @param defaultId number of the default.
     * @param takeOvers by instrument.
     * @return the plan; carried out by the next run when another person has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when an instrument or a winner is not there, a position in the instrument is not
     *     taken over, the price is not on its tick, or it is not known yet which clients go.
     */
    public DefaultPlan closeOut(final long defaultId, final List<TakeOver> takeOvers) throws IOException
    {
        return planned(defaultId, planner -> planner.closeOut(takeOvers));
    }

    /**
     * Plans who bears the loss: what the defaulter's registers owe after the last published run. The positions have to
     * be gone by then.
     *
     * @param defaultId number of the default.
     * @return the plan, with how the loss runs through the layers; carried out by the next run when another person has
     *     approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when the defaulter still holds positions, no run was published since, or an
     *     earlier plan for the loss was neither refused nor carried out.
     */
    public DefaultPlan cover(final long defaultId) throws IOException
    {
        return planned(defaultId, DefaultPlanner::cover);
    }

    /**
     * Plans sales of assets that the defaulter has left as collateral. The buyer pays in the run in which it gets them.
     *
     * @param defaultId number of the default.
     * @param sales what is sold to whom.
     * @return the plan; carried out by the next run when another person has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when a register or an asset is not there, the seller is another member or a client
     *     that goes, or the buyer is in default.
     */
    public DefaultPlan sellCollateral(final long defaultId, final List<CollateralSale> sales) throws IOException
    {
        return planned(defaultId, planner -> planner.sellCollateral(sales));
    }

    /**
     * Plans to take back an approved plan that no run has carried out. In force when another person has approved it.
     *
     * @param defaultId number of the default.
     * @param number of the plan that is to go.
     * @return the plan that takes it back.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when the plan was not approved, was carried out, or is being carried out.
     */
    public DefaultPlan withdraw(final long defaultId, final int number) throws IOException
    {
        return planned(defaultId, planner -> planner.withdraw(number));
    }

    /** Makes a plan. */
    @FunctionalInterface
    private interface Planning
    {
        DefaultPlan plan(DefaultPlanner planner) throws IOException;
    }

    private DefaultPlan planned(final long defaultId, final Planning planning) throws IOException
    {
        try (DirectoryLock lock = locked())
        {
            return add(planning.plan(new DefaultPlanner(ctx, book, requireInForce(defaultId))));
        }
    }

    /** Two who plan at once would take the same number. */
    private DirectoryLock locked() throws IOException
    {
        final DirectoryLock lock = DirectoryLock.tryAcquire(book.directory());
        if (null == lock)
        {
            throw new PreconditionException("another process works on defaults, look at its result and try " +
                "again: lock=" + book.directory().resolve(DirectoryLock.NAME));
        }
        return lock;
    }

    private DefaultPlan add(final DefaultPlan plan) throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("plan", Integer.toString(plan.number()));
        arguments.put("kind", plan.kind().name());
        note("default plan", plan.defaultId(), arguments);
        book.add(plan);
        ask(plan.defaultId(), book.directory(plan.defaultId(), plan.number()), DefaultBook.PLAN);
        return plan;
    }

    private Operators operators()
    {
        return ctx.options().operators().get();
    }

    private DefaultHistory history() throws IOException
    {
        return new DefaultHistory(ctx.baseDir(), book, operators());
    }

    private void ask(final long defaultId, final Path directory, final String file) throws IOException
    {
        new Approvals(directory, operators()).request(defaultId, ApprovalStep.DEFAULT, ctx.options().requester(),
            ctx.options().signer(), file, ctx.options().clockMs().getAsLong());
    }

    private Declaration requireInForce(final long defaultId) throws IOException
    {
        final Declaration declaration = book.require(defaultId);
        if (!RunDefaults.isApproved(book, operators(), book.directory(defaultId), DefaultBook.DECLARATION))
        {
            throw new ApprovalException("the default is not in force, another person has to approve it first: " +
                "defaultId=" + defaultId + " requester=" + declaration.requester() + " file=" +
                book.directory(defaultId).resolve(DefaultBook.DECLARATION));
        }
        return declaration;
    }

    /**
     * All defaults and where they have got to.
     *
     * @return by number.
     * @throws IOException when files cannot be read.
     */
    public List<Status> all() throws IOException
    {
        final List<Status> all = new ArrayList<>();
        final DefaultHistory history = history();
        for (final Declaration declaration : book.declarations())
        {
            all.add(status(declaration, history));
        }
        return all;
    }

    private Status status(final Declaration declaration, final DefaultHistory history) throws IOException
    {
        final long id = declaration.defaultId();
        final Path blocked = book.directory(id).resolve(DefaultBook.BLOCKED);
        final List<Integer> approved = new ArrayList<>();
        final List<Integer> done = new ArrayList<>();
        final List<Integer> withdrawn = new ArrayList<>();
        final SortedMap<Integer, String> waiting = new TreeMap<>();
        for (final DefaultPlan plan : book.plans(id))
        {
            final int number = plan.number();
            final String reason = history.outcome().waiting().get(plan.name());
            if (RunDefaults.isApproved(book, operators(), book.directory(id, number), DefaultBook.PLAN))
            {
                approved.add(number);
            }
            if (history.isDone(plan))
            {
                done.add(number);
            }
            else if (history.isWithdrawn(plan))
            {
                withdrawn.add(number);
            }
            else if (null != reason)
            {
                waiting.put(number, reason);
            }
        }
        return new Status(
            declaration,
            RunDefaults.isApproved(book, operators(), book.directory(id), DefaultBook.DECLARATION),
            Files.exists(blocked) ? DefaultBook.read(blocked, Blocked.class) : null,
            book.plans(id),
            approved,
            done,
            withdrawn,
            waiting);
    }

    /**
     * What has to be looked at before an approval.
     *
     * @param defaultId number of the default.
     * @param number of the plan, 0 for the declaration.
     * @return file.
     */
    public Path shown(final long defaultId, final int number)
    {
        book.require(defaultId);
        return 0 == number ? book.directory(defaultId).resolve(DefaultBook.DECLARATION) :
            book.directory(defaultId, number).resolve(DefaultBook.PLAN);
    }

    private void note(final String command, final long defaultId, final Map<String, String> arguments)
        throws IOException
    {
        audit.append(ctx.options().requester(), command, defaultId, arguments, "OK");
    }

    /** Looks at the day as it is now. */
    static <T> T onDay(final ClearingContext ctx, final Function<IngestedDay, T> look)
    {
        try (RunSource source = RunSource.of(ctx);
            IngestedDay day = source.catchUp())
        {
            return look.apply(day);
        }
    }
}
