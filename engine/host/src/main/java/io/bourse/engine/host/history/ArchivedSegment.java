// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One segment file in the archive, as the manifest lists it.
 *
 * @param stream that it is of.
 * @param recordingId in the catalog of the live archive.
 * @param from position of its first byte; within the file when the recording begins there.
 * @param to position after its last byte.
 * @param bytes of the compressed file.
 * @param sha256 of the bytes that were recorded, hexadecimal.
 * @param frameSequence of its last event frame; 0 for commands.
 * @param timeNs engine time of its last event frame; 0 for commands.
 * @param rollingHash of the engine after its last event frame; 0 for commands.
 */
public record ArchivedSegment(
    Stream stream,
    long recordingId,
    long from,
    long to,
    long bytes,
    String sha256,
    long frameSequence,
    long timeNs,
    long rollingHash)
{
    private static final String KEYWORD = "segment ";

    /** What is archived. */
    public enum Stream
    {
        /** Commands. */
        JOURNAL,
        /** Commands among messages of the members, of a cluster. */
        LOG,
        /** What came of them. */
        EVENTS;

        /**
         * As files and people name it.
         *
         * @return lower case.
         */
        public String label()
        {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Name of its file.
     *
     * @return name, which sorts by position.
     */
    public String fileName()
    {
        return fileName(stream, from, to);
    }

    static String fileName(final Stream stream, final long from, final long to)
    {
        return String.format(Locale.ROOT, "%s-%019d-%019d.zst", stream.label(), from, to);
    }

    /** The segment as a line of the manifest. */
    String line()
    {
        return KEYWORD + "stream=" + stream.label() + " recordingId=" + recordingId + " from=" + from + " to=" + to +
            " bytes=" + bytes + " sha256=" + sha256 + " frameSequence=" + frameSequence + " timeNs=" + timeNs +
            " rollingHash=" + Long.toHexString(rollingHash);
    }

    /**
     * Reads a line of the manifest.
     *
     * @throws RuntimeException when it is none.
     */
    static ArchivedSegment of(final String line)
    {
        if (!line.startsWith(KEYWORD))
        {
            throw new IllegalArgumentException("this line is no segment: line=\"" + line + "\"");
        }
        final Map<String, String> values = new HashMap<>();
        for (final String pair : line.substring(KEYWORD.length()).split(" "))
        {
            final int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new ArchivedSegment(
            Stream.valueOf(values.get("stream").toUpperCase(Locale.ROOT)), number(values, "recordingId"),
            number(values, "from"), number(values, "to"), number(values, "bytes"), values.get("sha256"),
            number(values, "frameSequence"), number(values, "timeNs"),
            Long.parseUnsignedLong(values.get("rollingHash"), 16));
    }

    private static long number(final Map<String, String> values, final String name)
    {
        return Long.parseLong(values.get(name));
    }

    @Override
    public String toString()
    {
        return "stream=" + stream.label() + " fromPosition=" + from + " toPosition=" + to + " file=" + fileName();
    }
}
