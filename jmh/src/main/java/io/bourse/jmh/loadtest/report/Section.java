// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

/** Sections of the page, in their order. */
enum Section
{
    MISSED("missed", "What was missed"),
    CONDITIONS("conditions", "Conditions"),
    PUBLISHED("published", "Beside what was published"),
    PEAK("peak", "A test's most against production"),
    STAGES("stages", "Stages"),
    RUNS("runs", "Spread of the runs"),
    THROUGHPUT("throughput", "Throughput over time"),
    ROUND_TRIPS("round-trips", "Round trips by rate"),
    CURVES("percentiles", "Percentile curves"),
    HUMPS("humps", "Orders and cancels: two humps"),
    PLACES("places", "Latency by place in the burst"),
    PUBLIC_FIRST("public-first", "Public before private"),
    FEEDS("feeds", "Market data"),
    BURSTS("bursts", "Bursts and recovery"),
    THREADS("threads", "Processor time by thread"),
    MEMORY("memory", "Memory and idleness"),
    CLEARING("clearing", "Clearing and reports"),
    REPLAYS("replays", "Replays"),
    FLOOR("floor", "The floor of the machine"),
    TROUBLES("troubles", "What went wrong"),
    FIGURES("figures", "All figures"),
    METHOD("method", "How to read it");

    private final String id;
    private final String title;

    Section(final String id, final String title)
    {
        this.id = id;
        this.title = title;
    }

    String id()
    {
        return id;
    }

    String title()
    {
        return title;
    }
}
