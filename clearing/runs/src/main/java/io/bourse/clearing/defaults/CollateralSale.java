// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.model.Round;

/**
 * The sale of an asset of a defaulter: units against money, in the same run or not at all.
 *
 * @param seller register of the defaulter that holds it.
 * @param asset code.
 * @param units of it; currencies in hundredths; above 0.
 * @param priceE5 roubles for one of it x 100 000, above 0.
 * @param buyer register of another member that pays.
 */
@JsonPropertyOrder({"seller", "asset", "units", "priceE5", "buyer"})
public record CollateralSale(String seller, String asset, long units, long priceE5, String buyer)
{
    private static final long E5_PER_KOPECK = 1_000;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when nothing is sold, or for nothing.
     */
    public CollateralSale
    {
        if (units <= 0 || priceE5 <= 0)
        {
            throw new IllegalArgumentException("units and price of a sale must be above 0: asset=" + asset +
                " units=" + units + " priceE5=" + priceE5);
        }
    }

    /**
     * What the buyer pays: Round(units * price; 2).
     *
     * @param kind of the asset as the run knows it.
     * @return kopecks.
     * @throws ArithmeticException when they do not fit.
     */
    long kopecks(final Asset kind)
    {
        return Round.multiplyDivide(units, priceE5, Math.multiplyExact(E5_PER_KOPECK, kind.unitsOfOne()));
    }

    /**
     * Why it cannot be paid for.
     *
     * @param kind of the asset as the run knows it.
     * @return reason; empty when it brings at least a kopeck, and no more than fits.
     */
    String unpayable(final Asset kind)
    {
        try
        {
            return kopecks(kind) > 0 ? "" : "a sale brings less than half a kopeck: " + this;
        }
        catch (final ArithmeticException ex)
        {
            return "the money of a sale does not fit: " + this;
        }
    }

    /**
     * Requires that it can be paid for.
     *
     * @param kind of the asset.
     * @throws IllegalArgumentException when it brings less than half a kopeck, or more than fits.
     */
    public void requirePayable(final AssetKind kind)
    {
        final String reason = unpayable(new Asset(asset, kind, 0, 0, 0));
        if (!reason.isEmpty())
        {
            throw new IllegalArgumentException(reason);
        }
    }
}
