// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClearingTermsTest
{
    private static final int DAY_BEFORE = 20261126;
    private static final int LAST_DAY = 20261127;
    private static final int DAY_AFTER = 20261128;

    private static ClearingTerms future(final int expiryDate, final boolean expiresIntraday)
    {
        return new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, 1, 0, expiryDate,
            expiresIntraday);
    }

    @Test
    void shouldEndInTheEveningOfItsLastDay()
    {
        final ClearingTerms terms = future(LAST_DAY, false);
        assertFalse(terms.endsAt(DAY_BEFORE, true));
        assertFalse(terms.endsAt(LAST_DAY, false));
        assertTrue(terms.endsAt(LAST_DAY, true));
    }

    @Test
    void shouldEndInTheFirstRunOfItsLastDayWhenItsPriceIsKnownByThen()
    {
        final ClearingTerms terms = future(LAST_DAY, true);
        assertFalse(terms.endsAt(DAY_BEFORE, true));
        assertTrue(terms.endsAt(LAST_DAY, false));
        assertTrue(terms.endsAt(LAST_DAY, true));
    }

    @Test
    void shouldEndInTheNextRunWhenItsLastDayHadNone()
    {
        assertTrue(future(LAST_DAY, false).endsAt(DAY_AFTER, false));
        assertTrue(future(LAST_DAY, false).endsAt(DAY_AFTER, true));
    }

    @Test
    void shouldNeverEndWithoutALastDay()
    {
        assertFalse(future(0, false).endsAt(LAST_DAY, true));
        assertFalse(future(0, true).endsAt(LAST_DAY, false));
    }

    @Test
    void shouldKnowWhatIsMarginedAsAnOptionAndWhatIsDelivered()
    {
        for (final ContractStyle style : ContractStyle.values())
        {
            final ClearingTerms terms = ClearingTerms.plain(style, 0);
            assertEquals(style == ContractStyle.MARGINED_OPTION || style == ContractStyle.PREMIUM_OPTION,
                terms.isOption(), style.name());
            assertEquals(style == ContractStyle.SPOT, terms.isSpot(), style.name());
            assertFalse(terms.hasAsset(), style.name());
            assertEquals(1, terms.lotUnits());
        }
        final ClearingTerms share = new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0,
            10, 0, 0, false, 1, "SBER");
        assertTrue(share.hasAsset());
        assertEquals("", new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0, 10, 0, 0,
            false, 1, null).asset());
    }

    @Test
    void shouldBePaidInAnotherCurrencyOnlyWhenItIsTradedForDelivery()
    {
        final ClearingTerms share = new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0,
            10, 0, 0, false, 1, "SBER");
        assertFalse(share.paidIn("RUB").isForeign());
        assertEquals("RUB", share.paidIn("RUB").currencyCode());
        assertTrue(share.paidIn("CNY").isForeign());
        assertEquals("CNY", share.paidIn("CNY").currencyCode());
        assertFalse(ClearingTerms.plain(ContractStyle.SPOT, 0).paidIn("CNY").isForeign(), "nothing is settled here");
        assertFalse(new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.PHYSICAL, 0, 10, 0, 0,
            false, 1, "SBER").paidIn("CNY").isForeign(), "its margin is roubles");
    }
}
