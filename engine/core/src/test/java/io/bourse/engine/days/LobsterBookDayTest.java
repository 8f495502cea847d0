// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.PlainOrderBook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;

/** The GOOG day through the order book on its own. */
@Tag("venue")
class LobsterBookDayTest
{
    @Test
    void shouldEqualTheOrderBookFileAfterEveryMessageWhenTheBookStandsAlone() throws IOException
    {
        LobsterProof.of(new BookMarket(new FastOrderBook<>(), 0));
    }

    /** Slow as it is, the plain book does this in the drill, and the Shanghai day in every build. */
    @Tag("drill")
    @Test
    void shouldEqualTheOrderBookFileAfterEveryMessageWhenTheBookIsThePlainOne() throws IOException
    {
        LobsterProof.of(new BookMarket(new PlainOrderBook<>(), 0));
    }
}
