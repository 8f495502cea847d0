// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.logbuffer.BufferClaim;
import io.bourse.engine.core.MatchingEngine;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The truth: a fresh core that gets the commands of the journal, or of the agreed log, one after the other, without any
 * host around it.
 */
final class PlainRun
{
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer command = new UnsafeBuffer(0, 0);
    private final MemoryStream events;
    private final MatchingEngine engine;
    private int deadlines;

    PlainRun(final int termLength)
    {
        events = new MemoryStream(termLength);
        engine = new MatchingEngine(0, this::onFrame);
    }

    void execute(final long timestampNs, final long position, final byte[] bytes)
    {
        command.wrap(bytes);
        engine.onCommand(timestampNs, position, command, 0, bytes.length);
    }

    void execute(
        final long timestampNs, final long position, final DirectBuffer buffer, final int offset, final int length)
    {
        engine.onCommand(timestampNs, position, buffer, offset, length);
    }

    private void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        while (events.tryClaim(length, claim) < 0)
        {
            Thread.onSpinWait();
        }
        claim.buffer().putBytes(claim.offset(), buffer, offset, length);
        claim.commit();
    }

    /** One of the commands was an {@code AdvanceTime} of the host. */
    void deadline()
    {
        deadlines++;
    }

    int deadlines()
    {
        return deadlines;
    }

    MemoryStream events()
    {
        return events;
    }

    MatchingEngine engine()
    {
        return engine;
    }
}
