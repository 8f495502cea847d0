// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Every lot that was opened leaves exactly once, and every order that was opened is closed exactly once: at any moment
 * of a random flow of every command, what risk counts as open is what is live, order by order, wherever it is. Run one
 * seed again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class RiskBalanceTest
{
    private static final int COMMANDS = 30_000;
    private static final int CHECK_EVERY = 20;
    private static final String[] FIRMS = {"AA01", "BB01", "AA02"};

    private final CoreFixture core = new CoreFixture().withMembers().open();
    /** Found by looking at orders in books; an exposure lives as long as the core. */
    private final Set<Exposure> exposures = new LinkedHashSet<>();
    private final Set<Login> logins = new LinkedHashSet<>();

    @ParameterizedTest
    @ValueSource(longs = {3, 20261121})
    void shouldCountWhatIsLiveWhenSeedIs(final long seed)
    {
        assertBalanced(seed);
    }

    @Test
    void shouldCountWhatIsLiveWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("RiskBalanceTest bourse.seed=" + seed);
        assertBalanced(seed);
    }

    private void assertBalanced(final long seed)
    {
        final RandomVenueCommands commands = new RandomVenueCommands(seed, core);
        long mostLive = 0;
        for (int i = 0; i < COMMANDS; i++)
        {
            core.recorder.frames.clear();
            core.recorder.clientRefs.clear();
            commands.sendNext();
            if (0 == i % CHECK_EVERY)
            {
                mostLive = Math.max(mostLive, assertEqualsLive("seed=" + seed + " command=" + i));
            }
        }
        assertTrue(mostLive > 100, "the flow must leave orders: seed=" + seed + " mostLive=" + mostLive);
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        for (final String firm : FIRMS)
        {
            core.send(venue.killSwitch(0, 0, firm, KillAction.STOP));
        }
        assertEquals(0, assertEqualsLive("seed=" + seed + " at the end"));
        for (final Exposure exposure : exposures)
        {
            assertEquals(0, exposure.openBuyLots(), "seed=" + seed);
            assertEquals(0, exposure.openSellLots(), "seed=" + seed);
        }
    }

    /** Gives back how many orders are live. */
    private long assertEqualsLive(final String at)
    {
        for (final OrderBook<Order> book : core.books)
        {
            book.forEach(this::see);
        }
        final Map<String, Long> live = new TreeMap<>();
        long count = 0;
        for (final Login login : logins)
        {
            long ofLogin = 0;
            for (Order order = login.firstOrder; null != order; order = order.nextOfLogin)
            {
                assertTrue(order.restLots > 0, at);
                add(live, order);
                ofLogin++;
            }
            assertEquals(ofLogin, login.register.activeOrders(), at + " login=" + login.loginId);
            count += ofLogin;
        }
        for (final Exposure exposure : exposures)
        {
            final String key = exposure.entityId() + "/" + exposure.instrumentId();
            assertEquals(live.getOrDefault(key + Side.BUY, 0L), exposure.openBuyLots(), at + " buys of " + key);
            assertEquals(live.getOrDefault(key + Side.SELL, 0L), exposure.openSellLots(), at + " sells of " + key);
        }
        return count;
    }

    private void see(final Order order)
    {
        logins.add(order.login);
        if (null == order.instrument.legs)
        {
            exposures.add(order.exposure);
        }
    }

    /** An order of a strategy counts in its legs. */
    private static void add(final Map<String, Long> live, final Order order)
    {
        final StrategyLegs legs = order.instrument.legs;
        if (null == legs)
        {
            live.merge(order.accountId + "/" + order.instrument.instrumentId + order.side, order.restLots, Long::sum);
            return;
        }
        for (int i = 0; i < legs.instruments.length; i++)
        {
            final boolean isBuy = (Side.BUY == order.side) == (legs.ratios[i] > 0);
            live.merge(
                order.accountId + "/" + legs.instruments[i].instrumentId + (isBuy ? Side.BUY : Side.SELL),
                order.restLots * Math.abs(legs.ratios[i]),
                Long::sum);
        }
    }
}
