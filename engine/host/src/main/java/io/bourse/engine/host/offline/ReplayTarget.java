// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * How far to replay: the last command that does not lie beyond.
 *
 * @param unit of the value.
 * @param value bytes or nanoseconds.
 */
public record ReplayTarget(Unit unit, long value)
{
    /** What a target counts in. */
    public enum Unit
    {
        /** Journal position after the command, in bytes. */
        JOURNAL_POSITION,
        /** Event stream position after its events, in bytes. */
        CURSOR,
        /** Stamp of the command, nanoseconds since the Unix epoch. */
        TIME_NS
    }

    /**
     * All there is.
     *
     * @return target.
     */
    public static ReplayTarget end()
    {
        return new ReplayTarget(Unit.JOURNAL_POSITION, Long.MAX_VALUE);
    }
}
