// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

/**
 * What a recording holds, as far as it could be read.
 *
 * @param recordingId in the archive's catalog.
 * @param segmentFiles number of files.
 * @param segmentLength of each, in bytes.
 * @param startPosition of the recording, in bytes.
 * @param endPosition after the last good frame.
 * @param isClosed true when the catalog knows its end.
 * @param messages data frames: commands or event frames.
 * @param paddings frames that only fill their term.
 * @param firstTimeNs of the first message, nanoseconds since the Unix epoch; 0 when there is none.
 * @param lastTimeNs of the last message.
 */
public record RecordingFacts(
    long recordingId,
    int segmentFiles,
    int segmentLength,
    long startPosition,
    long endPosition,
    boolean isClosed,
    long messages,
    long paddings,
    long firstTimeNs,
    long lastTimeNs)
{
    public RecordingFacts endingAt(final long position)
    {
        return new RecordingFacts(recordingId, segmentFiles, segmentLength, startPosition, position, isClosed, messages,
            paddings, firstTimeNs, lastTimeNs);
    }
}
