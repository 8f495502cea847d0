// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.bourse.engine.host.snapshot.SnapshotFileException.Reason;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class SnapshotFileTest
{
    private static final SnapshotHeader HEADER = new SnapshotHeader(3, 4_096, 8_192, 17, 1_000, 999, -5);
    private static final BooleanSupplier GO_ON = () -> true;

    @TempDir
    private Path dir;
    private final List<byte[]> records = new ArrayList<>();
    private CompletableFuture<SnapshotFile.Contents> written = new CompletableFuture<>();
    private boolean isNamedTooEarly;
    private BackgroundSnapshotWriter writer;
    private SnapshotDirectory directory;

    @BeforeEach
    void records()
    {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 400; i++)
        {
            final byte[] record = new byte[1 + random.nextInt(8_000)];
            random.nextBytes(record);
            records.add(record);
        }
        directory = new SnapshotDirectory(dir);
        writer = new BackgroundSnapshotWriter(dir, TimeUnit.SECONDS.toNanos(10), "test-snapshots", listener());
    }

    private SnapshotListener listener()
    {
        return new SnapshotListener()
        {
            @Override
            public void beforeName(final SnapshotHeader header)
            {
                // Named files are what readers see; until now there must be none of this snapshot.
                isNamedTooEarly |= !directory.newestFirst().isEmpty();
            }

            @Override
            public void onComplete(final SnapshotFile.Contents contents)
            {
                written.complete(contents);
            }

            @Override
            public void onFailed(final long journalPosition, final Throwable cause)
            {
                written.completeExceptionally(cause);
            }
        };
    }

    @AfterEach
    void close()
    {
        writer.close();
    }

    @Test
    void shouldReadWhatWasWritten() throws Exception
    {
        final Path file = write();

        final List<byte[]> read = new ArrayList<>();
        final SnapshotFile.Contents contents = SnapshotFile.read(file, (buffer, offset, length) ->
        {
            final byte[] record = new byte[length];
            buffer.getBytes(offset, record);
            read.add(record);
        });

        assertEquals(HEADER, contents.header());
        assertEquals(HEADER, SnapshotFile.header(file));
        assertEquals(records.size(), contents.records());
        assertEquals(records.stream().mapToLong(record -> record.length).sum(), contents.bytes());
        assertEquals(contents, written.get());
        assertFalse(isNamedTooEarly);
        assertArrayEquals(records.toArray(), read.toArray());
    }

    @Test
    void shouldNameTornFileWhereverItIsCut() throws Exception
    {
        final byte[] whole = Files.readAllBytes(write());
        final Random random = new Random(1);
        for (int i = 0; i < 50; i++)
        {
            final Path torn = dir.resolve("torn" + i);
            Files.write(torn, Arrays.copyOf(whole, random.nextInt(whole.length)));
            assertEquals(Reason.TORN, refusal(torn));
        }
    }

    @Test
    void shouldFindEveryFlippedBit() throws Exception
    {
        final Path file = write();
        final byte[] whole = Files.readAllBytes(file);
        final Random random = new Random(2);
        for (int i = 0; i < 400; i++)
        {
            // The first bytes one by one, then anywhere, and the end marker.
            final int at = i < 100 ? i : i < 130 ? whole.length - 1 - (i - 100) : random.nextInt(whole.length);
            final byte[] damaged = whole.clone();
            damaged[at] ^= (byte)(1 << random.nextInt(8));
            final Path copy = dir.resolve("flipped");
            Files.write(copy, damaged);
            assertThrows(SnapshotFileException.class, () -> SnapshotFile.read(copy, (buffer, offset, length) -> { }),
                "at=" + at);
        }
    }

    @Test
    void shouldNameWhatIsWrong() throws Exception
    {
        final Path file = write();
        Files.write(file, new byte[1], StandardOpenOption.APPEND);
        assertEquals(Reason.BYTES_BEHIND_END, refusal(file));

        final Path other = dir.resolve("snapshots").resolve(SnapshotDirectory.nameOf(77));
        Files.move(file, other);
        assertEquals(Reason.WRONG_NAME, refusal(other));

        Files.write(other, new byte[200]);
        assertEquals(Reason.NOT_A_SNAPSHOT_FILE, refusal(other));
    }

    @Test
    void shouldLeaveNothingOfSnapshotThatWasGivenUp() throws Exception
    {
        writer.begin(HEADER);
        append(records.getFirst());
        writer.abort(new IllegalStateException("on purpose"));

        TestEngine.await("given up", () -> written.isDone() && !writer.isBusy());
        assertEquals("on purpose", assertThrows(Exception.class, () -> written.get()).getCause().getMessage());
        try (Stream<Path> files = Files.list(directory.path()))
        {
            assertEquals(0, files.count());
        }
        written = new CompletableFuture<>();
        write();
        assertEquals(1, directory.newestFirst().size());
    }

    @Test
    void shouldFailSnapshotWhenDirectoryCannotBeWritten() throws Exception
    {
        Files.write(directory.path(), new byte[0]);
        writer.begin(HEADER);
        records.forEach(this::append);
        writer.complete(GO_ON);

        TestEngine.await("failed", () -> written.isDone() && !writer.isBusy());
        assertTrue(written.isCompletedExceptionally());
    }

    /** The disk is a pipe that nobody reads: it takes nothing and says nothing. */
    @Test
    void shouldGiveUpWhenDiskStandsStill() throws Exception
    {
        final long maxWaitNs = TimeUnit.MILLISECONDS.toNanos(50);
        final Path pipe = SnapshotDirectory.temporaryOf(
            directory.path().resolve(SnapshotDirectory.nameOf(HEADER.journalPosition())));
        Files.createDirectories(directory.path());
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        try (BackgroundSnapshotWriter impatient = new BackgroundSnapshotWriter(dir, maxWaitNs, "test-pipe", listener()))
        {
            impatient.begin(HEADER);
            final UnsafeBuffer record = new UnsafeBuffer(new byte[8_000]);
            final IllegalStateException refusal = assertThrows(IllegalStateException.class, () ->
            {
                while (true)
                {
                    impatient.append(record, 0, record.capacity(), GO_ON);
                }
            });
            assertTrue(refusal.getMessage().contains("maxWaitNs=" + maxWaitNs), refusal.getMessage());
            impatient.abort(refusal);
            assertTrue(impatient.isBusy());

            try (InputStream reader = Files.newInputStream(pipe))
            {
                reader.transferTo(OutputStream.nullOutputStream());
            }
            TestEngine.await("given up", () -> written.isDone() && !impatient.isBusy());
            assertTrue(written.isCompletedExceptionally());
            assertEquals(List.of(), directory.newestFirst());
        }
    }

    /** Nobody waits for the writer's thread: an error on it must not be the end of all snapshots. */
    @Test
    void shouldGoOnWhenListenerEndsWithAnError() throws Exception
    {
        final AtomicInteger calls = new AtomicInteger();
        final SnapshotListener wrapped = listener();
        final SnapshotListener careless = new SnapshotListener()
        {
            @Override
            public void beforeName(final SnapshotHeader header)
            {
                if (1 == calls.incrementAndGet())
                {
                    throw new StackOverflowError("on purpose");
                }
            }

            @Override
            public void onComplete(final SnapshotFile.Contents contents)
            {
                if (2 == calls.get())
                {
                    throw new LinkageError("on purpose");
                }
                wrapped.onComplete(contents);
            }

            @Override
            public void onFailed(final long journalPosition, final Throwable cause)
            {
                wrapped.onFailed(journalPosition, cause);
            }
        };
        try (BackgroundSnapshotWriter tried = new BackgroundSnapshotWriter(
            dir, TimeUnit.SECONDS.toNanos(10), "test-errors", careless))
        {
            writeOne(tried);
            assertThrows(ExecutionException.class, () -> written.get(10, TimeUnit.SECONDS));
            assertEquals(List.of(), directory.newestFirst());
            written = new CompletableFuture<>();
            writeOne(tried);
            writeOne(tried);
            assertEquals(HEADER, written.get(10, TimeUnit.SECONDS).header());
        }
    }

    private void writeOne(final BackgroundSnapshotWriter tried)
    {
        TestEngine.await("not busy", () -> !tried.isBusy());
        tried.begin(HEADER);
        tried.append(new UnsafeBuffer(records.getFirst()), 0, records.getFirst().length, GO_ON);
        tried.complete(GO_ON);
    }

    @Test
    void shouldListNewestFirstAndPassOverEverythingElse() throws Exception
    {
        Files.createDirectories(directory.path());
        for (final long position : new long[]{9, 100, 20})
        {
            Files.createFile(directory.path().resolve(SnapshotDirectory.nameOf(position)));
        }
        Files.createFile(directory.path().resolve("note.txt"));
        final Path half = SnapshotDirectory.temporaryOf(directory.path().resolve(SnapshotDirectory.nameOf(200)));
        Files.createFile(half);
        directory.setAside(directory.path().resolve(SnapshotDirectory.nameOf(20)));

        assertEquals(List.of(100L, 9L),
            directory.newestFirst().stream().map(SnapshotDirectory.Entry::journalPosition).toList());
        assertEquals(1, directory.removeTemporaries());
        assertFalse(Files.exists(half));
        assertTrue(Files.exists(directory.path().resolve(SnapshotDirectory.nameOf(20) + ".bad")));
    }

    private Path write() throws IOException
    {
        writer.begin(HEADER);
        records.forEach(this::append);
        writer.complete(GO_ON);
        TestEngine.await("written", () -> written.isDone() && !writer.isBusy());
        return directory.newestFirst().getFirst().file();
    }

    private void append(final byte[] record)
    {
        writer.append(new UnsafeBuffer(record), 0, record.length, GO_ON);
    }

    private static Reason refusal(final Path file)
    {
        return assertThrows(SnapshotFileException.class,
            () -> SnapshotFile.read(file, (buffer, offset, length) -> { })).reason();
    }
}
