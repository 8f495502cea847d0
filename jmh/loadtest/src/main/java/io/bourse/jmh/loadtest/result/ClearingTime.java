// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

/**
 * A time of clearing.
 *
 * @param step what was timed, for instance {@code evening clearing, suspend to published}.
 * @param volume what it worked on, for readers.
 * @param seconds it took.
 * @param condition everything the figure depends on.
 */
public record ClearingTime(
    String step,
    String volume,
    double seconds,
    String condition)
{
}
