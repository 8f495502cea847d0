// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

/**
 * The multicast groups of a unit.
 */
public enum PitchGroup
{
    /** Feed A. */
    A,

    /** Feed B, the same as A. */
    B,

    /** What gap requests have asked for. */
    RETRANSMISSION
}
