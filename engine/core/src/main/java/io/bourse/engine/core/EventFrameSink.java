// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import org.agrona.DirectBuffer;

/**
 * Takes the event frames of the core, in order.
 */
@FunctionalInterface
public interface EventFrameSink
{
    /**
     * One complete frame: {@code EventGroup} followed by its events. The buffer is reused after the call.
     *
     * @param frameSequence contiguous from 1; the same in every replay.
     * @param buffer that holds the frame.
     * @param offset of the message header of {@code EventGroup}.
     * @param length of the frame, at most {@link MatchingEngine#MAX_FRAME_LENGTH}.
     */
    void onFrame(long frameSequence, DirectBuffer buffer, int offset, int length);
}
