// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;

import java.util.List;

/**
 * Raises the feature level of the venue by one, for good. Asks before.
 */
public record RaiseFeatureLevel() implements Act<RaiseFeatureLevel.Raised>
{
    /**
     * The level.
     *
     * @param featureLevel in force now.
     */
    public record Raised(int featureLevel)
    {
    }

    @Override
    public Raised execute(final ActContext context)
    {
        final int level = context.history().session().featureLevel() + 1;
        if (level > FeatureLevels.HIGHEST)
        {
            throw new IllegalStateException("the venue is at the highest feature level that this program knows, " +
                "nothing was done: featureLevel=" + (level - 1));
        }
        context.confirm(List.of("feature level " + (level - 1) + " -> " + level +
            ": earlier programs cannot go on with this venue then, and there is no way back"), "");
        new SessionOperator(context.operator()).setFeatureLevel(level);
        return new Raised(level);
    }
}
