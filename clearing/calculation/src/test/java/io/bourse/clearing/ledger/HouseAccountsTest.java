// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class HouseAccountsTest
{
    @Test
    void shouldHaveATransitAccountForEveryInstrumentBehindThoseOfTheHouse()
    {
        assertEquals(-16, HouseAccounts.transit(0));
        assertEquals(-19, HouseAccounts.transit(3));
        for (int instrument = 0; instrument < 100; instrument++)
        {
            assertTrue(HouseAccounts.isTransit(HouseAccounts.transit(instrument)));
            assertEquals(instrument, HouseAccounts.instrument(HouseAccounts.transit(instrument)));
        }
        assertFalse(HouseAccounts.isTransit(-15));
        assertFalse(HouseAccounts.isTransit(0));
    }

    @Test
    void shouldNameEveryAccountInAnAudit()
    {
        final List<String> names = IntStream.of(0, 7, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -16, -18)
            .mapToObj(account -> HouseAccounts.name(account, client -> "AA0100" + client, i -> 500 + i)).toList();
        assertEquals(List.of("cash:AA01000", "cash:AA01007", "income:fee_ex", "income:fee_cc", "suspense", "rounding",
            "vat", "bank", "income:interest", "income:penalty", "settlement", "default_fund", "ccp_capital",
            "ccp_additional", "unknown:-13", "transit:500", "transit:502"), names);
    }
}
