// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import com.fasterxml.jackson.annotation.JsonIgnore;

import java.util.List;

/**
 * A table as an exchange or a vendor has published it.
 *
 * @param title for readers.
 * @param source who published it, where and when.
 * @param columns headings of the published columns, without the first one and without ours.
 */
public record PublishedTable(
    String title,
    String source,
    List<String> columns,
    List<PublishedRow> rows)
{
    /**
     * Whether it is there to be read, with nothing of ours in its rows.
     *
     * @return true when no row has a figure of ours.
     */
    @JsonIgnore
    public boolean isReference()
    {
        return rows.stream().allMatch((row) -> null == row.ours());
    }
}
