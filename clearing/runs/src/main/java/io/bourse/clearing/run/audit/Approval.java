// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A person's answer to what was shown.
 *
 * @param step that it is about.
 * @param approver who gave it; never who asked for it.
 * @param approved false for a refusal.
 * @param sha256 of exactly the bytes that were shown.
 * @param atMs milliseconds since 1970 by the clock of the caller.
 */
@JsonPropertyOrder({"runId", "step", "approver", "approved", "sha256", "atMs"})
public record Approval(
    long runId,
    ApprovalStep step,
    String approver,
    boolean approved,
    String sha256,
    long atMs)
{
}
