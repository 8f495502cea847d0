// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.state.MarketMakerProtection;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.Quote;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.Side;

/**
 * Takes out the quotes of market makers whose protection has tripped. It runs between the steps of a transaction: an
 * aggressor that meets several quotes of one market maker trades with all of them before the rest goes (T7 protects
 * after the transaction, too).
 */
public final class QuoteWithdrawal
{
    private final Quotes quotes;
    private final OrderExit exit;
    private final QuoteEventPublisher publisher;

    public QuoteWithdrawal(final Quotes quotes, final OrderExit exit, final QuoteEventPublisher publisher)
    {
        this.quotes = quotes;
        this.exit = exit;
        this.publisher = publisher;
    }

    /**
     * Cancels the quotes of one protection that has tripped, if any: in the order in which the instruments were first
     * quoted, bid before ask.
     *
     * @return false when there was none.
     */
    public boolean withdrawTripped()
    {
        final MarketMakerProtection protection = quotes.pollTripped();
        if (null == protection)
        {
            return false;
        }
        publisher.tripped(protection);
        for (int i = 0; i < protection.quoteCount(); i++)
        {
            final Quote quote = protection.quoteAt(i);
            cancel(quote.order(Side.BUY));
            cancel(quote.order(Side.SELL));
        }
        return true;
    }

    private void cancel(final Order order)
    {
        if (null != order)
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.MARKET_MAKER_PROTECTION);
        }
    }
}
