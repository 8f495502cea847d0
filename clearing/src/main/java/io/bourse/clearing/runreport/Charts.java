// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The charts of a page, as the script of the page reads them. */
final class Charts
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Chart> all = new ArrayList<>();

    void add(final Chart chart)
    {
        all.add(chart);
    }

    /** JSON that ends no script and opens no tag, whatever the texts in it are. */
    String json()
    {
        try
        {
            return MAPPER.writeValueAsString(all)
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e");
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("charts have no JSON form", ex);
        }
    }

    /**
     * Bars from left to right, one row per category.
     *
     * @param id of its place in the page.
     * @param unit of the values.
     * @param signed whether the colour tells the sign.
     * @param categories one row each.
     * @param series one bar in every row each.
     */
    @JsonPropertyOrder({"id", "unit", "signed", "categories", "series"})
    record Chart(String id, String unit, boolean signed, List<String> categories, List<Series> series)
    {
    }

    /**
     * Values of one colour.
     *
     * @param name for the legend.
     * @param values by category; null for no bar.
     */
    @JsonPropertyOrder({"name", "values"})
    record Series(String name, List<BigDecimal> values)
    {
    }
}
