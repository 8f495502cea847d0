// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.engine.protocol.OperatorSignature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

class OperatorKeysTest
{
    private static final char[] PASSWORD = "correct horse".toCharArray();

    @TempDir
    private Path dir;

    private static Operators register(final String name, final String publicKey)
    {
        return new Operators("00", new TreeMap<>(Map.of(name, new RegisteredOperator(1, name,
            Set.of(OperatorRole.APPROVER), true,
            List.of(new RegisteredOperator.Key(publicKey, RegisteredOperator.IN_FORCE))))), 0,
            Operators.REQUESTERS_DEFAULT, Operators.WHOLE);
    }

    @Test
    void shouldOpenTheKeyThatItHasMadeAndSignWhatTheEngineVerifies() throws IOException
    {
        final Path file = dir.resolve("olga.p12");
        final byte[] publicKey = PersonalKey.create(file, "olga", PASSWORD).publicKey();
        final OperatorKey key = OperatorKeys.read("olga", file, what -> PASSWORD);
        assertEquals(OperatorSignature.KEY_LENGTH, publicKey.length);
        assertArrayEquals(publicKey, key.key().publicKey());
        final byte[] bytes = {1, 2, 3};
        assertTrue(OperatorSignature.isValid(OperatorSignature.publicKey(publicKey), bytes, key.sign(bytes)));
        assertThrows(IOException.class, () -> OperatorKeys.read("olga", file, what -> "wrong".toCharArray()));
        assertThrows(IOException.class, () -> PersonalKey.create(file, "olga", PASSWORD));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThrows(IOException.class, () -> OperatorKeys.read("olga", file, what -> PASSWORD));
    }

    @Test
    void shouldFindDemoKeysInADemoVenueOnly() throws IOException
    {
        final OperatorKey anna = DemoOperators.key("anna");
        assertEquals(anna, OperatorKeys.find(register("anna", anna.publicKey()), null, null, null, "anna"));
        assertNull(OperatorKeys.find(Operators.NONE, "anna", null, null, "anna"));
        final String other = HexFormat.of().formatHex(PersonalKey.generate().publicKey());
        assertEquals("name the operator who acts with --as, or in BOURSE_OPERATOR: known=[anna]",
            assertThrows(IllegalArgumentException.class, () ->
                OperatorKeys.find(register("anna", other), null, null, null, "anna")).getMessage());
        final Path file = dir.resolve("anna.p12");
        PersonalKey.create(file, "anna", PASSWORD);
        final String message = assertThrows(IllegalArgumentException.class, () ->
            OperatorKeys.find(register("anna", other), "anna", file, what -> PASSWORD, "anna")).getMessage();
        assertTrue(message.startsWith(
            "the key is not the one that the venue knows of the operator: operator=anna key="), message);
    }
}
