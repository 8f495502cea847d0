// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

/**
 * Which rows of the published tables have the most that a system took in a test, and the most that its members sent
 * it on a day: its reserve.
 *
 * @param test {@link PublishedRow#ours} of the one.
 * @param production the same of the other.
 */
public record PeakInfo(String test, String production)
{
}
