// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.Partitions;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One partition of a venue of several: each runs in a process of its own, as {@code bourse start} runs it.
 *
 * @param venueDir data directory of all partitions.
 * @param partition number of this one.
 * @param markets code of the market of each partition, each of another one; of a venue that is one market all empty.
 * @param underlyings whose instruments are in another partition than the first one, with its number; in a venue of
 *     several markets the demo's table counts instead.
 */
public record VenuePart(String venueDir, int partition, List<String> markets, Map<String, Integer> underlyings)
{
    /**
     * What this partition is called in reports.
     *
     * @return code of its market, else its number.
     */
    public String name()
    {
        return name(markets.get(partition), partition);
    }

    /**
     * What a partition is called in reports.
     *
     * @param market code of its market; empty in a venue that is one market.
     * @param partition number of it.
     * @return code of its market, else its number.
     */
    public static String name(final String market, final int partition)
    {
        return market.isEmpty() ? "partition " + partition : market;
    }

    /** Where journal, event stream and time stamps of this partition are. */
    Path dataDir()
    {
        return Partitions.directory(Markets.directory(Path.of(venueDir), markets.get(partition)), partition);
    }

    /** Options that make the venue one of several partitions, and name this one. */
    Map<String, Object> options()
    {
        final Map<String, Object> options = new LinkedHashMap<>();
        options.put("venue.data-dir", venueDir);
        options.put("venue.partition", partition);
        if (markets.getFirst().isEmpty())
        {
            options.put("venue.partitions.count", markets.size());
        }
        for (int i = 0; i < markets.size() && !markets.get(i).isEmpty(); i++)
        {
            options.put("venue.markets." + markets.get(i) + ".partitions", List.of(i));
        }
        return options;
    }
}
