// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * What the holder of an option wants done at its expiry (rules 1.6). The last one of a register and series counts.
 *
 * @param account account id.
 * @param instrument ordinal of the option.
 * @param lots declined if negative, exercised though not in the money if positive.
 */
public record ExerciseInstruction(int account, int instrument, long lots)
{
}
