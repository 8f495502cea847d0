// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;

/**
 * What an instrument promises, for clearing (clearing rules 1.3, 1.6, 1.7, 1.9).
 *
 * @param instrumentId of an instrument that is defined.
 * @param style how it is margined; one that fits its kind.
 * @param right of an option; {@code NONE} for all others.
 * @param settlement what becomes of it when it expires.
 * @param strikeE5 strike x 100 000 of an option; 0 for all others.
 * @param lotUnits units of the asset in a lot, above 0.
 * @param underlyingInstrumentId what an option becomes, or whose price decides it; 0 for none.
 * @param expiryDate YYYYMMDD of the run that ends it; 0: never.
 * @param expiresIntraday whether the first run of that date ends it, not the evening run.
 * @param settlementDays business days from the trade of a spot instrument, or from the expiry of a contract that is
 * delivered, to the delivery; 0 to 30, 0 without an asset.
 * @param asset what is delivered, at most 12 characters; of a spot instrument always, else empty unless the contract is
 * settled physically.
 */
public record ContractSpec(
    int instrumentId,
    ContractStyle style,
    OptionRight right,
    SettlementType settlement,
    long strikeE5,
    long lotUnits,
    int underlyingInstrumentId,
    int expiryDate,
    boolean expiresIntraday,
    int settlementDays,
    String asset)
{
    /**
     * A contract of which nothing is delivered here.
     *
     * @param instrumentId of an instrument that is defined.
     * @param style how it is margined; one that fits its kind.
     * @param right of an option; {@code NONE} for all others.
     * @param settlement what becomes of it when it expires.
     * @param strikeE5 strike x 100 000 of an option; 0 for all others.
     * @param lotUnits units of the asset in a lot, above 0.
     * @param underlyingInstrumentId what an option becomes, or whose price decides it; 0 for none.
     * @param expiryDate YYYYMMDD of the run that ends it; 0: never.
     * @param expiresIntraday whether the first run of that date ends it, not the evening run.
     */
    public ContractSpec(
        final int instrumentId,
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strikeE5,
        final long lotUnits,
        final int underlyingInstrumentId,
        final int expiryDate,
        final boolean expiresIntraday)
    {
        this(instrumentId, style, right, settlement, strikeE5, lotUnits, underlyingInstrumentId, expiryDate,
            expiresIntraday, 0, "");
    }
}
