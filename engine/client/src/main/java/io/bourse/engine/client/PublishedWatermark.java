// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * How far market data has been made public, as an event stream cursor. The market-data publisher moves it; gateways
 * hold private answers until it has passed (docs/architecture.md), for a bounded time.
 */
public interface PublishedWatermark
{
    /** Of a client that does not know how far market data is: it stays at the beginning. */
    PublishedWatermark UNMOVED = new PublishedWatermark()
    {
        @Override
        public long get()
        {
            return 0;
        }

        @Override
        public void advance(final long cursor)
        {
            // Nothing is published by this client.
        }
    };

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
