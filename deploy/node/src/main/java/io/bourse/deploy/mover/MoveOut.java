// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.engine.client.operator.MoveOperator;

import java.util.List;

/**
 * Takes instruments out of a partition.
 */
record MoveOut(long moveId, List<String> underlyings, int toPartition) implements Act<Void>
{
    @Override
    public Void execute(final ActContext context)
    {
        new MoveOperator(context.operator()).moveOut(moveId, underlyings, toPartition);
        return null;
    }
}
