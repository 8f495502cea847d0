// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads the stores of a gateway, which may run: nothing is changed.
 */
public final class StoreFiles
{
    private StoreFiles()
    {
    }

    /**
     * Up to where all reports are in the session stores.
     *
     * @param directory of the stores.
     * @return journal position in bytes, empty when no gateway ever ran there.
     * @throws IOException when the mark cannot be read or is not one.
     */
    public static OptionalLong handedPosition(final Path directory) throws IOException
    {
        final ByteBuffer mark = mark(directory);
        return null == mark ? OptionalLong.empty() : OptionalLong.of(mark.getLong(HandedMark.POSITION_OFFSET));
    }

    /**
     * The last start of a gateway that has had the sessions with these stores: of several stores the one with the
     * highest epoch has gone on last.
     *
     * @param directory of the stores.
     * @return epoch; {@link HandedMark#NO_EPOCH} or below when none is known.
     * @throws IOException when the mark cannot be read or is not one.
     */
    public static long epoch(final Path directory) throws IOException
    {
        final ByteBuffer mark = mark(directory);
        return null == mark ? 0 : mark.getLong(HandedMark.EPOCH_OFFSET);
    }

    /** Null when no gateway ever ran there. */
    private static ByteBuffer mark(final Path directory) throws IOException
    {
        final Path file = directory.resolve(HandedMark.FILE_NAME);
        if (!Files.exists(file))
        {
            return null;
        }
        final byte[] bytes = Files.readAllBytes(file);
        final ByteBuffer mark = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (HandedMark.FILE_LENGTH != bytes.length || HandedMark.MAGIC != mark.getLong(0) ||
            HandedMark.VERSION != mark.getLong(HandedMark.VERSION_OFFSET))
        {
            throw new IOException("not a handed mark of this version: file=" + file + " length=" + bytes.length);
        }
        return mark;
    }

    /**
     * Next outgoing sequence numbers of the sessions.
     *
     * @param directory of the stores.
     * @return by name of the login.
     * @throws IOException when a store cannot be read.
     */
    public static SortedMap<String, Long> nextSenderNumbers(final Path directory) throws IOException
    {
        final SortedMap<String, Long> sessions = new TreeMap<>();
        if (!Files.isDirectory(directory))
        {
            return sessions;
        }
        try (Stream<Path> files = Files.list(directory))
        {
            for (final Path session : (Iterable<Path>)files::iterator)
            {
                final Path numbers = session.resolve(SessionNumbers.FILE_NAME);
                if (Files.isRegularFile(numbers))
                {
                    sessions.put(session.getFileName().toString(), read(numbers).nextSender());
                }
            }
        }
        return sessions;
    }

    /**
     * Lets the outgoing numbers of all sessions go on later, while no gateway works with the stores. A client may have
     * seen numbers that a copy of its store does not know: none of them means a second message then, and the client
     * asks for those in between.
     *
     * @param directory of the stores.
     * @param count numbers that no message gets.
     * @throws IOException when a store cannot be read or written.
     */
    public static void skipNumbers(final Path directory, final int count) throws IOException
    {
        for (final Map.Entry<String, Long> session : nextSenderNumbers(directory).entrySet())
        {
            final Path numbers = directory.resolve(session.getKey()).resolve(SessionNumbers.FILE_NAME);
            try (FileChannel channel = FileChannel.open(numbers, StandardOpenOption.WRITE))
            {
                channel.write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0, Math.addExact(session.getValue().intValue(), count)), SessionNumbers.SENDER_OFFSET);
                channel.force(true);
            }
        }
    }

    private static StoredSession read(final Path numbers) throws IOException
    {
        return SessionNumbers.read(Files.readAllBytes(numbers)).orElseThrow(() ->
            new IOException("not sequence numbers of this version: file=" + numbers));
    }

    /**
     * Numbers of one session.
     *
     * @param directory of the stores.
     * @param login name of the login.
     * @return empty when the login never had a session there.
     * @throws IOException when the store cannot be read.
     */
    public static Optional<StoredSession> session(final Path directory, final String login) throws IOException
    {
        final Path numbers = directory.resolve(login).resolve(SessionNumbers.FILE_NAME);
        return Files.isRegularFile(numbers) ? Optional.of(read(numbers)) : Optional.empty();
    }

    /**
     * The last messages to a client, of those in the newest file of its log.
     *
     * @param directory of the stores.
     * @param login name of the login.
     * @param limit most messages.
     * @return in their order; empty when there are none.
     * @throws IOException when the store cannot be read.
     */
    public static List<StoredMessage> lastMessages(final Path directory, final String login, final int limit)
        throws IOException
    {
        final Path session = directory.resolve(login);
        if (!Files.isDirectory(session))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(session))
        {
            final Optional<Path> last = files.filter((file) -> file.toString().endsWith(MessageLog.SUFFIX))
                .max(Comparator.naturalOrder());
            return last.isPresent() ? LogSegment.last(last.get(), limit) : List.of();
        }
    }
}
