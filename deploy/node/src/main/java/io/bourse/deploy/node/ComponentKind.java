// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

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
     * Short name, also in file names.
     *
     * @return lower case.
     */
    public String id()
    {
        return id;
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
