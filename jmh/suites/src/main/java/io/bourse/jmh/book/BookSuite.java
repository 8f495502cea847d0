// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import org.agrona.IoUtil;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The suite: all flows, both books, in rounds. Within a round each flow runs through both books, each time in a JVM of
 * its own, and the book that begins changes from flow to flow and from round to round. Prints messages per second
 * (million) and names the worst flow, which is the figure that counts.
 */
final class BookSuite
{
    private final Map<String, List<Double>> rates = new HashMap<>();
    private final Path directory;

    private BookSuite(final Path directory)
    {
        this.directory = directory;
    }

    /**
     * Runs the suite.
     *
     * @param args number of rounds (3) and seed of the flows.
     * @throws IOException when the flows cannot be written.
     * @throws RunnerException when JMH fails, also because a book said something that the other did not.
     */
    public static void main(final String[] args) throws IOException, RunnerException
    {
        final int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        final long seed = args.length > 1 ? Long.parseLong(args[1]) : BookBenchmark.SEED;
        final Path directory = Files.createTempDirectory("bourse-flows-");
        try
        {
            final BookSuite suite = new BookSuite(directory);
            for (final Flow flow : Flow.values())
            {
                FlowFile.make(directory.resolve(flow.name()), flow, seed);
            }
            for (int round = 0; round < rounds; round++)
            {
                suite.round(round);
            }
            suite.print();
        }
        finally
        {
            IoUtil.delete(directory.toFile(), true);
        }
    }

    private void round(final int round) throws RunnerException
    {
        final BookBenchmark.Contestant[] contestants = BookBenchmark.Contestant.values();
        for (final Flow flow : Flow.values())
        {
            for (int i = 0; i < contestants.length; i++)
            {
                run(round, flow, contestants[(round + flow.ordinal() + i) % contestants.length]);
            }
        }
    }

    private void run(final int round, final Flow flow, final BookBenchmark.Contestant contestant)
        throws RunnerException
    {
        final Options options = new OptionsBuilder()
            .include(BookBenchmark.class.getName())
            .param("flow", flow.name())
            .param("contestant", contestant.name())
            .jvmArgsPrepend("-D" + BookBenchmark.FLOWS_PROPERTY + "=" + directory)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
        final List<Double> passes = new ArrayList<>();
        for (final RunResult result : new Runner(options).run())
        {
            for (final IterationResult iteration : result.getBenchmarkResults().iterator().next().getIterationResults())
            {
                passes.add(1_000 / iteration.getPrimaryResult().getScore());
            }
        }
        passes.sort(null);
        final double median = passes.get(passes.size() / 2);
        rates.computeIfAbsent(contestant + " " + flow, (key) -> new ArrayList<>()).add(median);
        System.out.printf("round %d %-10s %-5s %6.2f M/s (passes %.2f to %.2f)%n",
            round, flow, contestant, median, passes.getFirst(), passes.getLast());
    }

    private void print()
    {
        System.out.printf("%n%-10s %22s %22s %6s%n", "flow", "fast M/s (spread)", "plain M/s (spread)", "ratio");
        double worst = Double.MAX_VALUE;
        double worstRatio = Double.MAX_VALUE;
        for (final Flow flow : Flow.values())
        {
            final List<Double> fast = rates.get(BookBenchmark.Contestant.FAST + " " + flow);
            final List<Double> plain = rates.get(BookBenchmark.Contestant.PLAIN + " " + flow);
            fast.sort(null);
            plain.sort(null);
            final double fastRate = fast.get(fast.size() / 2);
            final double plainRate = plain.get(plain.size() / 2);
            worst = Math.min(worst, fastRate);
            worstRatio = Math.min(worstRatio, fastRate / plainRate);
            System.out.printf("%-10s %6.2f (%5.2f to %5.2f) %6.2f (%5.2f to %5.2f) %5.2fx%n",
                flow, fastRate, fast.getFirst(), fast.getLast(), plainRate, plain.getFirst(), plain.getLast(),
                fastRate / plainRate);
        }
        System.out.printf("worst: %.2f million messages/s, %.2f times the plain book%n", worst, worstRatio);
    }
}
