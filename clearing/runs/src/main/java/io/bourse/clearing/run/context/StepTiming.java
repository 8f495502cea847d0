// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

/**
 * How long a step took.
 *
 * @param step of the run.
 * @param elapsedNs wall time.
 */
public record StepTiming(ClearingStep step, long elapsedNs)
{
}
