// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.proof;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What verifying one part of a run has shown.
 *
 * @param part for instance a file, a table, {@code checks}, {@code SECOND_OPINION}, {@code audit}.
 * @param ok whether it is as it should be.
 * @param detail a sentence with key=value facts.
 */
@JsonPropertyOrder({"part", "ok", "detail"})
public record RunFinding(String part, boolean ok, String detail)
{
}
