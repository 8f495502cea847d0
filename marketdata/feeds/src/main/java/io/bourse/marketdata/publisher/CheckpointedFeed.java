// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicMarket;

/**
 * A feed whose numbers and whatever else it keeps of the past go into a checkpoint, so that its next process need not
 * hear of every transaction again.
 */
public interface CheckpointedFeed extends MarketFeed
{
    /**
     * Whether nothing waits to be sent, and all that has left is marked.
     *
     * @return true when {@link #state} is all that the next process has to know.
     */
    boolean isAtRest();

    /**
     * Its state, which follows that of its market.
     *
     * @param state to write to when at rest, or to read from before the first transaction.
     * @param market of the feed, which is as it was when the state was written.
     * @throws io.bourse.engine.client.checkpoint.CheckpointException when it contradicts what has left.
     */
    void state(CheckpointState state, PublicMarket market);
}
