// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;

/**
 * What the sessions send.
 *
 * @param seed of everything random.
 * @param instruments that are traded, the first ones most.
 * @param cancelShare of the transactions that are cancels (0 to 1); the book is steady at about a half.
 * @param aggressiveShare of the new orders that are to trade at once (0 to 1).
 * @param missedShare of the new orders that are to trade at once and find no order at their price (0 to 1).
 * @param liveOrders most orders that a session leaves in the book.
 * @param orderFile recorded orders to send instead, as {@code bourse day --orders} takes them; null for made ones.
 */
@RecordBuilder
public record FlowPlan(
    long seed,
    List<InstrumentPlan> instruments,
    double cancelShare,
    double aggressiveShare,
    double missedShare,
    int liveOrders,
    String orderFile) implements FlowPlanBuilder.With
{
}
