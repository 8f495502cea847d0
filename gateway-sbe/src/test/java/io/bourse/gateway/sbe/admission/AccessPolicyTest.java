// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.gateway.sbe.admission.AccessPolicy.SecondConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AccessPolicyTest
{
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final String SECRET = "right-one";

    private static LoginAccess secret(final String login)
    {
        return new LoginAccess(null, false, null, LoginSecret.of(login, SECRET));
    }

    @Test
    void shouldLetALoginComeFromItsRangesOnly()
    {
        final AccessPolicy policy = new AccessPolicy(
            Map.of(
                "ONE", new LoginAccess(
                    List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("127.0.0.1")), false, null, null),
                "GONE", new LoginAccess(null, true, null, null)),
            2, SecondConnection.REFUSE);
        assertEquals(AccessVerdict.ADMITTED, policy.judge("ONE", LOOPBACK, null, ""));
        assertEquals(AccessVerdict.ADMITTED, policy.judge("ONE", InetAddress.ofLiteral("10.9.9.9"), null, ""));
        assertEquals(AccessVerdict.WRONG_SOURCE, policy.judge("ONE", InetAddress.ofLiteral("127.0.0.2"), null, ""));
        assertEquals(AccessVerdict.ADMITTED, policy.judge("TWO", InetAddress.ofLiteral("127.0.0.2"), null, ""));
        assertTrue(policy.isBlocked("GONE"));
        assertFalse(policy.isBlocked("ONE"));
        assertTrue(policy.hasPlace(1));
        assertFalse(policy.hasPlace(2));
        assertTrue(AccessPolicy.open().hasPlace(1_000));
    }

    @Test
    void shouldAskForTheSecretOfTheLogin()
    {
        final AccessPolicy policy = AccessPolicy.of(Map.of("TWAA01", secret("TWAA01")));
        assertEquals(AccessVerdict.PROVEN, policy.judge("TWAA01", LOOPBACK, null, SECRET));
        assertEquals(AccessVerdict.WRONG_SECRET, policy.judge("TWAA01", LOOPBACK, null, ""));
        assertEquals(AccessVerdict.WRONG_SECRET, policy.judge("TWAA01", LOOPBACK, null, SECRET + "x"));
        assertEquals(AccessVerdict.WRONG_SECRET, policy.judge("TWBB01", LOOPBACK, null, SECRET));
        assertEquals(AccessVerdict.WRONG_SECRET, policy.judge("NONE", LOOPBACK, null, "no-login-has-this"));
        assertTrue(policy.isSecret(SECRET));
        assertFalse(policy.isSecret("TWAA01"));
        assertFalse(policy.toString().contains(SECRET), policy.toString());
    }

    @Test
    void shouldAskForACertificateThatIsBound()
    {
        final AccessPolicy policy = AccessPolicy.of(
            Map.of("TWAA01", new LoginAccess(null, false, CertificateBinding.parse("CN=a"), null)));
        assertEquals(AccessVerdict.WRONG_CERTIFICATE, policy.judge("TWAA01", LOOPBACK, null, ""));
        assertEquals(AccessVerdict.WRONG_CERTIFICATE, policy.judge("TWAA01", LOOPBACK, null));
        assertTrue(policy.login("TWAA01").isIdentified());
        assertFalse(policy.login("TWBB01").isIdentified());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short-1", "with space", "thirteen-chars-", "caract\u00e8re-1", "line\nbreak1"})
    void shouldRefuseASecretThatCredentialsCannotCarry(final String secret)
    {
        final String message = assertThrows(
            IllegalArgumentException.class, () -> LoginSecret.of("TWAA01", secret)).getMessage();
        assertTrue(secret.isEmpty() || !message.contains(secret), message);
    }

    @Test
    void shouldRefuseALoginThatLeavesNoSpaceForASecret()
    {
        assertThrows(IllegalArgumentException.class, () -> LoginSecret.of("TWELVE-CHARS", SECRET));
        assertThrows(IllegalArgumentException.class, () -> LoginSecret.of("A:B", SECRET));
        assertEquals(LoginSecret.of("A", SECRET), LoginSecret.of("B", SECRET));
        assertNotEquals(LoginSecret.of("A", SECRET), LoginSecret.of("A", SECRET + "x"));
    }

    @Test
    void shouldRefuseALoginWithoutSources()
    {
        final List<AddressRange> none = List.of();
        assertThrows(IllegalArgumentException.class, () -> new LoginAccess(none, false, null, null));
        assertThrows(
            IllegalArgumentException.class, () -> new AccessPolicy(Map.of(), -1, SecondConnection.REFUSE));
    }
}
