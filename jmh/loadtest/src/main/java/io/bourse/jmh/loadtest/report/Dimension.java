// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

/** What a figure is a number of, and so in which unit it is kept. */
enum Dimension
{
    /** Time, kept in nanoseconds. */
    TIME,
    /** Part of a whole, kept as 0 to 1. */
    SHARE,
    /** Memory, kept in bytes. */
    BYTES,
    /** Bandwidth, kept in bits a second. */
    BANDWIDTH,
    /** Anything that is counted, also by the second. */
    COUNT
}
