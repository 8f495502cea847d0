// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;
import java.util.Map;

/**
 * One stage of a load test: a load, and what it did to the venue.
 *
 * @param name of the stage, unique in the test.
 * @param kind what kind of load it was, for instance CONSTANT.
 * @param title for readers.
 * @param condition everything a figure of it depends on, as one sentence.
 * @param figures every single number by name: counts, rates a second, shares (0 to 1), times in nanoseconds; units are
 *     in the names ({@code acceptedPerSecond}, {@code recoveryNs}, {@code publicFirstShare}).
 * @param timeline second by second.
 * @param latencies distributions of times.
 * @param feeds what was received of market data.
 * @param threads processor time of each thread of the venue for one transaction, nanoseconds.
 */
public record StageResult(
    String name,
    String kind,
    String title,
    String condition,
    Map<String, Double> figures,
    List<Second> timeline,
    List<LatencyResult> latencies,
    List<FeedResult> feeds,
    Map<String, Long> threads)
{
}
