// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A run's request for an approval.
 *
 * @param step that it is about.
 * @param requester who asks: who gave the run its options, not who took it up later.
 * @param file that is to be looked at, in the run directory.
 * @param sha256 of the file.
 */
@JsonPropertyOrder({"runId", "step", "requester", "file", "sha256"})
public record ApprovalRequest(long runId, ApprovalStep step, String requester, String file, String sha256)
{
    /** Whether both are about the same, without regard to the requester. */
    boolean isSameQuestion(final ApprovalRequest other)
    {
        return null != other && runId == other.runId && step == other.step && file.equals(other.file) &&
            sha256.equals(other.sha256);
    }
}
