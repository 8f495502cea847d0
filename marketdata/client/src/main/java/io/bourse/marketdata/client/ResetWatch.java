// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.simba.EmptyBookDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.util.concurrent.TimeUnit;

import org.agrona.DirectBuffer;

/**
 * When numbers began again, and whether a reset now is only the other side's copy of it: A and B may be sent by
 * two machines, each with times of its own.
 */
final class ResetWatch
{
    /** What one side sends within this time of the other side's reset is of the same reset; resets are a day apart. */
    private static final long SAME_RESET_NS = TimeUnit.MINUTES.toNanos(1);

    private SimbaFeed source;
    private long timeNs = Long.MIN_VALUE;

    void onReset(final SimbaFeed source, final long sendingTimeNs)
    {
        this.source = source;
        timeNs = sendingTimeNs;
    }

    /**
     * Whether a packet was sent before the numbers began again.
     */
    boolean isBefore(final long sendingTimeNs)
    {
        return sendingTimeNs < timeNs;
    }

    boolean isNew(final SimbaFeed from, final long sendingTimeNs)
    {
        return sendingTimeNs > timeNs && (from == source || null == source || sendingTimeNs - timeNs > SAME_RESET_NS);
    }

    /**
     * Whether an incremental packet begins with the EmptyBook of the nightly reset.
     */
    static boolean isNightly(final DirectBuffer buffer, final int offset)
    {
        final int message =
            offset + SimbaPacketDescriptor.messagesOffset(SimbaPacketDescriptor.FLAG_INCREMENTAL);
        return EmptyBookDecoder.TEMPLATE_ID == SimbaMessages.templateId(buffer, message) &&
            0 == buffer.getInt(message + SimbaMessages.HEADER_LENGTH, LITTLE_ENDIAN);
    }
}
