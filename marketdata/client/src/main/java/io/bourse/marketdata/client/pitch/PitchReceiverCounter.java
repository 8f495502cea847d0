// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

/**
 * What a {@link PitchReceiver} has seen and done. Readable from any thread.
 */
public enum PitchReceiverCounter
{
    /** Datagrams of feed A. */
    PACKETS_A,
    /** Datagrams of feed B. */
    PACKETS_B,
    /** Datagrams of the retransmission group. */
    PACKETS_REPEATED,
    /** Datagrams that are no whole block. */
    MALFORMED,
    /** Messages applied, spins not counted. */
    MESSAGES,
    /** Messages that had come before. */
    DUPLICATES,
    /** Times that messages were missing for longer than the other feed may need. */
    GAPS,
    /** Messages that the retransmission group brought first. */
    RECOVERED_MESSAGES,
    /** Gap requests sent. */
    GAP_REQUESTS,
    /** Gap requests that were refused. */
    GAP_REQUESTS_REFUSED,
    /** Spins completed. */
    SPINS,
    /** Orders that spins have brought. */
    SPUN_ORDERS,
    /** Messages that did not fit the books; each made the receiver join anew. */
    FAULTS,
    /** Connections to recovery servers that failed or were closed on us. */
    CONNECTIONS_LOST
}
