// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.schema.SbePrinter;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.ClusterLogFrames;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Single commands of a journal or log, by the position after them. Not thread-safe.
 */
final class CommandReader
{
    private static final int FRAME_ALIGNMENT = 32;
    /** The longest command with its headers and, in a log, its envelope and seal. */
    private static final int LONGEST_FRAME = 1024;
    private static final String HEADER = "header";
    private static final String INNER = "command";

    private final SbePrinter printer;
    private final int partition;
    private final RecordedStream recording;

    /**
     * A reader.
     *
     * @param archiveDir of the engine.
     * @param partition of the engine.
     * @param schemas of the engine.
     */
    CommandReader(final Path archiveDir, final int partition, final SbeSchemas schemas)
    {
        this.partition = partition;
        printer = new SbePrinter(schemas);
        final RecordedStream journal = RecordedStream.find(archiveDir, "journal", EngineStreams.JOURNAL_STREAM_ID);
        recording = null != journal ? journal :
            RecordedStream.find(archiveDir, "replicated log", ClusterLogFrames.STREAM_ID);
    }

    /**
     * Looks a command up.
     *
     * @param position after it, as its events name it.
     * @return its fields; null when no command ends there, or it was purged.
     */
    Map<String, Object> read(final long position)
    {
        if (null == recording || 0 != position % FRAME_ALIGNMENT)
        {
            return null;
        }
        final long first = Math.max(recording.startPosition(), position - LONGEST_FRAME);
        for (long begin = position - FRAME_ALIGNMENT; begin >= first; begin -= FRAME_ALIGNMENT)
        {
            // A frame is one only where its header and its checksum say so.
            try (RecordingWalker walker = new RecordingWalker(recording, begin, position))
            {
                if (walker.nextData() && position == walker.position())
                {
                    final LoggedCommands command = LoggedCommands.of(recording, partition);
                    return LoggedCommands.Kind.COMMAND == command.read(walker) ? json(command, position) : null;
                }
            }
        }
        return null;
    }

    private Map<String, Object> json(final LoggedCommands command, final long position)
    {
        final int end = command.offset() + command.length();
        final Map<String, Object> decoded = printer.message(command.buffer(), command.offset(), end);
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("position", position);
        json.put("command", decoded.get(SbePrinter.MESSAGE));
        MessageJson.putTime(json, "stamped", command.stampedNs());
        final boolean isSigned = command.innerOffset() != command.offset();
        if (isSigned)
        {
            decoded.remove(INNER);
        }
        final Object header = decoded.remove(HEADER);
        if (header instanceof final Map<?, ?> members)
        {
            members.forEach((name, value) ->
            {
                if (!"stampedNs".equals(name))
                {
                    MessageJson.put(json, name.toString(), value);
                }
            });
        }
        json.put("fields", MessageJson.fields(decoded));
        if (isSigned)
        {
            final Map<String, Object> inner = printer.message(command.buffer(), command.innerOffset(), end);
            inner.remove(HEADER);
            json.put("signedCommand", inner.get(SbePrinter.MESSAGE));
            json.put("signedFields", MessageJson.fields(inner));
        }
        return json;
    }
}
