// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.OperatorCommandWriter.ANNA;
import static io.bourse.engine.core.OperatorCommandWriter.CLARA;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.Person;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Random acts of random risk officers, between orders of members and acts of the venue. What an officer does to another
 * firm has no effect: a twin that never saw it goes on with the same events. And whatever he does to his own firm, no
 * order passes that the venue's limits or its stops do not let pass.
 */
@Tag("venue")
class MemberOfficerPropertyTest
{
    private static final int STEPS = 1_500;
    private static final String[] FIRMS = {"AA01", "AA02", "BB01"};
    /** Firm, account and login of each. */
    private static final Map<String, Integer> LOGINS = Map.of("AA01", 1, "BB01", 2, "AA02", 3);
    private static final Map<String, String> ACCOUNTS = Map.of("AA01", "AA01001", "BB01", "BB01001", "AA02", "AA02001");

    private final Map<String, Person> officers = new HashMap<>();
    private final Map<String, Long> venueLots = new HashMap<>();
    private final Set<String> venueStops = new HashSet<>();
    private final Map<String, Integer> outcomes = new HashMap<>();
    private Random random;
    private CoreFixture core;
    private CoreFixture twin;
    private OperatorCommandWriter operators;
    private VenueCommandWriter venue;
    private String facts;

    @Test
    void shouldStayWithinItsFirmAndItsLimits()
    {
        assertWithin(1);
    }

    @Tag("drill")
    @Test
    void shouldStayWithinItsFirmAndItsLimitsWhenSeedIsAnother()
    {
        assertWithin(20_261_129);
    }

    private void assertWithin(final long seed)
    {
        run(seed);
        for (final String outcome : List.of("OTHER_FIRM", "ABOVE_VENUE_LIMIT", "FirmLimitsSet", "MassCancelled",
            "KillSwitchMoved", "NO_RIGHT", "refused probe", "stopped probe", "accepted"))
        {
            assertTrue(outcomes.getOrDefault(outcome, 0) > 10, () -> facts + " never: " + outcome + ' ' + outcomes);
        }
    }

    @Test
    void shouldStayWithinItsFirmAndItsLimitsWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("MemberOfficerPropertyTest bourse.seed=" + seed);
        run(seed);
    }

    private void run(final long seed)
    {
        random = new Random(seed);
        core = fixture();
        twin = fixture();
        operators = new OperatorCommandWriter(core);
        venue = new VenueCommandWriter(core.commands);
        MemberOfficerTest.found(core, operators);
        MemberOfficerTest.found(twin, new OperatorCommandWriter(twin));
        for (int i = 0; i < FIRMS.length; i++)
        {
            final Person officer = new Person(20 + i, "officer" + i, OperatorRoles.MEMBER_RISK_OFFICER);
            officers.put(FIRMS[i], officer);
            both(operators.signed(CLARA, operators.officer(
                officer.id, officer.name, 1, officer.publicKey(), FIRMS[i])));
        }
        for (int step = 0; step < STEPS; step++)
        {
            facts = "seed=" + seed + " step=" + step;
            core.timeNs += random.nextInt(1_000_000);
            switch (random.nextInt(4))
            {
                case 0 -> venueActs();
                case 1 -> memberOrders();
                default -> officerActs();
            }
            probe();
        }
    }

    private static CoreFixture fixture()
    {
        final CoreFixture fixture = new CoreFixture();
        fixture.raiseTo(FeatureLevels.DELEGATED);
        return fixture.withMembers().open();
    }

    /** Both cores execute it, and have the same events. */
    private List<String> both(final CommandWriter command)
    {
        final int length = command.length;
        twin.commands.buffer.putBytes(0, core.commands.buffer, 0, core.commands.buffer.capacity());
        twin.timeNs = core.timeNs;
        final List<String> events = core.send(length);
        assertEquals(events, twin.send(length), facts);
        return events;
    }

    private String anyFirm()
    {
        return FIRMS[random.nextInt(FIRMS.length)];
    }

    private static String register(final LimitLevel level, final String firm)
    {
        return switch (level)
        {
            case CLIENT -> ACCOUNTS.get(firm);
            case LOGIN -> LOGINS.get(firm).toString();
            case BROKERAGE_FIRM, SETTLEMENT_ACCOUNT, NULL_VAL -> firm;
        };
    }

    private LimitLevel anyLevel()
    {
        final LimitLevel[] levels = {LimitLevel.CLIENT, LimitLevel.LOGIN, LimitLevel.BROKERAGE_FIRM};
        return levels[random.nextInt(levels.length)];
    }

    private void venueActs()
    {
        final String firm = anyFirm();
        if (random.nextInt(3) > 0)
        {
            final LimitLevel level = anyLevel();
            final long lots = random.nextInt(8);
            both(operators.signed(ANNA, venue.limits(level, register(level, firm), (to) -> to.maxOrderLots(lots))));
            venueLots.put(level + firm, lots);
            return;
        }
        final boolean isFirm = random.nextBoolean();
        final boolean isStop = random.nextBoolean();
        both(operators.signed(ANNA, venue.killSwitch(0, isFirm ? 0 : LOGINS.get(firm), isFirm ? firm : "",
            isStop ? KillAction.STOP : KillAction.LIFT)));
        if (isStop)
        {
            venueStops.add(isFirm + firm);
        }
        else
        {
            venueStops.remove(isFirm + firm);
        }
    }

    private void memberOrders()
    {
        final List<String> events = both(order(anyFirm(), 1 + random.nextInt(6)));
        count(events.getFirst().startsWith("accepted ") ? "accepted" : "refused");
    }

    private CommandWriter order(final String firm, final long lots)
    {
        final int login = LOGINS.get(firm);
        return core.commands.newOrder(login, (order) -> order.accountCode(CoreFixture.ACCOUNTS[login]).clOrdId(1)
            .side(random.nextBoolean() ? Side.BUY.value() : Side.SELL.value()).qtyLots(lots)
            .priceE5(100 + random.nextInt(5)));
    }

    private void officerActs()
    {
        final String own = anyFirm();
        final String target = anyFirm();
        final Person officer = officers.get(own);
        final CommandWriter command = operators.signed(officer, command(target));
        final List<String> events;
        if (own.equals(target))
        {
            events = both(command);
        }
        else
        {
            final int length = command.length;
            events = core.send(length);
            assertTrue(events.getLast().startsWith("rejected "), () -> facts + ' ' + own + "->" + target + events);
            assertTrue(events.size() <= 2, () -> facts + events);
        }
        final String last = events.getLast();
        count(last.startsWith("rejected ") ? last.substring(last.lastIndexOf(' ') + 1) :
            events.stream().anyMatch((event) -> event.startsWith("KillSwitchMoved")) ? "KillSwitchMoved" :
            last.substring(0, last.indexOf(' ')));
    }

    private CommandWriter command(final String target)
    {
        final LimitLevel level = anyLevel();
        final String register = register(level, target);
        final boolean isFirm = random.nextBoolean();
        return switch (random.nextInt(8))
        {
            case 0, 1, 2 -> operators.firmLimits(
                level, register, new long[]{0, random.nextInt(10), 0, 0, 0}, 0 == random.nextInt(8));
            case 3, 4 -> venue.killSwitch(0, isFirm ? 0 : LOGINS.get(target), isFirm ? target : "",
                random.nextInt(3) > 0 ? KillAction.LIFT : KillAction.STOP);
            case 5 -> operators.cancelOrders(target, random.nextBoolean() ? "" : ACCOUNTS.get(target),
                random.nextBoolean() ? 0 : LOGINS.get(target), 0);
            case 6 -> venue.limits(level, register, (to) -> to.maxOrderLots(random.nextInt(9)));
            default -> venue.collateral(LimitLevel.BROKERAGE_FIRM, target, Long.MAX_VALUE);
        };
    }

    /** An order that only a limit or a stop of the venue keeps from the book. */
    private void probe()
    {
        final String firm = anyFirm();
        long ceiling = Long.MAX_VALUE;
        for (final LimitLevel level : List.of(LimitLevel.CLIENT, LimitLevel.LOGIN, LimitLevel.BROKERAGE_FIRM))
        {
            final long lots = venueLots.getOrDefault(level + firm, 0L);
            ceiling = 0 == lots ? ceiling : Math.min(ceiling, lots);
        }
        final boolean isStopped = venueStops.contains(true + firm) || venueStops.contains(false + firm);
        if (isStopped || Long.MAX_VALUE != ceiling)
        {
            final List<String> events = both(order(firm, isStopped ? 1 : ceiling + 1));
            assertTrue(events.getFirst().startsWith("rejected "), () -> facts + " firm=" + firm + events);
            count(isStopped ? "stopped probe" : "refused probe");
        }
    }

    private void count(final String outcome)
    {
        outcomes.merge(outcome, 1, Integer::sum);
    }
}
