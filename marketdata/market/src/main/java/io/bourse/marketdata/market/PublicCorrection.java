// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * What the public learns of a trade that is broken or corrected. No book changes.
 *
 * @param instrument of the trade.
 * @param tradeId of the trade that is no more.
 * @param priceE5 of the trade that is no more.
 * @param lots of the trade that is no more.
 * @param newTradeId of the trade in its place; means nothing without lots.
 * @param newPriceE5 of the trade in its place.
 * @param newLots of the trade in its place; 0 when there is none.
 * @param mdFlags of both: how they came about.
 */
public record PublicCorrection(
    PublicInstrument instrument,
    long tradeId,
    long priceE5,
    long lots,
    long newTradeId,
    long newPriceE5,
    long newLots,
    long mdFlags)
{
}
