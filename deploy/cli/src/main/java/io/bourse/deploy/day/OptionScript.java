// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The few trades of a day that end in a known way: series of the demo venue that expire today, on a future that
 * no other member trades, so that its settlement price stays where it was. Two orders make a trade: the seller's, then
 * the buyer's.
 */
final class OptionScript
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
    private static final List<OrderScript.Order> ORDERS = Stream.of(
        trade(AT_THE_MONEY, AA01, 5, BB01, 7, 4, 520),
        trade(AT_THE_MONEY, AA01, 5, CC01, 3, 3, 540),
        trade(IN_THE_MONEY, BB01, 1, CC01, 3, 5, 710),
        trade(DECLINED, CC01, 1, AA01, 6, 6, 690),
        trade(WANTED, DD01, 1, AA01, 6, 4, 210),
        trade(LATER, AA01, 5, DD01, 1, 2, 910),
        trade(PREMIUM, AA01, 8, CC01, 3, 3, 405)).flatMap(Function.identity()).toList();

    private OptionScript()
    {
    }

    /** The orders, each trade from its beginning. */
    static OrderScript orders()
    {
        return new OrderScript(FIRST_KEY, ORDERS);
    }

    /** A register is the number of its client in the day and of its account among the client's. */
    private static Stream<OrderScript.Order> trade(
        final int instrumentId,
        final int buyer,
        final int buyersAccount,
        final int seller,
        final int sellersAccount,
        final int lots,
        final long price)
    {
        return Stream.of(
            new OrderScript.Order(seller, sellersAccount, instrumentId, false, price * E5, lots),
            new OrderScript.Order(buyer, buyersAccount, instrumentId, true, price * E5, lots));
    }
}
