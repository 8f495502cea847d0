// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

class FastSelfTradeTest extends SelfTradeContract
{
    @Override
    OrderBook<RestingOrder> newBook()
    {
        return new FastOrderBook<>();
    }
}
