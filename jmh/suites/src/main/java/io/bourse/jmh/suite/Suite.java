// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import java.util.List;
import java.util.Map;

/**
 * A suite: benchmarks that belong together.
 *
 * @param include regular expression of its benchmarks, as JMH takes it.
 * @param threads it is run with, one after the other.
 * @param params that are fixed, by name; the others take all their values.
 * @param baselines end of a benchmark's name, without parameters, to that of its baseline; both as CLASS.method.
 */
record Suite(
    String name, String include, List<Integer> threads, Map<String, String> params,
    Map<String, String> baselines)
{
}
