// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs all suites one after the other with short settings, each beside its baselines, and writes JMH's JSON and a table
 * in Markdown. Options: {@code json=suites.json table=suites.md only=codec,ring iterations=3 warmups=3 millis=500}.
 */
public final class Suites
{
    private static final List<Integer> ONE = List.of(1);
    private static final List<Integer> ONE_AND_TWO = List.of(1, 2);
    private static final String PARSE = "FixCodecBenchmark.parseQuickFix";
    private static final String FORMAT = "FixCodecBenchmark.formatQuickFix";
    /** Every suite there is, in the order they are run: baselines stand before what is measured against them. */
    static final List<Suite> ALL = List.of(
        new Suite("echo", "TcpEchoBenchmark", ONE, Map.of(), Map.of()),
        new Suite("book", "BookBenchmark", ONE, Map.of(),
            Map.of("BookBenchmark.pass", "BookBenchmark.pass[contestant=PLAIN]")),
        new Suite("core", "MatchingEngineBenchmark.commands", ONE, Map.of(), Map.of()),
        new Suite("engine", "SoloEngineBenchmark", ONE, Map.of("durability", "RAM"), Map.of()),
        new Suite("fix", "FixCodecBenchmark", ONE_AND_TWO, Map.of(), Map.of(
            "FixCodecBenchmark.parseBourse", PARSE,
            "FixCodecBenchmark.parsePhiladelphia", PARSE,
            "FixCodecBenchmark.parseQuickFixDictionary", PARSE,
            "FixCodecBenchmark.formatBourse", FORMAT,
            "FixCodecBenchmark.formatPhiladelphia", FORMAT)),
        new Suite("codec", "(Twime|Simba|Fast)CodecBenchmark", ONE_AND_TWO, Map.of(), Map.of(
            "TwimeCodecBenchmark.decodeNewOrder", PARSE,
            "TwimeCodecBenchmark.encodeAnswer", FORMAT,
            "SimbaCodecBenchmark.encodeOrderUpdate", FORMAT,
            "SimbaCodecBenchmark.decodeOrderUpdate", PARSE,
            "FastCodecBenchmark.encodeOrdersLog", FORMAT,
            "FastCodecBenchmark.decodeOrdersLog", PARSE)),
        new Suite("ring", "RingBenchmark", ONE, Map.of(),
            Map.of("RingBenchmark.bourse", "RingBenchmark.bareDisruptor")),
        new Suite("ring", "RingHandoffBenchmark", List.of(2), Map.of(),
            Map.of("RingHandoffBenchmark.bourse", "RingHandoffBenchmark.bareDisruptor")),
        new Suite("journal", "JournalBenchmark", ONE, Map.of(),
            Map.of("JournalBenchmark.bourse", "JournalBenchmark.bareAeron")),
        new Suite("clearing", "(DayBenchmark|MarginBenchmark|ColumnBenchmark)", ONE, Map.of(), Map.of(
            "MarginBenchmark.portfolio", "MarginBenchmark.portfolioModel",
            "ColumnBenchmark.readPacked", "ColumnBenchmark.readPlain",
            "ColumnBenchmark.writePacked", "ColumnBenchmark.writePlain")));

    private final Options options;

    private Suites(final Options options)
    {
        this.options = options;
    }

    /**
     * Runs them.
     *
     * @param args options.
     * @throws RunnerException when a benchmark fails.
     * @throws IOException when the files cannot be written.
     */
    public static void main(final String[] args) throws RunnerException, IOException
    {
        final Options options = new Options(
            List.of("json=suites.json", "table=suites.md", "only=all", "iterations=3", "warmups=3", "millis=500"),
            args);
        new Suites(options).run();
    }

    private void run() throws RunnerException, IOException
    {
        final List<String> only = options.list("only");
        final List<RunResult> all = new ArrayList<>();
        final SuiteTable table = new SuiteTable();
        for (final Suite suite : ALL)
        {
            if (only.contains("all") || only.contains(suite.name()))
            {
                for (final int threads : suite.threads())
                {
                    final List<RunResult> results = new ArrayList<>(new Runner(options(suite, threads).build()).run());
                    table.add(suite, results);
                    all.addAll(results);
                    // A suite that fails takes no figures with it that were taken before.
                    write(all, table);
                }
            }
        }
        if (all.isEmpty())
        {
            throw new IllegalArgumentException("no suite has this name: only=" + only + " suites=" +
                ALL.stream().map(Suite::name).distinct().toList());
        }
        System.out.println();
        System.out.print(table.markdown());
    }

    private void write(final List<RunResult> results, final SuiteTable table) throws IOException
    {
        ResultFormatFactory.getInstance(ResultFormatType.JSON, options.text("json")).writeOut(results);
        Files.writeString(Path.of(options.text("table")), table.markdown());
    }

    private ChainedOptionsBuilder options(final Suite suite, final int threads)
    {
        final TimeValue time = TimeValue.milliseconds(options.number("millis"));
        final ChainedOptionsBuilder builder = new OptionsBuilder()
            .include("\\." + suite.include())
            .warmupIterations(options.number("warmups")).warmupTime(time)
            .measurementIterations(options.number("iterations")).measurementTime(time)
            .forks(1)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            // What this process was opened with, so the processes of the benchmarks must be.
            .jvmArgsPrepend(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter((argument) -> !argument.startsWith("-agentlib")).toArray(String[]::new));
        // Groups say themselves how many threads they have.
        if (!suite.include().contains("Handoff"))
        {
            builder.threads(threads);
        }
        suite.params().forEach(builder::param);
        return builder;
    }
}
