// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * What became of one register's due obligations in an asset, netted.
 *
 * @param account register.
 * @param asset code.
 * @param settleDate YYYYMMDD.
 * @param units due: to be received if above 0, to be delivered below.
 * @param deliveredUnits of them, of the same sign.
 * @param failedUnits for which the register itself had not the asset or the money, from 0.
 * @param closedOutUnits of the same sign as units.
 * @param kopecks received if above 0, paid below; penalties apart.
 * @param penaltyKopecks paid for what failed, from 0.
 */
public record DeliveryOutcome(
    int account,
    String asset,
    int settleDate,
    long units,
    long deliveredUnits,
    long failedUnits,
    long closedOutUnits,
    long kopecks,
    long penaltyKopecks)
{
}
