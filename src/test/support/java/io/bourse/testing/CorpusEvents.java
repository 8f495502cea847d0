// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The event stream of a history of the corpus, in which every event there is happens.
 */
public final class CorpusEvents
{
    /** The first entry. */
    public static final String FIRST = "schema-4-level-7-snapshot-8";

    private static final Path CORPUS = Path.of(System.getProperty("bourse.root"))
        .resolve("engine/core/src/test/resources/io/bourse/engine/core/corpus");
    private static final int CURSOR_STEP = 32;

    private final List<Transaction> transactions = new ArrayList<>();

    /** Frames of a transaction, one after the other. */
    private record Transaction(byte[] frames, List<Integer> offsets, long endCursor)
    {
    }

    public CorpusEvents(final String entry) throws IOException
    {
        try (DataInputStream input = open(entry, "events.gz"))
        {
            read(input);
        }
    }

    /** Names of all entries. */
    public static List<String> entries() throws IOException
    {
        try (Stream<Path> directories = Files.list(CORPUS))
        {
            return directories.map((directory) -> directory.getFileName().toString()).sorted().toList();
        }
    }

    /** The records of each snapshot of an entry. */
    public static List<List<byte[]>> snapshots(final String entry) throws IOException
    {
        final List<List<byte[]>> snapshots = new ArrayList<>();
        try (DataInputStream input = open(entry, "snapshots.gz"))
        {
            for (int count = input.readInt(); count > 0; count = input.readInt())
            {
                final List<byte[]> records = new ArrayList<>();
                for (int i = 0; i < count; i++)
                {
                    records.add(input.readNBytes(input.readInt()));
                }
                snapshots.add(records);
            }
        }
        return snapshots;
    }

    private static DataInputStream open(final String entry, final String file) throws IOException
    {
        return new DataInputStream(new BufferedInputStream(
            new GZIPInputStream(Files.newInputStream(CORPUS.resolve(entry).resolve(file)))));
    }

    private void read(final DataInputStream input) throws IOException
    {
        final ExpandableArrayBuffer whole = new ExpandableArrayBuffer();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long cursor = 0;
        int length = 0;
        List<Integer> offsets = new ArrayList<>();
        for (int left = input.readInt(); left > 0; left--)
        {
            final byte[] frame = input.readNBytes(input.readInt());
            whole.putBytes(length, frame);
            offsets.add(length);
            length += frame.length;
            cursor += CURSOR_STEP;
            if (new EventGroupDecoder().wrapAndApplyHeader(new UnsafeBuffer(frame), 0, header).flags().end())
            {
                final byte[] bytes = new byte[length];
                whole.getBytes(0, bytes);
                transactions.add(new Transaction(bytes, offsets, cursor));
                length = 0;
                offsets = new ArrayList<>();
            }
        }
    }

    public int size()
    {
        return transactions.size();
    }

    /** Cursor after so many transactions. */
    public long cursor(final int count)
    {
        return 0 == count ? 0 : transactions.get(count - 1).endCursor();
    }

    /** Delivers one transaction, from 0; gives back the number of its frames. */
    public int deliver(final int index, final EventDispatcher dispatcher, final long publicationStamp)
    {
        final Transaction transaction = transactions.get(index);
        dispatcher.onTransaction(new UnsafeBuffer(transaction.frames()), transaction.offsets().size(),
            transaction.endCursor(), publicationStamp);
        return transaction.offsets().size();
    }

    /** Delivers the frames of one transaction, from 0, as they are recorded. */
    public void deliver(final int index, final ObjIntConsumer<DirectBuffer> frames)
    {
        final Transaction transaction = transactions.get(index);
        final DirectBuffer buffer = new UnsafeBuffer(transaction.frames());
        transaction.offsets().forEach((offset) -> frames.accept(buffer, offset));
    }
}
