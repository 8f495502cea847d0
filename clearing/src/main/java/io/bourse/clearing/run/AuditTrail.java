// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Who did what to which run, as {@code audit.jsonl} in the base directory: lines of JSON that are only ever appended,
 * each with the digest of the one before (sheet section 6). A line that is changed, taken out or put in breaks the
 * chain at its place; the head of the chain is signed at each publication, so that the end cannot be cut off unseen
 * either.
 *
 * <p>Several processes may append: a run while an approver approves. Each line is synced before anything goes on.
 */
public final class AuditTrail
{
    /** Name of the file in the base directory. */
    public static final String FILE_NAME = "audit.jsonl";
    /** What precedes the first line. */
    public static final String GENESIS = "0".repeat(64);

    private static final Object PROCESS_LOCK = new Object();
    private static final ObjectMapper MAPPER =
        new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int TAIL_LENGTH = 64 * 1024;

    private final Path file;
    private final LongSupplier clockMs;

    /**
     * The trail of a base directory.
     *
     * @param baseDir of the runs.
     * @param clockMs milliseconds since 1970.
     */
    public AuditTrail(final Path baseDir, final LongSupplier clockMs)
    {
        this.file = baseDir.resolve(FILE_NAME);
        this.clockMs = clockMs;
    }

    /**
     * Appends a line.
     *
     * @param actor who did it.
     * @param command what was done.
     * @param runId of the run; 0 when it is about none.
     * @param arguments by name.
     * @param result what became of it.
     * @return the line.
     * @throws IOException when the file cannot be read or written.
     * @throws InputCorruptException when the last line is not one of a trail.
     */
    public AuditRecord append(
        final String actor,
        final String command,
        final long runId,
        final Map<String, String> arguments,
        final String result) throws IOException
    {
        synchronized (PROCESS_LOCK)
        {
            DurableFile.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.lock())
            {
                final AuditRecord last = last(channel);
                final Map<String, String> sorted = new TreeMap<>(arguments);
                final AuditRecord record = sealed(new AuditRecord(
                    null == last ? 1 : last.seq() + 1,
                    Instant.ofEpochMilli(clockMs.getAsLong()).toString(),
                    actor,
                    command,
                    runId,
                    sorted,
                    Digests.sha256Of(MAPPER.writeValueAsBytes(sorted)),
                    result,
                    null == last ? GENESIS : last.sha256(),
                    ""));
                final ByteBuffer line =
                    ByteBuffer.wrap((MAPPER.writeValueAsString(record) + "\n").getBytes(StandardCharsets.UTF_8));
                channel.position(channel.size());
                while (line.hasRemaining())
                {
                    channel.write(line);
                }
                channel.force(true);
                return record;
            }
        }
    }

    private static AuditRecord sealed(final AuditRecord record) throws IOException
    {
        return record.withSha256(Digests.sha256Of(MAPPER.writeValueAsBytes(record.withSha256(""))));
    }

    /** The last whole line. What a crash has left behind it was never told to anybody and goes. */
    private AuditRecord last(final FileChannel channel) throws IOException
    {
        final long size = channel.size();
        final long from = Math.max(0, size - TAIL_LENGTH);
        final ByteBuffer tail = ByteBuffer.allocate((int)(size - from));
        while (tail.hasRemaining() && channel.read(tail, from + tail.position()) >= 0)
        {
            // The file is locked: what is there stays there.
        }
        final String text = new String(tail.array(), 0, tail.position(), StandardCharsets.ISO_8859_1);
        final int end = text.lastIndexOf('\n');
        if (end + 1 < text.length())
        {
            channel.truncate(from + end + 1);
        }
        if (end < 0)
        {
            return null;
        }
        final String line = text.substring(text.lastIndexOf('\n', end - 1) + 1, end);
        return parsed(line.getBytes(StandardCharsets.ISO_8859_1), "last");
    }

    private AuditRecord parsed(final byte[] line, final String where)
    {
        try
        {
            return MAPPER.readValue(line, AuditRecord.class);
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("line of the audit trail cannot be read: file=" + file + " line=" + where +
                " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /**
     * The line that was written last.
     *
     * @return null when there is none.
     * @throws IOException when the file cannot be read.
     */
    public AuditRecord head() throws IOException
    {
        final List<AuditRecord> records = Files.exists(file) ? read() : List.of();
        return records.isEmpty() ? null : records.getLast();
    }

    /**
     * Reads the trail and follows its chain.
     *
     * @return all lines.
     * @throws IOException when the file cannot be read.
     * @throws InputCorruptException when the chain is broken; the line is named.
     */
    public List<AuditRecord> read() throws IOException
    {
        final List<AuditRecord> records = new ArrayList<>();
        String previous = GENESIS;
        final String text = Files.readString(file);
        for (final String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n"))
        {
            if (line.isEmpty())
            {
                break;
            }
            final long seq = records.size() + 1L;
            final AuditRecord record = parsed(line.getBytes(StandardCharsets.UTF_8), Long.toString(seq));
            final String found = sealed(record).sha256();
            final String arguments = Digests.sha256Of(MAPPER.writeValueAsBytes(record.arguments()));
            final boolean isChained = seq == record.seq() && previous.equals(record.previous());
            if (!isChained || !found.equals(record.sha256()) || !arguments.equals(record.argumentsSha256()))
            {
                throw new InputCorruptException("chain of the audit trail is broken: file=" + file + " line=" + seq +
                    " seq=" + record.seq() + " previous=" + record.previous() + " wantedPrevious=" + previous +
                    " sha256=" + record.sha256() + " calculated=" + found);
            }
            previous = record.sha256();
            records.add(record);
        }
        return records;
    }
}
