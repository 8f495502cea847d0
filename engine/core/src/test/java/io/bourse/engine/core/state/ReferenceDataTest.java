// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/**
 * Clients of accounts, of which few have one.
 */
class ReferenceDataTest
{
    private static final int PAGE = 4096;

    @Test
    void shouldKnowTheClientsOfAccountsHoweverFarApart()
    {
        final ReferenceData referenceData = new ReferenceData();
        final int[] accounts = {0, PAGE - 1, PAGE, 16 * PAGE, 900 * PAGE + 7};
        for (final int account : accounts)
        {
            assertEquals(0, referenceData.definedClientId(account));
            referenceData.setClientId(account, 5 + account);
        }
        for (final int account : accounts)
        {
            assertEquals(5 + account, referenceData.definedClientId(account));
            assertEquals(5 + account, referenceData.clientId(account));
            assertEquals(0, referenceData.definedClientId(account + 1 == PAGE ? PAGE + 1 : account + 1));
        }
        // Each of the others is a client of its own, which no definition can name.
        assertEquals(-8, referenceData.clientId(7));
        assertEquals(-2_000L * PAGE - 1, referenceData.clientId(2_000 * PAGE));
    }
}
