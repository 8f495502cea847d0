// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.AppendLock;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Money and assets that members bring and take, as {@code funds/instructions.jsonl} in the base directory: lines of
 * JSON that are only ever appended, each with the digest of the one before, each synced before it is acknowledged. A
 * run takes what stands in it when it begins.
 *
 * @param baseDir of the runs.
 * @param clockNs nanoseconds since 1970.
 */
public record InstructionBook(Path baseDir, LongSupplier clockNs)
{
    /** Directory of the book in the base directory. */
    public static final String DIRECTORY = "funds";
    public static final String FILE_NAME = "instructions.jsonl";
    /** What precedes the first line. */
    public static final String GENESIS = "0".repeat(64);

    private Path file()
    {
        return baseDir.resolve(DIRECTORY).resolve(FILE_NAME);
    }

    /** Takes up an instruction without a signature, see {@link #append(InstructionRequest, UnaryOperator)}. */
    public Instruction append(final InstructionRequest request) throws IOException
    {
        return append(request, UnaryOperator.identity());
    }

    /**
     * Takes up an instruction. One that is there already, by register and reference, is given back as it is.
     *
     * @param request what is asked for.
     * @param signing gives the line, in its place of the book, back as its operator has signed it.
     * @return the line of the book.
     * @throws IOException when the file cannot be read or written.
     * @throws PreconditionException when another instruction has the reference.
     * @throws InputCorruptException when the chain of the book is broken.
     */
    public Instruction append(final InstructionRequest request, final UnaryOperator<Instruction> signing)
        throws IOException
    {
        try (AppendLock lock = AppendLock.acquire(file());
            FileChannel channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE))
        {
            final byte[] whole = whole();
            final List<Instruction> book = parsed(whole);
            for (final Instruction known : book)
            {
                if (known.client().equals(request.client()) && known.reference().equals(request.reference()))
                {
                    return requireSame(known, request);
                }
            }
            final Instruction line = sealed(signing.apply(new Instruction(
                book.size() + 1L,
                request.kind(),
                request.client(),
                request.asset(),
                request.amount(),
                request.reference(),
                request.actor(),
                clockNs.getAsLong(),
                book.isEmpty() ? GENESIS : book.getLast().sha256(),
                "",
                request.despiteDefault() ? true : null,
                null)));
            append(channel, whole.length, Json.line(line));
            return line;
        }
    }

    private static Instruction requireSame(final Instruction known, final InstructionRequest request)
    {
        if (known.asksFor(request))
        {
            return known;
        }
        throw new PreconditionException("another instruction of the register has the reference, take a new one: " +
            "client=" + request.client() + " reference=" + request.reference() + " seq=" + known.seq() + " kind=" +
            known.kind() + " asset=" + known.asset() + " amount=" + known.amount());
    }

    /** What a crash has left after the last whole line was never acknowledged and is removed. */
    private static void append(final FileChannel channel, final long wholeLength, final byte[] line) throws IOException
    {
        channel.truncate(wholeLength);
        channel.position(wholeLength);
        final ByteBuffer bytes = ByteBuffer.wrap(line);
        while (bytes.hasRemaining())
        {
            channel.write(bytes);
        }
        channel.force(true);
    }

    /** The file up to the end of its last whole line. */
    private byte[] whole() throws IOException
    {
        final byte[] all = Files.exists(file()) ? Files.readAllBytes(file()) : new byte[0];
        int length = all.length;
        while (length > 0 && '\n' != all[length - 1])
        {
            length--;
        }
        return Arrays.copyOf(all, length);
    }

    private static Instruction sealed(final Instruction line)
    {
        return line.withSha256(Digests.sha256Of(Json.line(line.withSha256(""))));
    }

    /**
     * Reads the book and follows its chain.
     *
     * @return all lines.
     * @throws IOException when the file cannot be read.
     * @throws InputCorruptException when the chain is broken; the line is named.
     */
    public List<Instruction> read() throws IOException
    {
        return parsed(whole());
    }

    private List<Instruction> parsed(final byte[] whole)
    {
        final List<Instruction> book = new ArrayList<>();
        final String text = new String(whole, StandardCharsets.UTF_8);
        String previous = GENESIS;
        for (final String line : text.lines().toList())
        {
            final Instruction instruction = parsed(line, book.size() + 1);
            final boolean isChained = book.size() + 1 == instruction.seq() && previous.equals(instruction.previous());
            if (!isChained || !sealed(instruction).sha256().equals(instruction.sha256()))
            {
                throw new InputCorruptException("chain of the book of instructions is broken: file=" + file() +
                    " line=" + (book.size() + 1) + " seq=" + instruction.seq() + " previous=" +
                    instruction.previous() + " wantedPrevious=" + previous + " sha256=" + instruction.sha256());
            }
            previous = instruction.sha256();
            book.add(instruction);
        }
        return book;
    }

    private Instruction parsed(final String line, final int number)
    {
        try
        {
            return Json.read(line.getBytes(StandardCharsets.UTF_8), Instruction.class);
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("line of the book of instructions cannot be read: file=" + file() +
                " line=" + number + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /**
     * How far the book goes.
     *
     * @return number and digest of the last line.
     * @throws IOException when the file cannot be read.
     */
    public BookHead head() throws IOException
    {
        final List<Instruction> book = read();
        return book.isEmpty() ? BookHead.NONE : new BookHead(book.getLast().seq(), book.getLast().sha256());
    }

    /**
     * How far the book goes now. Whatever comes later has this time or a later one.
     *
     * @return last line, and when it was looked at.
     * @throws IOException when the file cannot be read or locked.
     */
    public TakenBook take() throws IOException
    {
        final long nowNs = clockNs.getAsLong();
        if (!Files.exists(file()))
        {
            return new TakenBook(BookHead.NONE, nowNs);
        }
        try (AppendLock lock = AppendLock.acquire(file()))
        {
            return new TakenBook(head(), clockNs.getAsLong());
        }
    }

    /**
     * Lines between two heads.
     *
     * @param after not this one and none before it.
     * @param upTo the last one.
     * @return lines.
     * @throws IOException when the file cannot be read.
     * @throws InputCorruptException when the book does not have one of the heads any more.
     */
    public List<Instruction> between(final BookHead after, final BookHead upTo) throws IOException
    {
        final List<Instruction> book = read();
        for (final BookHead head : List.of(after, upTo))
        {
            final String found = 0 == head.seq() ? GENESIS :
                head.seq() <= book.size() ? book.get((int)head.seq() - 1).sha256() : "missing";
            if (!found.equals(head.sha256()))
            {
                throw new InputCorruptException("the book of instructions is not the one that a run has taken: file=" +
                    file() + " seq=" + head.seq() + " sha256=" + found + " takenSha256=" + head.sha256());
            }
        }
        return List.copyOf(book.subList((int)after.seq(), (int)Math.max(after.seq(), upTo.seq())));
    }
}
