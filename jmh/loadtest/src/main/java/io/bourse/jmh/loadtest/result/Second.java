// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A second of a stage.
 *
 * @param second from the beginning of the stage, from 0.
 * @param due transactions that were to be sent.
 * @param accepted new orders and cancels that the venue accepted.
 * @param orders accepted new orders.
 * @param cancels accepted cancels.
 * @param trades executions, each counted once.
 * @param refused transactions that the venue refused.
 * @param p50Ns median from the moment a transaction was due to its answer.
 * @param p99Ns 99th percentile of the same.
 * @param maxNs longest of the same.
 * @param floorMaxNs longest gap of the generator's own thread.
 */
@RecordBuilder
public record Second(
    int second,
    long due,
    long accepted,
    long orders,
    long cancels,
    long trades,
    long refused,
    long p50Ns,
    long p99Ns,
    long maxNs,
    long floorMaxNs) implements SecondBuilder.With
{
}
