// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

class FastLimitOrderBookTest extends LimitOrderBookContract
{
    @Override
    LimitOrderBook newBook(final BookListener listener)
    {
        return new FastLimitOrderBook(listener);
    }
}
