// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.util.List;

import io.bourse.engine.protocol.Side;

/**
 * One incoming message of the Shanghai day, rebuilt from the rows that it caused.
 *
 * @param row first row of the file that belongs to it.
 * @param timeCs HHMMSS and hundredths.
 * @param isNew a new order; otherwise a cancel.
 * @param orderNo of the order.
 * @param side of the order.
 * @param priceTicks limit in ticks of 0.01; where the file does not have it, the worst price that the order traded at.
 * @param lots of a new order with its trades; of a cancel what was left to remove.
 * @param fills what the exchange traded it against, in order.
 */
record ShanghaiMessage(
    int row, int timeCs, boolean isNew, long orderNo, Side side, long priceTicks, long lots, List<Fill> fills)
{
    /** One trade of an aggressor. */
    record Fill(long restingNo, long priceTicks, long lots)
    {
    }

    /** One trade of an auction. */
    record Pair(long buyNo, long sellNo, long priceTicks, long lots)
    {
    }

    /** What is left to rest. */
    long restLots()
    {
        long rest = lots;
        for (final Fill fill : fills)
        {
            rest -= fill.lots();
        }
        return rest;
    }
}
