// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.AppendLock;
import io.bourse.clearing.file.Digests;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
 * each with the digest of the one before (rules 6). A line that is changed, taken out or put in breaks the
 * chain at its place; the head of the chain is signed at each publication and with each run, so that the end cannot be
 * cut off unseen either.
 *
 * <p>Several processes may append: a run while an approver approves. Each line is synced before anything goes on.
 *
 * @param baseDir of the runs.
 * @param clockMs milliseconds since 1970.
 */
public record ClearingAuditTrail(Path baseDir, LongSupplier clockMs)
{
    /** Name of the file in the base directory. */
    public static final String FILE_NAME = "audit.jsonl";
    /** What precedes the first line. */
    public static final String GENESIS = "0".repeat(64);

    /** Result of what was done. */
    private static final String OK = "OK";
    /** Argument of an answer: digest of what was approved or refused. */
    private static final String ANSWERED = "sha256";
    private static final ObjectMapper MAPPER =
        new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int BLOCK_LENGTH = 64 * 1024;
    private static final int MAX_TEXT_LENGTH = 8_192;

    private Path file()
    {
        return baseDir.resolve(FILE_NAME);
    }

    /**
     * Appends a line. Of longer texts it holds the first 8,192 characters.
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
        try (AppendLock lock = AppendLock.acquire(file());
            FileChannel channel = FileChannel.open(
                file(), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            final AuditRecord last = last(channel);
            final Map<String, String> sorted = new TreeMap<>();
            arguments.forEach((name, value) -> sorted.put(name, shortened(value)));
            final AuditRecord record = sealed(new AuditRecord(
                null == last ? 1 : last.seq() + 1,
                Instant.ofEpochMilli(clockMs.getAsLong()).toString(),
                shortened(actor),
                shortened(command),
                runId,
                sorted,
                Digests.sha256Of(MAPPER.writeValueAsBytes(sorted)),
                shortened(result),
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

    private static AuditRecord sealed(final AuditRecord record) throws IOException
    {
        return record.withSha256(Digests.sha256Of(MAPPER.writeValueAsBytes(record.withSha256(""))));
    }

    /** The last whole line. What a crash has left after it was never acknowledged and is removed. */
    private AuditRecord last(final FileChannel channel) throws IOException
    {
        final long end = newlineBefore(channel, channel.size());
        if (end + 1 < channel.size())
        {
            channel.truncate(end + 1);
        }
        if (end < 0)
        {
            return null;
        }
        final long from = newlineBefore(channel, end) + 1;
        return parsed(read(channel, from, end), "last");
    }

    /** However long lines are: position of the last newline before a position, -1 when there is none. */
    private static long newlineBefore(final FileChannel channel, final long before) throws IOException
    {
        long to = before;
        while (to > 0)
        {
            final long from = Math.max(0, to - BLOCK_LENGTH);
            final byte[] block = read(channel, from, to);
            for (int i = block.length - 1; i >= 0; i--)
            {
                if ('\n' == block[i])
                {
                    return from + i;
                }
            }
            to = from;
        }
        return -1;
    }

    private static byte[] read(final FileChannel channel, final long from, final long to) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(to - from));
        while (bytes.hasRemaining())
        {
            if (channel.read(bytes, from + bytes.position()) < 0)
            {
                throw new EOFException("the audit trail became shorter while it was read: length=" + channel.size());
            }
        }
        return bytes.array();
    }

    /** A message may print whatever stopped a run; the trail needs its beginning. */
    private static String shortened(final String text)
    {
        if (null == text || text.length() <= MAX_TEXT_LENGTH)
        {
            return text;
        }
        final boolean isPair = Character.isHighSurrogate(text.charAt(MAX_TEXT_LENGTH - 1));
        return text.substring(0, isPair ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH) + " ... length=" + text.length();
    }

    private AuditRecord parsed(final byte[] line, final String where)
    {
        try
        {
            return MAPPER.readValue(line, AuditRecord.class);
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("line of the audit trail cannot be read: file=" + file() + " line=" +
                where + " reason=\"" + ex.getMessage() + "\"", ex);
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
        final List<AuditRecord> records = Files.exists(file()) ? read() : List.of();
        return records.isEmpty() ? null : records.getLast();
    }

    /**
     * Requires that the trail has an answer. A file alone, which may be forged, is no answer.
     *
     * @param answer that is about to be taken.
     * @throws IOException when the file cannot be read.
     * @throws ApprovalException when the trail does not know it.
     * @throws InputCorruptException when the chain is broken.
     */
    public void requireRecorded(final Approval answer) throws IOException
    {
        if (!Files.exists(file()) || !tells(read(), answer))
        {
            throw new ApprovalException("the audit trail does not know the approval, remove its file and approve " +
                "again: step=" + answer.step().text() + " runId=" + answer.runId() + " approver=" +
                answer.approver() + " sha256=" + answer.sha256() + " trail=" + file());
        }
    }

    /** Whether a line has an answer: who gave it, to which question, about which bytes. */
    public static boolean tells(final List<AuditRecord> trail, final Approval answer)
    {
        final String command = answer.approved() ? "approve" : "refuse";
        // A move of the session is about no run, neither is what goes out.
        final boolean isOfRun = ApprovalStep.SESSION != answer.step() && ApprovalStep.PAY_OUT != answer.step();
        final long runId = isOfRun ? answer.runId() : 0;
        return trail.stream().anyMatch(line -> line.command().endsWith(command) && OK.equals(line.result()) &&
            answer.approver().equals(line.actor()) && runId == line.runId() &&
            answer.sha256().equals(line.arguments().get(ANSWERED)));
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
        final String text = Files.readString(file());
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
                throw new InputCorruptException("chain of the audit trail is broken: file=" + file() + " line=" + seq +
                    " seq=" + record.seq() + " previous=" + record.previous() + " wantedPrevious=" + previous +
                    " sha256=" + record.sha256() + " calculated=" + found);
            }
            previous = record.sha256();
            records.add(record);
        }
        return records;
    }
}
