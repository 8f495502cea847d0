// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * Records of answers that a connection has queued and not yet written, oldest first. Only the ends: the records are in
 * {@link AnswerRecorder}.
 */
public final class UnwrittenAnswers
{
    int head = AnswerRecorder.NONE;
    int tail = AnswerRecorder.NONE;

    /** No records. */
    public UnwrittenAnswers()
    {
    }

    /**
     * Whether no record waits for a write.
     *
     * @return true then.
     */
    public boolean isEmpty()
    {
        return AnswerRecorder.NONE == head;
    }
}
