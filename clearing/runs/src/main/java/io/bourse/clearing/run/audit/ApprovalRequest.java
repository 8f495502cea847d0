// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A run's question to somebody else.
 *
 * @param runId of the run.
 * @param step that it is about.
 * @param requester who asks: whoever gave the run the options it is done with, not who took it up later.
 * @param file that is to be looked at, in the run directory.
 * @param sha256 of the file.
 */
@JsonPropertyOrder({"runId", "step", "requester", "file", "sha256"})
public record ApprovalRequest(long runId, ApprovalStep step, String requester, String file, String sha256)
{
    /** Whether both are about the same, whoever asks. */
    boolean isSameQuestion(final ApprovalRequest other)
    {
        return null != other && runId == other.runId && step == other.step && file.equals(other.file) &&
            sha256.equals(other.sha256);
    }
}
