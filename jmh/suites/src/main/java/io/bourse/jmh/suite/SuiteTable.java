// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results of the suites as a table in Markdown: score, allocation, and the ratio to the baseline. */
final class SuiteTable
{
    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final String NONE = "-";

    private final Map<String, RunResult> results = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    SuiteTable()
    {
        lines.add("| suite | benchmark | threads | score | unit | +- | bytes each | baseline | ratio |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
    }

    /** Adds what a suite gave; a baseline may be of it or of one before it. */
    void add(final Suite suite, final List<RunResult> added)
    {
        added.forEach((result) -> results.put(key(result.getParams()), result));
        added.forEach((result) -> lines.add(line(suite, result)));
    }

    private String line(final Suite suite, final RunResult result)
    {
        final BenchmarkParams params = result.getParams();
        final Result<?> score = result.getPrimaryResult();
        final String baseline = baseline(suite, params);
        final RunResult other = null == baseline ? null : results.get(baseline);
        return String.format(Locale.ROOT, "| %s | %s | %d | %s | %s | %s | %s | %s | %s |",
            suite.name(), withParams(simple(params.getBenchmark()), params), params.getThreads(),
            number(score.getScore()), score.getScoreUnit(), number(score.getScoreError()), allocation(result),
            null == other ? "" : simple(other.getParams().getBenchmark()), null == other ? "" : ratio(score, other));
    }

    /** The baseline was run with as many threads and with the parameters that both have; null when there is none. */
    private String baseline(final Suite suite, final BenchmarkParams params)
    {
        final String name = suite.baselines().get(simple(params.getBenchmark()));
        if (null == name)
        {
            return null;
        }
        final int at = name.indexOf('[');
        final String wanted = 0 > at ? name : name.substring(0, at);
        for (final Map.Entry<String, RunResult> entry : results.entrySet())
        {
            final BenchmarkParams other = entry.getValue().getParams();
            if (wanted.equals(simple(other.getBenchmark())) && other.getThreads() == params.getThreads() &&
                agree(params, other, 0 > at ? "" : name.substring(at)))
            {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Parameters named for the baseline are those; the others are the same in both. */
    private static boolean agree(final BenchmarkParams params, final BenchmarkParams other, final String named)
    {
        for (final String key : other.getParamsKeys())
        {
            final boolean isNamed = named.contains(key + "=");
            if (isNamed ? !named.contains("[" + key + "=" + other.getParam(key) + "]") :
                params.getParamsKeys().contains(key) && !params.getParam(key).equals(other.getParam(key)))
            {
                return false;
            }
        }
        return true;
    }

    private static String key(final BenchmarkParams params)
    {
        return withParams(params.getBenchmark(), params) + " " + params.getThreads();
    }

    /** Class and method. */
    private static String simple(final String benchmark)
    {
        final int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }

    private static String withParams(final String name, final BenchmarkParams params)
    {
        final StringBuilder text = new StringBuilder(name);
        params.getParamsKeys().forEach((key) -> text.append(' ').append(key).append('=').append(params.getParam(key)));
        return text.toString();
    }

    private static String allocation(final RunResult result)
    {
        final Result<?> bytes = result.getSecondaryResults().get(ALLOCATION);
        // The profiler itself rounds up a little: less than a byte for an operation is none.
        return null == bytes ? NONE : number(bytes.getScore() < 1 ? 0 : bytes.getScore());
    }

    private static String ratio(final Result<?> score, final RunResult other)
    {
        final Result<?> base = other.getPrimaryResult();
        final double ratio = score.getScore() / base.getScore();
        return base.getScoreUnit().equals(score.getScoreUnit()) ?
            String.format(Locale.ROOT, 0.1 <= ratio ? "%.2f" : "%.4f", ratio) : NONE;
    }

    private static String number(final double value)
    {
        return Double.isNaN(value) ? NONE :
            String.format(Locale.ROOT, 100 <= value ? "%,.0f" : 10 <= value || 0 == value ? "%.1f" : "%.3f", value);
    }

    /** The table. */
    String markdown()
    {
        return String.join("\n", lines) + "\n";
    }
}
