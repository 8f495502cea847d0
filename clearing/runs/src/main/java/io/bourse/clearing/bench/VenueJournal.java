// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.MovementKind;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The commands of runs to a synthetic venue, a line each, in a file that outlives the process of the run. A command
 * was sent exactly as often as it has lines.
 */
final class VenueJournal implements AutoCloseable
{
    /** Name of the file in the directory of the venue. */
    static final String FILE_NAME = "venue.journal";

    /** Numbers of a row of {@link Kind#MOVE}. */
    static final int MOVEMENT_VALUES = 4;

    private final Path file;
    private final FileChannel channel;
    private final List<Entry> entries = new ArrayList<>();

    /** What a line is about. */
    enum Kind
    {
        /** Trading was suspended. */
        SUSPEND,
        /** Positions were moved: four numbers a row. */
        MOVE,
        /** An instrument was ended. */
        EXPIRE,
        /** A price was published. */
        PUBLISH,
        /** The margin of a lot was set: instrument, long, short. */
        MARGIN,
        /** A collateral was set: level, kopecks, the code in two numbers. */
        COLLATERAL,
        /** Everything of a run was published. */
        COMPLETE,
        /** Trading was resumed. */
        RESUME
    }

    /**
     * A line.
     *
     * @param kind what it is about.
     * @param values further numbers, as many as the kind has.
     */
    record Entry(Kind kind, long runId, long... values)
    {
        Publication publication(final ClearingKind runKind)
        {
            return new Publication(
                runId, runKind, (int)values[0], values[1], values[2], values[3], values[4]);
        }

        /** Whose collateral was set. */
        String code()
        {
            final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(values[2]).putLong(values[3]);
            return new String(bytes.array(), StandardCharsets.US_ASCII).trim();
        }

        int movementCount()
        {
            return values.length / MOVEMENT_VALUES;
        }

        Movement movement(final int index)
        {
            final int at = index * MOVEMENT_VALUES;
            return new Movement(
                (int)values[at],
                (int)values[at + 1],
                (int)values[at + 2],
                MovementKind.values()[(int)values[at + MOVEMENT_VALUES - 1]]);
        }

        ClearingKind runKind()
        {
            return ClearingKind.get((short)values[0]);
        }
    }

    /**
     * A row of a movement.
     *
     * @param account of the register.
     * @param instrumentId SecurityID.
     * @param lots added to the position.
     * @param kind why.
     */
    record Movement(int account, int instrumentId, int lots, MovementKind kind)
    {
    }

    /**
     * A published price.
     *
     * @param kind of the run.
     * @param instrumentId SecurityID.
     * @param settlementE5 x 100 000.
     * @param tickValueE5 x 100 000.
     * @param lowLimitE5 x 100 000.
     * @param highLimitE5 x 100 000.
     */
    record Publication(
        long runId,
        ClearingKind kind,
        int instrumentId,
        long settlementE5,
        long tickValueE5,
        long lowLimitE5,
        long highLimitE5)
    {
    }

    private VenueJournal(final Path file) throws IOException
    {
        this.file = file;
        this.channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        final String text = Files.readString(file, StandardCharsets.US_ASCII);
        final int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end).lines().forEach(line -> entries.add(parse(line)));
        // The unfinished line of a killed process was not sent.
        channel.truncate(end);
        channel.position(end);
    }

    static VenueJournal open(final Path directory)
    {
        final Path file = directory.resolve(FILE_NAME);
        try
        {
            return new VenueJournal(file);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("journal of the venue cannot be opened: file=" + file, ex);
        }
    }

    private static Entry parse(final String line)
    {
        final String[] words = line.split(" ");
        final long[] values = new long[words.length - 2];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = Long.parseLong(words[i + 2]);
        }
        return new Entry(Kind.valueOf(words[0]), Long.parseLong(words[1]), values);
    }

    List<Entry> entries()
    {
        return Collections.unmodifiableList(entries);
    }

    void add(final Kind kind, final long runId, final long... values)
    {
        final StringBuilder line = new StringBuilder().append(kind).append(' ').append(runId);
        for (final long value : values)
        {
            line.append(' ').append(value);
        }
        final ByteBuffer bytes = ByteBuffer.wrap(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
        try
        {
            while (bytes.hasRemaining())
            {
                channel.write(bytes);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("journal of the venue cannot be written: file=" + file, ex);
        }
        entries.add(new Entry(kind, runId, values));
    }

    void addCollateral(final LimitLevel level, final String code, final long kopecks)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).put(code.getBytes(StandardCharsets.US_ASCII));
        add(Kind.COLLATERAL, 0, level.value(), kopecks, bytes.getLong(0), bytes.getLong(Long.BYTES));
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
            throw new UncheckedIOException("journal of the venue cannot be closed: file=" + file, ex);
        }
    }
}
