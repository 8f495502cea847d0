// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CredentialStoreTest
{
    @TempDir
    private Path dir;
    private CredentialStore store;

    @BeforeEach
    void create()
    {
        store = CredentialStore.in(dir).createMissing();
    }

    @Test
    void shouldMakeFilesOfTheOwnerOnly() throws Exception
    {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(store.directory())));
        assertEquals(CredentialStore.STANDARD.size(), store.list().size());
        for (final Principal principal : CredentialStore.STANDARD)
        {
            final Path file = store.directory().resolve(principal.text() + ".key");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            assertTrue(Files.readString(file).matches("[0-9a-f]{64}\n"));
        }
        assertEquals(CredentialStore.STANDARD.size(), Files.list(store.directory()).count());
        final byte[] before = store.require(Principal.OPERATOR).getFirst();
        assertArrayEquals(before, CredentialStore.in(dir).createMissing().require(Principal.OPERATOR).getFirst());
    }

    @Test
    void shouldRefuseWhatOthersCanReach() throws Exception
    {
        final Path file = store.directory().resolve("operator.key");
        for (final String permissions : List.of("rw-r-----", "rw----r--", "rw--w----"))
        {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            final CredentialException refusal =
                assertThrows(CredentialException.class, () -> store.requireKey(Principal.OPERATOR));
            assertTrue(refusal.getMessage().contains("chmod go= " + file), refusal.getMessage());
            assertFalse(refusal.getMessage().contains(Files.readString(file).trim()), refusal.getMessage());
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        store.requireKey(Principal.OPERATOR);
        Files.setPosixFilePermissions(store.directory(), PosixFilePermissions.fromString("rwxr-x---"));
        assertThrows(CredentialException.class, () -> store.requireKey(Principal.OPERATOR));
        assertThrows(CredentialException.class, () -> CredentialStore.in(dir).createMissing());
    }

    @Test
    void shouldRefuseLinksAndWhatIsNoKey() throws Exception
    {
        final Path file = store.directory().resolve("reader.key");
        final Path elsewhere = dir.resolve("elsewhere");
        Files.move(file, elsewhere);
        Files.createSymbolicLink(file, elsewhere);
        assertThrows(CredentialException.class, () -> store.requireKey(Principal.READER));
        Files.delete(file);
        final CredentialException missing =
            assertThrows(CredentialException.class, () -> store.requireKey(Principal.READER));
        assertTrue(missing.getMessage().contains("missing=" + file), missing.getMessage());
        assertTrue(store.add(Principal.READER));
        Files.writeString(file, "00ff\n");
        assertThrows(CredentialException.class, () -> store.requireKey(Principal.READER));
    }

    @Test
    void shouldKeepTheFormerKeyUntilItIsRetired()
    {
        final byte[] former = store.require(Principal.CLEARING).getFirst();
        final String formerPrint = fingerprint();
        store.rotate(Principal.CLEARING);
        assertEquals(2, store.secrets(Principal.CLEARING).size());
        assertArrayEquals(former, store.secrets(Principal.CLEARING).get(1));
        assertNotEquals(formerPrint, fingerprint());
        assertThrows(CredentialException.class, () -> store.rotate(Principal.CLEARING));
        assertTrue(store.retire(Principal.CLEARING));
        assertEquals(1, store.secrets(Principal.CLEARING).size());
        assertFalse(store.retire(Principal.CLEARING));
        assertThrows(CredentialException.class, () -> store.rotate(Principal.gateway(77)));
    }

    /** A holder of the directory is still not the owner of a recording. */
    @Test
    void shouldKeepTheKeyOfTheEngineInItsProcess()
    {
        final CredentialStore other = CredentialStore.in(dir);
        assertNotEquals(Handshake.fingerprint(store.require(Principal.ENGINE).getFirst()),
            Handshake.fingerprint(other.require(Principal.ENGINE).getFirst()));
        assertThrows(CredentialException.class, () -> store.add(Principal.ENGINE));
    }

    private String fingerprint()
    {
        return store.list().stream().filter(entry -> Principal.CLEARING.equals(entry.principal()))
            .findFirst().orElseThrow().fingerprint();
    }
}
