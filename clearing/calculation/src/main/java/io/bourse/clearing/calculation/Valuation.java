// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.VariationMargin;

/**
 * A contract at one settlement price and tick value (rules 1.3). Prices x 100 000.
 */
final class Valuation
{
    private final boolean isPerpetual;
    private final boolean isSpot;
    private final long pointValueE5;
    /** Of a premium-style option 0: it is not marked, its price is paid. */
    private final long settlementUnit;
    private final long settlementE5;
    private final long tickValueE5;
    private final long priceTickE5;
    private final long swapRateE4;
    private final long lotUnits;

    private Valuation(
        final Contract contract, final long settlementE5, final long tickValueE5, final long swapRateE4)
    {
        final ContractStyle style = contract.terms().style();
        this.isPerpetual = ContractStyle.PERPETUAL == style;
        this.isSpot = ContractStyle.SPOT == style;
        this.pointValueE5 = VariationMargin.pointValueE5(tickValueE5, contract.priceTickE5());
        this.settlementUnit = ContractStyle.FUTURE == style || ContractStyle.MARGINED_OPTION == style ?
            VariationMargin.unit(settlementE5, pointValueE5) : 0;
        this.settlementE5 = settlementE5;
        this.tickValueE5 = tickValueE5;
        this.priceTickE5 = contract.priceTickE5();
        this.swapRateE4 = swapRateE4;
        this.lotUnits = contract.terms().lotUnits();
    }

    /**
     * Values a contract.
     *
     * @param contract its kind, tick and lot.
     * @param settlementE5 SP.
     * @param tickValueE5 W.
     * @param swapRateE4 of a perpetual.
     * @return valuation.
     * @throws ArithmeticException when the value does not fit a long.
     */
    static Valuation of(
        final Contract contract, final long settlementE5, final long tickValueE5, final long swapRateE4)
    {
        return new Valuation(contract, settlementE5, tickValueE5, swapRateE4);
    }

    /**
     * Gain of one contract added at a price; of a premium-style option what is paid for it, below 0; of a spot
     * instrument nothing, as its money is paid on delivery.
     *
     * @param referenceE5 price.
     * @return kopecks.
     * @throws ArithmeticException when the value does not fit a long.
     */
    long perContract(final long referenceE5)
    {
        if (isSpot)
        {
            return 0;
        }
        return isPerpetual ?
            VariationMargin.perPerpetual(
                settlementE5, referenceE5, tickValueE5, priceTickE5, swapRateE4, lotUnits) :
            Math.subtractExact(settlementUnit, VariationMargin.unit(referenceE5, pointValueE5));
    }
}
