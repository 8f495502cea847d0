// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.clearing;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.context.RunProgress;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PlannedRun;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.verify.RunDiff;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.clearing.AssetUnits;
import io.bourse.deploy.operators.clearing.ClearingRequests;
import io.bourse.deploy.operators.clearing.RunProcesses;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Clearing runs, processes that work at them and instructions over the API, from their files: the venue may run or not.
 */
public final class ClearingPart implements ConsolePart
{
    private static final String ID = "id";
    private static final String DATE = "date";
    private static final String NAME = "name";

    private final Path dataDir;
    private final Path baseDir;

    /**
     * Answers for a venue.
     *
     * @param context of the console.
     */
    public ClearingPart(final ConsoleContext context)
    {
        dataDir = context.venueDir();
        baseDir = VenueClearing.baseDir(dataDir);
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/clearing/plan", request -> request.json(plan(request)));
        routes.get("/api/v1/clearing/runs", request -> request.json(runs(request)));
        routes.get("/api/v1/clearing/runs/{id}", request -> request.json(run(request)));
        routes.get("/api/v1/clearing/runs/{id}/rows", request -> request.json(files(request).rows(
            request.queryParam(NAME), Query.number(request, "after", 0), Query.limit(request))));
        routes.get("/api/v1/clearing/runs/{id}/file", this::file);
        routes.get("/api/v1/clearing/diff", request -> request.json(diff(request)));
        routes.get("/api/v1/clearing/instructions", request -> request.json(instructions(request)));
        routes.get("/api/v1/clearing/requests", request -> request.json(requests()));
        routes.get("/api/v1/clearing/processes", request -> request.json(Map.of("items",
            new RunProcesses(dataDir).all().reversed().stream().map(ClearingPart::process).toList())));
        routes.get("/api/v1/clearing/processes/{process}", request -> request.json(process(request)));
    }

    private RunControl control()
    {
        return new RunControl(baseDir, System::currentTimeMillis, () -> VenueOperators.read(dataDir));
    }

    /** The newest first. */
    private Map<String, Object> runs(final Context request) throws IOException
    {
        final int limit = Query.limit(request);
        final long before = Query.number(request, "after", Long.MAX_VALUE);
        final List<RunDirectory> all = new RunStore(baseDir).all().reversed();
        final RunControl control = control();
        final List<Map<String, Object>> items = new ArrayList<>();
        boolean isMore = false;
        for (final RunDirectory run : all)
        {
            isMore = run.runId() < before && items.size() == limit;
            if (isMore)
            {
                break;
            }
            if (run.runId() < before)
            {
                items.add(row(control.run(run.runId())));
            }
        }
        return ListPage.answer(items, isMore ? String.valueOf(items.getLast().get("runId")) : null);
    }

    private static Map<String, Object> row(final RunStatus status)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("runId", status.runId());
        row.put("name", status.name());
        row.put("kind", status.kind());
        row.put("phase", status.phase().name());
        row.put("givenUp", status.givenUp());
        row.put("reason", status.reason());
        row.put("suspendedSince", status.suspendedSince().isEmpty() ? null : status.suspendedSince());
        row.put("cutCursor", status.cutCursor());
        row.put("waitingFor", status.waitingFor());
        row.put("progress", progress(status.progress()));
        row.put("corrects", 0 == status.corrects() ? null : status.corrects());
        row.put("correctedBy", 0 == status.correctedBy() ? null : status.correctedBy());
        return row;
    }

    private static Map<String, Object> progress(final RunProgress progress)
    {
        if (null == progress)
        {
            return null;
        }
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("step", progress.step().name());
        row.put("done", progress.done());
        row.put("total", progress.total());
        row.put("ratePerSecond", progress.ratePerSecond());
        row.put("stepNs", Long.toString(progress.stepNs()));
        row.put("etaNs", Long.toString(progress.etaNs()));
        row.put("haltNs", Long.toString(progress.haltNs()));
        row.put("budgetNs", Long.toString(progress.budgetNs()));
        row.put("alarm", progress.alarm().name());
        return row;
    }

    private Map<String, Object> run(final Context request) throws IOException
    {
        final long runId = Query.pathNumber(request, ID);
        final RunDirectory directory = directory(ID, Long.toString(runId));
        try
        {
            final Map<String, Object> answer = row(control().run(runId));
            answer.put("budgetNs", Long.toString(ClearingRunOptions.budgetNs(directory.clearingKind())));
            answer.put("steps", steps(directory));
            answer.put("checks", checks(directory));
            answer.put("approvals", approvals(directory));
            answer.put("files", directory.state().files());
            answer.put("reports", new RunFiles(directory).names());
            return answer;
        }
        catch (final ClearingException ex)
        {
            throw Query.conflict("run-unreadable", ex.getMessage());
        }
    }

    private RunDirectory directory(final String name, final String id) throws IOException
    {
        try
        {
            return new RunStore(baseDir).require(Long.parseLong(id));
        }
        catch (final PreconditionException | NumberFormatException ex)
        {
            throw Query.unknown("run", name, id, "no clearing run has this id, /api/v1/clearing/runs names all");
        }
    }

    private RunFiles files(final Context request) throws IOException
    {
        return new RunFiles(directory(ID, Long.toString(Query.pathNumber(request, ID))));
    }

    private void file(final Context request) throws IOException
    {
        final String name = request.queryParam(NAME);
        final boolean isPlain = "true".equals(request.queryParam("plain"));
        request.result(files(request).open(name, isPlain)).contentType("application/octet-stream")
            .header("Content-Disposition", "attachment; filename=\"" + RunFiles.savedName(name, isPlain) + '"');
    }

    /** What two runs do not have in common. */
    private Map<String, Object> diff(final Context request) throws IOException
    {
        final RunDirectory first = run(request, "first");
        final RunDirectory second = run(request, "second");
        try
        {
            return Map.of("first", first.runId(), "second", second.runId(), "tables", RunDiff.diff(
                new RunPlace(baseDir, first.name()), new RunPlace(baseDir, second.name()), Query.limit(request)));
        }
        catch (final ClearingException ex)
        {
            throw Query.conflict("run-unreadable", ex.getMessage());
        }
    }

    private RunDirectory run(final Context request, final String name) throws IOException
    {
        return directory(name, Long.toString(Query.number(request, name, 0)));
    }

    /** The book of members' instructions, the newest first. */
    private Map<String, Object> instructions(final Context request) throws IOException
    {
        final int limit = Query.limit(request);
        final long before = Query.number(request, "after", Long.MAX_VALUE);
        final AssetUnits units = AssetUnits.of(dataDir);
        final List<FundsService.Line> lines = new FundsService(baseDir, System::currentTimeMillis).lines().reversed()
            .stream().filter(line -> line.instruction().seq() < before).limit(limit + 1L).toList();
        final List<Map<String, Object>> items = new ArrayList<>();
        for (final FundsService.Line line : lines.subList(0, Math.min(limit, lines.size())))
        {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("number", line.instruction().seq());
            row.put("text", units.text(line.instruction()));
            row.put("actor", line.instruction().actor());
            MessageJson.putTime(row, "at", line.instruction().timeNs());
            row.put("state", line.state());
            items.add(row);
        }
        return ListPage.answer(
            items, lines.size() > limit ? String.valueOf(items.getLast().get("number")) : null);
    }

    private Map<String, Object> requests() throws IOException
    {
        try
        {
            return Map.of("requests", new ClearingRequests(dataDir).waiting());
        }
        catch (final ClearingException ex)
        {
            throw Query.conflict("requests-unreadable", ex.getMessage());
        }
    }

    private static Map<String, Object> process(final RunProcesses.Status status)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("process", status.order().number());
        row.put("command", status.order().command());
        row.put("operator", status.order().operator());
        MessageJson.putTime(row, "at", TimeUnit.MILLISECONDS.toNanos(status.order().atMs()));
        row.put("state", status.state().name());
        row.put("exitCode", status.exitCode());
        row.put("toSign", status.toSign());
        return row;
    }

    private Map<String, Object> process(final Context request) throws IOException
    {
        final int number = (int)Math.min(Integer.MAX_VALUE, Query.pathNumber(request, "process"));
        final RunProcesses processes = new RunProcesses(dataDir);
        try
        {
            final Map<String, Object> answer = process(processes.status(number));
            answer.put("out", processes.text(number, false));
            answer.put("err", processes.text(number, true));
            return answer;
        }
        catch (final PreconditionException ex)
        {
            throw Query.unknown("process", "process", request.pathParam("process"), "there is no such process, " +
                "/api/v1/clearing/processes names all");
        }
    }

    private static List<Map<String, Object>> steps(final RunDirectory directory)
    {
        final List<Map<String, Object>> steps = new ArrayList<>();
        for (final StepTiming timing :
            directory.find(RunDirectory.TIMINGS, StepTiming[].class).orElse(new StepTiming[0]))
        {
            steps.add(Map.of("step", timing.step().name(), "elapsedNs", Long.toString(timing.elapsedNs())));
        }
        return steps;
    }

    private static List<Map<String, Object>> checks(final RunDirectory directory)
    {
        final List<Map<String, Object>> checks = new ArrayList<>();
        for (final CheckResult check :
            directory.find(RunDirectory.CHECKS, CheckResult[].class).orElse(new CheckResult[0]))
        {
            checks.add(Map.of("name", check.name(), "compared", check.compared(), "holds", check.isOk(),
                "failure", check.failure()));
        }
        return checks;
    }

    private static List<Map<String, Object>> approvals(final RunDirectory directory)
    {
        final Approvals approvals = new Approvals(directory.path());
        final List<Map<String, Object>> rows = new ArrayList<>();
        for (final ApprovalStep step : ApprovalStep.values())
        {
            final ApprovalRequest asked = approvals.pending(step);
            if (null != asked)
            {
                final Approval answer = approvals.answer(step);
                final boolean isAnswered = null != answer && answer.sha256().equals(asked.sha256());
                final Map<String, Object> row = new LinkedHashMap<>();
                row.put("step", step.text());
                row.put("requester", asked.requester());
                row.put("file", asked.file());
                row.put("sha256", asked.sha256());
                row.put("approver", isAnswered ? answer.approver() : null);
                row.put("approved", isAnswered ? answer.approved() : null);
                MessageJson.putTime(row, "answered", isAnswered ? TimeUnit.MILLISECONDS.toNanos(answer.atMs()) : 0);
                rows.add(row);
            }
        }
        return rows;
    }

    private Map<String, Object> plan(final Context request) throws IOException
    {
        final int date = date(request.queryParam(DATE));
        final List<PlannedRun> plan =
            ClearingSchedule.read(baseDir).plan(date, control().runs(), System.currentTimeMillis());
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("tradingDate", date);
        answer.put("items", plan);
        return answer;
    }

    private static int date(final String text)
    {
        if (null == text)
        {
            return ClearingSchedule.tradingDate(LocalDate.now(ClearingSchedule.ZONE));
        }
        try
        {
            DateTimeFormatter.BASIC_ISO_DATE.parse(text);
            return Integer.parseInt(text);
        }
        catch (final DateTimeException | NumberFormatException ignored)
        {
            throw Query.wrong(DATE, text, "must be a date such as 20261129");
        }
    }

    /** It has no threads. */
    @Override
    public void close()
    {
    }
}
