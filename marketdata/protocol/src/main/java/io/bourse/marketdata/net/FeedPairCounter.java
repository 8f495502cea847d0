// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

/**
 * What a {@link FeedPair} has sent.
 */
public enum FeedPairCounter
{
    /** Packets sent; one to A and B counts once. */
    PACKETS,
    /** Bytes of the packets sent, without the headers below; those of one to A and B count once. */
    BYTES,
    /** Datagrams that a socket did not take, over both feeds. */
    FAILURES
}
