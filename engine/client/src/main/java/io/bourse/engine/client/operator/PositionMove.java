// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.MovementKind;

/**
 * A position that a clearing run moves without a trade.
 *
 * @param accountId dense number of the register.
 * @param instrumentId of an instrument that is defined and has not expired.
 * @param lots added to the position, not 0.
 * @param kind why.
 */
public record PositionMove(int accountId, int instrumentId, long lots, MovementKind kind)
{
}
