// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.LegSpec;

import java.util.List;

/**
 * Defines the legs of a strategy, which never change afterwards.
 *
 * @param strategyId instrument of kind SPREAD.
 * @param legs two to four different instruments; ratios from 1 to 100, sold with a minus, the last one 1 or -1.
 */
public record DefineLegs(Integer strategyId, List<LegSpec> legs) implements Act<Void>
{
    private static final int MIN_LEGS = 2;
    private static final int MAX_LEGS = 4;
    private static final int MAX_RATIO = 100;

    /** Checks the form. */
    public DefineLegs
    {
        Forms.positive("strategyId", strategyId);
        legs = List.copyOf(Forms.given("legs", legs));
        // The engine would only say that a field is wrong.
        Forms.require(legs.size() >= MIN_LEGS && legs.size() <= MAX_LEGS, "legs",
            "a strategy has " + MIN_LEGS + " to " + MAX_LEGS + " legs: legs=" + legs.size());
        for (final LegSpec leg : legs)
        {
            Forms.positive("legs", leg.instrumentId());
            Forms.require(0 != leg.ratio() && leg.ratio() >= -MAX_RATIO && leg.ratio() <= MAX_RATIO, "legs",
                "a ratio is from 1 to " + MAX_RATIO + ", bought or, with a minus, sold: leg=" + leg);
        }
        Forms.require(legs.stream().mapToInt(LegSpec::instrumentId).distinct().count() == legs.size(), "legs",
            "all legs must be different instruments");
        Forms.require(1 == Math.abs(legs.getLast().ratio()), "legs",
            "the last leg must have ratio 1 or -1: ratio=" + legs.getLast().ratio());
    }

    @Override
    public Void execute(final ActContext context)
    {
        context.settings().requireInstrument(strategyId);
        legs.forEach(leg -> context.settings().requireInstrument(leg.instrumentId()));
        context.operator().defineLegs(strategyId, legs);
        return null;
    }
}
