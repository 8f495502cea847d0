// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

/**
 * What a principal is for.
 */
public enum Role
{
    /** The process that owns an archive and its recordings. Its secret exists in that process only. */
    ENGINE("engine"),
    /** The operator of the venue: reference data, sessions, phases, limits, and everything that clearing may do. */
    OPERATOR("operator"),
    /** The clearing services. */
    CLEARING("clearing"),
    /** A gateway; there are many, each with its number. */
    GATEWAY("gateway"),
    /** Follows the event stream and sends no commands: market data, statistics, tools. */
    READER("reader"),
    /** Copies log and events of a cluster. */
    BACKUP("backup"),
    /** A member of a cluster, when it asks the archives of the others. */
    MEMBER("member"),
    /** Moves collateral between the partitions of a venue. */
    REBALANCER("rebalancer");

    private final String text;

    Role(final String text)
    {
        this.text = text;
    }

    /** Name as it stands in a principal's text. */
    String text()
    {
        return text;
    }

    /** A bit of its own. */
    int bit()
    {
        return 1 << ordinal();
    }
}
