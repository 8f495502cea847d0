// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.run.context.ClearingStep;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Prints what a bench has measured, volumes beside times.
 */
record BenchTable(PrintWriter out)
{
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final double GIB = 1L << 30;
    private static final double MIB = 1L << 20;
    private static final double MB = 1e6;
    private static final int INTRADAY_TARGET_S = 12;
    private static final int EVENING_TARGET_S = 25;
    private static final int MARGIN_TARGET_S = 5;
    private static final int MEMORY_TARGET_GIB = 12;
    private static final int MAIN_REPORTS_TARGET_S = 60;
    private static final int ORDER_REPORTS_TARGET_S = 150;
    private static final int MAIN_REPORTS_PUBLISHED_S = 68 * 60;
    private static final int ORDER_REPORTS_PUBLISHED_S = 110 * 60;
    /** Published by the exchange for 12.8 M trades, 312.7 M orders and 20 M accounts. */
    private static final int INTRADAY_PUBLISHED_S = 2 * 60 + 24;
    private static final int EVENING_PUBLISHED_S = 15 * 60 + 36;

    void print(final BenchReport report)
    {
        final BenchVolumes volumes = report.volumes();
        line("clearing bench   scale %s, seed %d", scale(volumes), volumes.seed());
        line("machine          %s", report.machine());
        line("java             %s", report.java());
        line("day              %,d trades, %,d order events, %,d registers with positions, %,d instruments, %,d " +
            "brokerage firms", volumes.trades(), volumes.orderEvents(), volumes.registers(), report.instruments(),
            report.brokerageFirms());
        if (report.makingNs() > 0)
        {
            line("made in          %.1f s: written and ingested, with the evening before (%,.0f order events/s)",
                seconds(report.makingNs()), volumes.orderEvents() / seconds(report.makingNs()));
        }
        report.runs().forEach(figures -> print(volumes, figures));
        line("");
        line("without an engine: suspension, publication and reopening are those of a synthetic venue; times of the " +
            "exchange and of this machine are of different machines");
        out.flush();
    }

    private void print(final BenchVolumes volumes, final BenchFigures figures)
    {
        final int targetS = figures.isEvening() ? EVENING_TARGET_S : INTRADAY_TARGET_S;
        final int publishedS = figures.isEvening() ? EVENING_PUBLISHED_S : INTRADAY_PUBLISHED_S;
        final String full = full(volumes);
        line("");
        line("%s clearing, %d threads: %,d trades, %,d registers, %,d positions, %,d postings, %,d movements, %.2f GiB",
            figures.isEvening() ? "evening" : "intraday", figures.threads(), figures.trades(), figures.registers(),
            figures.positions(), figures.postings(), figures.movements(), figures.bytes() / GIB);
        for (final BenchFigures.Step step : figures.steps())
        {
            line("  %-17s %10.3f s  %10.3f CPU s  %s", step.step(), seconds(step.elapsedNs()),
                seconds(step.cpuNs()), step.halts() ? "halt" : "");
        }
        line("  %-28s %8.3f s   %.3f CPU s   target %d s%s   exchange %d s%s   %s",
            figures.isEvening() ? "suspend to published" : "suspend to reopen",
            seconds(figures.haltNs()),
            seconds(figures.haltCpuNs()),
            targetS,
            full,
            publishedS,
            full,
            verdict(volumes, figures.haltNs() <= targetS * NS_PER_S));
        printMargin(volumes, figures);
        printReports(volumes, figures);
        line("  %-28s %8.2f GiB target %d GiB%s   anonymous %.2f GiB, heap %.0f MiB   %s",
            "peak memory",
            figures.peakResidentBytes() / GIB,
            MEMORY_TARGET_GIB,
            full,
            figures.peakAnonymousBytes() / GIB,
            figures.peakHeapBytes() / MIB,
            verdict(volumes, figures.peakResidentBytes() <= MEMORY_TARGET_GIB * GIB));
        line("  %-28s %8.3f s", "whole process", seconds(figures.processNs()));
        line("  %-28s %s", "files", figures.tablesSha256());
    }

    private void printMargin(final BenchVolumes volumes, final BenchFigures figures)
    {
        for (final BenchFigures.Step step : figures.steps())
        {
            if (step.step().equals(ClearingStep.MARGIN.name()))
            {
                line("  %-28s %8.3f s   %.3f CPU s   target %d s%s   %,d registers with margin, %d scenarios   %s",
                    "margin",
                    seconds(step.elapsedNs()),
                    seconds(step.cpuNs()),
                    MARGIN_TARGET_S,
                    full(volumes),
                    figures.margined(),
                    SyntheticMargin.SCENARIOS,
                    verdict(volumes, step.elapsedNs() <= MARGIN_TARGET_S * NS_PER_S));
            }
        }
    }

    /** Of the evening alone: the exchange's times are of its packages after the evening run. */
    private void printReports(final BenchVolumes volumes, final BenchFigures figures)
    {
        if (figures.isEvening())
        {
            print(volumes, figures, ClearingStep.REPORTS, MAIN_REPORTS_TARGET_S, MAIN_REPORTS_PUBLISHED_S);
            print(volumes, figures, ClearingStep.ORDER_REPORTS, ORDER_REPORTS_TARGET_S, ORDER_REPORTS_PUBLISHED_S);
            figures.packings().forEach(this::print);
        }
    }

    private void print(final BenchFigures.Packing packing)
    {
        line("  %-28s %8.3f s   %.3f CPU s   %,d packages, %,.1f MB, %,.0f MB/s",
            "sign, encrypt: " + packing.profile() + " " + packing.wave(),
            seconds(packing.elapsedNs()),
            seconds(packing.cpuNs()),
            packing.packages(),
            packing.bytes() / MB,
            packing.bytes() / MB / seconds(packing.elapsedNs()));
    }

    private void print(
        final BenchVolumes volumes,
        final BenchFigures figures,
        final ClearingStep wanted,
        final int targetS,
        final int publishedS)
    {
        for (final BenchFigures.Step step : figures.steps())
        {
            if (step.step().equals(wanted.name()))
            {
                final String full = full(volumes);
                line("  %-28s %8.3f s   %.3f CPU s   target %d s%s   exchange %d s%s   %s",
                    ClearingStep.REPORTS == wanted ? "main packages" : "order packages",
                    seconds(step.elapsedNs()), seconds(step.cpuNs()), targetS, full, publishedS, full,
                    verdict(volumes, step.elapsedNs() <= targetS * NS_PER_S));
            }
        }
    }

    private static String full(final BenchVolumes volumes)
    {
        return BenchVolumes.FULL_PPM == volumes.scalePpm() ? "" : ", of the full volume";
    }

    private static String verdict(final BenchVolumes volumes, final boolean isHeld)
    {
        return volumes.scalePpm() < BenchVolumes.FULL_PPM ? "" : isHeld ? "HELD" : "MISSED";
    }

    private static String scale(final BenchVolumes volumes)
    {
        return Double.toString((double)volumes.scalePpm() / BenchVolumes.FULL_PPM);
    }

    private static double seconds(final long ns)
    {
        return ns / NS_PER_S;
    }

    private void line(final String format, final Object... values)
    {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
