// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DriverDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A driver deletes what it finds under the name of its directory. In a place that every user can write to, somebody
 * else may have put a link there.
 */
class DriverDirectoryTest
{
    @TempDir
    private Path dir;

    private Path victim;
    private Path precious;

    @BeforeEach
    void makeWhatMustNotBeTouched() throws IOException
    {
        victim = Files.createDirectory(dir.resolve("victim"));
        precious = Files.writeString(victim.resolve("precious"), "all");
    }

    @Test
    void shouldWorkInADirectoryThatOthersCannotEnter() throws IOException
    {
        final Path shared = EngineDirectories.sharedMemoryOrNull();
        assumeTrue(null != shared, "this machine has too little shared memory");
        final Path driver = Path.of(EngineDirectories.aeronDirectoryName(dir));
        assertEquals(shared, driver.getParent());
        assertEquals("rwx------", rights(shared));
        assertEquals(driver, Path.of(EngineDirectories.aeronDirectoryName(dir)));
    }

    @Test
    void shouldNotTakeADirectoryThatALinkStandsFor() throws IOException
    {
        final Path shared = EngineDirectories.ownIn(dir);
        Files.delete(shared);
        Files.createSymbolicLink(shared, victim);
        final UncheckedIOException ex =
            assertThrows(UncheckedIOException.class, () -> EngineDirectories.ownIn(dir));
        assertNotNull(ex.getCause());
        assertTrue(ex.getCause().getMessage().contains("rm -r " + shared + ":"), ex.getCause().getMessage());
        assertVictimIsUntouched();
    }

    @Test
    void shouldNotLockWhereOthersCanPutLinks() throws IOException
    {
        final Path shared = Files.setPosixFilePermissions(
            Files.createDirectory(dir.resolve("shared")), PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path driver = Files.createSymbolicLink(shared.resolve("driver"), victim);
        Files.createSymbolicLink(shared.resolve("driver.lock"), precious);
        assertThrows(UncheckedIOException.class, () -> DriverDirectoryLock.acquire(driver.toString()));
        assertVictimIsUntouched();
    }

    @Test
    void shouldNotWriteThroughALinkInPlaceOfALock() throws IOException
    {
        final Path driver = dir.resolve("driver");
        Files.createSymbolicLink(dir.resolve("driver.lock"), precious);
        assertThrows(UncheckedIOException.class, () -> DriverDirectoryLock.acquire(driver.toString()));
        Files.createSymbolicLink(dir.resolve("engine.lock"), precious);
        assertThrows(UncheckedIOException.class, () -> DataDirectoryLock.acquire(dir));
        assertVictimIsUntouched();
    }

    @Test
    void shouldNotTakeADataDirectoryThatOthersCanRead() throws IOException
    {
        final Path data = dir.resolve("data");
        DataDirectoryLock.acquire(data).close();
        assertEquals("rwx------", rights(data));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        final UncheckedIOException ex =
            assertThrows(UncheckedIOException.class, () -> DataDirectoryLock.acquire(data));
        assertTrue(ex.getCause().getMessage().contains("chmod -R go= " + data), ex.getCause().getMessage());
    }

    private void assertVictimIsUntouched() throws IOException
    {
        assertEquals("all", Files.readString(precious));
        assertEquals(List.of(precious), list(victim));
    }

    private static List<Path> list(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.toList();
        }
    }

    private static String rights(final Path path) throws IOException
    {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }
}
