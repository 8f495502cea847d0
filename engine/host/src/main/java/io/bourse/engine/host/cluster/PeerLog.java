// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;

import java.util.ArrayList;
import java.util.List;

/**
 * The cluster's log, or the event stream, as the archive of a member, or of a backup, records it.
 */
public final class PeerLog
{
    /** Stream of the log. */
    public static final int STREAM_ID = 100;
    static final int MOST_RECORDINGS = 100_000;

    private final AeronArchive archive;
    private final int streamId;
    private long recordingId = Aeron.NULL_VALUE;

    /**
     * The log in an archive.
     *
     * @param archive client of it, used and not owned.
     */
    public PeerLog(final AeronArchive archive)
    {
        this(archive, STREAM_ID);
    }

    PeerLog(final AeronArchive archive, final int streamId)
    {
        this.archive = archive;
        this.streamId = streamId;
    }

    /**
     * Where it ends now; of a log what is not committed yet included.
     *
     * @return position, {@link AeronArchive#NULL_POSITION} while it is not recorded.
     * @throws io.aeron.exceptions.AeronException when the archive does not answer.
     */
    public long position()
    {
        long position = Aeron.NULL_VALUE == recordingId ?
            AeronArchive.NULL_POSITION : archive.getRecordingPosition(recordingId);
        if (AeronArchive.NULL_POSITION == position)
        {
            for (final long id : active())
            {
                final long found = archive.getRecordingPosition(id);
                if (found > position)
                {
                    recordingId = id;
                    position = found;
                }
            }
        }
        return position;
    }

    private List<Long> active()
    {
        final List<Long> ids = new ArrayList<>();
        archive.listRecordings(0, MOST_RECORDINGS,
            (controlSessionId, correlationId, id, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, recordedStreamId,
            strippedChannel, originalChannel, sourceIdentity) ->
            {
                if (streamId == recordedStreamId && AeronArchive.NULL_POSITION == stopPosition)
                {
                    ids.add(id);
                }
            });
        return ids;
    }
}
