// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.engine.files.OwnDirectory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keys of requests and what they were answered, for a day, in a file of their own for the owner alone: a request that
 * is sent again is not executed again, also after the console was started again. One request is executed at a time; one
 * console of an operator at a time has the file.
 */
final class RequestKeys implements AutoCloseable
{
    static final int MOST = 10_000;
    private static final int MOST_LINES = 4 * MOST;
    private static final int MAX_KEY = 80;
    private static final int PENDING = 0;
    private static final int FORGOTTEN = -1;
    private static final int BAD_REQUEST = 400;
    private static final int OTHER_BODY = 422;
    private static final int TOO_MANY = 429;
    private static final int NO_ANSWER = 504;
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    /** A line of the file; a later one of the same key replaces it. */
    @JsonPropertyOrder({"key", "sha256", "atMs", "status", "body"})
    private record Line(String key, String sha256, long atMs, int status, String body)
    {
    }

    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final Path file;
    private final LongSupplier clockMs;
    private final FileChannel lockChannel;
    private final FileLock lock;
    private FileChannel channel;
    private int written;

    /**
     * Opens the file.
     *
     * @param file of one operator.
     * @param clockMs milliseconds since 1970.
     * @throws IOException when it cannot be read or written.
     * @throws IllegalStateException when another console of the operator has it.
     */
    RequestKeys(final Path file, final LongSupplier clockMs) throws IOException
    {
        this.file = file;
        this.clockMs = clockMs;
        OwnDirectory.make(file.getParent().getParent());
        OwnDirectory.make(file.getParent());
        lockChannel = open(file.resolveSibling(file.getFileName() + ".lock"));
        lock = lock(lockChannel);
        if (null == lock)
        {
            lockChannel.close();
            throw new IllegalStateException("another console of this operator runs on this data directory, use that " +
                "one or end it: file=" + file);
        }
        read();
        compact();
    }

    /** Null when another console has it. */
    private static FileLock lock(final FileChannel channel) throws IOException
    {
        try
        {
            return channel.tryLock();
        }
        catch (final OverlappingFileLockException ex)
        {
            return null;
        }
    }

    private static FileChannel open(final Path path) throws IOException
    {
        return FileChannel.open(path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private void read() throws IOException
    {
        if (!Files.exists(file))
        {
            return;
        }
        for (final String text : Files.readString(file).split("\n"))
        {
            try
            {
                final Line line = ConsoleJson.MAPPER.readValue(text, Line.class);
                lines.put(line.key, line);
            }
            catch (final JsonProcessingException ignored)
            {
                // The process died while it wrote the last line; what that was about had not begun.
                break;
            }
        }
    }

    /**
     * Answers a request, by executing it or by what it was answered before.
     *
     * @param key of the request, null when it has none.
     * @param content of the request: the same key may not come with another one.
     * @param execution of the request.
     * @return its answer.
     * @throws ApiException when the key is wrong, or whether it was executed is not known.
     */
    synchronized Reply reply(final String key, final String content, final Supplier<Reply> execution)
    {
        if (null == key || !key.matches("[!-~]{1," + MAX_KEY + "}"))
        {
            throw new ApiException(BAD_REQUEST, "no-idempotency-key", "send a header Idempotency-Key of 1 to " +
                MAX_KEY + " printable ASCII characters, another one for each act, and the same one to repeat it");
        }
        final String sha256 = sha256(content);
        final long nowMs = clockMs.getAsLong();
        lines.values().removeIf(line -> nowMs - line.atMs > DAY_MS || FORGOTTEN == line.status);
        final Line before = lines.get(key);
        if (null != before)
        {
            return repeated(before, sha256);
        }
        if (lines.size() >= MOST)
        {
            throw new ApiException(TOO_MANY, "too-many-acts", "a console takes " + MOST + " acts within a day, " +
                "nothing was done; the command line takes more");
        }
        write(new Line(key, sha256, nowMs, PENDING, ""));
        final Reply reply = execution.get();
        write(new Line(key, sha256, nowMs, reply.isLast() ? reply.status() : FORGOTTEN,
            reply.isLast() ? reply.body() : ""));
        return reply;
    }

    private static Reply repeated(final Line before, final String sha256)
    {
        if (!before.sha256.equals(sha256))
        {
            throw new ApiException(OTHER_BODY, "other-body", "this key was used for another request, nothing was " +
                "done; take a new key", Map.of("key", before.key));
        }
        if (PENDING == before.status)
        {
            throw new ApiException(NO_ANSWER, "outcome-unknown", "the execution of this came to no end, it is not " +
                "known whether it was done; " + Replies.LOOK, Map.of("key", before.key));
        }
        return new Reply(before.status, before.body, true);
    }

    private void write(final Line line)
    {
        try
        {
            lines.put(line.key, line);
            if (written >= MOST_LINES)
            {
                compact();
                return;
            }
            final ByteBuffer bytes = ByteBuffer.wrap(bytes(line));
            while (bytes.hasRemaining())
            {
                channel.write(bytes);
            }
            channel.force(false);
            written++;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(
                "the keys of requests cannot be written, look at the disk: file=" + file, ex);
        }
    }

    /** Writes what counts into a new file. */
    private void compact() throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final long nowMs = clockMs.getAsLong();
        lines.values().removeIf(line -> nowMs - line.atMs > DAY_MS || FORGOTTEN == line.status);
        for (final Line line : lines.values())
        {
            bytes.write(bytes(line));
        }
        if (null != channel)
        {
            channel.close();
        }
        OwnerFiles.write(file, bytes.toByteArray());
        channel = open(file);
        written = lines.size();
    }

    private static byte[] bytes(final Line line) throws JsonProcessingException
    {
        return (ConsoleJson.MAPPER.writeValueAsString(line) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(final String content)
    {
        try
        {
            return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every JDK has SHA-256", ex);
        }
    }

    @Override
    public synchronized void close()
    {
        try
        {
            channel.close();
            lock.release();
            lockChannel.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the keys of requests cannot be closed: file=" + file, ex);
        }
    }
}
