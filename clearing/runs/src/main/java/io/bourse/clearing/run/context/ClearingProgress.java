// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.run.audit.ApprovalRequest;

/**
 * Receives the progress of a run: steps on the thread of the run, progress about once a second on another one.
 */
@FunctionalInterface
public interface ClearingProgress
{
    /** Does nothing. */
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

    /**
     * A step is under way.
     *
     * @param progress so far.
     */
    default void onProgress(final RunProgress progress)
    {
    }

    /**
     * The run waits for an approval.
     *
     * @param request to be answered.
     */
    default void onApprovalAsked(final ApprovalRequest request)
    {
    }

    /**
     * Something that an operator should know, and that stops nothing.
     *
     * @param text a sentence with key=value facts.
     */
    default void onNote(final String text)
    {
    }
}
