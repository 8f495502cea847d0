// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;

/**
 * The multicast feeds of instruments (SIMBA B.5): a replay that sends all of them again and again, and what changes in
 * between; one pair of each for futures and one for options.
 */
public enum InstrumentFeed
{
    /** FUT-INFO Instrument Incremental A. */
    FUTURES_INCREMENTAL_A,

    /** FUT-INFO Instrument Incremental B. */
    FUTURES_INCREMENTAL_B,

    /** OPT-INFO Instrument Incremental A. */
    OPTIONS_INCREMENTAL_A,

    /** OPT-INFO Instrument Incremental B. */
    OPTIONS_INCREMENTAL_B,

    /** FUT-INFO Instrument Replay A. */
    FUTURES_REPLAY_A,

    /** FUT-INFO Instrument Replay B. */
    FUTURES_REPLAY_B,

    /** OPT-INFO Instrument Replay A. */
    OPTIONS_REPLAY_A,

    /** OPT-INFO Instrument Replay B. */
    OPTIONS_REPLAY_B;

    boolean isOptions()
    {
        return OPTIONS_INCREMENTAL_A == this || OPTIONS_INCREMENTAL_B == this || OPTIONS_REPLAY_A == this ||
            OPTIONS_REPLAY_B == this;
    }

    /** 0 for A, 1 for B: they take turns in this list. */
    int side()
    {
        return ordinal() & 1;
    }

    boolean isReplay()
    {
        return ordinal() >= FUTURES_REPLAY_A.ordinal();
    }

    MulticastEndpoint endpoint(final FeedEndpoints market)
    {
        return isReplay() ? 0 == side() ? market.snapshotA() : market.snapshotB() :
            0 == side() ? market.incrementalA() : market.incrementalB();
    }
}
