// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * Where packets of the order log come from: four multicast feeds and the replay (SIMBA B.5).
 */
public enum SimbaFeed
{
    /** Incremental feed A. */
    INCREMENTAL_A,

    /** Incremental feed B, same packets as A. */
    INCREMENTAL_B,

    /** Snapshot feed A. */
    SNAPSHOT_A,

    /** Snapshot feed B, same packets as A. */
    SNAPSHOT_B,

    /** Incremental packets that were asked for by TCP. */
    TCP_REPLAY
}
