// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.protocol.DataHeaderFlyweight;
import org.agrona.BitUtil;

/**
 * One message of the agreed log. Two logs hold the same message when they hold the same object.
 *
 * @param kind of message.
 * @param term in which its leader appended it.
 * @param leader that appended it.
 * @param timestampNs of the leader's clock.
 * @param position after it.
 * @param command of kind COMMAND, else empty.
 * @param correlationId of kind TIMER, else 0.
 */
record LogEntry(
    Kind kind, int term, int leader, long timestampNs, long position, byte[] command, long correlationId)
{
    private static final int SESSION_HEADER_LENGTH = 32;

    /** What a message is. */
    enum Kind
    {
        COMMAND, TIMER, SNAPSHOT, TERM
    }

    /** After a message of so many bytes that follows a position. */
    static long positionAfter(final long position, final int length)
    {
        return position +
            BitUtil.align(length + SESSION_HEADER_LENGTH + DataHeaderFlyweight.HEADER_LENGTH,
                DataHeaderFlyweight.HEADER_LENGTH);
    }
}
