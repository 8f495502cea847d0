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
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

@Timeout(60)
class DurableFileTest
{
    private static final byte[] BEFORE = "before".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = "after".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory;

    @Test
    void shouldReplaceWhatWasThere() throws IOException
    {
        final Path synced = directory.resolve("synced");
        final Path unsynced = directory.resolve("unsynced");
        for (final byte[] bytes : List.of(BEFORE, AFTER))
        {
            DurableFile.write(synced, bytes);
            DurableFile.writeUnsynced(unsynced, bytes);
        }

        assertArrayEquals(AFTER, Files.readAllBytes(synced));
        assertArrayEquals(AFTER, Files.readAllBytes(unsynced));
        assertEquals(List.of("synced", "unsynced"), names());
    }

    @Test
    void shouldLeaveTheFileAsItWasWhenWritingFails() throws IOException
    {
        final Path file = directory.resolve("file");
        DurableFile.write(file, BEFORE);

        assertThrows(IOException.class, () -> DurableFile.write(file, out ->
        {
            out.write(AFTER);
            throw new IOException("no room");
        }));
        assertThrows(StackOverflowError.class, () -> DurableFile.write(file, out ->
        {
            out.write(AFTER);
            throw new StackOverflowError();
        }));

        assertArrayEquals(BEFORE, Files.readAllBytes(file));
        assertEquals(List.of("file"), names());
    }

    @Test
    void shouldLeaveNothingWhenTheWriterIsInterrupted() throws IOException
    {
        Thread.currentThread().interrupt();
        try
        {
            assertThrows(
                ClosedByInterruptException.class, () -> DurableFile.writeUnsynced(directory.resolve("file"), AFTER));
        }
        finally
        {
            Thread.interrupted();
        }

        assertEquals(List.of(), names());
    }

    @Test
    void shouldTakeAwayWhatAKilledWriterHasLeft() throws IOException
    {
        Files.write(directory.resolve("file.tmp"), AFTER);

        DurableFile.delete(directory.resolve("file"));

        assertEquals(List.of(), names());
    }

    private List<String> names() throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
