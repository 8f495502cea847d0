// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.PlannedRun;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.deploy.cli.support.DateConverter;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.SessionDates;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.TradingDays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * The runs of a date: planned, begun, done.
 */
@Command(
    name = "plan",
    description = {
        "Shows the runs of a date: those of schedule.csv in the clearing directory of the venue (time;kind, " +
            "Moscow time; without the file one intraday run at 14:00 and the evening run at 18:50), and what has " +
            "become of them."})
final class ClearingPlanCommand extends VenueCommand
{
    @Option(names = "--date", paramLabel = "YYYYMMDD", converter = DateConverter.class,
        description = "Trading date; default: today, on a day without trading the next trading day.")
    private Integer date;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final Path baseDir = baseDir();
        final SessionDates dates = VenueClearing.datesIfRunning(dataDir());
        final LocalDate today = LocalDate.now(ClearingSchedule.ZONE);
        final int tradingDate =
            null != date ? date : null == dates ? ClearingSchedule.tradingDate(today) : dates.runDate(today);
        final boolean hasRuns = null == dates || dates.hasRuns(tradingDate);
        final List<RunStatus> runs = control().runs();
        final List<PlannedRun> plan =
            ClearingSchedule.read(baseDir).plan(tradingDate, runs, System.currentTimeMillis()).stream()
            .filter(run -> hasRuns || 0 != run.runId()).toList();
        if (json)
        {
            out.println(json(plan));
        }
        else
        {
            out.println("date " + tradingDate + (hasRuns ? "" : "  no trading day, the next one is " +
                dates.calendar(TradingDays.WHOLE_VENUE).next(tradingDate)));
            for (final PlannedRun run : plan)
            {
                out.printf("%2d  %s  %s  %-7s %s%n", run.number(), run.kind(), run.time(), run.state(),
                    0 == run.runId() ? "" : Long.toString(run.runId()) +
                        (0 == run.correctedBy() ? "" : ", corrected by " + run.correctedBy()));
            }
            for (final RunStatus run : runs)
            {
                if (0 == run.corrects() && tradingDate == RunIds.tradingDate(run.runId()) &&
                    plan.stream().noneMatch(planned -> run.runId() == planned.runId()))
                {
                    out.printf(" -  %s  %-5s  %-7s %d, not of the schedule%n",
                        run.kind(), "", ClearingSchedule.state(run), run.runId());
                }
            }
            printHalts();
        }
    }
}
