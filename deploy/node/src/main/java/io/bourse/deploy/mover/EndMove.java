// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.engine.client.operator.MoveOperator;

/**
 * Ends a move in a partition.
 */
record EndMove(long moveId, int records, long hash, int otherPartition, boolean isUndone) implements Act<Void>
{
    @Override
    public Void execute(final ActContext context)
    {
        new MoveOperator(context.operator()).endMove(moveId, records, hash, otherPartition, isUndone);
        return null;
    }
}
