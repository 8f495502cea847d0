// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;

/**
 * A row of a published table.
 *
 * @param name of the figure.
 * @param unit of it, for instance 1/s or us.
 * @param values as published, one for each column; an empty text where nothing was published.
 * @param ours where our figure is found: {@code STAGE/figure}, see {@link StageResult#figures}, or
 *     {@code clearing/STEP}; null when we have none.
 * @param scaled true for a volume that grows with the scale of the test: ours is then shown with the scale beside it.
 */
public record PublishedRow(
    String name,
    String unit,
    List<String> values,
    String ours,
    boolean scaled)
{
}
