// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Rights of logins, and cancel on disconnect with and without a grace time.
 */
class DisconnectTest
{
    private static final int STEPS = 2_000;
    private static final long PRICE_E5 = 100;
    private static final String CHANGED = "LoginConnectionChanged cancelAtNs=%d loginId=1 connected=%d";

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @Test
    void shouldKeepOrdersWhenNothingWasSet()
    {
        core.buy(1, 5, 100);
        assertEquals(List.of(String.format(CHANGED, 0, 0)), core.send(venue.disconnected(1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of(String.format(CHANGED, 0, 1)), core.send(venue.connected(1)));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelAtOnceWhenThereIsNoGrace()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, 0));
        core.buy(1, 5, 100);
        core.sell(2, 5, 300);
        core.order(1, encoder -> encoder.clOrdId(3).conditions((short)OrderConditions.HIDDEN).priceE5(90));
        core.send(venue.quote(1, 2, 1, 100, 2, 200));
        assertEquals(
            List.of(
                String.format(CHANGED, 1_000, 0),
                "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT",
                "cancelled 3 cl=3 req=- BUY 1@90 DISCONNECT",
                "cancelled 4 cl=9 req=- BUY 1@100 DISCONNECT",
                "cancelled 5 cl=9 req=- SELL 2@200 DISCONNECT"),
            core.send(venue.disconnected(1)));
        assertEquals(List.of(String.format(CHANGED, 1_000, 0)), core.send(venue.disconnected(1)));
        assertEquals(List.of("5@300 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldCancelWhatEndsWithTheDayWhereverItIs()
    {
        core.send(venue.loginRights(1, 0, 0));
        core.buy(1, 5, 100);
        core.order(1, encoder -> encoder.clOrdId(2).timeInForce(TimeInForce.GTC.value()).priceE5(99));
        core.order(1, encoder -> encoder
            .clOrdId(3).timeInForce(TimeInForce.GTD.value()).expireDateNs(9_000).priceE5(98));
        core.special(1, encoder -> encoder.clOrdId(4).qtyLots(9).displayLots(2).priceE5(97));
        core.special(1, encoder -> encoder
            .clOrdId(5).orderType(OrderType.STOP_LIMIT.value()).stopPriceE5(200).priceE5(200));
        core.special(1, encoder -> encoder
            .clOrdId(6)
            .orderType(OrderType.STOP_LIMIT.value())
            .timeInForce(TimeInForce.GTC.value())
            .stopPriceE5(300)
            .priceE5(300));
        core.order(1, encoder -> encoder.clOrdId(7).timeInForce(TimeInForce.AT_CLOSE.value()).priceE5(96));
        assertEquals(
            List.of(
                String.format(CHANGED, 1_000, 0),
                "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT",
                "cancelled 4 cl=4 req=- BUY 9@97 DISCONNECT",
                "cancelled 6 cl=5 req=- BUY 1@200 DISCONNECT",
                "cancelled 8 cl=7 req=- BUY 1@96 DISCONNECT"),
            core.send(venue.disconnected(1)));
        assertEquals(List.of("1@99 x1", "1@98 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelQuotesAtOnceWhenTheGatewayIsLost()
    {
        core.raiseTo(FeatureLevels.ATTENDED);
        for (final long graceNs : new long[]{-1, 500})
        {
            core.send(venue.loginRights(1, LoginRights.QUOTES, graceNs));
            core.buy(1, 5, 90);
            core.send(venue.quote(1, 2, 1, 100, 2, 200));
            final long cancelAtNs = graceNs > 0 ? 1_500 : 0;
            assertEquals(List.of(String.format(CHANGED, cancelAtNs, 0)), core.send(venue.disconnected(1)));
            assertEquals(
                List.of(
                    String.format(CHANGED, cancelAtNs, 0),
                    "cancelled cl=9 req=- BUY 1@100 DISCONNECT",
                    "cancelled cl=9 req=- SELL 2@200 DISCONNECT"),
                core.send(venue.lost(1)).stream().map((line) -> line.replaceFirst("cancelled \\d+ ", "cancelled "))
                    .toList());
            assertEquals(List.of(String.format(CHANGED, cancelAtNs, 0)), core.send(venue.lost(1)));
        }
        assertEquals(List.of("10@90 x2"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldKeepQuotesOfALostGatewayInOlderHistories()
    {
        core.raiseTo(FeatureLevels.ATTENDED - 1);
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.quote(1, 2, 1, 100, 2, 200));
        assertEquals(List.of(String.format(CHANGED, 0, 0)), core.send(venue.lost(1)));
    }

    @Test
    void shouldCancelWhenTheLastGatewayHasLostTheLogin()
    {
        core.raiseTo(FeatureLevels.DOORS);
        core.send(venue.loginRights(1, 0, 500));
        assertEquals(List.of(with(0, 1, 1L << 1)), core.send(venue.connected(1, 1)));
        assertEquals(List.of(with(0, 1, 1L << 1 | 1L << 3)), core.send(venue.connected(3, 1)));
        core.buy(1, 5, 100);
        assertEquals(List.of(with(0, 0, 1L << 3)), core.send(venue.disconnected(1, 1)));
        // It has said so already.
        assertEquals(List.of(with(0, 0, 1L << 3)), core.send(venue.disconnected(1, 1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        final EventRecorder events = core.follow();
        assertEquals(List.of(with(1_500, 0, 0)), core.send(venue.disconnected(3, 1)));
        assertEquals(List.of(with(0, 1, 1L << 1)), core.send(venue.connected(1, 1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        core.send(venue.loginRights(1, 0, 0));
        assertEquals(
            List.of(with(1_000, 0, 0), "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"),
            core.send(venue.disconnected(1, 1)));
        core.send(core.commands.reportState(1));
        assertEquals(core.recorder.rollingHash, events.rollingHash);
    }

    @Test
    void shouldTakeAwayTheConnectionsOfALostGatewayAlone()
    {
        core.raiseTo(FeatureLevels.DOORS);
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        for (final int gateway : new int[]{1, 3, 63, 65_000})
        {
            core.send(venue.connected(gateway, 1));
        }
        core.send(venue.quote(1, 2, 1, 100, 2, 200));
        // Those from 63 on are one.
        assertEquals(List.of(with(0, 0, 1L << 1 | 1L << 3)), core.send(venue.lost(64, 1)));
        assertEquals(List.of(with(0, 0, 1L << 1)), core.send(venue.lost(3, 1)));
        assertEquals(
            List.of(
                with(0, 0, 0),
                "cancelled 1 cl=9 req=- BUY 1@100 DISCONNECT",
                "cancelled 2 cl=9 req=- SELL 2@200 DISCONNECT"),
            core.send(venue.lost(1, 1)));
        for (final int length : new int[]{0, Short.BYTES})
        {
            core.send(venue.connected(1, 1));
            core.send(venue.connected(3, 1));
            venue.lost(0, 1);
            // As an operator of before level 12 says it: without a gateway.
            core.commands.buffer.putShort(
                CommandWriter.OFFSET, (short)(LoginDisconnectedDecoder.BLOCK_LENGTH - length));
            assertEquals(List.of(with(0, 0, 0)), core.send(core.commands.length - length));
        }
    }

    @Test
    void shouldTakeAGatewayThatIsNotKnownForTheOneThatSaysSo()
    {
        core.raiseTo(FeatureLevels.DOORS - 1);
        core.send(venue.loginRights(1, 0, 0));
        core.buy(1, 5, 100);
        for (final int gateway : new int[]{1, 3})
        {
            assertEquals(List.of(String.format(CHANGED, 0, 1)), core.send(venue.connected(gateway, 1)));
        }
        final EventRecorder events = core.follow();
        core.raiseTo(FeatureLevels.DOORS);
        assertEquals(
            List.of(with(1_000, 0, 0), "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"),
            core.send(venue.disconnected(1, 1)));
        assertEquals(core.recorder.rollingHash, events.rollingHash);
    }

    @Test
    void shouldLoseALoginWithAnyGatewayInOlderHistories()
    {
        core.raiseTo(FeatureLevels.DOORS - 1);
        core.send(venue.loginRights(1, 0, 0));
        core.buy(1, 5, 100);
        core.send(venue.connected(1, 1));
        core.send(venue.connected(3, 1));
        assertEquals(
            List.of(String.format(CHANGED, 1_000, 0), "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"),
            core.send(venue.lost(3, 1)));
    }

    /** Logins come and go at random at three gateways that are lost at random; an oracle has sets of gateways. */
    @Test
    void shouldKeepDayOrdersOfLoginsThatAreConnectedSomewhere()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("DisconnectTest bourse.seed=" + seed);
        final Random random = new Random(seed);
        core.raiseTo(FeatureLevels.DOORS);
        final long[] graceNs = {0, -1, 0, 500};
        final long[] dayOrders = new long[graceNs.length];
        final long[] deadlines = new long[graceNs.length];
        final List<Set<Integer>> gateways = List.of(Set.of(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        for (int login = 1; login < graceNs.length; login++)
        {
            core.send(venue.loginRights(login, 0, graceNs[login]));
        }
        EventRecorder events = core.follow();
        for (int i = 0; i < STEPS; i++)
        {
            final int login = 1 + random.nextInt(graceNs.length - 1);
            final int gateway = 1 + random.nextInt(3);
            final int choice = random.nextInt(8);
            if (choice < 2)
            {
                core.order(login, i + 1, Side.BUY, 1, PRICE_E5 + login);
                dayOrders[login]++;
            }
            else if (choice < 4)
            {
                gateways.get(login).add(gateway);
                deadlines[login] = 0;
                assertEquals(List.of(changed(login, 0, 1, gateways)), core.send(venue.connected(gateway, login)));
            }
            else if (choice < 7)
            {
                final int lost = 6 == choice ? random.nextInt(4) : gateway;
                gateways.get(login).removeIf((of) -> 0 == lost || of == lost);
                final boolean isLost = gateways.get(login).isEmpty();
                if (isLost && graceNs[login] > 0 && 0 == deadlines[login])
                {
                    deadlines[login] = core.timeNs + graceNs[login];
                }
                final boolean isAtOnce = isLost && 0 == graceNs[login];
                final List<String> found =
                    core.send(6 == choice ? venue.lost(lost, login) : venue.disconnected(lost, login));
                assertEquals(changed(login, isAtOnce ? core.timeNs : deadlines[login], 0, gateways), found.getFirst());
                dayOrders[login] = isAtOnce ? 0 : dayOrders[login];
            }
            else
            {
                core.timeNs += random.nextInt(400);
                core.send(venue.advanceTime());
                for (int of = 1; of < graceNs.length; of++)
                {
                    if (0 != deadlines[of] && deadlines[of] <= core.timeNs)
                    {
                        deadlines[of] = 0;
                        dayOrders[of] = 0;
                    }
                }
            }
            assertEquals(depth(dayOrders), core.depth(0, Side.BUY), () -> "seed=" + seed);
            if (0 == i % (STEPS / 5))
            {
                core.followers.clear();
                events = core.follow();
            }
        }
        core.send(core.commands.reportState(1));
        assertEquals(core.recorder.rollingHash, events.rollingHash, () -> "seed=" + seed);
    }

    private static String with(final long cancelAtNs, final int connected, final long gateways)
    {
        return String.format(CHANGED, cancelAtNs, connected) + " gateways=" + gateways;
    }

    private static String changed(
        final int login, final long cancelAtNs, final int connected, final List<Set<Integer>> gateways)
    {
        return with(cancelAtNs, connected, gateways.get(login).stream().mapToLong((of) -> 1L << of).sum())
            .replace("loginId=1", "loginId=" + login);
    }

    private static List<String> depth(final long[] dayOrders)
    {
        final List<String> depth = new ArrayList<>();
        for (int login = dayOrders.length - 1; login > 0; login--)
        {
            if (dayOrders[login] > 0)
            {
                depth.add(dayOrders[login] + "@" + (PRICE_E5 + login) + " x" + dayOrders[login]);
            }
        }
        return depth;
    }

    @Test
    void shouldCancelWhenTheGraceIsOver()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        assertEquals(List.of(String.format(CHANGED, 1_500, 0)), core.send(venue.disconnected(1)));
        core.timeNs = 1_400;
        assertEquals(List.of(String.format(CHANGED, 1_500, 0)), core.send(venue.disconnected(1)));
        assertEquals(1_500, core.engine.nextDeadlineNs());
        core.timeNs = 1_499;
        assertEquals(List.of(), core.send(venue.advanceTime()));
        core.timeNs = 1_500;
        assertEquals(
            List.of("cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"), core.send(venue.advanceTime()));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of(String.format(CHANGED, 2_000, 0)), core.send(venue.disconnected(1)));
    }

    @Test
    void shouldCancelWhenTheGraceIsOverAfterASnapshot()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.send(venue.disconnected(1));
        final EventRecorder events = core.follow();
        core.timeNs = 1_500;
        assertEquals(
            List.of("cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"), core.send(venue.advanceTime()));
        assertEquals(core.recorder.rollingHash, events.rollingHash);
    }

    @Test
    void shouldCancelAtOnceWhenTheGraceIsTakenAwayMeanwhile()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.send(venue.disconnected(1));
        core.send(venue.loginRights(1, 0, 0));
        assertEquals(
            List.of(String.format(CHANGED, 1_000, 0), "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"),
            core.send(venue.disconnected(1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldCountANewGraceFromTheNextDisconnect()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.send(venue.disconnected(1));
        core.send(venue.loginRights(1, 0, -1));
        assertEquals(List.of(String.format(CHANGED, 1_500, 0)), core.send(venue.disconnected(1)));
        core.timeNs = 1_500;
        assertEquals(
            List.of("cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT"), core.send(venue.advanceTime()));
        assertEquals(List.of(String.format(CHANGED, 0, 0)), core.send(venue.disconnected(1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldKeepOrdersWhenTheLoginIsBackInTime()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.send(venue.disconnected(1));
        core.timeNs = 1_499;
        assertEquals(List.of(String.format(CHANGED, 0, 1)), core.send(venue.connected(1)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        core.timeNs = 9_000;
        assertEquals(List.of(), core.send(venue.advanceTime()));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelDelayedOrdersWithTheirTimers()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.send(venue.priceControls(1, controls -> controls.passiveDelayNs(10_000)));
        core.sell(1, 5, 100);
        core.buy(2, 3, 100);
        core.order(1, encoder -> encoder.clOrdId(3).timeInForce(TimeInForce.GTC.value()).priceE5(100));
        core.send(venue.disconnected(1));
        core.timeNs = 1_500;
        assertEquals(
            List.of("cancelled 2 cl=2 req=- BUY 3@100 DISCONNECT"), core.send(venue.advanceTime()));
        core.timeNs = 11_000;
        final List<String> events = core.send(venue.advanceTime());
        assertEquals("trade 1 1@100 buy=3/cl3/rest0 sell=1/cl1/rest4 by BUY", events.getLast(), events::toString);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldCancelWhateverSessionAndPhaseSayWhenTheGraceIsOver()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.order(1, encoder -> encoder.clOrdId(2).instrumentId(2).priceE5(500));
        core.send(venue.changePhase(2, Phase.CLOSED, 0, 0, Phase.CLOSED));
        core.send(venue.disconnected(1));
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.timeNs = 1_500;
        assertEquals(
            List.of(
                "cancelled 1 cl=1 req=- BUY 5@100 DISCONNECT",
                "cancelled 2 cl=2 req=- BUY 1@500 DISCONNECT"),
            core.send(venue.advanceTime()));
    }

    @Test
    void shouldFindNothingToCancelWhenTheEveningCameFirst()
    {
        core.send(venue.loginRights(1, 0, 500));
        core.buy(1, 5, 100);
        core.send(venue.disconnected(1));
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        core.timeNs = 1_500;
        assertEquals(List.of(), core.send(venue.advanceTime()));
        core.send(core.commands.openSession(2, 20261122));
        // The grace is used up: what another gateway enters for the login stays.
        core.buy(2, 5, 100);
        core.timeNs = 9_000;
        assertEquals(List.of(), core.send(venue.advanceTime()));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldNotOverflowWhenTheGraceIsForEver()
    {
        core.send(venue.loginRights(1, 0, Long.MAX_VALUE));
        assertEquals(
            List.of(String.format(CHANGED, Long.MAX_VALUE - 1, 0)), core.send(venue.disconnected(1)));
    }

    @Test
    void shouldSetRights()
    {
        assertEquals(
            List.of("LoginRightsSet disconnectGraceNs=-1 loginId=2 rights=7"),
            core.send(venue.loginRights(2, 7, -1)));
        final long before = core.stateHash();
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNKNOWN_LOGIN"),
            core.send(venue.loginRights(9, 1, -1)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 INVALID_FIELD"),
            core.send(venue.loginRights(2, 8, -1)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNKNOWN_LOGIN"), core.send(venue.connected(9)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNKNOWN_LOGIN"), core.send(venue.disconnected(9)));
        assertEquals(before, core.stateHash());
    }
}
