// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.SequenceResetEncoder;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages about the numbers of a feed. All return the length with the message header.
 */
class ControlMessages
{
    final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    final int version;
    private final HeartbeatEncoder heartbeatEncoder = new HeartbeatEncoder();
    private final SequenceResetEncoder sequenceResetEncoder = new SequenceResetEncoder();

    ControlMessages(final int version)
    {
        this.version = version;
    }

    final int putHeartbeat(final MutableDirectBuffer buffer, final int offset)
    {
        heartbeatEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder);
        return end(offset, heartbeatEncoder.limit());
    }

    final int putSequenceReset(final MutableDirectBuffer buffer, final int offset)
    {
        sequenceResetEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder).newSeqNo(1);
        return end(offset, sequenceResetEncoder.limit());
    }

    final int end(final int offset, final int limit)
    {
        headerEncoder.version(version);
        return limit - offset;
    }
}
