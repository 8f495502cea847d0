// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.OrderSource;
import io.bourse.engine.client.operator.InstrumentSpec;

import java.util.List;

/**
 * The few trades of a day that end in a known way: series of the demo venue that expire today, on a future that
 * nobody else trades, so that its settlement price stays where it was. Two orders make a trade: the seller's, then
 * the buyer's.
 */
final class OptionScript implements OrderSource
{
    /** Future that the options become; its price of the day before is the strike of {@link #AT_THE_MONEY}. */
    static final int UNDERLYING = 1010;
    /** Call at the money. */
    static final int AT_THE_MONEY = 4001;
    /** Put in the money. */
    static final int IN_THE_MONEY = 4002;
    /** Call in the money that its holder leaves alone in part. */
    static final int DECLINED = 4003;
    /** Call out of the money that its holder wants nevertheless. */
    static final int WANTED = 4004;
    /** Call of a later month. */
    static final int LATER = 4005;
    /** Call with its premium paid on the day of the trade, on a future that all trade. */
    static final int PREMIUM = 4006;

    private static final int AA01 = 0;
    private static final int BB01 = 1;
    private static final int CC01 = 2;
    private static final int DD01 = 3;
    private static final long FIRST_KEY = 1L << 40;
    private static final long E5 = 100_000;

    /** A register is the number of its client in the day and of its account among the client's. */
    private record Register(int client, int account)
    {
    }

    private record Trade(int instrumentId, Register buyer, Register seller, int lots, long price)
    {
    }

    private static final List<Trade> TRADES = List.of(
        new Trade(AT_THE_MONEY, new Register(AA01, 5), new Register(BB01, 7), 4, 520),
        new Trade(AT_THE_MONEY, new Register(AA01, 5), new Register(CC01, 3), 3, 540),
        new Trade(IN_THE_MONEY, new Register(BB01, 1), new Register(CC01, 3), 5, 710),
        new Trade(DECLINED, new Register(CC01, 1), new Register(AA01, 6), 6, 690),
        new Trade(WANTED, new Register(DD01, 1), new Register(AA01, 6), 4, 210),
        new Trade(LATER, new Register(AA01, 5), new Register(DD01, 1), 2, 910),
        new Trade(PREMIUM, new Register(AA01, 8), new Register(CC01, 3), 3, 405));

    private int orders;

    @Override
    public boolean next(final OrderAction action)
    {
        if (newOrderCount() == orders)
        {
            return false;
        }
        final Trade trade = TRADES.get(orders >> 1);
        final boolean isBuy = 1 == (orders & 1);
        final Register register = isBuy ? trade.buyer : trade.seller;
        action.client = register.client;
        action.account = register.account;
        action.instrumentId = trade.instrumentId;
        action.newOrder(FIRST_KEY + orders, isBuy, trade.price * E5, trade.lots, false);
        orders++;
        return true;
    }

    @Override
    public List<InstrumentSpec> instruments()
    {
        return List.of();
    }

    @Override
    public long newOrderCount()
    {
        return 2L * TRADES.size();
    }
}
