// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What several runs of a stage come to. */
class RepetitionTest
{
    private static StageResult run(
        final String kind, final double perSecond, final double unanswered, final long medianNs, final long lost)
    {
        final Second second = new Second(0, 1, 1, 1, 0, 0, 0, medianNs, medianNs, medianNs, 0);
        final LatencyResult.Percentiles times = new LatencyResult.Percentiles(
            medianNs, 1, medianNs, medianNs, new TreeMap<>(Map.of("50", medianNs, "99", 9 * medianNs)));
        return new StageResult("any", kind, "Title", "a condition", new TreeMap<>(Map.of(
            "acceptedPerSecond", perSecond, "unanswered", unanswered)), List.of(second),
            List.of(new LatencyResult("TWIME order", "round trip", times, times, 0.25, List.of(), "a.hlog")),
            List.of(new FeedResult("a", 10, 20, 30, lost, medianNs, 1, 1, List.of())), Map.of("engine", medianNs));
    }

    private static final List<StageResult> THREE = List.of(
        run("CONSTANT", 100, 0, 30_000, 0), run("CONSTANT", 102, 4, 10_000, 0), run("CONSTANT", 98, 0, 20_000, 7));

    @Test
    void shouldBeTheRunItselfWhenThereIsOne()
    {
        final StageResult one = Repetition.merge("one", THREE.subList(0, 1));
        assertEquals(new StageResult("one", "CONSTANT", "Title", "a condition", THREE.getFirst().figures(),
            THREE.getFirst().timeline(), THREE.getFirst().latencies(), THREE.getFirst().feeds(),
            THREE.getFirst().threads()), one);
        assertNull(one.spread("acceptedPerSecond"));
    }

    @Test
    void shouldReportMediansAndTheWorstOfWhatMustNotHappen()
    {
        final StageResult merged = Repetition.merge("one", THREE);
        assertEquals(Map.of("acceptedPerSecond", 100.0, "unanswered", 4.0), merged.figures());
        assertEquals(Map.of("50", 20_000L, "99", 180_000L), merged.latencies().getFirst().all().byPercentile());
        assertEquals(10_000, merged.latencies().getFirst().all().count());
        assertEquals(7, merged.feeds().getFirst().lost());
        assertEquals(20_000, merged.feeds().getFirst().bitsPerSecond());
        assertTrue(merged.condition().startsWith("a condition; medians of 3 runs"), merged.condition());
    }

    @Test
    void shouldReportTheLeastOfWhatMustBeSoAlways()
    {
        final List<StageResult> runs = List.of(1.0, 0.75, 1.0).stream().map((share) ->
            THREE.getFirst().withFigures(Map.of("publicFirstShare", share, "acceptedPerSecond", 1.0))).toList();
        final StageResult merged = Repetition.merge("one", runs);
        assertEquals(0.75, merged.figures().get("publicFirstShare"));
        assertEquals(List.of(1.0, 0.75, 1.0), merged.runs().get("publicFirstShare"));
    }

    @Test
    void shouldKeepWhatEachRunCameTo()
    {
        final StageResult merged = Repetition.merge("one", THREE);
        assertEquals(List.of(100.0, 102.0, 98.0), merged.runs().get("acceptedPerSecond"));
        assertEquals(List.of(270_000.0, 90_000.0, 180_000.0), merged.runs().get("TWIME order/99/clean"));
        assertEquals(List.of(0.0, 0.0, 7.0), merged.runs().get("feeds/a/lost"));
        assertEquals(List.of(30_000.0, 10_000.0, 20_000.0), merged.runs().get("threads/engine"));
        assertEquals(new Spread(3, 98, 100, 102), merged.spread("acceptedPerSecond"));
    }

    @Test
    void shouldDrawTheRunInTheMiddleOfWhatTheStageIsFor()
    {
        assertEquals(20_000, Repetition.merge("one", THREE).timeline().getFirst().p50Ns());
        final StageResult full = Repetition.merge("one", List.of(
            run("SATURATE", 100, 0, 30_000, 0), run("SATURATE", 102, 0, 10_000, 0), run("SATURATE", 98, 0, 20_000, 0)));
        assertEquals(30_000, full.timeline().getFirst().p50Ns());
        assertEquals(Map.of("engine", 30_000L), full.threads());
    }

    @Test
    void shouldCountARefusalThatOnlyOneRunHad()
    {
        final StageResult refused = THREE.get(1).withFigures(Map.of("acceptedPerSecond", 1.0, "refused.FLOOD", 6.0));
        final StageResult merged = Repetition.merge("one", List.of(THREE.get(0), refused));
        assertEquals(3.0, merged.figures().get("refused.FLOOD"));
        assertEquals(List.of(0.0, 6.0), merged.runs().get("refused.FLOOD"));
    }

    @Test
    void shouldOverlapWhenOneRunMayHaveBeenOfTheOther()
    {
        final Spread spread = Spread.of(List.of(3.0, 1.0, 2.0, 10.0));
        assertEquals(new Spread(4, 1, 2.5, 10), spread);
        assertTrue(spread.overlaps(Spread.of(List.of(10.0, 11.0))));
        assertTrue(Spread.of(List.of(0.0, 20.0)).overlaps(spread));
        assertFalse(spread.overlaps(Spread.of(List.of(10.5))));
        assertFalse(Spread.of(List.of(0.5)).overlaps(spread));
    }
}
