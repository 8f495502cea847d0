// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedMarkTest
{
    @TempDir
    private Path dir;

    private static List<Long> values(final FeedMark mark)
    {
        return List.of(mark.cursor(), mark.timeNs(), mark.number());
    }

    @Test
    void shouldBeEmptyAtFirstAndKeepWhatWasMarkedLast()
    {
        final Path path = dir.resolve("deeper").resolve("mark");
        try (FeedMark mark = new FeedMark(path))
        {
            assertFalse(mark.isPresent());
            mark.put(64, 7, 1);
            mark.put(128, 8, 2);
            mark.put(192, 9, 1);
        }
        try (FeedMark mark = new FeedMark(path))
        {
            assertTrue(mark.isPresent());
            assertEquals(List.of(192L, 9L, 1L), values(mark));
        }
    }

    @Test
    void shouldFallBackToTheMarkBeforeWhenTheLastOneIsTorn() throws IOException
    {
        final Path path = dir.resolve("mark");
        try (FeedMark mark = new FeedMark(path))
        {
            mark.put(64, 7, 1);
            mark.put(128, 8, 2);
        }
        final byte[] whole = Files.readAllBytes(path);
        for (int word = 0; word < 5; word++)
        {
            // The second mark is in the slot of even numbers, at 64; one of its words was not written.
            final byte[] torn = whole.clone();
            for (int i = 0; i < 8; i++)
            {
                torn[64 + word * 8 + i] = 0;
            }
            Files.write(path, torn);
            try (FeedMark mark = new FeedMark(path))
            {
                assertEquals(List.of(64L, 7L, 1L), values(mark), "word=" + word);
                mark.put(256, 9, 3);
            }
            try (FeedMark mark = new FeedMark(path))
            {
                assertEquals(List.of(256L, 9L, 3L), values(mark), "word=" + word);
            }
        }
    }

    @Test
    void shouldBeginAgainWhenTheFileIsNoMark() throws IOException
    {
        final Path path = dir.resolve("mark");
        Files.write(path, new byte[]{1, 2, 3});
        try (FeedMark mark = new FeedMark(path))
        {
            assertFalse(mark.isPresent());
            mark.put(64, 7, 1);
        }
        final byte[] other = Files.readAllBytes(path);
        other[0] ^= 1;
        Files.write(path, other);
        try (FeedMark mark = new FeedMark(path))
        {
            assertFalse(mark.isPresent());
        }
    }
}
