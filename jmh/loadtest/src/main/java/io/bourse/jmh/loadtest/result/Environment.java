// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

/**
 * Where a load test ran; printed in every report.
 *
 * @param startedAt moment of its start, ISO 8601 in UTC.
 * @param machine processor, cores and memory, as the system reports them.
 * @param os name and version.
 * @param jvm name and version.
 * @param jvmOptions of the venue's process.
 * @param version of Bourse, with the commit when it is known.
 * @param durability ram, disk or quorum.
 * @param layout of threads: compact or dedicated, with the components on the engine's thread.
 * @param idle how idle threads wait.
 * @param commandLine that repeats the test.
 */
public record Environment(
    String startedAt,
    String machine,
    String os,
    String jvm,
    String jvmOptions,
    String version,
    String durability,
    String layout,
    String idle,
    String commandLine)
{
}
