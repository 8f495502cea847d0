// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.DirectBuffer;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A history that one version of the program has written: its commands, the event frames that they gave, and snapshots
 * on the way. Each part is a file of lengths and bytes, compressed; {@code entry.properties} has their digests.
 */
final class CorpusEntry
{
    static final String PROPERTIES = "entry.properties";
    private static final String JOURNAL = "journal.gz";
    private static final String EVENTS = "events.gz";
    private static final String SNAPSHOTS = "snapshots.gz";
    private static final int END = 0;

    final List<Command> commands;
    final List<byte[]> frames;
    final List<SnapshotRecords> snapshots;
    final Map<String, String> properties;

    /**
     * A command in its place.
     *
     * @param timeNs stamped.
     * @param position after it.
     * @param sha256 of the command when it was passed over by a quarantine, else empty.
     * @param bytes of the command.
     */
    record Command(long timeNs, long position, byte[] sha256, byte[] bytes)
    {
        static Command of(final CoreFixture core, final int length, final byte[] sha256)
        {
            final byte[] bytes = new byte[length];
            core.commands.buffer.getBytes(CommandWriter.OFFSET, bytes);
            return new Command(core.timeNs, core.position, sha256, bytes);
        }

        void execute(final MatchingEngine engine, final DirectBuffer buffer)
        {
            if (0 == sha256.length)
            {
                engine.onCommand(timeNs, position, buffer, 0, bytes.length);
            }
            else
            {
                engine.onQuarantined(timeNs, position, buffer, 0, bytes.length, sha256);
            }
        }
    }

    CorpusEntry(
        final List<Command> commands,
        final List<byte[]> frames,
        final List<SnapshotRecords> snapshots,
        final Map<String, String> properties)
    {
        this.commands = commands;
        this.frames = frames;
        this.snapshots = snapshots;
        this.properties = properties;
    }

    /** Name of the entry that the present program would write. */
    static String presentName()
    {
        return "schema-" + MessageHeaderDecoder.SCHEMA_VERSION + "-level-" + FeatureLevels.HIGHEST +
            "-snapshot-" + SnapshotBeginDecoder.SCHEMA_VERSION;
    }

    /** Writes the files; the directory must not be there: what was released never changes. */
    void write(final Path directory) throws IOException
    {
        Files.createDirectory(directory);
        writeJournal(directory.resolve(JOURNAL));
        writeList(directory.resolve(EVENTS), List.of(frames));
        writeList(directory.resolve(SNAPSHOTS), snapshots.stream().map((snapshot) -> snapshot.records).toList());
        final StringBuilder text = new StringBuilder("# Written by HistoryCorpusTest, never changed.\n");
        final Map<String, String> all = new TreeMap<>(properties);
        for (final String file : List.of(JOURNAL, EVENTS, SNAPSHOTS))
        {
            all.put(file + ".sha256", sha256(Files.readAllBytes(directory.resolve(file))));
        }
        all.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        Files.writeString(directory.resolve(PROPERTIES), text);
    }

    /** Reads the files and compares their digests. */
    static CorpusEntry read(final Path directory) throws IOException
    {
        final Properties loaded = new Properties();
        loaded.load(Files.newBufferedReader(directory.resolve(PROPERTIES)));
        final Map<String, String> properties = new TreeMap<>();
        loaded.forEach((key, value) -> properties.put((String)key, (String)value));
        for (final String file : List.of(JOURNAL, EVENTS, SNAPSHOTS))
        {
            final String found = sha256(Files.readAllBytes(directory.resolve(file)));
            if (!found.equals(properties.get(file + ".sha256")))
            {
                throw new IllegalStateException("A file of the corpus has changed, restore it from the commit that" +
                    " has added it: file=" + directory.resolve(file) + " sha256=" + found);
            }
        }
        return new CorpusEntry(
            readJournal(directory.resolve(JOURNAL)),
            readList(directory.resolve(EVENTS)).getFirst(),
            readList(directory.resolve(SNAPSHOTS)).stream().map(SnapshotRecords::new).toList(),
            properties);
    }

    private void writeJournal(final Path file) throws IOException
    {
        try (DataOutputStream output = output(file))
        {
            for (final Command command : commands)
            {
                output.writeInt(command.bytes().length);
                output.write(command.bytes());
                output.writeLong(command.timeNs());
                output.writeLong(command.position());
                output.writeByte(command.sha256().length);
                output.write(command.sha256());
            }
            output.writeInt(END);
        }
    }

    private static List<Command> readJournal(final Path file) throws IOException
    {
        final List<Command> commands = new ArrayList<>();
        try (DataInputStream input = input(file))
        {
            for (int length = input.readInt(); END != length; length = input.readInt())
            {
                final byte[] bytes = input.readNBytes(length);
                final long timeNs = input.readLong();
                final long position = input.readLong();
                commands.add(new Command(timeNs, position, input.readNBytes(input.readByte()), bytes));
            }
        }
        return commands;
    }

    private static void writeList(final Path file, final List<List<byte[]>> lists) throws IOException
    {
        try (DataOutputStream output = output(file))
        {
            for (final List<byte[]> list : lists)
            {
                output.writeInt(list.size());
                for (final byte[] bytes : list)
                {
                    output.writeInt(bytes.length);
                    output.write(bytes);
                }
            }
            output.writeInt(END);
        }
    }

    private static List<List<byte[]>> readList(final Path file) throws IOException
    {
        final List<List<byte[]>> lists = new ArrayList<>();
        try (DataInputStream input = input(file))
        {
            for (int size = input.readInt(); END != size; size = input.readInt())
            {
                final List<byte[]> list = new ArrayList<>(size);
                for (int i = 0; i < size; i++)
                {
                    list.add(input.readNBytes(input.readInt()));
                }
                lists.add(list);
            }
        }
        return lists;
    }

    private static DataOutputStream output(final Path file) throws IOException
    {
        return new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(file))));
    }

    private static DataInputStream input(final Path file) throws IOException
    {
        return new DataInputStream(new BufferedInputStream(new GZIPInputStream(Files.newInputStream(file))));
    }

    private static String sha256(final byte[] bytes)
    {
        try
        {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
