// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Files that the disk takes behind the writer's back. */
@Timeout(60)
class UnsyncedFilesTest
{
    private static final int FILES = 500;

    @TempDir
    private Path root;

    @Test
    void shouldHaveEveryFileAtOnceAndLeaveNoOther() throws Exception
    {
        try (UnsyncedFiles files = new UnsyncedFiles(root); ExecutorService writers = Executors.newFixedThreadPool(2))
        {
            final List<Callable<byte[]>> writes = IntStream.range(0, FILES).mapToObj(i -> write(files, i)).toList();
            for (final Future<byte[]> write : writers.invokeAll(writes))
            {
                assertEquals(3, write.get().length);
            }
            files.sync();
        }
        try (Stream<Path> all = Files.list(root))
        {
            assertEquals(FILES, all.count());
        }
    }

    private Callable<byte[]> write(final UnsyncedFiles files, final int number)
    {
        return () ->
        {
            final byte[] bytes = {1, (byte)(number >> 8), (byte)number};
            files.write("file-" + number, out -> out.write(bytes));
            final byte[] read = Files.readAllBytes(root.resolve("file-" + number));
            assertArrayEquals(bytes, read);
            return read;
        };
    }

    @Test
    void shouldLeaveTheFileThatWasThereWhenItsBodyFails() throws IOException
    {
        try (UnsyncedFiles files = new UnsyncedFiles(root))
        {
            files.write("file", out -> out.write(1));
            assertThrows(IOException.class, () -> files.write("file", out ->
            {
                out.write(2);
                throw new IOException("no space left on device");
            }));
            files.sync();
        }
        assertArrayEquals(new byte[]{1}, Files.readAllBytes(root.resolve("file")));
        try (Stream<Path> all = Files.list(root))
        {
            assertEquals(1, all.count());
        }
    }

    @Test
    void shouldSayWhatASyncSaid() throws IOException
    {
        try (Syncs syncs = new Syncs(2))
        {
            syncs.begin(() -> null);
            syncs.begin(() ->
            {
                throw new IOException("no space left on device");
            });
            assertEquals("no space left on device", assertThrows(IOException.class, syncs::await).getMessage());
        }
    }
}
