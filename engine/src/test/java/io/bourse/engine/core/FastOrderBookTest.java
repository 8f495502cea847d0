// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

class FastOrderBookTest extends OrderBookContract
{
    @Override
    OrderBook newBook()
    {
        return new FastOrderBook();
    }
}
