// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.PlainOrderBook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;

/** The Shanghai day through the order book on its own. */
@Tag("venue")
class ShanghaiBookDayTest
{
    @Test
    void shouldTradeTheShanghaiDayAsTheExchangeDidWhenTheBookStandsAlone() throws IOException
    {
        ShanghaiProof.of(new BookMarket(new FastOrderBook<>(), ShanghaiProof.REFERENCE_TICKS));
    }

    @Test
    void shouldTradeTheShanghaiDayAsTheExchangeDidWhenTheBookIsThePlainOne() throws IOException
    {
        ShanghaiProof.of(new BookMarket(new PlainOrderBook<>(), ShanghaiProof.REFERENCE_TICKS));
    }
}
