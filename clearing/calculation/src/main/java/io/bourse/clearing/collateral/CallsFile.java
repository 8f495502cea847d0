// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import java.util.List;

/**
 * Contents of {@code calls.json}.
 *
 * @param format {@link #FORMAT}.
 * @param raised calls of this run.
 * @param open calls of earlier runs whose deadline had not come at the cut.
 * @param judged calls of earlier runs whose deadline had come since the run before.
 */
public record CallsFile(String format, List<MarginCall> raised, List<MarginCall> open, List<JudgedCall> judged)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-calls/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "calls.json";
}
