// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * What the tables of a run are written from.
 *
 * @param registers at the cut.
 * @param contracts by instrument ordinal.
 * @param parts rows of positions, in the order of the registers.
 * @param opening money of the registers.
 * @param payments of this run and of the earlier ones of the day.
 */
public record RunRows(
    RegisterOrder registers,
    Contract[] contracts,
    List<? extends PositionRows> parts,
    OpeningMoney opening,
    Payments payments)
{
    /** Rows that are turned into columns at once. */
    static final int CHUNK = 4096;

    void forEachChunk(final LongConsumer rowsDone, final Chunk consumer)
    {
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += CHUNK)
            {
                final int count = Math.min(CHUNK, part.size() - from);
                consumer.accept(part, from, count);
                rowsDone.accept(count);
            }
        }
    }

    /** Takes some rows of a part. */
    @FunctionalInterface
    interface Chunk
    {
        void accept(PositionRows part, int from, int count);
    }
}
