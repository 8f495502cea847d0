// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import java.nio.file.Path;

/**
 * A recording cannot be trusted: damage that is not a torn tail, or history that contradicts itself. The engine refuses
 * to start on it.
 */
public final class JournalDamagedException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    private final long recordingId;
    private final transient Path segmentFile;
    private final long position;
    private final String reason;

    /**
     * Names the damage.
     *
     * @param recording that is damaged.
     * @param segmentFile file that holds the position, or null when it does not exist.
     * @param position in the recording, in bytes.
     * @param reason what is wrong there.
     */
    public JournalDamagedException(
        final RecordedStream recording, final Path segmentFile, final long position, final String reason)
    {
        super("the " + recording.name() + " is damaged, restore it from a copy before starting again: recordingId=" +
            recording.recordingId() + " segmentFile=" + segmentFile + " position=" + position + " reason=" + reason);
        this.recordingId = recording.recordingId();
        this.segmentFile = segmentFile;
        this.position = position;
        this.reason = reason;
    }

    /**
     * Recording that is damaged.
     *
     * @return id in the archive's catalog.
     */
    public long recordingId()
    {
        return recordingId;
    }

    /**
     * Where to look.
     *
     * @return file, or null when it does not exist.
     */
    public Path segmentFile()
    {
        return segmentFile;
    }

    /**
     * Where the damage begins.
     *
     * @return position in the recording, in bytes.
     */
    public long position()
    {
        return position;
    }

    /**
     * What is wrong.
     *
     * @return a phrase.
     */
    public String reason()
    {
        return reason;
    }
}
