// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.engine.protocol.LimitLevel;

/**
 * Margin of a brokerage firm or a settlement account, on the positions and orders of all registers below it taken
 * together (rules 1.1).
 *
 * @param level brokerage firm or settlement account.
 * @param code of the register.
 * @param settlementAccount that a brokerage firm belongs to; of a settlement account its own code.
 * @param positionsKopecks margin of what is held, from 0.
 * @param requiredKopecks margin with live orders; what is reserved.
 * @param matcherKopecks what the matcher reserves for the same: lot by lot, nothing netted between instruments.
 */
@JsonPropertyOrder({"level", "code", "settlementAccount", "positionsKopecks", "requiredKopecks", "matcherKopecks"})
public record LevelMargin(
    LimitLevel level,
    String code,
    String settlementAccount,
    long positionsKopecks,
    long requiredKopecks,
    long matcherKopecks)
{
}
