// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Prices as people read them: with as many decimals as the tick has.
 */
public final class Prices
{
    private static final int DECIMALS = 5;

    private Prices()
    {
    }

    /**
     * A price as a decimal number.
     *
     * @param priceE5 price x 100 000.
     * @param priceTickE5 price step x 100 000; 0 when it is not known.
     * @return text with all digits of the price, and as many decimals as the tick has.
     */
    public static String text(final long priceE5, final long priceTickE5)
    {
        final BigDecimal price = BigDecimal.valueOf(priceE5, DECIMALS).stripTrailingZeros();
        final int tickScale = 0 == priceTickE5 ? 0 :
            BigDecimal.valueOf(priceTickE5, DECIMALS).stripTrailingZeros().scale();
        return price.setScale(Math.max(0, Math.max(tickScale, price.scale())), RoundingMode.UNNECESSARY)
            .toPlainString();
    }
}
