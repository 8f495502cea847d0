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
        public void advance(final long cursor, final long publishedNs)
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
     * When {@link #get} came to where it is, or to a later place: read after it, it is never too early. A reader that
     * polls less often than market data is published sees the last time alone.
     *
     * @return nanoseconds since the Unix epoch; 0 when it is not known, or known by the clock of another machine.
     */
    default long publishedNs()
    {
        return 0;
    }

    /**
     * Moves the watermark. One publisher per venue calls this, after the last datagram of a transaction was sent.
     *
     * @param cursor after the published transaction.
     * @param publishedNs time of the send, nanoseconds since the Unix epoch; 0 when it is not known.
     */
    void advance(long cursor, long publishedNs);

    /**
     * Moves the watermark, at a time that is not known.
     *
     * @param cursor after the published transaction.
     */
    default void advance(final long cursor)
    {
        advance(cursor, 0);
    }
}
