// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * An operator wants a run to stop at the next step.
 *
 * @param actor who wants it.
 * @param reason in words.
 */
@JsonPropertyOrder({"actor", "reason"})
public record AbortOrder(String actor, String reason)
{
}
