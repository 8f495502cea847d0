// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.engine.client.operator.MoveOperator;

/**
 * Lets the records of a move come into a partition.
 */
record BeginMove(long moveId, int records, long hash, int fromPartition) implements Act<Void>
{
    @Override
    public Void execute(final ActContext context)
    {
        new MoveOperator(context.operator()).beginMove(moveId, records, hash, fromPartition);
        return null;
    }
}
