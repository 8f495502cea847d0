// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

/** Ways of a transaction to one side of the order log. */
enum OrderLogLatency
{
    /** From the event stream until the socket has taken its last packet (t6 to t9). */
    SEND
}
