// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

class PlainLimitOrderBookTest extends LimitOrderBookContract
{
    @Override
    LimitOrderBook newBook(final BookListener listener)
    {
        return new PlainLimitOrderBook(listener);
    }
}
