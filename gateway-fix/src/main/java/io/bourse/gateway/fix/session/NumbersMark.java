// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.EventGroup;

/**
 * Message numbers of a session in the event stream, so that a gateway with other stores can go on behind them. A mark
 * is a command that changes nothing, as is the claim of a login, and the first mark of a start is its claim. The
 * numbers stand in place of the time of receipt, which is not negative otherwise but in the start of a standby:
 *
 * <pre>
 *   1 in bit 63 | nextSender 31 | 1 in bit 31 while reports of earlier processes have no number yet | nextTarget 31
 * </pre>
 */
public final class NumbersMark
{
    /** Message numbers from a mark on that a process may use before its next one is in the event stream. */
    static final int RESERVED = 65_536;
    private static final long BEHIND = 1L << 31;

    private NumbersMark()
    {
    }

    static long of(final int nextSender, final int nextTarget, final boolean isBehind)
    {
        return Long.MIN_VALUE | (long)nextSender << Integer.SIZE | (isBehind ? BEHIND : 0) | nextTarget;
    }

    static int nextSender(final long mark)
    {
        return (int)(mark >>> Integer.SIZE) & Integer.MAX_VALUE;
    }

    static int nextTarget(final long mark)
    {
        return (int)mark & Integer.MAX_VALUE;
    }

    static boolean isBehind(final long mark)
    {
        return 0 != (mark & BEHIND);
    }

    /**
     * Whether a transaction is a mark of its login.
     *
     * @param group of the command; its time of receipt is the mark then.
     * @return false for every other command.
     */
    public static boolean is(final EventGroup group)
    {
        return group.receivedNs() < 0 && AdvanceTimeDecoder.TEMPLATE_ID == group.commandTemplateId();
    }
}
