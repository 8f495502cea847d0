// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.LatencyHistograms;

/**
 * How long packets of a feed take from the event stream to the sockets of both sides, as histograms. Belongs to the
 * thread that sends.
 */
public final class FeedLatencies
{
    private final LatencyHistograms<FeedLatency> ofA = CountersFile.labelled("side=a", FeedLatencies::histograms);
    private final LatencyHistograms<FeedLatency> ofB = CountersFile.labelled("side=b", FeedLatencies::histograms);

    private static LatencyHistograms<FeedLatency> histograms()
    {
        return new LatencyHistograms<>(FeedLatency.class);
    }

    /**
     * Counts the last packet of a pair, on each side that has taken it.
     *
     * @param publishedNs when the last transaction before it was given to the event stream, nanoseconds since the Unix
     *     epoch; 0 when it is not known, then nothing is counted.
     * @param pair that has sent it, with stamps.
     */
    public void record(final long publishedNs, final FeedPair pair)
    {
        ofA.record(FeedLatency.SEND, publishedNs, pair.sentANs());
        ofB.record(FeedLatency.SEND, publishedNs, pair.sentBNs());
    }

    /**
     * The times of one side, for any thread.
     *
     * @param isA side A, else B.
     * @return histograms.
     */
    public LatencyHistograms<FeedLatency> of(final boolean isA)
    {
        return isA ? ofA : ofB;
    }
}
