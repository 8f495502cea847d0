// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

/**
 * What a {@link SimbaReplayServer} counts.
 */
public enum ReplayCounter
{
    /** Requests whose packets were all queued for sending. */
    REQUESTS_SERVED,
    /** Requests that were answered by a Logout with a reason. */
    REQUESTS_REFUSED,
    /** Messages that were not what the session was waiting for. */
    PROTOCOL_ERRORS,
    /** Packets sent again. */
    PACKETS_REPLAYED
}
