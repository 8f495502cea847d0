// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What a run has done with an instruction.
 *
 * @param seq number in the book.
 * @param refusal why it was not done; empty when it was.
 */
@JsonPropertyOrder({"seq", "refusal"})
public record InstructionOutcome(long seq, String refusal)
{
    /**
     * Whether it was done.
     *
     * @return true if so.
     */
    public boolean isDone()
    {
        return refusal.isEmpty();
    }
}
