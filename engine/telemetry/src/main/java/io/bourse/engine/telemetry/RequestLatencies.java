// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * How long answered requests of a gateway took, as histograms. Written by one thread.
 */
public final class RequestLatencies
{
    private final LatencyHistograms<RequestLatency> histograms = new LatencyHistograms<>(RequestLatency.class);
    private final AnswerStamps stamps = new AnswerStamps();

    /** Nothing counted yet; the histograms lie where a {@link CounterSet} made at the same place lies. */
    public RequestLatencies()
    {
    }

    /**
     * Counts a request. One whose answer has not left is not counted.
     *
     * @param readNs when the gateway had read it (t3n); all times in nanoseconds since the Unix epoch, 0 if unknown.
     * @param stampedNs when it got its place in the journal (t5).
     * @param publishedNs when its events were handed to the event stream (t6).
     * @param writtenNs when its answer was written (t4), 0 if it did not leave.
     */
    public void record(final long readNs, final long stampedNs, final long publishedNs, final long writtenNs)
    {
        if (0 != writtenNs)
        {
            histograms.record(RequestLatency.ANSWER, readNs, writtenNs);
            histograms.record(RequestLatency.INGRESS, readNs, stampedNs);
            histograms.record(RequestLatency.ENGINE, stampedNs, publishedNs);
            histograms.record(RequestLatency.EGRESS, publishedNs, writtenNs);
        }
    }

    /** Counts the request of a record. */
    void record(final UnsafeBuffer buffer, final int offset)
    {
        stamps.wrap(buffer, offset);
        record(stamps.readNs(), stamps.stampedNs(), stamps.publishedNs(), stamps.writtenNs());
    }

    /**
     * What was counted.
     *
     * @return histograms, readable from any thread.
     */
    public LatencyHistograms<RequestLatency> histograms()
    {
        return histograms;
    }
}
