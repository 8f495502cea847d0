// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import java.math.BigDecimal;
import java.util.List;

/**
 * Bars from left to right, one row per category.
 *
 * @param id of its place in the page.
 * @param unit of the values.
 * @param signed whether the colour tells the sign.
 * @param categories one row each.
 * @param series one bar in every row each.
 */
record BarChart(String id, String unit, boolean signed, List<String> categories, List<Series> series)
{
    /**
     * Values of one colour.
     *
     * @param name for the legend.
     * @param values by category; null for no bar.
     */
    record Series(String name, List<BigDecimal> values)
    {
    }
}
