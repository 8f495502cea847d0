// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;

/**
 * A load test, whole.
 *
 * @param format version of this format: {@value #FORMAT}.
 * @param environment where it ran.
 * @param profile what was asked for.
 * @param stages what was measured, in the order of the test.
 * @param clearing times of clearing and its reports; empty when the profile has none.
 * @param replays journal and event stream, replayed afterwards; empty when the profile has none.
 * @param troubles what went wrong or was left out, one sentence each; what a figure is worth depends on it.
 */
public record LoadTestResult(
    String format,
    Environment environment,
    ProfileInfo profile,
    List<StageResult> stages,
    List<ClearingTime> clearing,
    List<ReplayResult> replays,
    List<String> troubles)
{
    /** Version of the format. */
    public static final String FORMAT = "bourse-loadtest/1";
}
