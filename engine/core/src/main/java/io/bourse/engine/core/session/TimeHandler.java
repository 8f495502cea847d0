// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes {@code AdvanceTime}: everything whose deadline has come happens, the earliest first. What one deadline sets
 * off ends before the next one fires, as if each had a command of its own; all of it is one transaction. A command that
 * finds nothing due, because something before it in the journal cancelled the deadline, gives an empty group.
 */
public final class TimeHandler
{
    private final DeadlineQueue deadlines;
    private final EngineTime time;
    private final Consequences consequences;

    public TimeHandler(final DeadlineQueue deadlines, final EngineTime time, final Consequences consequences)
    {
        this.deadlines = deadlines;
        this.time = time;
        this.consequences = consequences;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(AdvanceTimeDecoder.TEMPLATE_ID, this::onAdvanceTime));
    }

    private RejectReason onAdvanceTime(final CommandEnvelope command)
    {
        while (deadlines.fireNext(time.nowNs()))
        {
            consequences.settle();
        }
        return null;
    }
}
