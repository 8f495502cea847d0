// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.node.Venue;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two small members that join the day: one meets its margin call, one defaults. Their few trades are on a future that
 * no other member trades, at its price of the day before, so that it is known to the kopeck what they owe.
 */
final class DayMembers
{
    /** Register of the member that meets its call. */
    static final String PAYER = "EE01000";
    /** Register of the same member that takes the defaulter's client in. */
    static final String NEW_HOME = "EE01001";
    /** Own register of the defaulter. */
    static final String DEFAULTER = "FF01000";
    /** Client of the defaulter. */
    static final String CLIENT = "FF01001";
    /** Who sells to the defaulter. */
    static final String SELLER = "BB01000";
    /** Who takes the defaulter's position over. */
    static final String WINNER = "CC01000";
    /** Lots that the defaulter holds for itself. */
    static final int DEFAULTED_LOTS = 50;
    /** Lots that the defaulter's client has sold to the member that meets its call. */
    static final int CLIENT_LOTS = 6;
    private static final int EE = 0;
    private static final int FF = 1;
    private static final int BB = 2;
    private static final long FIRST_KEY = 1L << 41;
    private static final long PRICE_E5 = 20_000 * 100_000L;
    private static final long LOW_E5 = 19_000 * 100_000L;
    /** Orders, resting before taking; the last one stays in the book until the defaulter is stopped. */
    private static final List<OrderScript.Order> ORDERS = List.of(
        new OrderScript.Order(BB, 0, OptionScript.UNDERLYING, false, PRICE_E5, DEFAULTED_LOTS),
        new OrderScript.Order(FF, 0, OptionScript.UNDERLYING, true, PRICE_E5, DEFAULTED_LOTS),
        new OrderScript.Order(FF, 1, OptionScript.UNDERLYING, false, PRICE_E5, CLIENT_LOTS),
        new OrderScript.Order(EE, 0, OptionScript.UNDERLYING, true, PRICE_E5, CLIENT_LOTS),
        new OrderScript.Order(FF, 0, OptionScript.UNDERLYING, true, LOW_E5, 1));

    private static final List<String> FIRMS = List.of("EE", "FF");
    private static final List<String> REGISTERS = List.of(PAYER, NEW_HOME, DEFAULTER, CLIENT);
    private static final int SELLER_CLIENT = 1;
    private static final int EXECUTIONS = 3;

    private DayMembers()
    {
    }

    /**
     * Registers of the future after the default, besides those that options became.
     *
     * @return lots by register.
     */
    static Map<String, Long> futures()
    {
        return new TreeMap<>(Map.of(
            PAYER, (long)CLIENT_LOTS,
            NEW_HOME, (long)-CLIENT_LOTS,
            SELLER, (long)-DEFAULTED_LOTS,
            WINNER, (long)DEFAULTED_LOTS));
    }

    /**
     * Makes the members known, as the operator of a running venue does.
     *
     * @param operator of the venue.
     * @param accounts that the venue has already.
     * @param logins that the venue has already.
     */
    static void define(final OperatorClient operator, final int accounts, final int logins)
    {
        for (int i = 0; i < FIRMS.size(); i++)
        {
            operator.defineClearingFirm(FIRMS.get(i));
            operator.defineBrokerageFirm(FIRMS.get(i) + "01");
            operator.defineLogin(logins + 1 + i, LoginProtocol.TWIME, login(i), FIRMS.get(i) + "01");
        }
        operator.defineAccounts(REGISTERS, accounts);
    }

    private static String login(final int firm)
    {
        return "TW" + FIRMS.get(firm) + "01";
    }

    /**
     * Logs the members in, makes their trades and logs them out.
     *
     * @param venue of the day.
     * @param clients of the day, in the order in which scripts count them.
     * @param tally into which the members' requests are counted.
     * @throws IOException when a connection cannot be made.
     */
    static void trade(final Venue venue, final List<DayClient> clients, final ClientTally tally) throws IOException
    {
        final ClientTally own = new ClientTally();
        final List<TwimeOrderEntry> members = new ArrayList<>();
        try
        {
            for (int i = 0; i < FIRMS.size(); i++)
            {
                members.add(new TwimeOrderEntry(venue.twime().localAddress(), login(i),
                    List.of(FIRMS.get(i) + "01000", FIRMS.get(i) + "01001")));
                members.getLast().tally(own);
            }
            DayClients.await(members, () -> true, "members could not log in: twime=" + members.size());
            final List<DayClient> senders = new ArrayList<>(members);
            senders.add(clients.get(SELLER_CLIENT));
            FlowDriver.runScript(new OrderScript(FIRST_KEY, ORDERS), senders, venue.failure())
                .awaitExecutions(() -> own.executions, EXECUTIONS);
        }
        finally
        {
            CloseHelper.quietCloseAll(members);
        }
        tally.add(own);
    }
}
