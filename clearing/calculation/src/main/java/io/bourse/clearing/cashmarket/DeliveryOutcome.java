// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import com.fasterxml.jackson.annotation.JsonInclude;

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
 * @param kopecks roubles received if above 0, paid below; penalties apart.
 * @param penaltyKopecks paid for what failed, from 0.
 * @param currency in which the asset is paid; empty for roubles.
 * @param paid hundredths of that currency, received if above 0; 0 for roubles.
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
    long penaltyKopecks,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String currency,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long paid)
{
    /** A file of a run that knew roubles alone has no currency. */
    public DeliveryOutcome
    {
        currency = null == currency ? "" : currency;
    }
}
