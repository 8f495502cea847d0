// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import java.util.Arrays;

/**
 * A component that can have a process of its own.
 */
public enum ComponentKind
{
    /** Binary order entry. */
    TWIME("twime", "TWIME order entry"),
    /** FIX order entry. */
    FIX("fix", "FIX order entry"),
    /** Binary order entry of all partitions of a venue. */
    LOW_FREQUENCY("low-frequency", "low-frequency TWIME order entry"),
    /** FIX order entry, drop copy and market data of all partitions of a venue. */
    LOW_FREQUENCY_FIX("low-frequency-fix", "low-frequency FIX order entry"),
    /** Multicast feeds. */
    MARKET_DATA("marketdata", "market data");

    private final String id;
    private final String title;

    ComponentKind(final String id, final String title)
    {
        this.id = id;
        this.title = title;
    }

    /**
     * A component by its short name.
     *
     * @param id lower case.
     * @return component.
     * @throws IllegalArgumentException when there is none.
     */
    public static ComponentKind of(final String id)
    {
        return Arrays.stream(values()).filter((kind) -> kind.id.equals(id)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no such component: id=" + id));
    }

    /**
     * Short name, also in file names.
     *
     * @return lower case.
     */
    public String id()
    {
        return id;
    }

    /**
     * Whether it serves all partitions of a venue.
     *
     * @return true of the low-frequency gateways.
     */
    boolean isOfAll()
    {
        return LOW_FREQUENCY == this || LOW_FREQUENCY_FIX == this;
    }

    /**
     * Name for people.
     *
     * @return title.
     */
    public String title()
    {
        return title;
    }
}
