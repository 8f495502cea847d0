// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

/**
 * ExecID(17): {@code journalPosition-number} for what the engine did, the same after every replay;
 * {@code R-epoch-number} for what the gateway refused by itself.
 */
final class ExecIds
{
    private ExecIds()
    {
    }

    static String ofEngine(final long commandPosition, final int number)
    {
        return commandPosition + "-" + number;
    }

    static String ofRefusal(final long epoch, final long number)
    {
        return "R-" + epoch + "-" + number;
    }

    /** Journal position in an ExecID, 0 when it has none. */
    static long position(final String execId)
    {
        final int dash = execId.indexOf('-');
        return dash <= 0 ? 0 : FixFields.parseOrderId(execId.substring(0, dash));
    }
}
