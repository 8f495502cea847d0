// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.InstrumentKind;

/**
 * Definition of an instrument, as an operator enters it.
 *
 * @param instrumentId SecurityID of every protocol, above 0.
 * @param symbol at most 25 ASCII characters, unique.
 * @param kind of the instrument.
 * @param underlying at most 12 ASCII characters.
 * @param currency three letters.
 * @param priceTickE5 smallest price step x 100 000, above 0.
 * @param tickValueE5 roubles per step and contract x 100 000, above 0.
 * @param lowLimitE5 lowest price allowed x 100 000.
 * @param highLimitE5 highest price allowed x 100 000.
 * @param settlementPriceE5 of the previous evening run x 100 000.
 * @param exchangeFeePctE6 taker fee of the exchange in per cent of notional x 1 000 000.
 * @param clearingFeePctE6 taker fee of clearing in per cent of notional x 1 000 000.
 * @param maturityDate YYYYMMDD.
 */
public record InstrumentSpec(
    int instrumentId,
    String symbol,
    InstrumentKind kind,
    String underlying,
    String currency,
    long priceTickE5,
    long tickValueE5,
    long lowLimitE5,
    long highLimitE5,
    long settlementPriceE5,
    int exchangeFeePctE6,
    int clearingFeePctE6,
    int maturityDate)
{
}
