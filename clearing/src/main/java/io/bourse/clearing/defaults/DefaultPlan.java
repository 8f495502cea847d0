// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One step of a default, carried out by the next run once it is approved.
 *
 * @param defaultId number of the default.
 * @param number of the plan within it, from 1.
 * @param kind what it does.
 * @param firms brokerage firms of the defaulter.
 * @param ports clients that go: register of the defaulter to register of another member. With PORT those that go now,
 * with CLOSE_OUT all that have gone or will.
 * @param takeOvers by instrument, with CLOSE_OUT.
 * @param cover with COVER.
 * @param waterfall with COVER: how the loss ran through the layers; else null.
 * @param requester who asked for it.
 */
@JsonPropertyOrder({"defaultId", "number", "kind", "firms", "ports", "takeOvers", "cover", "waterfall", "requester"})
public record DefaultPlan(
    long defaultId,
    int number,
    PlanKind kind,
    List<String> firms,
    SortedMap<String, String> ports,
    List<TakeOver> takeOvers,
    List<CoverLine> cover,
    Waterfall waterfall,
    String requester)
{
    /** Unmodifiable copy. */
    public DefaultPlan
    {
        firms = List.copyOf(firms);
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        takeOvers = List.copyOf(takeOvers);
        cover = List.copyOf(cover);
    }

    /**
     * Name of the plan among those of all defaults.
     *
     * @return number of the default and its own, as 1-2.
     */
    public String name()
    {
        return defaultId + "-" + number;
    }
}
