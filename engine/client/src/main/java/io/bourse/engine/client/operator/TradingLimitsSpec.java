// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * Limits of one register besides its collateral; 0: not limited.
 *
 * @param maxPositionLots farthest a position may get from zero in an instrument, orders counted.
 * @param maxOrderLots of one order.
 * @param maxOrderNotionalKopecks of one order.
 * @param maxActiveOrders live at the same time, wherever they are.
 * @param maxOrdersPerSecond accepted in a second.
 */
public record TradingLimitsSpec(
    long maxPositionLots,
    long maxOrderLots,
    long maxOrderNotionalKopecks,
    long maxActiveOrders,
    int maxOrdersPerSecond)
{
}
