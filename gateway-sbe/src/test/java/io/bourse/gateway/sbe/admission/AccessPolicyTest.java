// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.net.AddressRange;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AccessPolicyTest
{
    @Test
    void shouldLetALoginComeFromItsRangesOnly() throws UnknownHostException
    {
        final AccessPolicy policy = new AccessPolicy(
            Map.of("ONE", List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("127.0.0.1"))),
            Set.of("GONE"), 2);
        assertTrue(policy.isSourceOf("ONE", InetAddress.getByName("127.0.0.1")));
        assertTrue(policy.isSourceOf("ONE", InetAddress.getByName("10.9.9.9")));
        assertFalse(policy.isSourceOf("ONE", InetAddress.getByName("127.0.0.2")));
        assertTrue(policy.isSourceOf("TWO", InetAddress.getByName("127.0.0.2")));
        assertTrue(policy.isBlocked("GONE"));
        assertFalse(policy.isBlocked("ONE"));
        assertTrue(policy.hasPlace(1));
        assertFalse(policy.hasPlace(2));
        assertTrue(AccessPolicy.open().hasPlace(1_000));
    }

    @Test
    void shouldRefuseALoginWithoutSources()
    {
        assertThrows(
            IllegalArgumentException.class, () -> new AccessPolicy(Map.of("ONE", List.of()), Set.of(), 0));
        assertThrows(IllegalArgumentException.class, () -> new AccessPolicy(Map.of(), Set.of(), -1));
    }
}
