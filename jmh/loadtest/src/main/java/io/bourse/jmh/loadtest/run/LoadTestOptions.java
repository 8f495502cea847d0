// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.result.LoadTestResult;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the command line says about a test, beside the profile.
 *
 * @param out directory of the report.
 * @param dataDir for the data of venues while they run.
 * @param configFile of the venue; null for none.
 * @param layout of its threads: compact or dedicated.
 * @param idle how they wait.
 * @param durability ram or disk.
 * @param orderFile recorded orders to send; null for made ones.
 * @param stages to run; empty for all.
 * @param repeat how many times the stages that measure are run.
 * @param generators most processes that share the load of a stage.
 * @param knownPerSecond accepted transactions a second of stages on which others hang, for those that are not run.
 * @param earlier report of the test that was broken off and continues; null for none.
 * @param keepsData whether the data of the venues stays.
 * @param commandLine that repeats the test.
 */
public record LoadTestOptions(
    Path out,
    Path dataDir,
    Path configFile,
    String layout,
    String idle,
    String durability,
    Path orderFile,
    List<String> stages,
    int repeat,
    int generators,
    Map<String, Double> knownPerSecond,
    LoadTestResult earlier,
    boolean keepsData,
    String commandLine)
{
    /** Layout, and how threads wait: what suits what a stage measures. */
    public static final String AUTO = "auto";
    /** Layout: all components take turns on the engine's thread. */
    public static final String COMPACT = "compact";
    /** Layout: every component has a thread of its own. */
    public static final String DEDICATED = "dedicated";
    /** Threads never give way. */
    public static final String SPIN = "spin";
    /** Threads give way to others and never sleep. */
    public static final String YIELD = "yield";
    /** Threads sleep when there is nothing to do. */
    public static final String PARK = "park";
}
