// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.venue.VenuePart;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;

/**
 * What one partition of a venue of several gets of a stage.
 *
 * @param market code of the market that the partition is; empty in a venue that is one market.
 * @param perSecond its part of the stage's rates and volumes, in proportion to that of the others.
 * @param sessions with this partition.
 * @param flow what they send.
 * @param underlyings of the instruments in it.
 */
@RecordBuilder
public record StagePart(String market, int perSecond, SessionMix sessions, FlowPlan flow, List<String> underlyings)
    implements StagePartBuilder.With
{
    /** What it is called in reports. */
    String name(final int partition)
    {
        return VenuePart.name(market, partition);
    }
}
