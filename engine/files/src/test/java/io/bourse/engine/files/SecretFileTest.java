// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class SecretFileTest
{
    private static final String SECRET = "swordfish";

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void write() throws IOException
    {
        file = Files.writeString(dir.resolve("password"), SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------"})
    void shouldReadWhatOnlyTheOwnerCanUse(final String rights) throws IOException
    {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
        assertArrayEquals(SECRET.getBytes(StandardCharsets.US_ASCII), SecretFile.read(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-r--r--"})
    void shouldNotReadWhatOthersCanUse(final String rights) throws IOException
    {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
        final String message = assertThrows(UnsafeFileException.class, () -> SecretFile.read(file)).getMessage();
        assertTrue(message.contains("chmod go= " + file + ":"), message);
        assertTrue(message.contains("mode=" + FileStatus.of(file).rights()), message);
        assertFalse(message.contains(SECRET), message);
    }

    @Test
    void shouldNotReadWhatBelongsToAnother() throws IOException
    {
        assumeTrue(FileStatus.ROOT == FileStatus.OWN_UID, "only root can give a file to another user");
        Files.setAttribute(file, "unix:uid", 65_534);
        final String message = assertThrows(UnsafeFileException.class, () -> SecretFile.read(file)).getMessage();
        assertTrue(message.contains("chown 0 " + file + ":"), message);
    }

    @Test
    void shouldSayThatThereIsNoFile()
    {
        assertThrows(NoSuchFileException.class, () -> SecretFile.read(dir.resolve("nothing")));
    }
}
