// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.SharedLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Limits of active orders and of orders per second that a register shares with other partitions.
 */
class SharedLimitsTest
{
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.raiseTo(FeatureLevels.BALANCED);
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        core.send(risk.settlementAccount("SA-1"));
        core.send(risk.assign("AA01", "SA-1"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldGiveNoMoreOrdersThanAreFree(final LimitLevel level)
    {
        limit(level, 4, 0);
        core.buy(1, 1, 10);
        assertEquals(List.of(moved(LimitKind.ACTIVE_ORDERS, level, -3, 3, 0, 1, 1)),
            core.send(venue.give(LimitKind.ACTIVE_ORDERS, level, code(level), 9, 1)));
        final List<String> refused = core.buy(2, 1, 10);
        assertTrue(refused.getFirst().contains("RISK_LIMIT " + level + " ACTIVE_ORDERS"), refused::toString);
        assertEquals(lacking(1, level), refused.getLast());
        assertEquals(List.of(moved(LimitKind.ACTIVE_ORDERS, level, 1, 3, 1, 2, 1)),
            core.send(venue.take(LimitKind.ACTIVE_ORDERS, level, code(level), 1, 1)));
        assertEquals(List.of(moved(LimitKind.ACTIVE_ORDERS, level, 0, 3, 1, 2, 1)),
            core.send(venue.take(LimitKind.ACTIVE_ORDERS, level, code(level), 1, 1)));
        assertTrue(core.buy(3, 1, 10).getFirst().startsWith("accepted"));
        assertEquals(lacking(1, level), core.buy(4, 1, 10).getLast());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldGiveWhatIsFreeOfTheRateInThisSecond(final LimitLevel level)
    {
        limit(level, 0, 4);
        core.buy(1, 1, 10);
        assertEquals(List.of(moved(LimitKind.ORDER_RATE, level, -3, 3, 0, 1, 1)),
            core.send(venue.give(LimitKind.ORDER_RATE, level, code(level), 9, 1)));
        final List<String> refused = core.buy(2, 1, 10);
        assertTrue(refused.getFirst().contains("RISK_LIMIT " + level + " ORDER_RATE"), refused::toString);
        assertEquals(lacking(1, level), refused.getLast());
        core.timeNs += SECOND_NS;
        assertEquals(List.of(moved(LimitKind.ORDER_RATE, level, -1, 4, 0, 0, 0)),
            core.send(venue.give(LimitKind.ORDER_RATE, level, code(level), 9, 1)));
        assertEquals(lacking(1, level), core.buy(3, 1, 10).getLast());
        core.send(venue.take(LimitKind.ORDER_RATE, level, code(level), 2, 2));
        assertTrue(core.buy(4, 1, 10).getFirst().startsWith("accepted"));
        assertTrue(core.buy(5, 1, 10).getFirst().startsWith("accepted"));
        assertEquals(lacking(1, level), core.buy(6, 1, 10).getLast());
    }

    /** A part of which everything is given lets nothing pass: it is not without a limit. */
    @Test
    void shouldKeepWhatIsMovedBesideWhatIsSet()
    {
        final LimitLevel level = LimitLevel.CLIENT;
        limit(level, 4, 0);
        core.send(venue.give(LimitKind.ACTIVE_ORDERS, level, code(level), 4, 1));
        assertEquals(lacking(1, level), core.buy(1, 1, 10).getLast());
        limit(level, 2, 0);
        assertEquals(lacking(3, level), core.buy(2, 1, 10).getLast());
        limit(level, 0, 0);
        assertEquals(1, core.buy(3, 1, 10).size());
        refused("WRONG_STATE", venue.give(LimitKind.ACTIVE_ORDERS, level, code(level), 1, 1));
        assertEquals(List.of("CollateralMoved kopecks=5 givenKopecks=0 takenKopecks=5 usableKopecks=0 " +
            "requiredKopecks=0 otherPartition=2 limitKind=5 level=CLIENT registerCode=AA01001"),
            core.send(venue.take(LimitKind.ACTIVE_ORDERS, level, code(level), 5, 2)));
        limit(level, 4, 0);
        assertEquals(List.of(moved(LimitKind.ACTIVE_ORDERS, level, 0, 4, 0, 5, 1)),
            core.send(venue.give(LimitKind.ACTIVE_ORDERS, level, code(level), 0, 1)));
    }

    @Test
    void shouldMoveWhatAFirmHasTightened()
    {
        final LimitLevel level = LimitLevel.CLIENT;
        limit(level, 9, 0);
        core.send(new OperatorCommandWriter(core).firmLimits(level, code(level), new long[]{0, 0, 0, 3, 0}, false));
        assertEquals(List.of(moved(LimitKind.ACTIVE_ORDERS, level, -3, 3, 0, 0, 0)),
            core.send(venue.give(LimitKind.ACTIVE_ORDERS, level, code(level), 9, 1)));
        assertEquals(lacking(1, level), core.buy(1, 1, 10).getLast());
    }

    @Test
    void shouldSayWhatIsLackingOfSharedLimitsOnly()
    {
        limit(LimitLevel.CLIENT, 1, 1);
        core.send(venue.give(LimitKind.ACTIVE_ORDERS, LimitLevel.CLIENT, code(LimitLevel.CLIENT), 0, 1));
        core.buy(1, 1, 10);
        assertEquals(1, core.buy(2, 1, 10).size());
        core.timeNs += SECOND_NS;
        assertEquals(lacking(1, LimitLevel.CLIENT), core.buy(3, 1, 10).getLast());
    }

    @Test
    void shouldGoOnFromASnapshot()
    {
        final long before = core.stateHash();
        for (final LimitLevel level : LimitLevel.values())
        {
            if (LimitLevel.NULL_VAL != level)
            {
                limit(level, 40, 50);
                for (final LimitKind kind : List.of(LimitKind.ACTIVE_ORDERS, LimitKind.ORDER_RATE))
                {
                    core.send(venue.give(kind, level, code(level), level.value(), 1));
                    core.send(venue.take(kind, level, code(level), kind.value(), 2));
                }
            }
        }
        assertNotEquals(before, core.stateHash());
        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        final SnapshotRecords again = SnapshotRecords.of(written.read(new EventRecorder()));
        assertEquals(written.records.size(), again.records.size());
        for (int i = 0; i < written.records.size(); i++)
        {
            assertArrayEquals(written.records.get(i), again.records.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"ACTIVE_ORDERS", "ORDER_RATE", "COLLATERAL"})
    void shouldRefuseLimitsThatAreNotShared(final LimitKind kind)
    {
        limit(LimitLevel.CLIENT, 4, 4);
        refused("INVALID_FIELD", venue.give(kind, LimitLevel.CLIENT, code(LimitLevel.CLIENT), 1, 1));
        refused("INVALID_FIELD", venue.take(kind, LimitLevel.CLIENT, code(LimitLevel.CLIENT), 1, 1));
    }

    @Test
    void shouldRefuseThemAtTheLevelBefore()
    {
        final CoreFixture before = new CoreFixture().withMembers().open();
        before.raiseTo(FeatureLevels.BALANCED - 1);
        final VenueCommandWriter commands = new VenueCommandWriter(before.commands);
        before.send(commands.limits(LimitLevel.CLIENT, code(LimitLevel.CLIENT), limits -> limits.maxActiveOrders(4)));
        for (final LimitKind kind : List.of(LimitKind.ACTIVE_ORDERS, LimitKind.ORDER_RATE))
        {
            assertTrue(before.send(commands.give(kind, LimitLevel.CLIENT, code(LimitLevel.CLIENT), 1, 1)).getFirst()
                .contains("INVALID_FIELD"));
            assertTrue(before.send(commands.take(kind, LimitLevel.CLIENT, code(LimitLevel.CLIENT), 1, 1)).getFirst()
                .contains("INVALID_FIELD"));
        }
    }

    private void limit(final LimitLevel level, final long activeOrders, final int ordersPerSecond)
    {
        core.send(venue.limits(
            level, code(level), limits -> limits.maxActiveOrders(activeOrders).maxOrdersPerSecond(ordersPerSecond)));
    }

    private void refused(final String reason, final CommandWriter command)
    {
        final List<String> events = core.send(command);
        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains(reason), events::toString);
    }

    private static String code(final LimitLevel level)
    {
        return switch (level)
        {
            case CLIENT -> "AA01001";
            case BROKERAGE_FIRM -> "AA01";
            case SETTLEMENT_ACCOUNT -> "SA-1";
            case LOGIN -> "1";
            case NULL_VAL -> throw new IllegalArgumentException(level.toString());
        };
    }

    private static String lacking(final long orders, final LimitLevel level)
    {
        return "CollateralLacking lackingKopecks=" + orders + " level=" + level + " registerCode=" + code(level);
    }

    private static String moved(
        final LimitKind kind,
        final LimitLevel level,
        final long orders,
        final long given,
        final long taken,
        final long usable,
        final long used)
    {
        return "CollateralMoved kopecks=" + orders + " givenKopecks=" + given + " takenKopecks=" + taken +
            " usableKopecks=" + usable + " requiredKopecks=" + used + " otherPartition=1 limitKind=" +
            SharedLimits.value(kind) + " level=" + level + " registerCode=" + code(level);
    }
}
