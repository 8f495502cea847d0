// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * How far market data has been made public, as an event stream cursor. The market-data publisher moves it; gateways
 * hold private answers until it has passed (docs/architecture.md), for a bounded time.
 */
public interface PublishedWatermark
{
    /**
     * Latest cursor whose market data has left.
     *
     * @return position in the event stream, in bytes; 0 when nothing has been published.
     */
    long get();

    /**
     * Moves the watermark. One publisher per venue calls this, after the last datagram of a transaction was sent.
     *
     * @param cursor after the published transaction.
     */
    void advance(long cursor);
}
