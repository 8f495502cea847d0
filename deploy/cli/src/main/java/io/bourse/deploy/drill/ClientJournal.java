// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What one client sent and received, one line each, written before the client acts on it. A line is in the file, and
 * so in the page cache, when the call returns: it survives the kill of the client. A line that was torn by a kill is
 * cut off at the next start; nothing was acted on then. Used by the client's thread and by that of QuickFIX/J.
 */
final class ClientJournal implements AutoCloseable
{
    /** A request, about to be sent. */
    static final char SENT = 'S';
    /** A numbered message of the venue that it repeats when asked. */
    static final char ANSWER = 'T';
    /** A refusal. */
    static final char REFUSED = 'R';
    /** Something that must not happen. */
    static final char WRONG = 'W';

    private static final String SEPARATOR = "\t";
    private static final String SUFFIX = ".journal";

    private final FileChannel channel;
    private final Path file;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(1024);

    /**
     * One line.
     *
     * @param key that a repetition has too: a message number, an ExecID or the name of the request.
     */
    record Line(char kind, String key, String text)
    {
    }

    private ClientJournal(final Path file, final FileChannel channel)
    {
        this.file = file;
        this.channel = channel;
    }

    /** Where the journal of a login is. */
    static Path file(final Path directory, final String login)
    {
        return directory.resolve(login + SUFFIX);
    }

    /** Opens the journal of a login to append to it, and cuts a torn line off. */
    static ClientJournal open(final Path directory, final String login)
    {
        final Path file = file(directory, login);
        try
        {
            Files.createDirectories(directory);
            final FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel.truncate(wholeLength(file));
            channel.position(channel.size());
            return new ClientJournal(file, channel);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot open the journal of a client: file=" + file, ex);
        }
    }

    private static long wholeLength(final Path file) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(file);
        int length = bytes.length;
        while (length > 0 && '\n' != bytes[length - 1])
        {
            length--;
        }
        return length;
    }

    /** All whole lines of a login's journal, in order; none when there is no journal. */
    static List<Line> read(final Path directory, final String login)
    {
        final Path file = file(directory, login);
        final List<Line> lines = new ArrayList<>();
        try
        {
            if (Files.exists(file))
            {
                final String whole =
                    new String(Files.readAllBytes(file), 0, (int)wholeLength(file), StandardCharsets.US_ASCII);
                whole.lines().forEach(line -> lines.add(parse(file, line)));
            }
            return lines;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the journal of a client: file=" + file, ex);
        }
    }

    private static Line parse(final Path file, final String line)
    {
        final String[] parts = line.split(SEPARATOR, 3);
        if (3 != parts.length || 1 != parts[0].length())
        {
            throw new DrillException("a line of a client's journal cannot be read: file=" + file + " line=" + line);
        }
        return new Line(parts[0].charAt(0), parts[1], parts[2]);
    }

    /** Appends one line. */
    synchronized void write(final char kind, final String key, final String text)
    {
        final byte[] line = (kind + SEPARATOR + key + SEPARATOR + text + '\n').getBytes(StandardCharsets.US_ASCII);
        if (buffer.capacity() < line.length)
        {
            buffer = ByteBuffer.allocateDirect(2 * line.length);
        }
        buffer.clear().put(line).flip();
        try
        {
            while (buffer.hasRemaining())
            {
                channel.write(buffer);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write the journal of a client: file=" + file, ex);
        }
    }

    @Override
    public void close()
    {
        try
        {
            channel.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot close the journal of a client: file=" + file, ex);
        }
    }
}
