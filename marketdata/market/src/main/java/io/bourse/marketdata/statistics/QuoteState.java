// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

/**
 * How a quote provider stands to its obligation in one moment. The first that holds counts.
 */
enum QuoteState
{
    /** No order on either side. */
    ABSENT,
    /** One side is missing. */
    ONE_SIDE,
    /** A side shows fewer lots than the least size. */
    SIZE,
    /** The spread is too wide. */
    SPREAD,
    /** As it should be. */
    MET
}
