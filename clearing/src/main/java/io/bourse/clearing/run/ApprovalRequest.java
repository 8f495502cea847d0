// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A run's question to somebody else.
 *
 * @param runId of the run.
 * @param step that it is about.
 * @param requester who asks: whoever started or resumed the run.
 * @param file that is to be looked at, in the run directory.
 * @param sha256 of the file.
 */
@JsonPropertyOrder({"runId", "step", "requester", "file", "sha256"})
public record ApprovalRequest(long runId, ApprovalStep step, String requester, String file, String sha256)
{
}
