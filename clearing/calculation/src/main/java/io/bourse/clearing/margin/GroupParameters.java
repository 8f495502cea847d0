// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.pricing.Volatility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Risk of all contracts on one underlying (rules 2.2, 2.3).
 *
 * @param instruments SecurityIDs, ascending. Options whose underlying is named here belong to the group unnamed.
 * @param risk MR1 to MR3 with LK1 and LK2.
 * @param minPriceE5 price x 100 000 below which rates are taken of this one, from 0 (0).
 * @param volatility of options that the prices of the run tell none of; null for none, then they are worth what they
 * would be exercised for.
 * @param keyTerms risk curves, by days; none: no interest risk, volatilities do not move.
 * @param house for method HOUSE.
 * @param span for method SPAN.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupParameters(
    List<Integer> instruments,
    MarketRisk risk,
    long minPriceE5,
    Volatility volatility,
    List<KeyTerm> keyTerms,
    HouseParameters house,
    SpanParameters span)
{
    /**
     * Checked, sorted copy.
     *
     * @throws IllegalArgumentException when there is no risk, or a day has two key terms.
     */
    public GroupParameters
    {
        instruments = null == instruments ? List.of() : List.copyOf(new TreeSet<>(instruments));
        final List<KeyTerm> sorted = new ArrayList<>(null == keyTerms ? List.of() : keyTerms);
        sorted.sort(Comparator.comparingInt(KeyTerm::days));
        keyTerms = List.copyOf(sorted);
        house = null == house ? HouseParameters.DEFAULT : house;
        span = null == span ? SpanParameters.DEFAULT : span;
        if (null == risk || minPriceE5 < 0)
        {
            throw new IllegalArgumentException("a group wants market risk and a lowest price from 0: risk=" + risk +
                " minPriceE5=" + minPriceE5);
        }
        for (int i = 1; i < keyTerms.size(); i++)
        {
            if (keyTerms.get(i).days() == keyTerms.get(i - 1).days())
            {
                throw new IllegalArgumentException("a day has two key terms: days=" + keyTerms.get(i).days());
            }
        }
    }
}
