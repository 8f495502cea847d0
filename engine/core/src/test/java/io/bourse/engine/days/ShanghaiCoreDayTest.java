// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Shanghai day through the whole core, phase by phase. */
@Tag("venue")
class ShanghaiCoreDayTest
{
    /** The tick is 0.01. */
    private static final long PRICE_TICK_E5 = 1_000;

    @Test
    void shouldTradeTheShanghaiDayAsTheExchangeDidWhenItIsSentToTheCore() throws IOException
    {
        final CoreMarket market = new CoreMarket(
            PRICE_TICK_E5, ShanghaiProof.LOW_LIMIT_TICKS, ShanghaiProof.HIGH_LIMIT_TICKS,
            ShanghaiProof.REFERENCE_TICKS);
        ShanghaiProof.of(market);
        assertEquals(8, market.assertState());
    }
}
