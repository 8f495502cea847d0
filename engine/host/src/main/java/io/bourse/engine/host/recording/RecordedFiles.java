// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import java.nio.file.Path;

/**
 * Looks through recordings that the archive of a member keeps for others than this program: the replicated log and the
 * snapshots of a cluster. Their contents are not known here, their frames and checksums are.
 */
public final class RecordedFiles
{
    private RecordedFiles()
    {
    }

    /**
     * Reads every frame of a recording before the archive runs, and cuts off what a crash left half written.
     *
     * @param recordingId in its catalog.
     * @param name for people.
     * @param isClosed whether it was closed in good order, if it was.
     * @throws JournalDamagedException when it is missing, or damaged in a way that cannot be repaired by rule.
     */
    public static void requireSound(
        final Path archiveDir, final long recordingId, final String name, final boolean isClosed)
    {
        final RecordedStream recording = RecordedStream.get(archiveDir, name, recordingId);
        JournalInspector.repair(isClosed ?
            JournalInspector.inspect(recording, false) : JournalInspector.inspectOpen(recording, false));
    }

    /**
     * Whether an archive has recorded a stream.
     *
     * @return false when there is no such recording.
     */
    public static boolean hasStream(final Path archiveDir, final int streamId)
    {
        return null != RecordedStream.find(archiveDir, "stream " + streamId, streamId);
    }
}
