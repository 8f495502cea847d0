// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Order entry while the host does not know the time: what is refused and what is taken, and what a confirmed time makes
 * due.
 */
class ClockGuardTest
{
    private static final int OPERATOR = 0;
    private static final long WALL = 3_600_000_001_000L;
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";

    private CoreFixture core;
    private VenueCommandWriter venue;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.GUARDED);
        core.withMembers().open();
        venue = new VenueCommandWriter(core.commands);
    }

    @Test
    void shouldRefuseWhatAddsAndTakeWhatTakesAway()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.buy(1, 5, 100);
        core.buy(2, 5, 99);
        assertEquals(List.of("order entry stopped wall=" + WALL + " stamp=1000"), stop());
        assertTrue(core.engine.isOrderEntryStopped());

        assertEquals(List.of("rejected cl=3 order=- account=AA01001 instrument=1 CLOCK_UNCERTAIN"), core.buy(3, 1, 98));
        assertEquals(List.of("rejected cl=4 order=- account=AA01001 instrument=1 CLOCK_UNCERTAIN"),
            core.special(1, encoder -> encoder.clOrdId(4).qtyLots(9).displayLots(2).priceE5(97)));
        assertEquals(List.of("rejected cl=9 order=- account=AA01001 instrument=0 CLOCK_UNCERTAIN"),
            core.send(venue.quote(1, 2, 1, 100, 2, 200)));
        assertEquals(List.of("rejected cl=1 order=- account=AA01001 instrument=1 CLOCK_UNCERTAIN"),
            core.send(new StrategyCommandWriter(core.commands).negotiated(1, "BB01", encoder -> { })));
        assertEquals(List.of("rejected cl=5 order=1 account= instrument=0 CLOCK_UNCERTAIN"),
            core.replace(1, 5, 1, ReplaceMode.SET_REST, 6, 100));
        assertEquals(List.of("rejected cl=6 order=1 account= instrument=0 CLOCK_UNCERTAIN"),
            core.replace(1, 6, 1, ReplaceMode.SET_REST, 5, 101));

        assertEquals(List.of("replaced 1->1 cl=1->7 BUY 5@100->4@100 SET_REST"),
            core.replace(1, 7, 1, ReplaceMode.SET_REST, 4, 100));
        assertEquals(List.of("replaced 1->1 cl=7->9 BUY 4@100->4@100 SET_REST"),
            core.replace(1, 9, 1, ReplaceMode.SET_REST, 4, 100));
        assertEquals(List.of("cancelled 2 cl=2 req=8 BUY 5@99 REQUESTED"), core.cancel(1, 8, 2));
        assertEquals(List.of("4@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldFireWhatIsDueOnlyWhenTheTimeIsConfirmed()
    {
        core.order(1, encoder -> encoder
            .clOrdId(1).timeInForce(TimeInForce.GTD.value()).expireDateNs(WALL).qtyLots(5).priceE5(100));
        core.timeNs = 2_000;
        stop();
        assertEquals(List.of(), core.send(venue.advanceTime()));
        assertEquals(2_000, core.engine.engineTimeNs());

        assertEquals(List.of("time confirmed wall=" + WALL), confirm(WALL));
        assertEquals(WALL, core.engine.engineTimeNs());
        assertEquals(WALL, core.engine.confirmedTimeNs());
        assertEquals(1, core.engine.timeConfirmations());
        assertFalse(core.engine.isOrderEntryStopped());
        // The host has not stamped anything with that time yet.
        assertEquals(List.of("cancelled 1 cl=1 req=- BUY 5@100 EXPIRED"), core.send(venue.advanceTime()));
        assertEquals(List.of("accepted 2 cl=2 BUY 1@98 DAY"), core.buy(2, 1, 98));
    }

    @Test
    void shouldNotGoBackWhenTheConfirmedTimeIsEarlier()
    {
        core.timeNs = WALL;
        stop();
        assertEquals(List.of("time confirmed wall=5000"), confirm(5_000));
        assertEquals(WALL, core.engine.engineTimeNs());
        assertEquals(List.of("accepted 1 cl=2 BUY 1@98 DAY"), core.buy(2, 1, 98));
    }

    @Test
    void shouldRefuseCommandsThatDoNotFit()
    {
        final long hash = core.stateHash();
        assertEquals(List.of(REFUSED + "WRONG_STATE"), confirm(WALL));
        for (final int sender : new int[]{CommandWriter.GATEWAY_ID, CommandWriter.CLEARING_ID})
        {
            assertEquals(
                List.of(REFUSED + "NO_RIGHT"), core.send(core.commands.stopOrderEntry(sender, WALL, 1_000)));
            assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(core.commands.confirmTime(sender, WALL)));
        }
        assertEquals(hash, core.stateHash());
        stop();
        final long stopped = core.stateHash();
        assertNotEquals(hash, stopped);
        assertEquals(List.of(REFUSED + "WRONG_STATE"), stop());
        for (final long wallNs : new long[]{0, -1, Long.MAX_VALUE, 7_258_118_400_000_000_000L})
        {
            assertEquals(List.of(REFUSED + "INVALID_FIELD"), confirm(wallNs));
        }
        assertEquals(stopped, core.stateHash());
    }

    @Test
    void shouldNotUnderstandTheCommandsBeforeTheirFeatureLevel()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.TOUCHED);
        core.withMembers().open();
        final long hash = core.stateHash();
        stop();
        assertTrue(core.recorder.events.isEmpty());
        confirm(WALL);
        assertTrue(core.recorder.events.isEmpty());
        assertEquals(hash, core.stateHash());
    }

    @Test
    void shouldStandInSnapshots()
    {
        final int without = SnapshotRecords.of(core.engine).records.size();
        stop();
        assertEquals(without + 1, SnapshotRecords.of(core.engine).records.size());
        final MatchingEngine restored = assertSameAfterSnapshot();
        assertTrue(restored.isOrderEntryStopped());
        confirm(WALL);
        final MatchingEngine confirmed = assertSameAfterSnapshot();
        assertFalse(confirmed.isOrderEntryStopped());
        assertEquals(WALL, confirmed.confirmedTimeNs());
        assertEquals(WALL, confirmed.engineTimeNs());
        assertEquals(1, confirmed.timeConfirmations());
    }

    private MatchingEngine assertSameAfterSnapshot()
    {
        final SnapshotRecords records = SnapshotRecords.of(core.engine);
        final MatchingEngine restored = records.read(new EventRecorder());
        final SnapshotRecords again = SnapshotRecords.of(restored);
        assertEquals(records.records.size(), again.records.size());
        for (int i = 0; i < records.records.size(); i++)
        {
            assertArrayEquals(records.records.get(i), again.records.get(i));
        }
        return restored;
    }

    private List<String> stop()
    {
        return core.send(core.commands.stopOrderEntry(OPERATOR, WALL, core.timeNs));
    }

    private List<String> confirm(final long wallNs)
    {
        return core.send(core.commands.confirmTime(OPERATOR, wallNs));
    }
}
