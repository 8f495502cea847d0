// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import org.agrona.DirectBuffer;

/**
 * Takes the event frames of the core, in order.
 */
@FunctionalInterface
public interface EventFrameSink
{
    /** Longest event frame in bytes; longer transactions are split over several frames. */
    int MAX_FRAME_LENGTH = 8_000;

    /**
     * One complete frame: {@code EventGroup} followed by its events. The buffer is reused after the call.
     *
     * @param frameSequence contiguous from 1; the same in every replay.
     * @param buffer that holds the frame.
     * @param offset of the message header of {@code EventGroup}.
     * @param length of the frame, at most {@link #MAX_FRAME_LENGTH}.
     */
    void onFrame(long frameSequence, DirectBuffer buffer, int offset, int length);
}
