// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.SnapshotDueDecoder;

/**
 * Looks up a snapshot in a recorded event stream. The transaction that ends at its cursor is the answer to
 * the command that asked for it, and holds its journal position, its frame sequence, the state hash, and the hash over
 * all events up to there: a snapshot of another history cannot fit by chance.
 */
public final class SnapshotPlace
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final SnapshotDueDecoder due = new SnapshotDueDecoder();
    private final RecordedStream events;

    private SnapshotPlace(final RecordedStream events)
    {
        this.events = events;
    }

    /**
     * Compares a snapshot with the event stream. Both hashes were made by the program that wrote the snapshot, so they
     * fit whatever this program would hash.
     *
     * @param snapshot header of the file.
     * @param rollingHash over all events, as the snapshot holds it.
     * @param events that are recorded at least up to the snapshot's cursor.
     * @return what contradicts it; null when nothing does, and when the events there were purged.
     */
    public static String contradiction(
        final SnapshotHeader snapshot, final long rollingHash, final RecordedStream events)
    {
        // What follows is compared all the same, and its first frame holds the hash over all that was before.
        return snapshot.eventCursor() <= events.startPosition() ? null :
            new SnapshotPlace(events).contradiction(snapshot, rollingHash);
    }

    private String contradiction(final SnapshotHeader snapshot, final long rollingHash)
    {
        final long cursor = snapshot.eventCursor();
        // A frame begins where a term does.
        final long from = Math.max(events.startPosition(), (cursor - 1) & -(long)events.termLength());
        try (RecordingWalker walker = new RecordingWalker(events, from, cursor))
        {
            boolean isFound = false;
            while (walker.position() < cursor && walker.nextData())
            {
                isFound = walker.position() == cursor;
            }
            return isFound ? contradiction(snapshot, rollingHash, walker) :
                "no event frame ends at eventCursor=" + cursor + " lastFrameEnd=" + walker.position() +
                (null == walker.reason() ? "" : " reason=" + walker.reason());
        }
    }

    private String contradiction(final SnapshotHeader snapshot, final long rollingHash, final RecordingWalker walker)
    {
        frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
        final long commandPosition = frame.commandPosition();
        if (!frame.flags().end() || frame.partition() != snapshot.partition() ||
            commandPosition != snapshot.journalPosition() || frame.frameSequence() != snapshot.frameSequence())
        {
            return "recordedJournalPosition=" + commandPosition + " recordedFrameSequence=" + frame.frameSequence() +
                " frameSequence=" + snapshot.frameSequence() + " recordedPartition=" + frame.partition();
        }
        if (frame.rollingHash() != rollingHash)
        {
            return "recordedRollingHash=" + Long.toHexString(frame.rollingHash()) + " rollingHash=" +
                Long.toHexString(rollingHash);
        }
        return contradictionOfState(snapshot, walker);
    }

    private String contradictionOfState(final SnapshotHeader snapshot, final RecordingWalker walker)
    {
        final int eventCount = frame.eventCount();
        int at = EventFrames.firstEventOffset(frame, walker.payloadOffset());
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(walker.buffer(), at);
            if (SnapshotDueDecoder.TEMPLATE_ID == header.templateId())
            {
                due.wrapAndApplyHeader(walker.buffer(), at, header);
                return snapshot.stateHash() == due.stateHash() ? null : "recordedStateHash=" +
                    Long.toHexString(due.stateHash()) + " stateHash=" + Long.toHexString(snapshot.stateHash());
            }
            at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
        return "no snapshot was due there: commandPosition=" + snapshot.journalPosition();
    }
}
