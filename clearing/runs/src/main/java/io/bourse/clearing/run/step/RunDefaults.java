// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultMovements;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.expiry.MovementMerge;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Plans of defaults that a run carries out: those that were approved when it began, and that no published run has
 * carried out; one that was carried out stays so, one that could not be is left to the next run. They are written into
 * the run directory, so that a process that takes the run up carries out the same.
 */
public final class RunDefaults
{
    private static final String STEPS = "default-movements";
    private static final String PLANNED = "planned";
    private static final String EXPIRED = "expired";

    /**
     * What a run carries out, as defaults.json.
     *
     * @param plans of this run.
     * @param done plans that earlier runs have carried out.
     * @param outcome of these.
     * @param defaulters brokerage firms of members whose default is in force; null in files of an earlier version.
     */
    public record Taken(List<DefaultPlan> plans, List<DefaultPlan> done, DefaultOutcome outcome,
        List<String> defaulters)
    {
        static final Taken NONE = new Taken(List.of(), List.of(), DefaultOutcome.NONE, List.of());

        /** Fills in what files of an earlier version lack. */
        public Taken
        {
            outcome = null == outcome ? DefaultOutcome.NONE : outcome;
            defaulters = null == defaulters ? List.of() : List.copyOf(defaulters);
        }
    }

    private RunDefaults()
    {
    }

    /**
     * What a run that begins now has to carry out.
     *
     * @param operators of the venue.
     */
    public static Taken pending(final Path baseDir, final Operators operators) throws IOException
    {
        final DefaultBook book = new DefaultBook(baseDir);
        final List<Declaration> declarations = book.declarations();
        if (declarations.isEmpty())
        {
            return Taken.NONE;
        }
        final Set<String> done = done(baseDir);
        final Set<String> withdrawn = withdrawn(book, operators);
        final List<DefaultPlan> plans = new ArrayList<>();
        final List<DefaultPlan> before = new ArrayList<>();
        for (final Declaration declaration : declarations)
        {
            final long id = declaration.defaultId();
            for (final DefaultPlan plan : book.plans(id))
            {
                if (done.contains(plan.name()))
                {
                    before.add(plan);
                }
                else if (PlanKind.WITHDRAW != plan.kind() && !withdrawn.contains(plan.name()) &&
                    isApproved(book, operators, book.directory(id, plan.number()), DefaultBook.PLAN))
                {
                    plans.add(plan);
                }
            }
        }
        return new Taken(plans, before, outcome(baseDir), defaulters(book, operators));
    }

    /** Brokerage firms of members whose default is in force, in order. */
    public static List<String> defaulters(final DefaultBook book, final Operators operators) throws IOException
    {
        final Set<String> firms = new TreeSet<>();
        for (final Declaration declaration : book.declarations())
        {
            if (isApproved(book, operators, book.directory(declaration.defaultId()), DefaultBook.DECLARATION))
            {
                firms.addAll(declaration.firms());
            }
        }
        return List.copyOf(firms);
    }

    /** Plans that two people have taken back. */
    public static Set<String> withdrawn(final DefaultBook book, final Operators operators) throws IOException
    {
        final Set<String> withdrawn = new TreeSet<>();
        for (final Declaration declaration : book.declarations())
        {
            final long id = declaration.defaultId();
            for (final DefaultPlan plan : book.plans(id))
            {
                if (PlanKind.WITHDRAW == plan.kind() &&
                    isApproved(book, operators, book.directory(id, plan.number()), DefaultBook.PLAN))
                {
                    withdrawn.add(DefaultPlan.name(id, plan.withdraws()));
                }
            }
        }
        return withdrawn;
    }

    /**
     * Whether another person has approved a file as it is now.
     *
     * @param operators of the venue.
     * @throws ApprovalException when the approval is not signed by its approver, or the audit trail does not know it.
     */
    public static boolean isApproved(
        final DefaultBook book, final Operators operators, final Path directory, final String file) throws IOException
    {
        final Approvals approvals = new Approvals(directory, operators);
        final Approval answer = approvals.answer(ApprovalStep.DEFAULT);
        if (null == answer || !answer.approved() ||
            !answer.sha256().equals(Digests.sha256Of(directory.resolve(file))))
        {
            return false;
        }
        if (!approvals.isGenuine(answer))
        {
            throw new ApprovalException("the approval is not signed by operators of the venue, who asked and who " +
                "approved give their answers again with `bourse clearing default approve`: defaultId=" +
                answer.runId() + " approver=" + answer.approver() + " directory=" + directory);
        }
        new ClearingAuditTrail(book.baseDir(), System::currentTimeMillis).requireRecorded(answer);
        return true;
    }

    /**
     * Requires that plans are those of the book, and approved: in the directory of a run anything may stand.
     *
     * @param operators of the venue; not asked for when there are no plans.
     * @throws ApprovalException when one is not.
     */
    public static void requireApproved(
        final List<DefaultPlan> plans, final Path baseDir, final Supplier<Operators> operators) throws IOException
    {
        final DefaultBook book = new DefaultBook(baseDir);
        for (final DefaultPlan plan : plans)
        {
            final Path directory = book.directory(plan.defaultId(), plan.number());
            final Path file = directory.resolve(DefaultBook.PLAN);
            if (!Files.exists(file) || !plan.equals(DefaultBook.read(file, DefaultPlan.class)) ||
                !isApproved(book, operators.get(), directory, DefaultBook.PLAN))
            {
                throw new ApprovalException("the run does not carry out a plan of a default, it is not the one that " +
                    "two operators have approved; bring back the directories of the run and of the default from a " +
                    "backup: plan=" + plan.name() + " kind=" + plan.kind() + " directory=" + directory);
            }
        }
    }

    /** What published runs have carried out. */
    public static Set<String> done(final Path baseDir) throws IOException
    {
        final Set<String> done = new HashSet<>();
        new RunStore(baseDir).published().forEach(run ->
            without(of(run).plans(), outcome(run).waiting()).forEach(plan -> done.add(plan.name())));
        return done;
    }

    /**
     * The run under way that carries a plan out; null when there is none. One that died before it asked for the
     * suspension of trading begins anew and reads its plans again; a correction that was aborted never goes on.
     */
    public static RunDirectory underWay(final Path baseDir, final DefaultPlan plan) throws IOException
    {
        RunDirectory last = null;
        for (final RunDirectory run : new RunStore(baseDir).all())
        {
            last = RunPhase.ABORTED == run.phase() && null != run.correction() ? last : run;
        }
        return null != last && isUnderWay(last.state()) &&
            of(last).plans().stream().anyMatch(each -> each.name().equals(plan.name())) ? last : null;
    }

    private static boolean isUnderWay(final RunState state)
    {
        final boolean isSuspended = null != state.cut() || RunPhase.SUSPENDING == state.phase();
        return isSuspended && !state.phase().isPublished() && !state.reason().startsWith(RunDirectory.GIVEN_UP);
    }

    /** What came of the plans until the end of the last published run. */
    public static DefaultOutcome outcome(final Path baseDir) throws IOException
    {
        final List<RunDirectory> published = new RunStore(baseDir).published();
        return published.isEmpty() ? DefaultOutcome.NONE : outcome(published.getLast());
    }

    /** What became of the plans of a run. */
    public static DefaultOutcome outcome(final RunDirectory run)
    {
        final Path file = run.file(DefaultOutcome.FILE_NAME);
        return Files.exists(file) ? DefaultBook.read(file, DefaultOutcome.class) : DefaultOutcome.NONE;
    }

    /** Plans but for those that wait, by name. */
    static List<DefaultPlan> without(final List<DefaultPlan> plans, final Map<String, String> waiting)
    {
        return plans.stream().filter(plan -> !waiting.containsKey(plan.name())).toList();
    }

    /**
     * What a run that is given its options anew carries out: what it was given first. One that was aborted before it
     * knew its cut may have had trading suspended all the same: what was withdrawn since is left out.
     */
    public static Taken kept(final RunDirectory run, final Path baseDir, final Operators operators) throws IOException
    {
        if (!Files.exists(run.file(RunDirectory.DEFAULTS)))
        {
            return pending(baseDir, operators);
        }
        final Taken first = of(run);
        final Set<String> withdrawn = withdrawn(new DefaultBook(baseDir), operators);
        return new Taken(first.plans().stream().filter(plan -> !withdrawn.contains(plan.name())).toList(),
            first.done(), first.outcome(), first.defaulters());
    }

    /** What a run was given to carry out. */
    public static Taken of(final RunDirectory run)
    {
        final Path file = run.file(RunDirectory.DEFAULTS);
        return Files.exists(file) ? DefaultBook.read(file, Taken.class) : Taken.NONE;
    }

    /** What the plans do to positions; those that cannot be carried out at the cut wait. */
    static DefaultMovements carryOut(final Taken taken, final IngestedDay day, final CalculationInput input)
    {
        final DefaultMovements movements = new DefaultMovements(
            taken.plans(), day.registers(), input.contracts(), day::accountOf);
        if (!taken.plans().isEmpty())
        {
            movements.carryOut(RunPositions.ofInstruments(input, movements.instruments()));
        }
        return movements;
    }

    /**
     * Writes what the plans do to positions.
     *
     * @param directory of the run.
     * @return RunTables.MOVEMENTS, to be closed; null when they do nothing.
     */
    static Table write(final DefaultMovements movements, final Path directory) throws IOException
    {
        DurableFile.deleteTree(directory.resolve(STEPS));
        if (0 == movements.size())
        {
            return null;
        }
        final Path parent = directory.resolve(STEPS).resolve(PLANNED);
        DurableFile.createDirectories(parent);
        movements.write(parent);
        return Table.open(parent, RunTables.MOVEMENTS);
    }

    /** Puts the movements of plans among those of contracts that end; in the directory are these alone. */
    static void merge(
        final Table planned, final IngestedDay day, final Contract[] contracts, final Path directory)
        throws IOException
    {
        final Path steps = directory.resolve(STEPS).resolve(EXPIRED);
        final Path expired = steps.resolve(RunTables.MOVEMENTS.name());
        DurableFile.createDirectories(steps);
        Files.move(directory.resolve(RunTables.MOVEMENTS.name()), expired);
        try (Table ended = Table.open(steps, RunTables.MOVEMENTS))
        {
            MovementMerge.merge(
                List.of(ended, planned), day.registers(), new InstrumentOrder(contracts), directory);
        }
        DurableFile.deleteTree(directory.resolve(STEPS));
    }
}
