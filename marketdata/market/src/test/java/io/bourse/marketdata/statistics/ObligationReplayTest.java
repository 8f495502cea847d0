// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.OrderFlow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A real engine over two sessions under a random flow with icebergs, hidden, stop and market orders, replaces, mass
 * quotes, self-trade prevention, orders that outlive the evening, auctions and halts.
 */
@Tag("venue")
class ObligationReplayTest
{
    private static final int STEPS = 3_000;
    private static final int BETWEEN_PHASES = 150;
    private static final int NEXT_DATE = 20261124;
    private static final Phase[] PHASES =
        {Phase.CONTINUOUS, Phase.INTRADAY_AUCTION, Phase.HALTED, Phase.VOLATILITY_AUCTION};

    private static final List<ObligationSpec> SPECS = List.of(
        new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA1", DemoReferenceData.SI_ID, 800, 6, 0, 20),
        new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWBB1", DemoReferenceData.SI_ID, 800, 0, 1, 40),
        new ObligationSpec(ObligationSpec.Kind.FIRM, "BB01", DemoReferenceData.RI_ID, 500, 8, 0, 5));

    @TempDir
    private Path dir;

    @Test
    void shouldMeasureWhatTheEngineHasAndTheSameInEveryReplay()
    {
        final long seed = new Random().nextLong();
        System.out.println("ObligationReplayTest seed=" + seed);
        final Random random = new Random(seed);
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final PhaseOperator phases = new PhaseOperator(engine.operator());
            final MemberOperator members = new MemberOperator(engine.operator());
            members.setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, LoginRights.QUOTES, -1);
            members.setSelfTradePrevention("AA01", SelfTradeScope.FIRM, SelfTradeMode.DECREMENT);
            final QuoteFlow quotes = new QuoteFlow(client, random);
            try (OrderFlow flow = new OrderFlow(client, random))
            {
                for (int step = 1; step <= STEPS; step++)
                {
                    flow.step();
                    if (0 == step % 7)
                    {
                        quotes.quote();
                    }
                    if (0 == step % 100)
                    {
                        quotes.untilCancelled();
                    }
                    if (STEPS / 2 == step)
                    {
                        flow.listen(0);
                        engine.operator().suspendTrading(1, ClearingKind.EVENING);
                        engine.operator().completeClearing(1, ClearingKind.EVENING);
                        engine.operator().openSession(DemoReferenceData.SESSION_ID + 1, NEXT_DATE);
                        engine.operator().reportState();
                    }
                    if (0 == step % BETWEEN_PHASES)
                    {
                        flow.listen(0);
                        change(phases, DemoReferenceData.SI_ID, PHASES[step / BETWEEN_PHASES % PHASES.length]);
                        // What it should be while they trade.
                        engine.operator().reportState();
                    }
                }
                flow.listen(0);
            }
            engine.operator().reportState();

            final BruteObligations first = follow(client, seed);
            final BruteObligations second = follow(client, seed);

            assertEquals(first.counters().reports(), second.counters().reports(), "seed=" + seed);
            assertEquals(first.counters().previousReports(), second.counters().previousReports(), "seed=" + seed);
            assertEquals(SPECS.size(), first.counters().previousReports().size());
            assertTrue(first.comparedReports() > STEPS / BETWEEN_PHASES, "reports=" + first.comparedReports());
            assertTrue(first.counters().reports().getFirst().quotes() > 0, "seed=" + seed);
            assertTrue(first.reduced() > 0 && first.restated() > 0, "seed=" + seed);
            for (final ObligationReport report : first.counters().reports())
            {
                assertTrue(report.continuousNs() > 0, "seed=" + seed);
                assertTrue(report.trades() > 0, "seed=" + seed);
            }
        }
    }

    private static void change(final PhaseOperator phases, final int instrumentId, final Phase phase)
    {
        phases.changePhase(PhaseChangeSpec.ofInstrument(instrumentId, phase));
    }

    private static BruteObligations follow(final EngineClient client, final long seed)
    {
        final BruteObligations listener = new BruteObligations(SPECS, seed);
        final long endCursor = client.endCursor();
        TestEngine.follow(client, EngineClient.FROM_START, listener, () -> listener.cursor() >= endCursor);
        assertEquals(listener.expected(), listener.measured(), "seed=" + seed);
        return listener;
    }
}
