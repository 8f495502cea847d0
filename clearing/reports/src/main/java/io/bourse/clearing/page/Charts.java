// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.util.ArrayList;
import java.util.List;

/** The charts of a page, as the script of the page reads them. */
public final class Charts
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Record> all = new ArrayList<>();

    /**
     * Adds a chart.
     *
     * @param chart a record that the script of the page knows; it names the place in the page by {@code id}.
     */
    public void add(final Record chart)
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
}
