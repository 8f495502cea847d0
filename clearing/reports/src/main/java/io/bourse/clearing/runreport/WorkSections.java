// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageTable;

import java.io.IOException;
import java.util.List;

/** Sections about the work of a run: time and checks. */
final class WorkSections
{
    private static final long PER_CENT = 100L;

    private final RunReportInput input;
    private final Page page;
    private final Charts charts;

    WorkSections(final RunReportInput input, final Page page, final Charts charts)
    {
        this.input = input;
        this.page = page;
        this.charts = charts;
    }

    /** Time and checks. */
    void write() throws IOException
    {
        steps();
        checks();
        reconciliation();
    }

    /** How long trading stood still. */
    void halt() throws IOException
    {
        page.line("h2", "Halt");
        final long halt = input.haltNs();
        if (0 == halt)
        {
            page.line("p", "How long trading stood still is not known here: the run was taken up by another process.");
            return;
        }
        final boolean isOver = halt > input.budgetNs();
        final long percent = Math.min(PER_CENT, PER_CENT * halt / Math.max(1, input.budgetNs()));
        page.line("p", "Trading stood still for " + FigureTexts.seconds(halt) + " s of " +
            FigureTexts.seconds(input.budgetNs()) + " s: " + FigureTexts.percent(halt, input.budgetNs()) +
            " of the budget.",
            "id", "halt");
        page.open("div", "class", "gauge")
            .line("div", "", "class", isOver ? "over" : "within", "style", "width: " + Math.max(1, percent) + "%")
            .close().text("\n");
    }

    private void steps() throws IOException
    {
        page.line("h2", "Time of steps");
        page.line("div", "", "id", "chart-steps", "class", "chart");
        charts.add(new BarChart("chart-steps", "s", false,
            input.steps().stream().map(RunReportInput.Step::name).toList(),
            List.of(
                new BarChart.Series("estimate", input.steps().stream()
                    .map(step -> 0 == step.expectedNs() ? null : FigureTexts.seconds9(step.expectedNs())).toList()),
                new BarChart.Series("taken", input.steps().stream()
                    .map(step -> FigureTexts.seconds9(step.elapsedNs())).toList()))));
        final PageTable table = PageTable.open(page, "steps",
            "step", "#seconds", "#estimate", "trading", "#of the budget of the halt");
        for (final RunReportInput.Step step : input.steps())
        {
            table.row(step.name(), FigureTexts.seconds(step.elapsedNs()),
                0 == step.expectedNs() ? "-" : FigureTexts.seconds(step.expectedNs()),
                step.isHalt() ? "stands still" : "goes on",
                step.isHalt() ? FigureTexts.percent(step.elapsedNs(), input.budgetNs()) : "");
        }
        table.close();
        page.line(
            "p",
            "Steps up to the wave of reports behind which the page was written. Estimates are those of the " +
                "reference machine for as many trades and registers.",
            "class",
            "note");
    }

    private void checks() throws IOException
    {
        page.line("h2", "Checks");
        final PageTable table = PageTable.open(page, "checks", "result", "check", "#compared", "first failure");
        for (final CheckResult check : input.checks())
        {
            table.verdict(check.isOk(), "FAILED", check.name(), FigureTexts.number(check.compared()), check.failure());
        }
        table.close();
    }

    private void reconciliation() throws IOException
    {
        page.line("h2", "Reconciliation");
        final PageTable table = PageTable.open(page, "reconciliation", "result", "report", "#rows", "#breaks");
        for (final RunReportInput.Reconciliation report : input.reconciliations())
        {
            table.verdict(report.isOk(), report.result(), report.name(), FigureTexts.number(report.rows()),
                FigureTexts.number(report.breaks()));
        }
        table.close();
    }
}
