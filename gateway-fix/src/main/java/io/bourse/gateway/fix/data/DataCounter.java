// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

/**
 * What the market data side has done. Written by the gateway's thread, readable by any.
 */
public enum DataCounter
{
    /** MarketDataSnapshotFullRefresh messages sent. */
    SNAPSHOTS,
    /** MarketDataIncrementalRefresh messages sent. */
    INCREMENTS,
    /** Changes netted because a client read too slowly: instruments, by transaction and subscription. */
    CONFLATED,
    /** Requests of all types refused. */
    REJECTED,
    /** Transactions sent before the publisher of market data had published them, because it took too long. */
    LATE,
    /** Everything else sent: lists, states, requests for quotes, news. */
    OTHERS
}
