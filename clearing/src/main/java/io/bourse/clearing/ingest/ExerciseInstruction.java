// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * What a holder wants to become of an expiring series; the last instruction of a register and series counts.
 *
 * @param account account id.
 * @param instrument ordinal of the series.
 * @param lots above 0 asked to be exercised, below 0 declined.
 */
public record ExerciseInstruction(int account, int instrument, long lots)
{
}
