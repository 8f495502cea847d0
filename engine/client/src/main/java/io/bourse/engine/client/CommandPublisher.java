// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.CommandForm;
import org.agrona.DirectBuffer;

/**
 * Puts encoded commands in front of the sequencer. Safe for one thread per instance; many instances may publish at the
 * same time.
 */
public interface CommandPublisher
{
    /** Longest command in bytes, message header included. */
    int MAX_COMMAND_LENGTH = CommandForm.MAX_LENGTH;

    /**
     * Offers one command. Does not block and does not allocate.
     *
     * @param buffer holding a complete command: SBE message header, block, and variable data.
     * @param offset of the message header.
     * @param length of the whole message, at most {@link #MAX_COMMAND_LENGTH}.
     * @return false when the engine takes no more at the moment; the caller decides whether to try again or to refuse
     *     its client. True means handed over, not executed: the outcome comes as an event.
     * @throws IllegalArgumentException when the length is out of range.
     * @throws IllegalStateException when the engine is gone.
     */
    boolean offer(DirectBuffer buffer, int offset, int length);
}
