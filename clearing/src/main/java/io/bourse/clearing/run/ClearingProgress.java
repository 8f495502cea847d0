// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

/**
 * Told about every step of a run, on the thread of the run.
 */
@FunctionalInterface
public interface ClearingProgress
{
    /** Says nothing to anybody. */
    ClearingProgress NONE = (step, elapsedNs) ->
    {
    };

    /**
     * A step is done.
     *
     * @param step of the run.
     * @param elapsedNs that it took.
     */
    void onStep(ClearingStep step, long elapsedNs);
}
