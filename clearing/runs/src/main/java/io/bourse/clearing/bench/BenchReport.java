// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * What a bench has measured: contents of {@code bench.json}.
 *
 * @param volumes of the day.
 * @param instruments of the day.
 * @param brokerageFirms whose registers there are.
 * @param machine processor, cores and memory.
 * @param java virtual machine and its heap.
 * @param makingNs time to make the day; 0 when it was there.
 * @param runs in their order.
 */
@JsonPropertyOrder({"volumes", "instruments", "brokerageFirms", "machine", "java", "makingNs", "runs"})
record BenchReport(
    BenchVolumes volumes,
    int instruments,
    int brokerageFirms,
    String machine,
    String java,
    long makingNs,
    List<BenchFigures> runs)
{
    static final String FILE_NAME = "bench.json";
}
