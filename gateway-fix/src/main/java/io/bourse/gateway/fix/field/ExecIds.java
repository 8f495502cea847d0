// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

/**
 * ExecID(17): {@code journalPosition-number} for what the engine did, the same after every replay;
 * {@code R-epoch-number} for what the gateway refused by itself, {@code S-epoch-number} for a status.
 */
public final class ExecIds
{
    private static final int PARTITION_SHIFT = 48;

    private ExecIds()
    {
    }

    /** Position of a command in the journal of its partition, which no other partition has. */
    public static long position(final int partition, final long commandPosition)
    {
        return (long)partition << PARTITION_SHIFT | commandPosition;
    }

    public static FixText ofEngine(final FixText text, final long commandPosition, final int number)
    {
        return text.setUnsigned(commandPosition).append('-').appendUnsigned(number);
    }

    public static FixText ofRefusal(final FixText text, final long epoch, final long number)
    {
        return text.clear().append('R').append('-').appendUnsigned(epoch).append('-').appendUnsigned(number);
    }

    public static FixText ofStatus(final FixText text, final long epoch, final long number)
    {
        return text.clear().append('S').append('-').appendUnsigned(epoch).append('-').appendUnsigned(number);
    }
}
