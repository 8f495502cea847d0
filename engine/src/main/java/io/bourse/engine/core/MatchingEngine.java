// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import org.agrona.DirectBuffer;

/**
 * The core as its hosts see it: commands in journal order in, event frames out.
 */
public final class MatchingEngine
{
    /** Longest event frame in bytes; longer transactions are split over several frames. */
    public static final int MAX_FRAME_LENGTH = 8_000;

    /**
     * A core without any state.
     *
     * @param partition it serves, from 0.
     * @param sink of its event frames.
     */
    public MatchingEngine(final int partition, final EventFrameSink sink)
    {
    }

    /**
     * Executes one command and hands its event group to the sink before returning.
     *
     * @param timestampNs stamped by the sequencer; engine time never goes back even if this does.
     * @param commandPosition journal position just behind the command.
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     */
    public void onCommand(
        final long timestampNs,
        final long commandPosition,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
    }
}
