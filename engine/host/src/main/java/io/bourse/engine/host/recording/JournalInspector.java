// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.protocol.ConfirmTimeDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.TimeConfirmedDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Decides, before anything is started on them, whether the recordings of a data directory can be trusted.
 *
 * <p>The rule. After a crash the last frames may be half written. What follows the last good frame is a torn tail if no
 * good frame comes after it and if no recorded event is of a command that lies in it; it is cut off and the cut is
 * reported. Everything else is damage: a bad frame with good ones after it, a bad frame in a recording that was closed
 * cleanly, or a journal that ends before the events it must have caused.
 */
public final class JournalInspector
{
    private static final Logger LOGGER = LoggerFactory.getLogger(JournalInspector.class);

    private JournalInspector()
    {
    }

    /**
     * What an inspection found.
     *
     * @param recording that was inspected.
     * @param endPosition after the last good frame.
     * @param lastCommandPosition for events: command of the last frame; otherwise 0.
     * @param lastTimeNs for events: engine time of the last frame; otherwise 0.
     * @param confirmation for events: the last one.
     * @param tornFile segment file of a torn tail, or null.
     * @param tornReason why the tail is torn, or null when it is clean.
     */
    public record Inspection(
        RecordedStream recording,
        long endPosition,
        long lastCommandPosition,
        long lastTimeNs,
        TimeConfirmation confirmation,
        Path tornFile,
        String tornReason)
    {
        public boolean isTorn()
        {
            return null != tornReason;
        }
    }

    /**
     * Reads a whole recording; both halves of one with several segment files at the same time.
     *
     * @throws JournalDamagedException when it is damaged.
     */
    public static Inspection inspect(final RecordedStream recording, final boolean isEvents)
    {
        final long start = recording.startPosition();
        final long limit = recording.isStopped() ? recording.stopPosition() : Long.MAX_VALUE;
        final long end = Math.min(limit, recording.lastSegmentBase() + recording.segmentLength());
        final long middle = recording.segmentBase(start + Math.max(0, end - start) / 2);
        if (middle > start)
        {
            try (ParallelInspection ofRest = new ParallelInspection("rest-of-" + recording.recordingId(),
                () -> inspect(recording, isEvents, middle, limit, true)))
            {
                final Inspection first = inspect(recording, isEvents, start, middle, false);
                if (middle == first.endPosition())
                {
                    return joined(first, ofRest.await());
                }
            }
        }
        // The end, or what is damaged, is in the first half: what follows it decides which of both.
        return inspect(recording, isEvents, start, limit, true);
    }

    static Inspection joined(final Inspection first, final Inspection rest)
    {
        final boolean hasEvents = 0 != rest.lastTimeNs();
        return new Inspection(rest.recording(), rest.endPosition(),
            hasEvents ? rest.lastCommandPosition() : first.lastCommandPosition(),
            hasEvents ? rest.lastTimeNs() : first.lastTimeNs(),
            TimeConfirmation.NONE == rest.confirmation() ? first.confirmation() : rest.confirmation(),
            rest.tornFile(), rest.tornReason());
    }

    private static Inspection inspect(
        final RecordedStream recording,
        final boolean isEvents,
        final long from,
        final long limit,
        final boolean isToEnd)
    {
        long lastCommandPosition = 0;
        long lastTimeNs = 0;
        TimeConfirmation confirmation = TimeConfirmation.NONE;
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        try (RecordingWalker walker = new RecordingWalker(recording, from, limit))
        {
            while (walker.next())
            {
                if (isEvents && !walker.isPadding())
                {
                    frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                    lastCommandPosition = frame.commandPosition();
                    lastTimeNs = frame.engineTimeNs();
                    confirmation = confirmation(frame, header, walker, confirmation);
                }
            }
            if (!isToEnd)
            {
                return new Inspection(
                    recording, walker.position(), lastCommandPosition, lastTimeNs, confirmation, null, null);
            }
            final Inspection end = conclude(recording, walker, lastCommandPosition);
            return new Inspection(
                recording, end.endPosition, lastCommandPosition, lastTimeNs, confirmation, end.tornFile,
                end.tornReason);
        }
    }

    /** The confirmation that a frame tells of, or the former one. */
    private static TimeConfirmation confirmation(
        final EventGroupDecoder frame,
        final MessageHeaderDecoder header,
        final RecordingWalker walker,
        final TimeConfirmation former)
    {
        TimeConfirmation found = former;
        final int command = frame.commandTemplateId();
        if (ConfirmTimeDecoder.TEMPLATE_ID == command || OperatorCommandDecoder.TEMPLATE_ID == command)
        {
            final int eventCount = frame.eventCount();
            int at = EventFrames.firstEventOffset(frame, walker.payloadOffset());
            for (int i = 0; i < eventCount; i++)
            {
                header.wrap(walker.buffer(), at);
                if (TimeConfirmedDecoder.TEMPLATE_ID == header.templateId())
                {
                    found = new TimeConfirmation(
                        new TimeConfirmedDecoder().wrapAndApplyHeader(walker.buffer(), at, header).wallNs(),
                        frame.engineTimeNs());
                }
                at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
            }
        }
        return found;
    }

    /**
     * Reads a whole recording whose engine did not end in good order. Where the catalog says that it was closed it may
     * go on, but must not end before.
     *
     * @throws JournalDamagedException when it is damaged.
     */
    public static Inspection inspectOpen(final RecordedStream recording, final boolean isEvents)
    {
        final Inspection found = inspect(recording.opened(), isEvents);
        if (recording.isStopped() && found.endPosition() < recording.stopPosition())
        {
            throw new JournalDamagedException(recording, found.tornFile(), found.endPosition(),
                "it was closed at stopPosition=" + recording.stopPosition() + " but ends here, " +
                (found.isTorn() ? found.tornReason() : "nothing is written"));
        }
        return found;
    }

    /**
     * Judges the end at which a walk over a whole recording came to stand.
     *
     * @throws JournalDamagedException when it is none.
     */
    public static Inspection conclude(
        final RecordedStream recording, final RecordingWalker walker, final long lastCommandPosition)
    {
        final long at = walker.position();
        final Path file = recording.segmentFile(recording.segmentBase(at));
        if (recording.isStopped() && at != recording.stopPosition())
        {
            throw new JournalDamagedException(recording, file, at, "it was closed cleanly at stopPosition=" +
                recording.stopPosition() + " but ends here, " +
                (null == walker.reason() ? "nothing is written" : walker.reason()));
        }

        String reason = walker.reason();
        if (null != reason || walker.hasBytesBeyond())
        {
            final long good = walker.findGoodFrameBeyond();
            if (good >= 0)
            {
                throw new JournalDamagedException(recording, file, at,
                    (recording.isStopped() ? "the catalog says that it was closed here" :
                    null == reason ? "nothing is written" : reason) +
                    ", but good frames follow: nextGoodPosition=" + good +
                    (recording.isStopped() ? "; is the catalog older than the files? bourse recover says" : ""));
            }
            reason = null == reason ? "bytes after the end" : reason;
        }
        return new Inspection(recording, at, lastCommandPosition, 0, TimeConfirmation.NONE, file, reason);
    }

    /**
     * Checks that the journal holds every command of the recorded events.
     *
     * @throws JournalDamagedException when it does not.
     */
    public static void requireJournalCoversEvents(final Inspection journal, final Inspection events)
    {
        if (events.lastCommandPosition() > journal.endPosition())
        {
            throw new JournalDamagedException(journal.recording(), journal.tornFile(), journal.endPosition(),
                "it ends before commands whose events are recorded: lastCommandPosition=" +
                events.lastCommandPosition() + (journal.isTorn() ? " tail=" + journal.tornReason() : ""));
        }
    }

    /**
     * Cuts a torn tail off, and logs it. After a crash the end that was found is written into the catalog: the
     * archive's own rule for it does not check every frame.
     */
    public static void repair(final Inspection inspection)
    {
        if (inspection.isTorn())
        {
            cutOff(inspection);
        }
        if (!inspection.recording().isStopped())
        {
            CatalogRepair.stopRecordingAt(inspection.recording(), inspection.endPosition());
        }
    }

    private static void cutOff(final Inspection inspection)
    {
        final RecordedStream recording = inspection.recording();
        final long endPosition = inspection.endPosition();
        LOGGER.warn("torn tail of the {} cut off: recordingId={} segmentFile={} position={} reason={}",
            recording.name(), recording.recordingId(), inspection.tornFile(), endPosition, inspection.tornReason());
        DiskAccess.run("cannot cut a torn tail off: segmentFile=" + inspection.tornFile(), () ->
        {
            final long lastBase = recording.segmentBase(endPosition);
            final long lastFileBase = recording.lastSegmentBase();
            for (long base = lastBase + recording.segmentLength(); base <= lastFileBase;
                base += recording.segmentLength())
            {
                Files.deleteIfExists(recording.segmentFile(base));
                LOGGER.warn("segment file after the torn tail deleted: segmentFile={}", recording.segmentFile(base));
            }
            final Path file = recording.segmentFile(lastBase);
            if (Files.exists(file))
            {
                try (RandomAccessFile segment = new RandomAccessFile(file.toFile(), "rw"))
                {
                    segment.setLength(endPosition - lastBase);
                    segment.setLength(recording.segmentLength());
                    segment.getFD().sync();
                }
            }
        });
    }
}
