// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What each phase takes, and who can change it.
 */
class PhaseCommandsTest
{
    private static final String ORDER_REFUSED =
        "rejected cl=9 order=- account=AA01001 instrument=1 PHASE_FORBIDS";
    private static final String REPLACE_REFUSED = "rejected cl=9 order=1 account= instrument=0 PHASE_FORBIDS";

    private final PhaseFixture phases = new PhaseFixture();
    private final CoreFixture core = phases.core;

    @Test
    void shouldTakeNothingWhenClosed()
    {
        core.buy(1, 5, 100);
        assertEquals(
            List.of(phases.changed(Phase.CONTINUOUS, Phase.CLOSED, PhaseCause.OPERATOR)), phases.phase(Phase.CLOSED));
        assertEquals(List.of(ORDER_REFUSED), core.buy(9, 1, 100));
        assertEquals(List.of(REPLACE_REFUSED), core.replace(1, 9, 1, ReplaceMode.SET_REST, 4, 100));
        assertEquals(List.of(REPLACE_REFUSED), core.cancel(1, 9, 1));
    }

    @ParameterizedTest
    @EnumSource(value = Phase.class, names = {"POST_TRADE", "HALTED"})
    void shouldTakeCancelsOnlyWhenPhaseIs(final Phase phase)
    {
        core.buy(1, 5, 100);
        phases.phase(phase);
        assertEquals(List.of(ORDER_REFUSED), core.buy(9, 1, 100));
        assertEquals(List.of(REPLACE_REFUSED), core.replace(1, 9, 1, ReplaceMode.SET_REST, 4, 100));
        assertEquals(List.of("cancelled 1 cl=1 req=9 BUY 5@100 REQUESTED"), core.cancel(1, 9, 1));
    }

    @ParameterizedTest
    @EnumSource(
        value = Phase.class,
        names = {"PRE_OPEN", "OPENING_AUCTION", "INTRADAY_AUCTION", "VOLATILITY_AUCTION", "CLOSING_AUCTION"})
    void shouldCollectWhatNeedNotTradeAtOnceWhenPhaseIs(final Phase phase)
    {
        phases.phase(phase);
        core.sell(1, 5, 100);
        core.buy(2, 5, 101);
        core.replace(1, 3, 2, ReplaceMode.SET_REST, 7, 102);
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.SELL));
        assertEquals(List.of("7@102 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of(ORDER_REFUSED), core.order(1, 9, Side.BUY, 1, 100, TimeInForce.IOC));
        assertEquals(List.of(ORDER_REFUSED), core.order(1, 9, Side.BUY, 1, 100, TimeInForce.FOK));
        assertEquals(List.of(ORDER_REFUSED), phases.special(
            9, Side.BUY, 5, OrderType.LIMIT, encoder -> encoder.priceE5(100).minLots(1)));
    }

    @Test
    void shouldTakeOrdersForTheOpeningOnlyWhenItIsAhead()
    {
        assertEquals(List.of(ORDER_REFUSED), phases.limit(9, Side.BUY, 1, 100, TimeInForce.AT_OPENING));
        phases.phase(Phase.CLOSING_AUCTION);
        assertEquals(List.of(ORDER_REFUSED), phases.limit(9, Side.BUY, 1, 100, TimeInForce.AT_OPENING));
        phases.phase(Phase.CONTINUOUS);
        phases.calendar("", new PhaseFixture.Entry(100, 0, Phase.OPENING_AUCTION));
        assertEquals(
            "accepted 1 cl=9 BUY 1@100 AT_OPENING",
            phases.limit(9, Side.BUY, 1, 100, TimeInForce.AT_OPENING).get(0));
        phases.at(100);
        assertEquals(List.of("1@100 x1"), core.depth(0, Side.BUY));
        phases.phase(Phase.CONTINUOUS);
        assertEquals(List.of(ORDER_REFUSED), phases.limit(9, Side.BUY, 1, 100, TimeInForce.AT_OPENING));
    }

    @Test
    void shouldChangeAllOfAnUnderlyingInOrderOfInstruments()
    {
        phases.withOther();
        assertEquals(
            List.of(
                phases.changed(1, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.OPERATOR, 0),
                phases.changed(2, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.OPERATOR, 0),
                phases.changed(3, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.OPERATOR, 0)),
            phases.changePhase(encoder -> encoder.underlying("INDEX").phase(Phase.PRE_OPEN.value())));
        assertEquals(
            List.of(
                phases.changed(1, Phase.PRE_OPEN, Phase.HALTED, PhaseCause.OPERATOR, 0),
                phases.changed(2, Phase.PRE_OPEN, Phase.HALTED, PhaseCause.OPERATOR, 0),
                phases.changed(3, Phase.PRE_OPEN, Phase.HALTED, PhaseCause.OPERATOR, 0),
                phases.changed(4, Phase.CONTINUOUS, Phase.HALTED, PhaseCause.OPERATOR, 0)),
            phases.changePhase(encoder -> encoder.phase(Phase.HALTED.value())));
    }

    @Test
    void shouldRefuseInstrumentsThatDoNotExist()
    {
        final long before = core.stateHash();
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=77 UNKNOWN_INSTRUMENT"),
            phases.phase(77, Phase.HALTED));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNKNOWN_INSTRUMENT"),
            phases.changePhase(encoder -> encoder.underlying("NOBODY").phase(Phase.HALTED.value())));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseFieldsThatMakeNoSense()
    {
        final long before = core.stateHash();
        refuse(encoder -> encoder.instrumentId(1).phase((short)9));
        refuse(encoder -> encoder.instrumentId(1).phase((short)255));
        refuse(encoder -> encoder.instrumentId(-1));
        refuse(encoder -> encoder.instrumentId(1).underlying("INDEX"));
        refuse(encoder -> encoder.underlying("IN\tEX"));
        refuse(encoder -> encoder.instrumentId(1).durationNs(-1));
        refuse(encoder -> encoder.instrumentId(1).durationNs(1).randomEndNs(-1));
        refuse(encoder -> encoder.instrumentId(1).randomEndNs(1));
        refuse(encoder -> encoder.instrumentId(1).durationNs(1).nextPhase((short)9));
        assertEquals(before, core.stateHash());
    }

    private void refuse(final Consumer<ChangePhaseEncoder> change)
    {
        final String text = phases.changePhase(change).toString();
        assertEquals("INVALID_FIELD]", text.substring(text.lastIndexOf(' ') + 1), text);
    }
}
