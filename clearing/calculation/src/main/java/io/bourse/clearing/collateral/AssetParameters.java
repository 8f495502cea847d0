// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a run is given about an asset.
 *
 * @param kind of it.
 * @param rateE6 roubles per unit x 1 000 000; null to take the rate of the currency or the price of the instrument.
 * @param symbol of the instrument whose settlement price is the rate of a security; null when rateE6 is given.
 * @param haircutE6 taken off the value, a fraction x 1 000 000.
 * @param shareE6 most that the asset may cover of the margin, a fraction x 1 000 000; no limit from
 *     1 000 000 on or when null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AssetParameters(AssetKind kind, Long rateE6, String symbol, long haircutE6, Long shareE6)
{
    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when one is missing or out of range.
     */
    public AssetParameters
    {
        final boolean isShare = null == shareE6 || shareE6 >= 0;
        if (null == kind || null != rateE6 && rateE6 <= 0 || haircutE6 < 0 || haircutE6 > CollateralRule.ONE_E6 ||
            !isShare)
        {
            throw new IllegalArgumentException("bad asset: kind=" + kind + " rateE6=" + rateE6 + " haircutE6=" +
                haircutE6 + " shareE6=" + shareE6);
        }
    }
}
