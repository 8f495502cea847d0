// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads the stores of a gateway that does not run.
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
        final Path file = directory.resolve(HandedMark.FILE_NAME);
        if (!Files.exists(file))
        {
            return OptionalLong.empty();
        }
        final byte[] bytes = Files.readAllBytes(file);
        final ByteBuffer mark = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (HandedMark.FILE_LENGTH != bytes.length || HandedMark.MAGIC != mark.getLong(0) ||
            HandedMark.VERSION != mark.getLong(HandedMark.VERSION_OFFSET))
        {
            throw new IOException("not a handed mark of this version: file=" + file + " length=" + bytes.length);
        }
        return OptionalLong.of(mark.getLong(HandedMark.POSITION_OFFSET));
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
                    sessions.put(session.getFileName().toString(), read(numbers));
                }
            }
        }
        return sessions;
    }

    private static long read(final Path numbers) throws IOException
    {
        return SessionNumbers.nextSender(Files.readAllBytes(numbers)).orElseThrow(() ->
            new IOException("not sequence numbers of this version: file=" + numbers));
    }
}
