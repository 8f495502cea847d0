// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.QuarantineCommandDecoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The quarantines of a data directory whose engine does not run: those in files, and those in its journal.
 */
public final class JournalledQuarantines
{
    private JournalledQuarantines()
    {
    }

    /**
     * Reads them.
     *
     * @param dataDir of an engine.
     * @param journal or log, or null when there is none.
     * @param endPosition where its good part ends.
     * @return quarantines with good signatures.
     * @throws io.bourse.engine.host.quarantine.QuarantineException when a file is not good.
     */
    public static Quarantines load(
        final Path dataDir, final int partition, final RecordedStream journal, final long endPosition)
    {
        final QuarantineDirectory directory = new QuarantineDirectory(dataDir, partition);
        if (!directory.exists())
        {
            return Quarantines.NONE;
        }
        return directory.load(null == journal ? List.of() : scan(partition, journal, endPosition));
    }

    /**
     * Finds the quarantines that a journal tells of and whose approvals are not there. The journal may also tell of
     * some that were refused, so this says something only when a replay fails.
     *
     * @param partition of the engine.
     * @param journal or log.
     * @param endPosition where its good part ends.
     * @param quarantines that are there.
     * @return the others.
     */
    public static List<Quarantine> missing(
        final int partition, final RecordedStream journal, final long endPosition, final Quarantines quarantines)
    {
        return scan(partition, journal, endPosition).stream()
            .filter(quarantine -> !quarantines.isApproved(quarantine.position())).toList();
    }

    private static List<Quarantine> scan(final int partition, final RecordedStream journal, final long endPosition)
    {
        final List<Quarantine> found = new ArrayList<>();
        final LoggedCommands commands = LoggedCommands.of(journal, partition);
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final QuarantineCommandDecoder command = new QuarantineCommandDecoder();
        try (RecordingWalker walker = new RecordingWalker(journal, endPosition))
        {
            while (walker.nextData())
            {
                if (LoggedCommands.Kind.COMMAND != commands.read(walker))
                {
                    continue;
                }
                final int offset = commands.innerOffset();
                if (QuarantineCommandDecoder.TEMPLATE_ID == CommandForm.templateId(commands.buffer(), offset) &&
                    commands.innerLength() >=
                    MessageHeaderDecoder.ENCODED_LENGTH + QuarantineCommandDecoder.BLOCK_LENGTH)
                {
                    found.add(quarantine(partition, command.wrapAndApplyHeader(commands.buffer(), offset, header)));
                }
            }
        }
        return found;
    }

    private static Quarantine quarantine(final int partition, final QuarantineCommandDecoder command)
    {
        final byte[] sha256 = new byte[QuarantineCommandDecoder.sha256Length()];
        command.getSha256(sha256, 0, sha256.length);
        final byte[] signature = new byte[QuarantineCommandDecoder.signatureLength()];
        command.getSignature(signature, 0, signature.length);
        return new Quarantine(partition, command.commandPosition(), command.templateId(),
            HexFormat.of().formatHex(sha256), command.requester(), command.requestedNs(), command.reason(),
            command.approver(), command.approvedNs(), HexFormat.of().formatHex(signature));
    }

    /**
     * Leaves out the events of a command that the core did not finish and that is quarantined now.
     *
     * @param events inspected, or null.
     * @param quarantines of the history.
     * @return the same inspection, or one of a torn tail.
     */
    public static JournalInspector.Inspection withoutUnfinished(
        final JournalInspector.Inspection events, final Quarantines quarantines)
    {
        if (null == events || !quarantines.isApproved(events.lastCommandPosition()))
        {
            return events;
        }
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final EventGroupDecoder frame = new EventGroupDecoder();
        final RecordedStream recording = events.recording();
        long position = recording.startPosition();
        long commandPosition = 0;
        boolean isFinished = true;
        try (RecordingWalker walker = new RecordingWalker(recording, events.endPosition()))
        {
            while (walker.nextData())
            {
                frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                isFinished = frame.flags().end();
                if (isFinished)
                {
                    position = walker.position();
                    commandPosition = frame.commandPosition();
                }
            }
        }
        return isFinished ? events : new JournalInspector.Inspection(recording.opened(), position, commandPosition,
            events.lastTimeNs(), events.confirmation(), recording.segmentFile(recording.segmentBase(position)),
            "events of a command that the core did not finish and that is quarantined now: commandPosition=" +
            events.lastCommandPosition() + " endPosition=" + events.endPosition());
    }
}
