// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * An operator's answer to what was shown, signed.
 *
 * @param step that it is about.
 * @param approver who gave it; never who asked for it.
 * @param approved false for a refusal.
 * @param sha256 of exactly the bytes that were shown.
 * @param requestSha256 of the request that it answers, as it was signed.
 * @param atMs milliseconds since 1970 by the clock of the caller.
 * @param signature of {@link #text}, hexadecimal; null in files of an earlier version, which count for nothing.
 */
@JsonPropertyOrder({"runId", "step", "approver", "approved", "sha256", "requestSha256", "atMs", "signature"})
public record Approval(
    long runId,
    ApprovalStep step,
    String approver,
    boolean approved,
    String sha256,
    String requestSha256,
    long atMs,
    String signature)
{
    /** What is signed. */
    String text(final String venueId)
    {
        return String.join("\n", "BOURSE-CLEARING-APPROVAL-1", venueId, Long.toString(runId), step.text(), approver,
            approved ? "approved" : "refused", sha256, requestSha256, Long.toString(atMs));
    }

    Approval withSignature(final String newSignature)
    {
        return new Approval(runId, step, approver, approved, sha256, requestSha256, atMs, newSignature);
    }
}
