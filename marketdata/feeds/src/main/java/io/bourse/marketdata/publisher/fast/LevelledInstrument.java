// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicInstrument;

/**
 * The price levels of an instrument as last published by a feed.
 */
final class LevelledInstrument extends FastInstrument
{
    private final PublishedLevels bids;
    private final PublishedLevels asks;

    LevelledInstrument(final PublicInstrument instrument, final int depth)
    {
        super(instrument);
        bids = new PublishedLevels(true, depth);
        asks = new PublishedLevels(false, depth);
    }

    PublishedLevels levels(final boolean isBid)
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
            bids.update(instrument().book(), PublishedLevels.Changes.NONE);
            asks.update(instrument().book(), PublishedLevels.Changes.NONE);
        }
    }

    void forget()
    {
        bids.clear();
        asks.clear();
    }
}
