// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.storage.BackupMark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class BackupRestoreTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldNotEmptyWhatALinkInTheWayLeadsTo() throws IOException
    {
        final Path backup = Files.createDirectory(dir.resolve("backup"));
        BackupMark.set(backup);
        final Path precious =
            Files.writeString(Files.createDirectory(dir.resolve("victim")).resolve("precious"), "all");
        final Path link = Files.createSymbolicLink(dir.resolve("venue.unfinished"), precious.getParent());

        final IllegalStateException ex = assertThrows(
            IllegalStateException.class, () -> BackupRestore.restore(backup, dir.resolve("venue")));

        assertTrue(ex.getMessage().contains("link=" + link), ex.getMessage());
        assertEquals("all", Files.readString(precious));
        try (Stream<Path> files = Files.list(precious.getParent()))
        {
            assertEquals(List.of(precious), files.toList());
        }
    }
}
