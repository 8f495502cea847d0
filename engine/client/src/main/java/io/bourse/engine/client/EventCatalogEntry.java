// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;

/**
 * The recording of the event stream as the archive of a member lists it, for those who read it from another machine.
 *
 * @param recordingId in that archive; it need not be the same on two members.
 * @param startPosition where it begins.
 */
public record EventCatalogEntry(long recordingId, long startPosition)
{
    private static final int MOST_RECORDINGS = 100_000;

    /**
     * Asks for it.
     *
     * @param archive of the member.
     * @return the last recording of events, or null when there is none.
     * @throws io.aeron.exceptions.AeronException when the archive does not answer.
     */
    public static EventCatalogEntry find(final AeronArchive archive)
    {
        final long[] found = {Aeron.NULL_VALUE, 0};
        archive.listRecordingsForUri(0, MOST_RECORDINGS, EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID,
            (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition,
            stopPosition, initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId,
            strippedChannel, originalChannel, sourceIdentity) ->
            {
                found[0] = recordingId;
                found[1] = startPosition;
            });
        return Aeron.NULL_VALUE == found[0] ? null : new EventCatalogEntry(found[0], found[1]);
    }
}
