// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.host.recording.RecordedStream;

/**
 * What is there of a recording.
 *
 * @param recordingId in the archive's catalog.
 * @param startPosition first byte that is kept.
 * @param termLength of the stream, in bytes.
 * @param segmentLength of its files, in bytes.
 * @param segmentFiles number of files.
 */
public record KeptRecording(
    long recordingId, long startPosition, int termLength, int segmentLength, int segmentFiles)
{
    /**
     * What the catalog and the directory say.
     *
     * @param recording of an archive.
     * @return what is there of it.
     */
    public static KeptRecording of(final RecordedStream recording)
    {
        return new KeptRecording(recording.recordingId(), recording.startPosition(), recording.termLength(),
            recording.segmentLength(), recording.segmentFileCount());
    }

    /**
     * Where a recording may begin when everything from a position on is to be kept.
     *
     * @param keepFrom position that must be kept.
     * @return beginning of the segment file that holds it, or where the recording begins already.
     */
    long startThatKeeps(final long keepFrom)
    {
        return keepFrom <= startPosition ? startPosition :
            AeronArchive.segmentFileBasePosition(startPosition, keepFrom, termLength, segmentLength);
    }
}
