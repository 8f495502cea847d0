// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.recording.EventFrames;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.VenueLimitsSetDecoder;
import org.agrona.DirectBuffer;

/**
 * What recorded events say of the limits of a venue.
 */
final class RecordedLimits
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final VenueLimitsSetDecoder limitsSet = new VenueLimitsSetDecoder();
    private VenueLimitsSpec last;

    private RecordedLimits(final VenueLimitsSpec before)
    {
        last = before;
    }

    /** The limits that are in force after a walk. */
    static VenueLimitsSpec after(final VenueLimitsSpec before, final RecordingWalker events)
    {
        final RecordedLimits found = new RecordedLimits(before);
        while (events.nextData())
        {
            found.onFrame(events.buffer(), events.payloadOffset());
        }
        return found.last;
    }

    private void onFrame(final DirectBuffer buffer, final int offset)
    {
        frame.wrapAndApplyHeader(buffer, offset, header);
        final int eventCount = frame.eventCount();
        int at = EventFrames.firstEventOffset(frame, offset);
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, at);
            if (VenueLimitsSetDecoder.TEMPLATE_ID == header.templateId())
            {
                limitsSet.wrapAndApplyHeader(buffer, at, header);
                last = new VenueLimitsSpec(limitsSet.liveOrders(), limitsSet.liveOrdersPerLogin(),
                    limitsSet.accounts(), limitsSet.instruments(), limitsSet.logins(), limitsSet.exposures());
            }
            header.wrap(buffer, at);
            at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
    }
}
