// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.protocol.CollateralLackingEncoder;

/**
 * Says, behind a refusal by a limit of a register that is shared with other partitions, what it lacks.
 */
public final class LackingPublisher
{
    private final EventGroupWriter writer;
    private final CollateralLackingEncoder encoder = new CollateralLackingEncoder();

    public LackingPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /**
     * A limit has refused a command, or an entry of it.
     *
     * @param command with the limit, and what the register lacks.
     */
    public void refused(final CommandEnvelope command)
    {
        if (0 != command.lackingKopecks)
        {
            writer.next(encoder)
                .lackingKopecks(command.lackingKopecks)
                .level(command.limitLevel)
                .putRegisterCode(command.lackingCode, 0);
        }
    }
}
