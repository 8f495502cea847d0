// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import java.math.BigDecimal;

/**
 * One index as it was at one point of the event stream. Values that there are not are null.
 *
 * @param indexId SecurityID.
 * @param symbol of the index.
 * @param sessionId trading session.
 * @param tradingDate YYYYMMDD.
 * @param value last value.
 * @param open first value of the session.
 * @param high largest value of the session.
 * @param low smallest value of the session.
 * @param close value at the end of the session.
 * @param previousClose closing value of the session before.
 * @param valueTimeNs engine time of the value.
 * @param members instruments of the basket.
 */
public record IndexReport(
    int indexId,
    String symbol,
    String currency,
    int sessionId,
    int tradingDate,
    BigDecimal value,
    BigDecimal open,
    BigDecimal high,
    BigDecimal low,
    BigDecimal close,
    BigDecimal previousClose,
    long valueTimeNs,
    int members)
{
    /**
     * What an index says now.
     *
     * @param index to report.
     * @return the report.
     */
    public static IndexReport of(final PriceIndex index)
    {
        return new IndexReport(
            index.spec().indexId(),
            index.spec().symbol(),
            index.spec().currency(),
            index.sessionId(),
            index.tradingDate(),
            Decimals.priceE5(index.valueE5()),
            Decimals.priceE5(index.openE5()),
            Decimals.priceE5(index.highE5()),
            Decimals.priceE5(index.lowE5()),
            Decimals.priceE5(index.closeE5()),
            Decimals.priceE5(index.previousCloseE5()),
            index.valueTimeNs(),
            index.spec().members().size());
    }
}
