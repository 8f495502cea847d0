// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.bourse.deploy.console.ConsoleReaders.Outcome;
import io.bourse.gateway.fix.password.PasswordHash;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ConsoleReadersTest
{
    private static final long STEP_MS = 30_000;

    @TempDir
    Path dir;

    private long nowMs = 1_795_244_400_000L;
    private ConsoleReaders readers;

    private ConsoleReaders open()
    {
        readers = new ConsoleReaders(dir, () -> Instant.ofEpochMilli(nowMs), PasswordHash.LEAST_ITERATIONS);
        return readers;
    }

    private String code(final ConsoleReaders.Secrets secrets)
    {
        final String text = secrets.uri().replaceFirst(".*secret=([A-Z2-7]+)&.*", "$1");
        return Totp.code(Base32.decode(text), nowMs / STEP_MS);
    }

    /** The vectors of RFC 6238, which have eight digits. */
    @ParameterizedTest
    @CsvSource({"59,287082", "1111111109,081804", "1111111111,050471", "1234567890,005924", "2000000000,279037",
        "20000000000,353130"})
    void shouldGiveTheCodesOfTheStandard(final long second, final String code)
    {
        final byte[] secret = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
        assertEquals(code, Totp.code(secret, second / 30));
        assertEquals(second / 30, Totp.step(secret, code, second * 1_000));
        assertEquals(second / 30, Totp.step(secret, code, second * 1_000 + STEP_MS));
        assertEquals(Totp.NONE, Totp.step(secret, code, second * 1_000 + 2 * STEP_MS));
        assertEquals(Totp.NONE, Totp.step(secret, "", second * 1_000));
    }

    @Test
    void shouldLetAReaderInByPasswordAndCode() throws IOException
    {
        final ConsoleReaders.Secrets secrets = open().add("eve");
        assertEquals(24, secrets.password().length());
        assertFalse(secrets.toString().contains(secrets.password()));
        open();
        assertEquals(Set.of("eve"), readers.names());
        assertEquals(Outcome.RIGHT, readers.check("eve", secrets.password(), code(secrets)));
        assertEquals(Outcome.WRONG, readers.check("eve", secrets.password(), code(secrets)));
        nowMs += STEP_MS;
        assertEquals(Outcome.WRONG, readers.check("eve", secrets.password() + "x", code(secrets)));
        assertEquals(Outcome.WRONG, readers.check("eve", secrets.password(), ""));
        assertEquals(Outcome.WRONG, readers.check("Eve", secrets.password(), code(secrets)));
        assertEquals(Outcome.RIGHT, readers.check("eve", secrets.password(), code(secrets)));
    }

    /** A code that was seen at a glance is no use once a later one was taken. */
    @Test
    void shouldTakeNoCodeOfBeforeTheLastOne() throws IOException
    {
        final ConsoleReaders.Secrets secrets = open().add("eve");
        final String earlier = code(secrets);
        nowMs += STEP_MS;
        assertEquals(Outcome.RIGHT, readers.check("eve", secrets.password(), code(secrets)));
        assertEquals(Outcome.WRONG, readers.check("eve", secrets.password(), earlier));
    }

    @Test
    void shouldLockOutAfterTooManyWrongOnes() throws IOException
    {
        final ConsoleReaders.Secrets eve = open().add("eve");
        final ConsoleReaders.Secrets rob = readers.add("rob");
        for (int i = 0; i < ConsoleReaders.MOST_FAILURES; i++)
        {
            assertEquals(Outcome.WRONG, readers.check("eve", "wrong", code(eve)));
            assertEquals(Outcome.WRONG, readers.check("none", "wrong", code(eve)));
        }
        assertEquals(Outcome.LOCKED_OUT, readers.check("eve", eve.password(), code(eve)));
        assertEquals(Outcome.LOCKED_OUT, readers.check("none", eve.password(), code(eve)));
        assertEquals(Outcome.RIGHT, readers.check("rob", rob.password(), code(rob)));
        nowMs += ConsoleReaders.LOCK_OUT_MS;
        assertEquals(Outcome.RIGHT, readers.check("eve", eve.password(), code(eve)));
    }

    @Test
    void shouldCountAReaderAlthoughManyNamesAreMadeUp() throws IOException
    {
        final ConsoleReaders.Secrets eve = open().add("eve");
        for (int i = 0; i < ConsoleReaders.MOST_NAMES; i++)
        {
            assertEquals(Outcome.WRONG, readers.check("name-" + i, "wrong", ""));
        }
        for (int i = 0; i < ConsoleReaders.MOST_FAILURES; i++)
        {
            assertEquals(Outcome.WRONG, readers.check("eve", "wrong", ""));
        }
        assertEquals(Outcome.LOCKED_OUT, readers.check("eve", eve.password(), code(eve)));
    }

    @Test
    void shouldGiveOtherSecretsOrTakeThemAway() throws IOException
    {
        final ConsoleReaders.Secrets first = open().add("eve");
        final ConsoleReaders.Secrets second = readers.add("eve");
        assertEquals(Outcome.WRONG, readers.check("eve", first.password(), code(first)));
        assertEquals(Outcome.WRONG, readers.check("eve", second.password(), code(first)));
        assertEquals(Outcome.RIGHT, readers.check("eve", second.password(), code(second)));
        readers.remove("eve");
        nowMs += STEP_MS;
        assertEquals(Outcome.WRONG, readers.check("eve", second.password(), code(second)));
        assertEquals(Set.of(), readers.names());
        assertThrows(IllegalArgumentException.class, () -> readers.remove("eve"));
    }

    @Test
    void shouldKeepItsFilesForItsOwner() throws IOException
    {
        open().add("eve");
        for (final Path file : List.of(dir.resolve("console/passwords"), dir.resolve("console/eve.totp")))
        {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        assertEquals("rwx------",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("console"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/b", "a.b", "x23456789012345678901"})
    void shouldRefuseWhatIsNoName(final String name)
    {
        assertThrows(IllegalArgumentException.class, () -> open().add(name));
    }
}
