// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * What an {@link InstrumentReceiver} counts. Written by its duty cycle, readable from any thread.
 */
public enum InstrumentCounter
{
    /** Packets received, on all feeds. */
    PACKETS,
    /** Datagrams that were not packets of this protocol. */
    MALFORMED_PACKETS,
    /** Replay cycles begun. */
    CYCLES,
    /** Instruments defined. */
    INSTRUMENTS,
    /** Times something of an instrument became known or changed. */
    CHANGES,
    /** Updates left aside because a younger one had come before. */
    OUTDATED,
    /** 1 when all instruments are known, 0 before. */
    COMPLETE
}
