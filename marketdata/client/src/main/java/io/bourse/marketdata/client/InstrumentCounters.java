// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.FeedCounter;

/**
 * What an {@link InstrumentReceiver} counts. Written by its duty cycle, readable from any thread.
 */
public final class InstrumentCounters
{
    final FeedCounter packets = new FeedCounter();
    final FeedCounter malformedPackets = new FeedCounter();
    final FeedCounter cycles = new FeedCounter();
    final FeedCounter instruments = new FeedCounter();
    final FeedCounter changes = new FeedCounter();
    final FeedCounter outdated = new FeedCounter();
    final FeedCounter complete = new FeedCounter();

    InstrumentCounters()
    {
    }

    /**
     * Packets received, on all feeds.
     *
     * @return value.
     */
    public long packets()
    {
        return packets.get();
    }

    /**
     * Datagrams that were not packets of this protocol.
     *
     * @return value.
     */
    public long malformedPackets()
    {
        return malformedPackets.get();
    }

    /**
     * Replay cycles begun.
     *
     * @return value.
     */
    public long cycles()
    {
        return cycles.get();
    }

    /**
     * Instruments defined.
     *
     * @return value.
     */
    public long instruments()
    {
        return instruments.get();
    }

    /**
     * Times something of an instrument became known or changed.
     *
     * @return value.
     */
    public long changes()
    {
        return changes.get();
    }

    /**
     * Updates left aside because a younger one had come before.
     *
     * @return value.
     */
    public long outdated()
    {
        return outdated.get();
    }

    /**
     * 1 when all instruments are known, 0 before.
     *
     * @return value.
     */
    public long complete()
    {
        return complete.get();
    }

    @Override
    public String toString()
    {
        return "InstrumentCounters{packets=" + packets + " malformedPackets=" + malformedPackets + " cycles=" +
            cycles + " instruments=" + instruments + " changes=" + changes + " outdated=" + outdated +
            " complete=" + complete + '}';
    }
}
