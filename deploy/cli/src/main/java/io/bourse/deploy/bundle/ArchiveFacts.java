// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.offline.CatalogCheck;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.recording.ClusterLogFrames;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EngineSchema;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an archive holds, whether it runs or not: positions and counts, no contents.
 */
final class ArchiveFacts
{
    /** So much of the end of a recording is read. */
    private static final long READ_LENGTH = 1L << 30;
    private static final int PARTITION = 0;

    private ArchiveFacts()
    {
    }

    static String catalog(final Path archiveDir) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        for (final RecordedStream recording : recordings(archiveDir, text))
        {
            text.append("recording ").append(recording.recordingId()).append(' ').append(name(recording.streamId()))
                .append("  stream ").append(recording.streamId())
                .append("  start ").append(recording.startPosition())
                .append("  stop ").append(recording.isStopped() ? recording.stopPosition() : "not closed")
                .append("  term length ").append(recording.termLength())
                .append("  segment length ").append(recording.segmentLength())
                .append("  files ").append(recording.segmentFileCount())
                .append("  last file at ").append(recording.lastSegmentBase()).append('\n');
        }
        return text.toString();
    }

    private static List<RecordedStream> recordings(final Path archiveDir, final StringBuilder text) throws IOException
    {
        final List<Finding> findings = new ArrayList<>();
        final boolean isReadable = CatalogCheck.isReadable(archiveDir, findings);
        for (final Finding finding : findings)
        {
            text.append(finding.kind()).append(' ').append(finding.facts()).append("  what helps: ")
                .append(finding.kind().remedy()).append('\n');
        }
        if (!isReadable)
        {
            throw new IOException("the catalog of the archive is damaged, `bourse verify-journal` says more of it");
        }
        return RecordedStream.list(archiveDir, "recording");
    }

    private static String name(final int streamId)
    {
        return EngineStreams.JOURNAL_STREAM_ID == streamId ? "journal" :
            EngineStreams.EVENTS_STREAM_ID == streamId ? "event stream" :
            ClusterLogFrames.STREAM_ID == streamId ? "log" : "other";
    }

    static String streams(final Path archiveDir) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        for (final RecordedStream recording : recordings(archiveDir, new StringBuilder()))
        {
            if (EngineStreams.EVENTS_STREAM_ID == recording.streamId())
            {
                walk(recording, "event frames by the commands that have caused them", text);
            }
            else if (EngineStreams.JOURNAL_STREAM_ID == recording.streamId() ||
                ClusterLogFrames.STREAM_ID == recording.streamId())
            {
                walk(recording, "commands", text);
            }
        }
        return text.isEmpty() ? "there are no recordings" : text.toString();
    }

    private static void walk(final RecordedStream recording, final String what, final StringBuilder text)
    {
        final long last = Math.max(recording.startPosition(), recording.lastSegmentBase());
        final long from = Math.max(recording.startPosition(), recording.segmentBase(
            Math.max(recording.startPosition(), last - READ_LENGTH)));
        final boolean isEvents = EngineStreams.EVENTS_STREAM_ID == recording.streamId();
        final LoggedCommands commands = LoggedCommands.of(recording, PARTITION);
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final Map<String, Long> counts = new TreeMap<>();
        long frames = 0;
        long lastCommandPosition = 0;
        final long end;
        final String reason;
        try (RecordingWalker walker =
            new RecordingWalker(recording, from, recording.isStopped() ? recording.stopPosition() : Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                frames++;
                if (isEvents)
                {
                    frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                    lastCommandPosition = frame.commandPosition();
                    counts.merge(template(frame.commandTemplateId()), 1L, Long::sum);
                }
                else
                {
                    counts.merge(command(commands, walker), 1L, Long::sum);
                }
            }
            end = walker.position();
            reason = walker.reason();
        }
        text.append(name(recording.streamId())).append("  recording ").append(recording.recordingId())
            .append("  read from ").append(from).append(" to ").append(end).append("  frames ").append(frames)
            .append(isEvents ? "  last command at " + lastCommandPosition : "")
            .append(null == reason ? "" : "  ended by: " + reason + " (while it is written, the end may be half there)")
            .append('\n').append("  ").append(what).append('\n');
        counts.forEach((template, count) -> text.append(String.format("  %12d  %s%n", count, template)));
    }

    private static String command(final LoggedCommands commands, final RecordingWalker walker)
    {
        final LoggedCommands.Kind kind = commands.read(walker);
        return LoggedCommands.Kind.COMMAND == kind ?
            template(CommandForm.templateId(commands.buffer(), commands.innerOffset())) : "(" + kind + ')';
    }

    private static String template(final int templateId)
    {
        return EngineSchema.messageNames().getOrDefault(templateId, "template " + templateId);
    }
}
