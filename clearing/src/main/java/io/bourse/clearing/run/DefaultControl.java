// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultFund;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.FundUse;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.ingest.Registers;
import io.bourse.engine.client.CommandRefusedException;
import io.bourse.engine.client.CommandTimeoutException;
import io.bourse.engine.client.MemberOperator;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.KillAction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What operators do about a default (sheet 1.8): declare it, stop the defaulter in the engine, plan where clients go,
 * who takes over the rest and who bears the loss. Each step needs a second pair of eyes and is a line of the audit
 * trail; plans are carried out by the next run.
 */
public final class DefaultControl
{
    /** Name of the file that says what stands behind a default. */
    public static final String FUND = "default-fund.json";
    private static final String OWN_REGISTER = "000";

    private final ClearingContext ctx;
    private final DefaultBook book;
    private final AuditTrail audit;

    /** What the engine was told when a default was declared; as blocked.json. */
    public record Blocked(List<String> firms, int cancelledOrders)
    {
    }

    /**
     * Where a default has got to.
     *
     * @param declaration of the default.
     * @param isApproved whether it is in force.
     * @param blocked what the engine was told; null: nothing yet.
     * @param plans by number.
     * @param approved numbers of the plans that were approved.
     * @param done numbers of the plans that a published run has carried out.
     */
    public record Status(
        Declaration declaration,
        boolean isApproved,
        Blocked blocked,
        List<DefaultPlan> plans,
        List<Integer> approved,
        List<Integer> done)
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
        this.audit = new AuditTrail(ctx.baseDir(), ctx.options().clockMs());
    }

    /**
     * Asks for a member to be declared a defaulter.
     *
     * @param settlementAccount of the member.
     * @param callKopecks of the call that was not met, 0 when there is another reason.
     * @param reason in words.
     * @return what was asked for; in force when somebody else has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when nobody is under the settlement account, or it is in default already.
     */
    public Declaration declare(final String settlementAccount, final long callKopecks, final String reason)
        throws IOException
    {
        long id = 0;
        for (final Declaration former : book.declarations())
        {
            id = former.defaultId();
            if (former.settlementAccount().equals(settlementAccount) && !DefaultHistory.isRefused(book.directory(id)))
            {
                throw new PreconditionException("the settlement account is in default already: settlementAccount=" +
                    settlementAccount + " defaultId=" + id);
            }
        }
        final long next = id + 1;
        final Declaration declaration = onDay(day -> new Declaration(
            next, settlementAccount, firms(day, settlementAccount), day.tradingDate(), callKopecks, reason,
            ctx.options().requester()));
        if (declaration.firms().isEmpty())
        {
            throw new PreconditionException("no brokerage firm is under the settlement account: settlementAccount=" +
                settlementAccount);
        }
        note("default declare", next, Map.of(
            "settlementAccount", settlementAccount, "callKopecks", Long.toString(callKopecks), "reason", reason));
        book.add(declaration);
        ask(next, book.directory(next), DefaultBook.DECLARATION);
        return declaration;
    }

    private static List<String> firms(final IngestedDay day, final String settlementAccount)
    {
        final Registers registers = day.registers();
        final TreeSet<String> firms = new TreeSet<>();
        long last = 0;
        for (int rank = 0; rank < registers.size(); rank++)
        {
            final long firm = AccountCode.brokerageFirm(registers.code(registers.accountAt(rank)));
            if (firm != last)
            {
                last = firm;
                final String name = AccountCode.unpack(firm);
                if (day.settlementAccounts().ofFirm(name).equals(settlementAccount))
                {
                    firms.add(name);
                }
            }
        }
        return List.copyOf(firms);
    }

    /**
     * Approves a declaration or a plan. An approved declaration stops the defaulter in the engine at once: its orders
     * are cancelled, new ones refused. An answer is final; the same one again changes nothing, but stops once more.
     *
     * @param defaultId number of the default.
     * @param number of the plan, 0 for the declaration.
     * @param approver who approves, somebody else than who asked.
     * @param approved false to refuse.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when the approver asked for it.
     * @throws PreconditionException when the opposite was answered before.
     */
    public Approval approve(
        final long defaultId, final int number, final String approver, final boolean approved, final String sha256)
        throws IOException
    {
        final Declaration declaration = book.require(defaultId);
        final Path directory = 0 == number ? book.directory(defaultId) : book.directory(defaultId, number);
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("plan", Integer.toString(number));
        arguments.put("seenSha256", String.valueOf(sha256));
        final String command = approved ? "default approve" : "default refuse";
        final Approval approval;
        try
        {
            final Approvals approvals = new Approvals(directory);
            if (null == approvals.pending(ApprovalStep.DEFAULT))
            {
                history().askAgain(declaration, number);
            }
            approval = approvals.examined(
                ApprovalStep.DEFAULT, approver, approved, sha256, ctx.options().clockMs().getAsLong());
            arguments.put("sha256", approval.sha256());
            final boolean isAnswered = DefaultHistory.isAnswered(approvals, approval);
            audit.append(approver, command, defaultId, arguments, "OK");
            if (!isAnswered)
            {
                approvals.give(approval);
            }
        }
        catch (final RuntimeException ex)
        {
            audit.append(approver, command, defaultId, arguments, ex.getMessage());
            throw ex;
        }
        if (0 == number && approved)
        {
            block(declaration);
        }
        return approval;
    }

    /**
     * Stops an approved defaulter in the engine; again, when that failed before or somebody has lifted it.
     *
     * @param defaultId number of the default.
     * @return what the engine was told.
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
        try (OperatorClient operator = new OperatorClient(ctx.engineClient(), ctx.timeoutNs()))
        {
            for (final String firm : declaration.firms())
            {
                cancelled += new MemberOperator(operator).killSwitch(firm, KillAction.STOP);
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

    /**
     * Plans where clients go, with positions and money.
     *
     * @param defaultId number of the default.
     * @param ports register of the defaulter to register of another member.
     * @return the plan; carried out by the next run when somebody else has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when a register cannot go, or cannot be gone to.
     */
    public DefaultPlan port(final long defaultId, final SortedMap<String, String> ports) throws IOException
    {
        final Declaration declaration = requireInForce(defaultId);
        final DefaultHistory history = history();
        history.requireNoDefaulter(ports.values());
        final SortedMap<String, String> former = history.ported(defaultId);
        onDay(day ->
        {
            ports.forEach((from, to) -> requirePortable(declaration, day, from, to, former));
            return null;
        });
        return plan(declaration, PlanKind.PORT, ports, List.of());
    }

    private static void requirePortable(
        final Declaration declaration,
        final IngestedDay day,
        final String from,
        final String to,
        final SortedMap<String, String> former)
    {
        final String facts = ": from=" + from + " to=" + to + " defaultId=" + declaration.defaultId();
        if (day.accountOf(from) < 0 || day.accountOf(to) < 0)
        {
            throw new PreconditionException("both registers have to be defined" + facts);
        }
        if (!isUnder(declaration, from) || isUnder(declaration, to))
        {
            throw new PreconditionException("clients go from the defaulter to another member" + facts + " firms=" +
                declaration.firms());
        }
        if (from.endsWith(OWN_REGISTER))
        {
            throw new PreconditionException("what a defaulter holds for itself goes nowhere, close it out" + facts);
        }
        if (former.containsKey(from))
        {
            throw new PreconditionException("the client goes somewhere already" + facts + " plannedTo=" +
                former.get(from));
        }
    }

    private static boolean isUnder(final Declaration declaration, final String register)
    {
        return declaration.firms().contains(register.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
    }

    /**
     * Plans who takes over what does not go to other members.
     *
     * @param defaultId number of the default.
     * @param takeOvers by instrument.
     * @return the plan; carried out by the next run when somebody else has approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when an instrument or a winner is not there, a position in the instrument is not
     *     taken over, the price is not on its tick, or nobody knows yet which clients go.
     */
    public DefaultPlan closeOut(final long defaultId, final List<TakeOver> takeOvers) throws IOException
    {
        final Declaration declaration = requireInForce(defaultId);
        final DefaultHistory history = history();
        history.requireAnswered(defaultId);
        onDay(day ->
        {
            takeOvers.forEach(takeOver -> requireThere(declaration, day, takeOver));
            return null;
        });
        return plan(declaration, PlanKind.CLOSE_OUT, history.ported(defaultId), takeOvers);
    }

    private static void requireThere(final Declaration declaration, final IngestedDay day, final TakeOver takeOver)
    {
        final String register = takeOver.register();
        final boolean isWinner = register.isEmpty() || day.accountOf(register) >= 0 && !isUnder(declaration, register);
        final boolean isInstrument =
            0 == takeOver.instrumentId() || day.instruments().contains(takeOver.instrumentId());
        if (!isWinner || !isInstrument)
        {
            throw new PreconditionException("a position is taken over in an instrument that is defined, by a " +
                "register of another member: instrumentId=" + takeOver.instrumentId() + " register=" + register);
        }
        if (0 != takeOver.instrumentId())
        {
            final Instrument instrument = day.instruments().byId(takeOver.instrumentId());
            takeOver.requireFor(instrument.terms().style(), instrument.priceTickE5());
        }
    }

    /**
     * Plans who bears the loss: what the defaulter's registers owe after the last published run. The positions have to
     * be gone by then.
     *
     * @param defaultId number of the default.
     * @return the plan, with how the loss runs through the layers; carried out by the next run when somebody else has
     *     approved it.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when the defaulter still holds positions, no run was published since, or an
     *     earlier plan for the loss was neither refused nor carried out.
     */
    public DefaultPlan cover(final long defaultId) throws IOException
    {
        final Declaration declaration = requireInForce(defaultId);
        final DefaultHistory history = history();
        final List<FundUse> before = history.used(defaultId);
        final Path file = ctx.baseDir().resolve(FUND);
        final DefaultFund fund = Files.exists(file) ? DefaultFund.read(Files.readAllBytes(file)) : DefaultFund.NONE;
        final SortedMap<String, String> ported = history.ported(defaultId);
        final LossPlanner.Loss loss = onDay(day -> new LossPlanner(
            ctx.baseDir(), day, declaration, ported.keySet(), history.outcome()).loss(fund, before));
        final DefaultPlan plan = new DefaultPlan(defaultId, nextNumber(defaultId), PlanKind.COVER,
            declaration.firms(), new TreeMap<>(), List.of(), loss.lines(), loss.waterfall(),
            ctx.options().requester());
        return add(plan);
    }

    private DefaultPlan plan(
        final Declaration declaration,
        final PlanKind kind,
        final SortedMap<String, String> ports,
        final List<TakeOver> takeOvers) throws IOException
    {
        if (ports.isEmpty() && takeOvers.isEmpty())
        {
            throw new IllegalArgumentException("a plan does something: kind=" + kind);
        }
        return add(new DefaultPlan(declaration.defaultId(), nextNumber(declaration.defaultId()), kind,
            declaration.firms(), ports, takeOvers, List.of(), null, ctx.options().requester()));
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

    private DefaultHistory history() throws IOException
    {
        return new DefaultHistory(ctx.baseDir(), book);
    }

    private int nextNumber(final long defaultId) throws IOException
    {
        final List<DefaultPlan> plans = book.plans(defaultId);
        return plans.isEmpty() ? 1 : plans.getLast().number() + 1;
    }

    private void ask(final long defaultId, final Path directory, final String file) throws IOException
    {
        new Approvals(directory).request(defaultId, ApprovalStep.DEFAULT, ctx.options().requester(), file);
    }

    private Declaration requireInForce(final long defaultId) throws IOException
    {
        final Declaration declaration = book.require(defaultId);
        if (!RunDefaults.isApproved(book.directory(defaultId), DefaultBook.DECLARATION))
        {
            throw new ApprovalException("the default is not in force, somebody else has to approve it first: " +
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
        final var doneNames = RunDefaults.done(ctx.baseDir());
        for (final Declaration declaration : book.declarations())
        {
            final long id = declaration.defaultId();
            final Path blocked = book.directory(id).resolve(DefaultBook.BLOCKED);
            final List<Integer> approved = new ArrayList<>();
            final List<Integer> done = new ArrayList<>();
            for (final DefaultPlan plan : book.plans(id))
            {
                if (RunDefaults.isApproved(book.directory(id, plan.number()), DefaultBook.PLAN))
                {
                    approved.add(plan.number());
                }
                if (doneNames.contains(plan.name()))
                {
                    done.add(plan.number());
                }
            }
            all.add(new Status(
                declaration,
                RunDefaults.isApproved(book.directory(id), DefaultBook.DECLARATION),
                Files.exists(blocked) ? DefaultBook.read(blocked, Blocked.class) : null,
                book.plans(id),
                approved,
                done));
        }
        return all;
    }

    /**
     * What somebody has to look at before approving.
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

    private <T> T onDay(final Function<IngestedDay, T> look)
    {
        ctx.conclude();
        try (RunSource source = null == ctx.source() ? new EngineSource(ctx) : ctx.source();
            IngestedDay day = source.catchUp())
        {
            return look.apply(day);
        }
    }
}
