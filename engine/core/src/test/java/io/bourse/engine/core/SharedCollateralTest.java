// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CollateralLackingDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Collateral of a register that is moved to other partitions and comes from them.
 */
class SharedCollateralTest
{
    private static final String ACCOUNT = "AA01001";
    private static final long MAX = 1L << 56;

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.raiseTo(FeatureLevels.SHARED);
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        core.send(risk.settlementAccount("SA-1"));
        core.send(risk.assign("AA01", "SA-1"));
        core.send(venue.margin(1, 100, 200));
    }

    @ParameterizedTest
    @EnumSource(names = {"CLIENT", "BROKERAGE_FIRM", "SETTLEMENT_ACCOUNT"})
    void shouldGiveNoMoreThanIsFree(final LimitLevel level)
    {
        final String code = code(level);
        core.send(venue.collateral(level, code, 1_000));
        core.buy(1, 4, 10);
        assertEquals(List.of(moved(level, -500, 500, 0, 500, 400, 1)),
            core.send(venue.giveCollateral(level, code, 500, 1)));
        assertEquals(List.of(moved(level, -100, 100, 0, 400, 400, 2)),
            core.send(venue.giveCollateral(level, code, 500, 2)));
        assertEquals(List.of(moved(level, 0, 500, 0, 400, 400, 1)),
            core.send(venue.giveCollateral(level, code, 500, 1)));
        final List<String> refused = core.buy(1, 1, 10);
        assertEquals("CollateralLacking lackingKopecks=100 level=" + level + " registerCode=" + code,
            refused.getLast());
        assertTrue(refused.getFirst().contains("RISK_LIMIT"), refused::toString);
        // The code is filled up with zeros.
        final byte[] event = core.recorder.events.getLast();
        final byte[] field = Arrays.copyOfRange(event,
            MessageHeaderDecoder.ENCODED_LENGTH + CollateralLackingDecoder.registerCodeEncodingOffset(), event.length);
        assertArrayEquals(Arrays.copyOf(code.getBytes(StandardCharsets.US_ASCII), field.length), field);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLIENT", "BROKERAGE_FIRM", "SETTLEMENT_ACCOUNT"})
    void shouldTakeATotalOnce(final LimitLevel level)
    {
        final String code = code(level);
        core.send(venue.collateral(level, code, 100));
        assertEquals(List.of(moved(level, 70, 0, 70, 170, 0, 1)), core.send(venue.takeCollateral(level, code, 70, 1)));
        final long hash = core.stateHash();
        assertEquals(List.of(moved(level, 0, 0, 70, 170, 0, 1)), core.send(venue.takeCollateral(level, code, 70, 1)));
        assertEquals(List.of(moved(level, 0, 0, 70, 170, 0, 1)), core.send(venue.takeCollateral(level, code, 60, 1)));
        assertEquals(hash, core.stateHash());
        assertEquals(List.of(moved(level, 5, 0, 75, 175, 0, 1)), core.send(venue.takeCollateral(level, code, 75, 1)));
        assertEquals(List.of(moved(level, 75, 0, 75, 250, 0, 2)), core.send(venue.takeCollateral(level, code, 75, 2)));
    }

    @Test
    void shouldKeepWhatIsMovedBesideWhatIsSet()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1_000));
        core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 900, 1));
        core.buy(1, 1, 10);
        assertEquals(
            List.of("CollateralSet collateralKopecks=400 requiredKopecks=100 level=CLIENT registerCode=AA01001"),
            core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 400)));
        assertEquals(List.of(moved(LimitLevel.CLIENT, 0, 900, 0, -500, 100, 1)),
            core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 1)));
        assertEquals(List.of(moved(LimitLevel.CLIENT, 700, 900, 700, 200, 100, 1)),
            core.send(venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, 700, 1)));
    }

    /** Given by a partition before another one knows how much there is at all. */
    @Test
    void shouldTakeBeforeAnythingIsSet()
    {
        assertEquals(List.of(moved(LimitLevel.CLIENT, 70, 0, 70, 0, 0, 1)),
            core.send(venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, 70, 1)));
        assertRefused("WRONG_STATE", venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 1));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 30));
        assertEquals(List.of(moved(LimitLevel.CLIENT, 0, 0, 70, 100, 0, 1)),
            core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 0, 1)));
    }

    @Test
    void shouldSayWhatIsLackingOfSharedRegistersOnly()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 250));
        assertEquals(1, core.buy(1, 3, 10).size());
        core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 0, 1));
        assertEquals("CollateralLacking lackingKopecks=50 level=CLIENT registerCode=AA01001",
            core.buy(1, 3, 10).getLast());
        core.send(venue.quote(1, 7, 1, 10, 3, 12));
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits.maxOrderLots(1)));
        assertEquals(1, core.buy(1, 3, 10).size());
    }

    @Test
    void shouldGoOnFromASnapshot()
    {
        for (final LimitLevel level : List.of(
            LimitLevel.CLIENT, LimitLevel.BROKERAGE_FIRM, LimitLevel.SETTLEMENT_ACCOUNT))
        {
            core.send(venue.collateral(level, code(level), 1_000));
            core.send(venue.giveCollateral(level, code(level), 100 + level.value(), 1));
            core.send(venue.takeCollateral(level, code(level), 10, 2));
            core.send(venue.takeCollateral(level, code(level), 20, 1));
        }
        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        final SnapshotRecords again = SnapshotRecords.of(written.read(new EventRecorder()));
        assertEquals(written.records.size(), again.records.size());
        for (int i = 0; i < written.records.size(); i++)
        {
            assertArrayEquals(written.records.get(i), again.records.get(i));
        }
    }

    @Test
    void shouldRefuseWhatCannotBeMoved()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, Long.MAX_VALUE));
        final long before = core.stateHash();
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, -1, 1));
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, MAX + 1, 1));
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 0));
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 64));
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.LOGIN, "1", 1, 1));
        assertRefused("UNKNOWN_ACCOUNT", venue.giveCollateral(LimitLevel.CLIENT, "AA01009", 1, 1));
        assertRefused("INVALID_FIELD", venue.giveCollateral(LimitLevel.NULL_VAL, ACCOUNT, 1, 1));
        assertRefused("INVALID_FIELD", venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, -1, 1));
        assertRefused("INVALID_FIELD", venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, MAX + 1, 1));
        assertRefused("INVALID_FIELD", venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 0));
        assertRefused("UNKNOWN_FIRM", venue.takeCollateral(LimitLevel.BROKERAGE_FIRM, "ZZ01", 1, 1));
        assertEquals(before, core.stateHash());
        // No sum of what is moved overflows.
        for (int i = 1; i < 64; i++)
        {
            core.send(venue.takeCollateral(LimitLevel.CLIENT, ACCOUNT, MAX, i));
        }
        assertEquals(List.of(moved(LimitLevel.CLIENT, 0, 0, MAX, Long.MAX_VALUE, 0, 63)),
            core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 0, 63)));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, Long.MIN_VALUE));
        assertEquals(List.of(moved(LimitLevel.CLIENT, 0, 0, MAX, Long.MIN_VALUE + 63 * MAX, 0, 63)),
            core.send(venue.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 0, 63)));
    }

    @Test
    void shouldNotUnderstandItAtTheLevelBefore()
    {
        final CoreFixture before = new CoreFixture().withMembers().open();
        before.raiseTo(FeatureLevels.SHARED - 1);
        final VenueCommandWriter commands = new VenueCommandWriter(before.commands);
        before.send(commands.collateral(LimitLevel.CLIENT, ACCOUNT, 1));
        assertEquals(List.of(), before.send(commands.giveCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 1)));
        assertEquals(List.of(), before.send(commands.takeCollateral(LimitLevel.CLIENT, ACCOUNT, 1, 1)));
    }

    private void assertRefused(final String reason, final CommandWriter command)
    {
        final List<String> events = core.send(command);
        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains(reason), events::toString);
    }

    private static String code(final LimitLevel level)
    {
        return switch (level)
        {
            case CLIENT -> ACCOUNT;
            case BROKERAGE_FIRM -> "AA01";
            case SETTLEMENT_ACCOUNT -> "SA-1";
            case LOGIN, NULL_VAL -> throw new IllegalArgumentException(level.toString());
        };
    }

    private static String moved(
        final LimitLevel level,
        final long kopecks,
        final long given,
        final long taken,
        final long usable,
        final long required,
        final int other)
    {
        return "CollateralMoved kopecks=" + kopecks + " givenKopecks=" + given + " takenKopecks=" + taken +
            " usableKopecks=" + usable + " requiredKopecks=" + required + " otherPartition=" + other +
            " limitKind=0 level=" + level + " registerCode=" + code(level);
    }
}
