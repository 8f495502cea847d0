// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whatever two clients send, of every type and in any order, through auctions and restarts: what their reports say of
 * every order is what the engine says, and a watcher's copies say the same.
 */
@Tag("venue")
class RandomStateTest
{
    private static final int REQUESTS = Integer.getInteger("flow.requests", 1_500);
    private static final Phase[] PHASES = {Phase.INTRADAY_AUCTION, Phase.CONTINUOUS, Phase.HALTED, Phase.CONTINUOUS};

    @TempDir
    private Path directory;
    private OrderRig rig;
    private Random random;
    private int number;

    @Test
    void shouldSayWhatTheEngineSaysWhenTheFlowIsRandom()
    {
        final long seed = Long.getLong("flow.seed", System.nanoTime());
        random = new Random(seed);
        try (OrderRig open = new OrderRig(directory))
        {
            rig = open;
            rig.options("WATCH", FixSessionOptions.builder()
                .roles(EnumSet.of(Role.DROP_COPY))
                .dropCopyFirms(List.of("CF"))
                .build())
                .start();
            rig.members.setLoginRights(1, LoginRights.QUOTES, -1);
            rig.members.setSelfTradePrevention("CF02", SelfTradeScope.FIRM, SelfTradeMode.DECREMENT);
            for (int part = 0; part < 3; part++)
            {
                for (int i = 0; i < REQUESTS / 3; i++)
                {
                    act();
                }
                rig.settle();
                check("seed=" + seed + " part=" + part);
                rig.start();
                check("seed=" + seed + " replayed=" + part);
            }
        }
    }

    private void act()
    {
        final boolean isAlpha = random.nextBoolean();
        final String name = isAlpha ? "ALPHA" : "BETA";
        final String id = "|11=" + (isAlpha ? "a" : "b") + ++number;
        final String orig = "|41=" + (isAlpha ? "a" : "b") + Math.max(1, number - 1 - random.nextInt(12));
        final String side = "|54=" + (1 + random.nextInt(2));
        final String qty = "|38=" + (1 + random.nextInt(20));
        final String price = "|44=" + (98 + random.nextInt(5));
        final String instrument = 0 == random.nextInt(6) ? "|55=SPREAD" : "|55=CHEAP";
        final String order = "35=D|1=" + (isAlpha ? "CF01ABC" : "CF02XYZ") + instrument + side + qty + id;
        final String worth = "|55=SPREAD".equals(instrument) ? "|44=" + (random.nextInt(5) - 2) : price;
        switch (random.nextInt(20))
        {
            case 0, 1 -> rig.send(name, order + "|40=1|59=" + "03".charAt(random.nextInt(2)));
            case 2 -> rig.send(name, order + "|40=K");
            case 3 -> rig.send(name, order + "|40=3|99=" + (98 + random.nextInt(5)));
            case 4 -> rig.send(name, order + worth + "|40=4|99=" + worth.substring(4));
            case 5 -> rig.send(name, order + worth + "|40=2|111=" + random.nextInt(4) + "|59=1");
            case 6 -> rig.send(name, order + worth + "|40=2|18=6");
            case 7 -> rig.send(name, order + worth + "|40=2|110=" + (1 + random.nextInt(5)));
            case 8 -> rig.send(name, order + worth + "|40=2|59=" + "349".charAt(random.nextInt(3)));
            case 9, 10 -> rig.send(name, "35=F" + instrument + side + id + orig);
            case 11, 12 -> rig.send(name, "35=G" + instrument + side + qty + worth + id + orig + "|40=2");
            case 13 -> rig.send("ALPHA", "35=i|117=q" + number + "|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=CHEAP" +
                "|132=" + (97 + random.nextInt(3)) + "|134=" + random.nextInt(9) + "|133=" +
                (100 + random.nextInt(3)) + "|135=" + random.nextInt(9));
            case 14 -> rare(name, id);
            default -> rig.send(name, order + worth + "|40=2");
        }
        if (0 == random.nextInt(4))
        {
            rig.poll();
        }
    }

    private void rare(final String name, final String id)
    {
        switch (random.nextInt(12))
        {
            case 0 -> rig.send(name, "35=q|530=7" + id);
            case 1, 2, 3, 4 -> rig.phases.changePhase(
                PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, PHASES[random.nextInt(PHASES.length)]));
            default -> rig.settle();
        }
    }

    private void check(final String failed)
    {
        final Map<Long, OrderRig.BookOrder> book = rig.book();
        final Map<Long, String> reported = new TreeMap<>();
        final Map<Long, String> copied = new TreeMap<>();
        rig.session("ALPHA").reports.forEach((report) -> read(report, reported));
        rig.session("BETA").reports.forEach((report) -> read(report, reported));
        rig.session("WATCH").reports.forEach((report) -> read(report, copied));
        assertEquals(reported, copied, failed);
        final Set<String> expected = new TreeSet<>();
        book.values().forEach((order) ->
            expected.add(order.orderId() + " " + order.side() + " " + order.restLots()));
        final Set<String> working = new TreeSet<>(reported.values());
        working.removeIf((order) -> order.endsWith(" 0"));
        final Set<String> quotes = new TreeSet<>(expected);
        quotes.removeAll(working);
        // Quotes are acknowledged, not reported.
        expected.removeAll(quotes);
        assertEquals(expected, working, failed);
        assertEquals(expected.size(), rig.service.workingOrders(), failed);
        assertTrue(quotes.size() <= 2, failed);
        assertTrue(number < 200 || copied.size() > 50, failed);
    }

    /** The last report of an order that is no quote, by the id it was accepted with: present id, side and rest. */
    private static void read(final String report, final Map<Long, String> orders)
    {
        final String root = field(report, "37");
        if (report.startsWith("8 ") && !"NONE".equals(root) && !field(report, "11").startsWith("q") &&
            !report.contains("|442=2"))
        {
            orders.put(Long.parseLong(root),
                field(report, "198") + " " + field(report, "54") + " " + field(report, "151"));
        }
    }

    private static String field(final String report, final String tag)
    {
        final String bars = "|" + report.substring(2);
        final int at = bars.indexOf("|" + tag + "=");
        return at < 0 ? "" : bars.substring(at + tag.length() + 2, bars.indexOf('|', at + 1));
    }
}
