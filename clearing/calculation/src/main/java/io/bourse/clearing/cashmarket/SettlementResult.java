// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import io.bourse.clearing.ledger.Payment;

import java.util.List;

/**
 * What a run settles. Money of all payments with code SETTLEMENT, and PENALTY to the settlement account, comes to
 * nothing; so do the units of each asset.
 *
 * @param settled rows taken away, in the order of the table.
 * @param left of those that were due, in the order of the table.
 * @param payments in the order of the registers.
 * @param moves of assets, by register, then by asset; one each.
 * @param outcomes by settlement date, asset, register.
 */
public record SettlementResult(
    List<SettledObligation> settled,
    List<DueObligation> left,
    List<Payment> payments,
    List<AssetMove> moves,
    List<DeliveryOutcome> outcomes)
{
    /** Unchangeable copies. */
    public SettlementResult
    {
        settled = List.copyOf(settled);
        left = List.copyOf(left);
        payments = List.copyOf(payments);
        moves = List.copyOf(moves);
        outcomes = List.copyOf(outcomes);
    }
}
