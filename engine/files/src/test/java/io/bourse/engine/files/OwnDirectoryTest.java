// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class OwnDirectoryTest
{
    private static final String NAME = "bourse";
    private static final String FULL_NAME = NAME + "-" + FileStatus.OWN_UID;
    private static final int FOREIGN_UID = 65_534;
    private static final String NOT_ROOT = "only root can give a file to another user";

    @TempDir
    private Path dir;

    @Test
    void shouldMakeADirectoryForItsOwnerAlone() throws IOException
    {
        final Path data = dir.resolve("a/b/data");
        OwnDirectory.make(data);
        assertEquals("700", FileStatus.of(data).rights());
        OwnDirectory.make(data);
        assertTrue(OwnDirectory.isOwn(data));

        final Path shared = OwnDirectory.makeInSharedPlace(dir, NAME);
        assertEquals(dir.resolve(FULL_NAME), shared);
        assertEquals("700", FileStatus.of(shared).rights());
        assertEquals(shared, OwnDirectory.makeInSharedPlace(dir, NAME));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwx--x---", "rwx-----x", "rwx-w----"})
    void shouldRefuseWhatOthersCanUse(final String rights) throws IOException
    {
        final Path data = directory("data", rights);
        final Path shared = directory(FULL_NAME, rights);
        assertRefused(() -> OwnDirectory.make(data), "chmod -R go= " + data + ":", "mode=" +
            FileStatus.of(data).rights());
        assertRefused(() -> OwnDirectory.makeInSharedPlace(dir, NAME), "rm -r " + shared + ":", "mode=" +
            FileStatus.of(data).rights());
        assertFalse(OwnDirectory.isOwn(data));
        assertEquals(rights, PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
    }

    @Test
    void shouldRefuseWhatBelongsToAnother() throws IOException
    {
        assumeTrue(FileStatus.ROOT == FileStatus.OWN_UID, NOT_ROOT);
        final Path data = foreign(directory("data", "rwx------"));
        foreign(directory(FULL_NAME, "rwx------"));
        assertRefused(() -> OwnDirectory.make(data), "chown -R 0 " + data + ":", "ownerUid=65534 uid=0");
        assertRefused(() -> OwnDirectory.makeInSharedPlace(dir, NAME), "rm -r ", "ownerUid=65534 uid=0");
        assertFalse(OwnDirectory.isOwn(data));
    }

    @Test
    void shouldFollowNoLinkWhereOthersCanPutOne() throws IOException
    {
        final Path victim = directory("victim", "rwx------");
        final Path precious = Files.writeString(victim.resolve("precious"), "all");
        for (final Path target : List.of(victim, dir.resolve("nothing"), precious))
        {
            final Path link = Files.createSymbolicLink(dir.resolve(FULL_NAME), target);
            assertRefused(() -> OwnDirectory.makeInSharedPlace(dir, NAME), "isLink=true", "rm -r " + link + ":");
            assertFalse(OwnDirectory.isOwn(link));
            assertFalse(Files.exists(dir.resolve("nothing"), LinkOption.NOFOLLOW_LINKS));
            Files.delete(link);
        }
        Files.createFile(dir.resolve(FULL_NAME));
        assertRefused(() -> OwnDirectory.makeInSharedPlace(dir, NAME), "isLink=false");
        assertEquals("all", Files.readString(precious));
        try (Stream<Path> files = Files.list(victim))
        {
            assertEquals(List.of(precious), files.toList());
        }
    }

    @Test
    void shouldRefuseAPlaceWhereOthersCanRename() throws IOException
    {
        final Path place = directory("place", "rwxrwxrwx");
        assertRefused(() -> OwnDirectory.makeInSharedPlace(place, NAME), "chmod +t " + place + ":", "mode=777");
        assertFalse(Files.exists(place.resolve(FULL_NAME)));
        Files.setAttribute(place, "unix:mode", 01777);
        assertEquals("700", FileStatus.of(OwnDirectory.makeInSharedPlace(place, NAME)).rights());
    }

    @Test
    void shouldFollowALinkThatTheUserHasMade() throws IOException
    {
        final Path data = directory("data", "rwx------");
        final Path link = Files.createSymbolicLink(dir.resolve("link"), data);
        OwnDirectory.make(link);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
        assertRefused(() -> OwnDirectory.make(link), "mode=750");
    }

    @Test
    void shouldNotFollowALinkOfAnotherUser() throws IOException
    {
        assumeTrue(FileStatus.ROOT == FileStatus.OWN_UID, NOT_ROOT);
        final Path data = directory("data", "rwx------");
        final Path link = foreign(Files.createSymbolicLink(dir.resolve("link"), data));
        assertRefused(() -> OwnDirectory.make(link), "link of another user", "ownerUid=65534");
    }

    @Test
    void shouldNameAFileThatIsInTheWay() throws IOException
    {
        final Path file = Files.createFile(dir.resolve("file"));
        assertRefused(() -> OwnDirectory.make(file), "no directory", "directory=" + file);
    }

    @Test
    void shouldQuoteWhatAShellWouldTakeApart() throws IOException
    {
        final Path data = directory("it's a place", "rwxr-xr-x");
        assertRefused(() -> OwnDirectory.make(data), "go= '" + dir + "/it'\\''s a place':");
    }

    private Path directory(final String name, final String rights) throws IOException
    {
        // What a process makes, its mask may limit.
        return Files.setPosixFilePermissions(
            Files.createDirectory(dir.resolve(name)), PosixFilePermissions.fromString(rights));
    }

    private static Path foreign(final Path path) throws IOException
    {
        return Files.setAttribute(path, "unix:uid", FOREIGN_UID, LinkOption.NOFOLLOW_LINKS);
    }

    /** Work that may be refused. */
    @FunctionalInterface
    private interface Work
    {
        void run() throws IOException;
    }

    private static void assertRefused(final Work work, final String... words)
    {
        final String message = assertThrows(UnsafeFileException.class, work::run).getMessage();
        for (final String word : words)
        {
            assertTrue(message.contains(word), message);
        }
    }
}
