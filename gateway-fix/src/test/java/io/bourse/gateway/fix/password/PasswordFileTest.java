// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordFileTest
{
    private static final Instant CHANGED = Instant.parse("2026-11-22T08:00:00Z");
    private static final String SECRET = "correct horse";
    @TempDir
    private Path directory;
    private Path path;
    private PasswordFile file;

    @BeforeEach
    void setUp()
    {
        path = directory.resolve("fix-passwords");
        file = new PasswordFile(path);
    }

    @Test
    void shouldKnowNobodyWhenThereIsNoFile()
    {
        assertEquals(Map.of(), file.entries());
    }

    @Test
    void shouldReadWhatWasWritten()
    {
        final PasswordEntry alpha = entry("ALPHA", SECRET, true);
        final PasswordEntry beta = entry("BETA.1", "another secret", false);
        file.update((entries) -> entries.putAll(Map.of("BETA.1", beta, "ALPHA", alpha)));

        final Map<String, PasswordEntry> read = new PasswordFile(path).entries();
        assertEquals(Map.of("ALPHA", alpha, "BETA.1", beta), read);
        assertTrue(read.get("ALPHA").hash().matches("ALPHA", SECRET.toCharArray()));
        assertFalse(read.get("ALPHA").hash().matches("ALPHA", "correct horsf".toCharArray()));
    }

    @Test
    void shouldBelongToItsOwnerAlone() throws IOException
    {
        file.update((entries) -> entries.put("ALPHA", entry("ALPHA", SECRET, false)));

        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        try (Stream<Path> files = Files.list(directory))
        {
            assertEquals(List.of("fix-passwords", "fix-passwords.lock"),
                files.map((other) -> other.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void shouldRefuseAFileThatOthersCanRead() throws IOException
    {
        file.update((entries) -> entries.put("ALPHA", entry("ALPHA", SECRET, false)));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        final PasswordFileException ex =
            assertThrows(PasswordFileException.class, () -> new PasswordFile(path).entries());
        assertTrue(ex.getCause().getMessage().contains("chmod go= " + path + ":"), ex.getCause().getMessage());
    }

    @Test
    void shouldNameTheLineThatIsDamagedButNotWhatStandsThere() throws IOException
    {
        file.update((entries) -> entries.putAll(Map.of(
            "ALPHA", entry("ALPHA", SECRET, false), "BETA", entry("BETA", SECRET, false))));
        final List<String> lines = Files.readAllLines(path);
        final List<String> damages = List.of(
            lines.get(2).replace("current", "curren"),
            lines.get(2).replace(" pbkdf2", "  pbkdf2"),
            lines.get(2).replace("10000", "9999"),
            lines.get(2).replace("10000", "99999999999"),
            lines.get(2).replace("pbkdf2", "plain"),
            lines.get(2).replace("BETA", "BE:TA"),
            lines.get(2).replace("BETA", "ALPHA"),
            lines.get(2).replace("2026-", "20261-"),
            lines.get(2).replace("=", "#"),
            "");
        for (final String damage : damages)
        {
            Files.writeString(path, lines.get(0) + "\n" + lines.get(1) + "\n" + damage + "\n");
            final PasswordFileException ex =
                assertThrows(PasswordFileException.class, () -> new PasswordFile(path).entries(), damage);
            assertTrue(ex.getMessage().endsWith("file=" + path + " line=3"), ex.getMessage());
            assertFalse(ex.getMessage().contains(lines.get(2).split(" ")[4]), ex.getMessage());
        }
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws IOException
    {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertThrows(PasswordFileException.class, () -> file.entries());
    }

    @Test
    void shouldNotLetAPasswordBeMovedToAnotherLogin()
    {
        final PasswordHash alpha = entry("ALPHA", SECRET, false).hash();
        assertTrue(alpha.matches("ALPHA", SECRET.toCharArray()));
        assertFalse(alpha.matches("BETA", SECRET.toCharArray()));
    }

    @Test
    void shouldSaltEveryHashAnew()
    {
        assertNotEquals(entry("ALPHA", SECRET, false).hash(), entry("ALPHA", SECRET, false).hash());
    }

    @Test
    void shouldReadAgainOnlyWhatWasChanged()
    {
        final PasswordFile reader = new PasswordFile(path);
        file.update((entries) -> entries.put("ALPHA", entry("ALPHA", SECRET, false)));
        final Map<String, PasswordEntry> first = reader.entries();
        assertSame(first, reader.entries());

        file.update((entries) -> entries.remove("ALPHA"));
        assertEquals(Map.of(), reader.entries());
    }

    @Test
    void shouldChangeNothingWhenTheChangeFails() throws IOException
    {
        file.update((entries) -> entries.put("ALPHA", entry("ALPHA", SECRET, false)));
        final String before = Files.readString(path);

        assertThrows(IllegalStateException.class, () -> file.update((entries) ->
        {
            entries.clear();
            throw new IllegalStateException("refused");
        }));
        assertEquals(before, Files.readString(path));
    }

    @Test
    void shouldLoseNoChangeOfTwoAtATime() throws InterruptedException, ExecutionException
    {
        final PasswordHash hash = entry("ALPHA", SECRET, false).hash();
        try (ExecutorService threads = Executors.newFixedThreadPool(2))
        {
            final List<Future<?>> changes = new ArrayList<>();
            for (int i = 0; i < 20; i++)
            {
                final String name = "LOGIN" + i;
                final PasswordFile own = new PasswordFile(path);
                changes.add(threads.submit(() -> own.update((entries) ->
                    entries.put(name, new PasswordEntry(name, hash, CHANGED, false)))));
            }
            for (final Future<?> change : changes)
            {
                change.get();
            }
        }
        assertEquals(20, file.entries().size());
    }

    @Test
    void shouldShowNothingOfASecretInItsTexts()
    {
        final PasswordEntry entry = entry("ALPHA", SECRET, false);
        assertFalse(entry.toString().contains(entry.hash().hashText()));
        assertFalse(entry.toString().contains(entry.hash().saltText()));
    }

    private static PasswordEntry entry(final String name, final String password, final boolean mustChange)
    {
        return new PasswordEntry(name, PasswordHash.of(name, password.toCharArray(),
            PasswordHash.LEAST_ITERATIONS, new SecureRandom()), CHANGED, mustChange);
    }
}
