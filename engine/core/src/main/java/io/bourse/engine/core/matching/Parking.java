// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.phase.AuctionOrders;

/**
 * The places where a live order can be other than a book.
 *
 * @param triggers waiting for a trigger.
 * @param auctionOrders waiting for an auction.
 * @param delay waiting for the passive liquidity protection.
 * @param negotiations waiting for a counterparty.
 */
public record Parking(
    TriggerOrders triggers, AuctionOrders auctionOrders, PassiveDelay delay, Negotiations negotiations)
{
}
