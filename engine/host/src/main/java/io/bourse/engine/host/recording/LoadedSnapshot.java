// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.DirectBuffer;

import java.nio.file.Path;

/**
 * A snapshot that was read into a core and that the recorded events confirm.
 *
 * @param engine that goes on after it.
 * @param contents of the file.
 */
public record LoadedSnapshot(MatchingEngine engine, SnapshotFile.Contents contents)
{
    /**
     * Reads a snapshot file.
     *
     * @param file to read.
     * @param partition of the core.
     * @param sink of the core's frames.
     * @param events to compare with, recorded at least up to the snapshot; null when there are none.
     * @return core and contents.
     * @throws io.bourse.engine.host.snapshot.SnapshotFileException when the file is not what was written.
     * @throws io.bourse.engine.core.snapshot.SnapshotException when its records do not make a core.
     * @throws ForeignSnapshotException when it is of another history.
     * @throws java.io.UncheckedIOException when the disk does not give the file.
     */
    public static LoadedSnapshot of(
        final Path file, final int partition, final EventFrameSink sink, final RecordedStream events)
    {
        final SnapshotReader reader = new SnapshotReader(partition, sink);
        final Beginning beginning = new Beginning();
        final SnapshotFile.Contents contents = SnapshotFile.read(file, (buffer, offset, length) ->
        {
            reader.onRecord(buffer, offset, length);
            beginning.onRecord(buffer, offset);
        });
        final MatchingEngine engine = reader.engine();
        final SnapshotHeader header = contents.header();
        if (engine.commandPosition() != header.journalPosition() ||
            engine.frameSequence() != header.frameSequence() || beginning.stateHash != header.stateHash())
        {
            throw new ForeignSnapshotException(file, "its header is of another snapshot than its records:" +
                " journalPosition=" + header.journalPosition() + " recordsJournalPosition=" +
                engine.commandPosition());
        }
        final String contradiction =
            null == events ? null : SnapshotPlace.contradiction(header, beginning.rollingHash, events);
        if (null != contradiction)
        {
            throw new ForeignSnapshotException(file, "the recorded events do not confirm it: " + contradiction);
        }
        return new LoadedSnapshot(engine, contents);
    }

    /** What the first record has beyond the header of the file. */
    private static final class Beginning
    {
        private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
        private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
        private long rollingHash;
        private long stateHash;

        private void onRecord(final DirectBuffer buffer, final int offset)
        {
            if (SnapshotBeginDecoder.TEMPLATE_ID == messageHeader.wrap(buffer, offset).templateId())
            {
                begin.wrapAndApplyHeader(buffer, offset, messageHeader);
                rollingHash = begin.rollingHash();
                stateHash = begin.stateHash();
            }
        }
    }
}
