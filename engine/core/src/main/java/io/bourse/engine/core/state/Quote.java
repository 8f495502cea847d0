// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.protocol.Side;

/**
 * What a login quotes in one instrument: up to one live order on each side. Made at its first quote and kept, because
 * market makers come back to the same instruments.
 */
public final class Quote
{
    public final Login login;
    public final Instrument instrument;
    /** What watches its trades; null when the login has set no protection for the underlying. */
    MarketMakerProtection protection;
    private Order bid;
    private Order ask;

    Quote(final Login login, final Instrument instrument)
    {
        this.login = login;
        this.instrument = instrument;
    }

    /** Live order of a side, or null. */
    public Order order(final Side side)
    {
        return Side.BUY == side ? bid : ask;
    }

    public void order(final Side side, final Order order)
    {
        if (Side.BUY == side)
        {
            bid = order;
        }
        else
        {
            ask = order;
        }
    }
}
