// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What plans of defaults have done to money until the end of a run, that run included; as default-outcome.json.
 *
 * @param carriedKopecks by register that was ported: money that has gone along and the value of what was pledged, less
 *     what was fetched back; from 0.
 * @param used kopecks by layer that were booked, by plan ("1-3") with which a loss was borne.
 * @param waiting why, by plan that the run was to carry out and could not: it is left to the next run.
 */
@JsonPropertyOrder({"carriedKopecks", "used", "waiting"})
public record DefaultOutcome(
    SortedMap<String, Long> carriedKopecks,
    SortedMap<String, Map<CoverLayer, Long>> used,
    SortedMap<String, String> waiting)
{
    /** Name of the file in the directory of a run. */
    public static final String FILE_NAME = "default-outcome.json";
    /** Nothing was done. */
    public static final DefaultOutcome NONE = new DefaultOutcome(new TreeMap<>(), new TreeMap<>(), null);

    /** Unmodifiable copy. */
    public DefaultOutcome
    {
        carriedKopecks = Collections.unmodifiableSortedMap(new TreeMap<>(carriedKopecks));
        used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
        waiting = Collections.unmodifiableSortedMap(null == waiting ? new TreeMap<>() : new TreeMap<>(waiting));
    }

    /**
     * The same with more plans that wait.
     *
     * @param plans why, by plan.
     * @return copy.
     */
    public DefaultOutcome withWaiting(final SortedMap<String, String> plans)
    {
        final SortedMap<String, String> all = new TreeMap<>(waiting);
        all.putAll(plans);
        return new DefaultOutcome(carriedKopecks, used, all);
    }

    /**
     * What went along with a client.
     *
     * @param register that it has left.
     * @return kopecks, from 0.
     */
    public long carriedKopecks(final String register)
    {
        return carriedKopecks.getOrDefault(register, 0L);
    }
}
