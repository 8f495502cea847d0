// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Money of a register that a plan moves to bear a loss.
 *
 * @param register its code.
 * @param layer that bears it.
 * @param kopecks that the register receives, below 0: gives.
 */
@JsonPropertyOrder({"register", "layer", "kopecks"})
public record CoverLine(String register, CoverLayer layer, long kopecks)
{
}
