// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HandedMarkTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldKeepPositionWhenOpenedAgain()
    {
        try (HandedMark mark = new HandedMark(directory))
        {
            assertEquals(0, mark.position());
            mark.position(4711);
        }
        try (HandedMark mark = new HandedMark(directory))
        {
            assertEquals(4711, mark.position());
        }
    }

    @Test
    void shouldBeginAnewWhenTheFirstProcessDiedBeforeItWroteAnything() throws IOException
    {
        for (final int length : new int[]{0, 64})
        {
            Files.write(directory.resolve(HandedMark.FILE_NAME), new byte[length]);
            try (HandedMark mark = new HandedMark(directory))
            {
                assertEquals(0, mark.position());
                mark.position(4711);
            }
            try (HandedMark mark = new HandedMark(directory))
            {
                assertEquals(4711, mark.position());
            }
        }
    }

    @Test
    void shouldNameTheFileWhenItIsTornOrForeign() throws IOException
    {
        final Path file = directory.resolve(HandedMark.FILE_NAME);
        Files.write(file, new byte[10]);
        final Exception torn = assertThrows(IllegalStateException.class, () -> new HandedMark(directory));
        assertTrue(torn.getMessage().contains("file=" + file) && torn.getMessage().contains("length=10"));
        Files.write(file, "x".repeat(64).getBytes(StandardCharsets.US_ASCII));
        final Exception foreign = assertThrows(IllegalStateException.class, () -> new HandedMark(directory));
        assertTrue(foreign.getMessage().contains("file=" + file));
    }
}
