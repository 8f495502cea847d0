// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.bourse.engine.core.risk.Register;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Registers of accounts, few of them and far from each other.
 */
class ClientRegistersTest
{
    @Test
    void shouldKeepRegistersOfAccountsHoweverFarApart()
    {
        final ClientRegisters registers = new ClientRegisters();
        final Map<Integer, Register> made = new LinkedHashMap<>();
        for (final int accountId : new int[]{0, 1, 1_023, 1_024, 16_383, 16_384, 33_000, 34_000, 3_000_000, 3_000_001})
        {
            assertNull(registers.get(accountId));
            made.put(accountId, registers.getOrAdd(accountId));
            made.forEach((id, register) ->
            {
                assertSame(register, registers.get(id));
                assertSame(register, registers.getOrAdd(id));
            });
        }
        final Map<Integer, Register> visited = new LinkedHashMap<>();
        registers.forEach(visited::put);
        assertEquals(made.keySet().stream().toList(), visited.keySet().stream().toList());
        visited.forEach((id, register) -> assertSame(made.get(id), register));
        assertNull(registers.get(2));
        assertNull(registers.get(4_000_000));
    }
}
