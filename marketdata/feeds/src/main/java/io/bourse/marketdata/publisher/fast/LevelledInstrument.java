// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.LevelChanges;
import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.market.PublicInstrument;

/**
 * The price levels of an instrument as last published by a feed.
 */
final class LevelledInstrument extends FastInstrument
{
    private final int depth;
    private final PriceLevels bids;
    private final PriceLevels asks;

    LevelledInstrument(final PublicInstrument instrument, final int depth)
    {
        super(instrument);
        this.depth = depth;
        bids = new PriceLevels(true, depth);
        asks = new PriceLevels(false, depth);
    }

    PriceLevels levels(final boolean isBid)
    {
        return isBid ? bids : asks;
    }

    /** All that the book has was published when it was written. */
    @Override
    void state(final CheckpointState state)
    {
        super.state(state);
        if (state.isReading())
        {
            bids.update(instrument().book(), depth, LevelChanges.NONE);
            asks.update(instrument().book(), depth, LevelChanges.NONE);
        }
    }

    void forget()
    {
        bids.clear();
        asks.clear();
    }
}
