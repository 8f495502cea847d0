// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * One stage. What a kind does not use is 0.
 *
 * @param name unique in the test, of letters, digits and dashes.
 * @param kind of load.
 * @param title for readers.
 * @param seconds how long; for BURSTS the calm before, between and after the bursts.
 * @param perSecond transactions; for BURSTS those of the calm, for MICROBURSTS the packets. A DAY with 0 goes as fast
 *     as the window lets it.
 * @param window transactions of one session that may be on their way; 0 takes as many as the venue does.
 * @param burstPerSecond transactions in a burst of BURSTS.
 * @param burstSeconds length of a burst of BURSTS.
 * @param bursts how many, of BURSTS.
 * @param size transactions of one packet of MICROBURSTS.
 * @param count transactions of a DAY, commands of RING.
 */
@RecordBuilder
public record StagePlan(
    String name,
    StageKind kind,
    String title,
    double seconds,
    int perSecond,
    int window,
    int burstPerSecond,
    double burstSeconds,
    int bursts,
    int size,
    long count) implements StagePlanBuilder.With
{
}
