// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

/**
 * Where things are in an event frame.
 */
public final class EventFrames
{
    private EventFrames()
    {
    }

    /**
     * Offset of the message header of the first event.
     *
     * @param frame decoder, wrapped.
     * @param frameOffset offset of the frame's own message header.
     */
    public static int firstEventOffset(final EventGroupDecoder frame, final int frameOffset)
    {
        return frameOffset + MessageHeaderDecoder.ENCODED_LENGTH + frame.sbeBlockLength() +
            EventGroupDecoder.clientRefHeaderLength() + frame.clientRefLength();
    }
}
