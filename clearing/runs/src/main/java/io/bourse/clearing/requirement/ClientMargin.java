// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Margin of a client register that the matcher has a limit for.
 *
 * @param client seven characters.
 * @param requiredKopecks margin with live orders.
 * @param matcherKopecks what the matcher reserves for the same.
 */
@JsonPropertyOrder({"client", "requiredKopecks", "matcherKopecks"})
record ClientMargin(String client, long requiredKopecks, long matcherKopecks)
{
}
