// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

/** Ways of a transaction to one side of a feed. */
enum FeedLatency
{
    /** From the event stream until the socket has taken a packet (t6 to t9). */
    SEND
}
