// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The GOOG day through the whole core. */
@Tag("venue")
class LobsterCoreDayTest
{
    /** The file's prices are x 10 000. */
    private static final long PRICE_TICK_E5 = 10;
    private static final long HIGHEST_TICKS = 9_999_999_999L;

    @Test
    void shouldEqualTheOrderBookFileAfterEveryMessageWhenItIsSentToTheCore() throws IOException
    {
        final CoreMarket market = new CoreMarket(PRICE_TICK_E5, 1, HIGHEST_TICKS, HIGHEST_TICKS);
        LobsterProof.of(market);
        assertEquals(19, market.assertState());
    }
}
